"""Points of relevance and the words of a scene, one rule at a time (B-017, E-008, S-11)."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from companion.home.condition import Condition
from companion.home.occasion import Occasion
from companion.rooms.context.collect import Offer, Seen
from companion.rooms.context.foreign import labelled_item
from companion.rooms.context.relevance import score
from companion.rooms.context.scene import build_scene, presence
from companion.rooms.context.select import Situation
from companion.service.plugins import Shelf
from companion.words.capability import ActionOption, OperationSpec, RiskTier
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.mood import Mood, Vad
from companion.words.observation import Certainty, Change, Observation
from companion.words.trust import TrustLabel
from companion.words.world import WorldItem
from tests.twins.clock import EVENING
from tests.twins.home import device, trigger

SAME = Bilingual("同じ", "same")
DAY = Situation(
    place="hall", near=frozenset(), people={}, dark={"hall": False}, targets=frozenset()
)


def points(
    name: str,
    situation: Situation,
    *,
    risk: RiskTier = RiskTier.REVERSIBLE,
    state: str = "closed",
    setting: str = "",
    **payload: Any,
) -> float:
    thing = device(
        {"lock": "lock.front", "cover_open": "cover.curtain"}.get(name, "climate.hall"),
        "hall",
        "物",
        "thing",
        name,
    )
    settings = {"temperature": setting} if setting else {}
    option = ActionOption(
        operation=name, payload={"device_id": thing.id, **payload}, label=SAME, object_id=thing.id
    )
    capability: Any = None
    spec = OperationSpec(name=name, label=SAME, risk=risk)
    offer = Offer(capability=capability, spec=spec, option=option)
    seen = Seen(device=thing, condition=Condition(state, settings))
    return score(offer, trigger(place="hall"), situation, (seen,))


def test_a_curtain_is_opened_by_day_for_somebody() -> None:
    for_somebody = replace(DAY, people={"hall": "present"})
    for_nobody = replace(DAY, people={"hall": "absent"})
    at_night = replace(for_somebody, dark={"hall": True})
    open_for = [points("cover_open", s) for s in (for_somebody, for_nobody, at_night)]
    assert open_for == sorted(open_for, reverse=True)
    assert len(set(open_for)) == 3


def test_what_must_be_asked_for_fits_an_empty_room_best() -> None:
    """A door is locked behind those who left, not around those who are there."""
    there, gone = (replace(DAY, people={"hall": p}) for p in ("present", "absent"))
    assert points("lock", gone, risk=RiskTier.ASK) > points("lock", there, risk=RiskTier.ASK)
    assert points("lock", gone) == points("lock", there)


def test_of_two_steps_of_warmth_the_smaller_goes_first() -> None:
    cold = replace(DAY, occasion=Occasion.COLD.value)
    small, large = (
        points("climate_set_temperature", cold, state="heat", setting="20", temperature=wanted)
        for wanted in (21.0, 22.0)
    )
    assert small > large > 0.0


def scene(hour: int = 12, mood: Mood | None = None) -> Any:
    return build_scene(
        devices=(),
        world=(),
        observations=(),
        catalogue=Shelf({}),
        places=(),
        mood=mood or Mood(),
        now=EVENING.replace(hour=hour, minute=0),
        language=Language.EN,
    )


@pytest.mark.parametrize(
    ("hour", "name"),
    [(4, "Late night"), (5, "Morning"), (9, "Morning"), (10, "Day"), (16, "Day"),
     (17, "Evening"), (21, "Evening"), (22, "Late night")],
)  # fmt: skip
def test_an_hour_has_its_name(hour: int, name: str) -> None:
    assert scene(hour).time == f"{name} {hour:02}:00"


@pytest.mark.parametrize(
    ("long", "recent", "level"),
    [(0.4, 0.2, "Medium"), (0.4, 0.4, "High"), (0.2, -0.4, "Low")],
)
def test_tension_is_the_mean_of_both_moods(long: float, recent: float, level: str) -> None:
    mood = Mood(long_mood_state=Vad(a=long), recent_vad_average=Vad(a=recent))
    assert scene(mood=mood).tension_level == level


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


def test_a_line_of_the_world_rests_on_its_newest_evidence() -> None:
    assert labelled_item(held("person", "present"), "somebody").event_id == EventId(8)
