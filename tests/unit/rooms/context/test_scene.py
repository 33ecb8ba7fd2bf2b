"""The scene: devices, tools, people, hour and weather as the judge of a decision sees them."""

from collections.abc import Callable, Sized
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from companion.home.scene_xml import parse, render
from companion.rooms.context.home_now import HomeNow
from companion.rooms.context.scene import build_scene, presence
from companion.service.plugins import CapabilityRegistry
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.mood import Mood, Vad
from companion.words.observation import Certainty, Change, Observation
from companion.words.trust import TrustLabel
from companion.words.world import WorldItem
from tests.twins.clock import EVENING
from tests.twins.home import (
    PLACES,
    HouseTwin,
    device,
    full_catalogue,
    trigger,
)
from tests.unit.rooms.context.home import KOTO, Home


async def test_every_device_stands_in_the_scene() -> None:
    """E-012, E-013, E-015, T-40: state and affordances, tools beside devices."""
    home = Home()
    home.house.set("light.living", "on", brightness=128)
    scene = await home.room.now.scene()
    assert {o.id for o in scene.objects} == {
        *(d.id for d in home.house.devices()),
        "device_control",
        "vision_perception",
        "mobility_move",
    }
    lamp, lock = scene.find("light.living"), scene.find("lock.front")
    assert lamp is not None
    assert lock is not None
    control, eyes = scene.find("device_control"), scene.find("vision_perception")
    assert (control and control.affordances) == (), "what it does stands with each device"
    assert eyes is not None
    assert eyes.affordances == ("look around",)
    assert lamp.state == "on; brightness=128"
    assert lamp.affordances == ("turn on", "turn off")
    assert lock.affordances == ("lock(needs: approval)", "unlock(needs: approval)")
    assert parse(render(scene)) == scene


async def test_the_scene_speaks_the_household_language() -> None:
    """DESIGN 1.6: Japanese names, affordances, times."""
    home = Home(Language.JA)
    home.person("present")
    scene = (await home.room.gather(trigger())).scene
    lamp = scene.find("light.hall")
    assert lamp is not None
    assert (lamp.name, lamp.affordances) == ("玄関の明かり", ("つける", "消す"))
    assert (scene.location, scene.time, scene.weather) == ("玄関", "夜 19:00", "不明")
    assert [a.name for a in scene.actors] == ["Koto", "誰か"]


async def test_weather_and_night_come_from_the_world() -> None:
    """S-11, E-008."""
    home = Home(Language.JA)
    await home.world("weather.home", "", "rainy")
    home.clock.charge(8 * 3600)
    scene = await home.room.now.scene()
    assert (scene.weather, scene.time) == ("rainy", "深夜 03:00")


def scene(hour: int = 12, mood: Mood | None = None, *, ringing: bool = False) -> Any:
    return build_scene(
        devices=(),
        world=(),
        observations=(),
        catalogue=CapabilityRegistry({}),
        places=(),
        mood=mood or Mood(),
        now=EVENING.replace(hour=hour, minute=0),
        language=Language.EN,
        ringing=ringing,
    )


@pytest.mark.parametrize(
    ("hour", "name"),
    [
        (4, "Late night"),
        (5, "Morning"),
        (9, "Morning"),
        (10, "Day"),
        (16, "Day"),
        (17, "Evening"),
        (21, "Evening"),
        (22, "Late night"),
    ],
)
def test_an_hour_has_its_name(hour: int, name: str) -> None:
    assert scene(hour).time == f"{name} {hour:02}:00"


@pytest.mark.parametrize(
    ("long", "recent", "level"),
    [(0.4, 0.2, "Medium"), (0.4, 0.4, "High"), (0.2, -0.4, "Low")],
)
def test_e_008_tension_is_the_mean_of_both_moods(long: float, recent: float, level: str) -> None:
    """E-008, S-11."""
    mood = Mood(long_mood_state=Vad(a=long), recent_vad_average=Vad(a=recent))
    assert scene(mood=mood).tension_level == level


@pytest.mark.parametrize(("arousal", "level"), [(-0.4, "Medium"), (0.2, "High"), (0.5, "High")])
async def test_s_11_an_alarm_that_sounds_raises_the_tension_by_a_level(
    arousal: float, level: str
) -> None:
    """S-11: from mean arousal and open alarms; silent again, it is as it was."""
    mood = Mood(long_mood_state=Vad(a=arousal), recent_vad_average=Vad(a=arousal))
    assert scene(mood=mood, ringing=True).tension_level == level
    sounds = ["alarm"]
    now = _now(Home().house, lambda: sounds)
    assert (await now.scene()).tension_level == "Medium"
    sounds.clear()
    assert (await now.scene()).tension_level == "Low"


@pytest.mark.parametrize("kind", ["smoke", "gas", "carbon_monoxide", "moisture"])
async def test_s_11_a_danger_that_is_still_reported_is_high_tension(kind: str) -> None:
    """S-11: until the detector reports that it is over; an open door is no alarm."""
    detectors = [
        replace(device(f"binary_sensor.{one}", "hall", one, one), attributes={"device_class": one})
        for one in (kind, "door")
    ]
    house = HouseTwin(tuple(detectors))
    now = _now(house, tuple)
    for one, value, level in (
        ("door", "on", "Low"),
        (kind, "on", "High"),
        (kind, "off", "Low"),
    ):
        house.set(f"binary_sensor.{one}", value)
        assert (await now.scene()).tension_level == level


def _now(house: HouseTwin, ringing: Callable[[], Sized]) -> HomeNow:
    home = Home()
    return HomeNow(
        record=home.store.record,
        state=home.store.state,
        house=house,
        catalogue=full_catalogue(house),
        persona=KOTO,
        clock=home.clock,
        language=Language.EN,
        places=PLACES,
        ringing=ringing,
    )


def held(entity: str, value: str, minutes_ago: float = 0) -> WorldItem:
    at = EVENING - timedelta(minutes=minutes_ago)
    return WorldItem(
        entity=entity,
        location="hall",
        value=value,
        certainty=Certainty.FACT,
        confidence=0.9,
        observed_at=at,
        since=at,
        trust=TrustLabel.OBSERVED,
        evidence_event_ids=(EventId(3), EventId(5), EventId(8)),
    )


def seen(value: str, minutes_ago: float) -> Observation:
    at = EVENING - timedelta(minutes=minutes_ago)
    return Observation("person", "hall", Change.STATE, Certainty.FACT, 0.9, at, "cam", value)


def test_the_newer_of_eyes_and_record_says_who_is_there() -> None:
    """T-17; and only what is held of people is about people."""
    record = (held("person", "absent", 5), held("thermos", "present"))
    assert presence(record, ()) == {"hall": "absent"}
    assert presence(record, (seen("present", 4),)) == {"hall": "present"}
    assert presence(record, (seen("present", 6),)) == {"hall": "absent"}
    assert presence(record, (seen("present", 5),)) == {"hall": "present"}, "the eyes were there"
