"""At night the light stays on where somebody went and has not come back (A8)."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from companion.words.event import EventDraft, EventSource
from companion.words.observation import Certainty, Change, Observation
from companion.words.trust import TrustLabel
from tests.twins.home import trigger
from tests.twins.memory_house import MemoryDevice
from tests.unit.rooms.context.occasion_home import Home, thing

NIGHT = datetime(2026, 11, 22, 4, 30, tzinfo=UTC)


class Night(Home):
    """The hall is lit, and somebody is seen to walk through it."""

    def __init__(self, at: datetime = NIGHT) -> None:
        super().__init__(at)
        self.set("light.hall", "on")
        self.house.add(MemoryDevice(thing("light.bath", "bath", True), "off", {}))

    def walks(self, place: str, value: str, minutes_ago: float) -> None:
        change = Change.APPEARED if value == "present" else Change.GONE
        at = self.clock.now() - timedelta(minutes=minutes_ago)
        self.blackboard.seen(
            Observation("person", place, change, Certainty.FACT, 0.9, at, f"cam_{place}", value)
        )

    async def offered(self) -> bool:
        pack = await self.pack(trigger(place="hall"))
        return any(e.name == "turn_off_hall_light" for e in pack.menu)


@pytest.mark.parametrize("minutes", [1, 20, 90])
async def test_the_hall_stays_lit_until_the_person_is_back(minutes: float) -> None:
    home = Night()
    home.walks("bedroom", "absent", minutes + 1)
    home.walks("hall", "absent", minutes)
    assert not await home.offered()


async def test_seen_in_the_bathroom_is_not_back() -> None:
    home = Night()
    home.walks("hall", "absent", 20)
    home.walks("bath", "present", 20)
    assert not await home.offered()


async def test_back_in_bed_the_hall_may_go_dark() -> None:
    home = Night()
    home.walks("hall", "absent", 2)
    home.walks("bedroom", "present", 1)
    assert await home.offered()


async def test_who_was_in_bed_all_along_is_somebody_else() -> None:
    home = Night()
    home.walks("bedroom", "present", 200)
    home.walks("hall", "absent", 2)
    assert not await home.offered()


async def test_who_settled_in_another_room_is_not_on_the_way() -> None:
    home = Night()
    home.walks("hall", "absent", 30)
    home.walks("living", "present", 30)
    assert await home.offered()


async def test_a_room_with_one_door_is_no_way() -> None:
    """A kitchen that was left is left: its forgotten light goes off at night too."""
    home = Night()
    home.set("light.bedroom", "on")
    home.walks("bedroom", "absent", 5)
    pack = await home.pack(trigger(place="bedroom"))
    assert any(e.name == "turn_off_bedroom_light" for e in pack.menu)


async def test_after_two_hours_the_light_is_forgotten_light() -> None:
    home = Night()
    home.walks("hall", "absent", 130)
    assert await home.offered()


async def test_by_day_an_empty_hall_goes_dark() -> None:
    home = Night(NIGHT.replace(hour=14))
    home.walks("hall", "absent", 5)
    assert await home.offered()


async def test_a_lamp_behind_a_plug_is_a_lamp() -> None:
    home = Night()
    lamp = replace(thing("switch.hall_lamp", "hall"), by_itself=True)
    home.house.add(MemoryDevice(lamp, "on", {}))
    home.walks("hall", "absent", 5)
    pack = await home.pack(trigger(place="hall"))
    assert all(e.object_id != "switch.hall_lamp" for e in pack.menu)
    assert any(note.startswith("somebody_comes_back") for note in pack.notes)


@pytest.mark.parametrize("said", ["Just taking the bins down.", "ゴミ出してくる、すぐそこ"])
async def test_a_light_stays_for_who_is_out_for_a_moment_by_day_too(said: str) -> None:
    home = Night(NIGHT.replace(hour=17))
    home.walks("hall", "absent", 1)
    assert await home.offered()
    await home.store.events.append(
        EventDraft(
            source=EventSource.USER_INPUT,
            kind="said",
            user_text=said,
            at=home.clock.now() - timedelta(minutes=1),
            trust=TrustLabel.HOUSEHOLD,
        )
    )
    assert not await home.offered()
