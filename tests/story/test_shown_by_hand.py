"""What the household shows by its hands changes what the companion does by itself (issue 15, 4)."""

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
from companion.words.score import TermName
from tests.proof.living.home import LivedHome, lived
from tests.story.whole_house import ROOT
from tests.twins.memory_house import MemoryDevice

EVENING = datetime.fromisoformat("2026-11-20T19:00:00+09:00")
LAMP = "light.hall"
ON = "turn_on_hall_light"
HALL = Place(id="hall", name=Bilingual("玄関", "hall"))


def lamp() -> MemoryDevice:
    device = Device(
        id=DeviceId(LAMP),
        domain=Domain.LIGHT,
        name=Bilingual("玄関の明かり", "hall light"),
        area="hall",
        operations=("turn_on", "turn_off"),
        by_itself=True,
    )
    return MemoryDevice(device, "off")


@pytest.fixture(params=list(Language))
async def home(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[LivedHome]:
    settings = check_config(ROOT / "config" / "config.yaml").model_copy(
        update={"state_dir": tmp_path, "language": request.param}
    )
    ranker = ScriptedRanker(Settings(sensible={ON: 0.9}))
    async with lived(settings, ranker, [lamp()], (HALL,), start=EVENING) as one:
        yield one


async def comes_home(home: LivedHome, day: int) -> bool:
    """Somebody comes into the hall on this evening; gives whether the lamp went on by itself."""
    home.until(EVENING + timedelta(days=day))
    await home.by_hand(LAMP, "off")
    home.later(minutes=30)
    await home.person("hall", here=True)
    went_on = home.value(LAMP) == "on"
    return went_on


async def leaves(home: LivedHome) -> None:
    home.later(minutes=40)
    await home.person("hall", here=False)


async def switched_back(home: LivedHome, days: int) -> None:
    """On so many evenings somebody switches the lamp off again, a minute later."""
    for day in range(days):
        assert await comes_home(home, day), f"evening {day}"
        home.later(minutes=1)
        await home.by_hand(LAMP, "off")
        await leaves(home)


async def test_what_was_switched_back_on_three_evenings_is_left(home: LivedHome) -> None:
    """The reason is shown with the events behind it, in both languages, and forgotten on a word."""
    await switched_back(home, 3)
    assert not await comes_home(home, 3)
    decided = await home.record.decision((await home.last_decision()).id)
    assert decided is not None
    assert decided.chosen == "skip"
    sums = {scored.name: scored for scored in decided.scores}
    taught = next(term for term in sums[ON].terms if term.name is TermName.TAUGHT)
    assert taught.value < -0.9
    assert taught.why == Bilingual(
        "3回の晩に、元に戻されたから", "it was switched back on three evenings"
    )
    assert len(taught.events) == 3
    assert taught.why.get(home.settings.language) in decided.reason
    await leaves(home)
    forget = {
        Language.EN: "forget what you learned about the hall light",
        Language.JA: "玄関の明かりについて覚えたことを忘れて",
    }
    told = await home.say(forget[home.settings.language])
    assert told in ("忘れました。", "I have forgotten it.")
    assert await comes_home(home, 4)


async def test_two_evenings_do_not_stop_it_and_two_weeks_let_it_begin_again(
    home: LivedHome,
) -> None:
    await switched_back(home, 2)
    assert await comes_home(home, 2), "two evenings are no rule"
    home.later(minutes=1)
    await home.by_hand(LAMP, "off")
    await leaves(home)
    assert not await comes_home(home, 3)
    await leaves(home)
    assert await comes_home(home, 30)


async def test_an_evenings_lesson_counts_half_in_another_part_of_the_day(home: LivedHome) -> None:
    """After three evenings one night is enough; the reason tells the days that showed it."""
    await switched_back(home, 3)
    home.until(EVENING + timedelta(days=3, hours=4))
    await home.by_hand(LAMP, "off")
    home.later(minutes=30)
    await home.person("hall", here=True)
    assert home.value(LAMP) == "on", "half a lesson is no rule"
    decided = await home.record.decision((await home.last_decision()).id)
    assert decided is not None
    taught = next(t for one in decided.scores for t in one.terms if t.name is TermName.TAUGHT)
    assert -0.6 < taught.value < -0.4
    assert taught.why.en == "it was switched back on three evenings"
    home.later(minutes=1)
    await home.by_hand(LAMP, "off")
    await leaves(home)
    home.until(EVENING + timedelta(days=4, hours=4))
    await home.person("hall", here=True)
    assert home.value(LAMP) == "off"


async def test_an_undo_counts_as_a_hand_does(home: LivedHome) -> None:
    undo = {Language.EN: "undo that", Language.JA: "元に戻して"}[home.settings.language]
    for day in range(3):
        assert await comes_home(home, day)
        home.later(minutes=1)
        await home.say(undo)
        assert home.value(LAMP) == "off"
        await leaves(home)
    assert not await comes_home(home, 3)
    learnt = await home.thought.feedback.learnt()
    assert [one.why.en for one in learnt] == ["it was undone on three evenings"]


async def test_nothing_is_learnt_from_a_guest(home: LivedHome) -> None:
    """A hand at a switch may be the guest's; a guest's own words undo nothing."""
    for day in range(3):
        assert await comes_home(home, day)
        await home.say("hello there", channel="a stranger's phone")
        home.later(minutes=1)
        await home.by_hand(LAMP, "off")
        await leaves(home)
    assert await comes_home(home, 3)
    assert await home.thought.feedback.learnt() == ()
