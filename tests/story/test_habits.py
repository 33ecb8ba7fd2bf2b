"""A habit of the household becomes a routine by one question, and ends by another (issue 15)."""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from companion.cli.config import check_config
from companion.engines.ranker.scripted import ScriptedRanker, Settings
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual, Language
from companion.words.place import Place
from companion.words.schedule import EntryKind
from companion.words.timing import OnFact, Recurring
from tests.proof.living.home import LivedHome, lived
from tests.story.whole_house import ROOT
from tests.twins.memory_house import MemoryDevice

FIRST = datetime.fromisoformat("2026-11-02T07:00:00+09:00")
LAMP, FAN, GATE = "light.living", "switch.kettle", "cover.gate"
PLACES = (
    Place(id="living", name=Bilingual("リビング", "living room")),
    Place(id="kitchen", name=Bilingual("台所", "kitchen")),
)


def thing(entity: str, area: str, ja: str, en: str) -> MemoryDevice:
    cover = entity.startswith("cover.")
    device = Device(
        id=DeviceId(entity),
        domain=Domain(entity.partition(".")[0]),
        name=Bilingual(ja, en),
        area=area,
        operations=("open", "close") if cover else ("turn_on", "turn_off"),
        attributes={"device_class": "gate"} if cover else {},
    )
    return MemoryDevice(device, "closed" if cover else "off")


@pytest.fixture(params=list(Language))
async def home(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[LivedHome]:
    settings = check_config(ROOT / "config" / "config.yaml").model_copy(
        update={"state_dir": tmp_path, "language": request.param}
    )
    devices = [
        thing(LAMP, "living", "リビングの明かり", "living room light"),
        thing(FAN, "kitchen", "ケトル", "kettle"),
        thing(GATE, "kitchen", "門", "gate"),
    ]
    async with lived(settings, ScriptedRanker(Settings()), devices, PLACES, start=FIRST) as one:
        yield one


async def evening(home: LivedHome, day: int, *, by_hand: bool = True) -> bool:
    """Somebody comes into the living room; gives whether the lamp was on before a hand moved."""
    home.until(FIRST + timedelta(days=day, hours=12, minutes=(day * 37) % 150))
    await home.person("living", here=True)
    home.later(minutes=1)
    by_itself = home.value(LAMP) == "on"
    if by_hand and not by_itself:
        await home.by_hand(LAMP, "on")
    return by_itself


async def night(home: LivedHome, day: int) -> None:
    home.until(FIRST + timedelta(days=day, hours=16, minutes=(day * 23) % 90))
    await home.by_hand(LAMP, "off")
    home.later(minutes=15)
    await home.person("living", here=False)


async def proposed(home: LivedHome, day: int) -> list[str]:
    """What the companion asks on a morning, in the household's language."""
    home.until(FIRST + timedelta(days=day, hours=3))
    await home.habits.look()
    await home.settle()
    pending = await home.store.approvals.pending()
    return [question.summary.get(home.settings.language) for question in pending]


async def answer(home: LivedHome, yes: bool) -> None:
    (question,) = await home.store.approvals.pending()
    await home.desk.answer(question.id, yes, "web", question.shown_hash)
    await home.settle()


async def live(home: LivedHome, days: range) -> None:
    for day in days:
        await evening(home, day)
        await night(home, day)


async def test_a_habit_is_proposed_with_its_days_and_done_after_a_yes(home: LivedHome) -> None:
    await live(home, range(8))
    (asked,) = await proposed(home, 8)
    assert {Language.EN: "on 4 of the last 4", Language.JA: "最近の4日のうち4日"}[
        home.settings.language
    ] in asked
    assert "living room" in asked or "リビング" in asked
    assert home.alarms.clock.entries((EntryKind.ROUTINE,)) == ()
    await answer(home, True)
    (routine,) = home.alarms.clock.entries((EntryKind.ROUTINE,))
    timing = routine.entry.timing
    assert isinstance(timing, OnFact)
    assert (timing.thing, timing.value) == ("person@living", "present")
    assert await evening(home, 8)
    await night(home, 8)
    assert await proposed(home, 9) == [], "one that is a routine is not proposed again"
    # The habit ends: it is set back on three evenings.
    for day in range(9, 12):
        assert await evening(home, day), f"evening {day}"
        await home.by_hand(LAMP, "off")
        await night(home, day)
    (asked,) = await proposed(home, 12)
    await answer(home, True)
    assert home.alarms.clock.entries((EntryKind.ROUTINE,)) == ()


async def test_a_refused_habit_is_not_proposed_for_two_weeks(home: LivedHome) -> None:
    await live(home, range(8))
    assert len(await proposed(home, 8)) == 1
    await answer(home, False)
    await live(home, range(8, 21))
    assert await proposed(home, 21) == []
    await live(home, range(21, 24))
    assert len(await proposed(home, 24)) == 1


async def test_a_clock_is_the_anchor_only_where_the_time_hardly_varies(home: LivedHome) -> None:
    for day in range(8):
        home.until(FIRST + timedelta(days=day, minutes=day % 3))
        await home.by_hand(FAN, "on")
        home.later(minutes=20 + (day * 53) % 120)
        await home.by_hand(FAN, "off")
        home.later(hours=1, minutes=(day * 41) % 100)
        await home.by_hand(LAMP, "on")
        home.later(hours=9)
        await home.by_hand(LAMP, "off")
    asked = await proposed(home, 8)
    assert len(asked) == 1
    await answer(home, True)
    (routine,) = home.alarms.clock.entries((EntryKind.ROUTINE,))
    assert isinstance(routine.entry.timing, Recurring)
    assert f"{routine.entry.timing.at:%H:%M}" == "07:01"
    assert [action.payload for action in routine.entry.actions] == [{"device_id": FAN}]


async def test_a_round_through_the_house_is_no_habit(home: LivedHome) -> None:
    """On each evening the lamp follows the gate by hand, in another room and at times that vary."""
    for day in range(10):
        home.until(FIRST + timedelta(days=day, hours=12, minutes=(day * 53) % 150))
        await home.by_hand(GATE, "open")
        home.later(minutes=1)
        await home.by_hand(LAMP, "on")
        home.later(hours=3)
        await home.by_hand(LAMP, "off")
        await home.by_hand(GATE, "closed")
    assert await proposed(home, 10) == []


async def test_a_gate_that_opens_is_an_anchor_for_things_beside_it(home: LivedHome) -> None:
    for day in range(10):
        home.until(FIRST + timedelta(days=day, hours=12, minutes=(day * 53) % 150))
        await home.by_hand(GATE, "open")
        home.later(minutes=1)
        await home.by_hand(FAN, "on")
        home.later(hours=3)
        await home.by_hand(FAN, "off")
        await home.by_hand(GATE, "closed")
    assert len(await proposed(home, 10)) == 1
