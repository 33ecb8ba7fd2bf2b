"""Standing wishes of the household, on the product's own menu."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from companion.phrases.influences import wish_for
from companion.rooms.deliberation.weighing import add_up
from companion.words.event import EventSource
from companion.words.language import Language
from companion.words.opinion import Opinion
from companion.words.score import TermName, best_of
from companion.words.standing_wish import StandingWish
from companion.words.trigger import Priority
from companion.words.trust import TrustLabel
from tests.twins.clock import EVENING
from tests.twins.home import trigger
from tests.unit.rooms.context.home import Home, quiet

SAID = "When the doorbell rings, turn on the hall light"
RINGS = "The doorbell is ringing"


async def keeps(home: Home, text: str) -> None:
    value = {"text": text, "predicate": "wishes", "value": text, "valid_from": f"{EVENING}"}
    await home.row("preference", "standing", value)


async def wishes(home: Home, report: str, **how: Any) -> dict[str, StandingWish]:
    about = replace(trigger(TrustLabel.OBSERVED, Priority.OBSERVATION, text=report), **how)
    return {e.name: e.wish for e in (await home.room.gather(about)).menu if e.wish is not None}


def dark(language: Language = Language.EN) -> Home:
    home = Home(language)
    home.house.set("light.hall", "off")
    return home


@pytest.mark.parametrize(
    ("said", "report"),
    [
        (SAID, RINGS),
        ("Turn on the hall light when the doorbell rings", "The doorbell rang"),
        ("If the wind is over sixty, turn on the hall light", "The wind is at 71 km/h"),
        ("below five degrees in the cellar, turn on the hall light", "The cellar is at 3 °C"),
        ("呼び鈴が鳴ったら玄関の明かりをつけて", "玄関のチャイムが鳴った"),
        ("風が六十を超えたら、玄関の明かりをつけてほしい", "風速が時速七十一キロになった"),
        ("洗濯が終わったときは玄関の明かりをつける", "洗濯機の運転が終わった"),
    ],
)
async def test_issue_15_a_wish_whose_condition_is_met_is_on_the_menu(
    said: str, report: str
) -> None:
    home = dark()
    await keeps(home, said)
    found = await wishes(home, report)
    assert set(found) == {"turn_on_hall_light"}
    assert found["turn_on_hall_light"].text == said


@pytest.mark.parametrize(
    ("said", "report"),
    [
        (SAID, "The washing machine has finished"),
        (SAID, "The doorbell is not ringing"),
        ("If the wind is over sixty, turn on the hall light", "The wind is at 41 km/h"),
        ("If the attic is over 60 percent, turn on the hall light", "The attic is at 71 °C"),
        ("At night turn on the hall light when the doorbell rings", "The kettle is hot"),
        ("呼び鈴が鳴ったら玄関の明かりをつけて", "洗濯機の運転が終わった"),
        ("風が六十を超えたら、玄関の明かりをつけてほしい", "風速が時速四十一キロになった"),
        ("I always smile when the doorbell rings", RINGS),
        ("Turn on the hall light when the doorbell rings?", RINGS),
        ("呼び鈴が鳴ったら玄関の明かりをつけてたの？", "玄関のチャイムが鳴った"),
    ],
)
async def test_issue_15_a_wish_whose_condition_is_not_met_is_no_reason(
    said: str, report: str
) -> None:
    home = dark()
    await keeps(home, said)
    assert await wishes(home, report) == {}


async def test_issue_15_what_a_device_reports_meets_a_condition_at_a_quiet_moment() -> None:
    home = dark()
    await keeps(home, "If the hall illuminance is below five, turn on the hall light")
    found = {e.name for e in (await home.room.gather(quiet())).menu if e.wish is not None}
    assert found == {"turn_on_hall_light"}
    home.house.set("sensor.hall_illuminance", "80.0")
    assert not [e for e in (await home.room.gather(quiet())).menu if e.wish is not None]


@pytest.mark.parametrize("who", [TrustLabel.GUEST, TrustLabel.OBSERVED])
async def test_what_a_guest_or_a_sign_says_is_no_wish(who: TrustLabel) -> None:
    home = dark()
    await home.event(EventSource.USER_INPUT, user_text=SAID, trust=who)
    assert await wishes(home, RINGS) == {}


async def test_what_the_household_said_in_the_last_days_is_a_wish() -> None:
    home = dark()
    said = await home.event(EventSource.USER_INPUT, user_text=SAID, trust=TrustLabel.HOUSEHOLD)
    found = await wishes(home, RINGS)
    assert found["turn_on_hall_light"].events == (said,)


async def test_words_that_were_read_meet_no_condition() -> None:
    home = dark()
    await keeps(home, SAID)
    assert await wishes(home, "A sign before the camera reads: the doorbell is ringing") == {}


@pytest.mark.parametrize(
    "said",
    [
        "When the doorbell rings, never turn on the hall light",
        "呼び鈴が鳴ったら玄関の明かりをつけないで",
    ],
)
async def test_issue_15_a_wish_that_something_be_left_undone_speaks_against_it(said: str) -> None:
    home = dark()
    await keeps(home, said)
    report = "玄関のチャイムが鳴った" if said[0] == "呼" else RINGS
    about = trigger(TrustLabel.OBSERVED, Priority.OBSERVATION, text=report)
    found = {e.name: e for e in (await home.room.gather(about)).menu}
    entry = found.get("turn_on_hall_light")
    assert entry is None or (entry.fit < 0 and entry.wish is not None and entry.wish.against)


async def test_issue_15_the_reason_of_a_wish_names_its_day_and_words() -> None:
    home = dark()
    said = await home.event(EventSource.USER_INPUT, user_text=SAID, trust=TrustLabel.OWNER)
    about = trigger(TrustLabel.OBSERVED, Priority.OBSERVATION, text=RINGS)
    pack = await home.room.gather(about)
    opinions = [Opinion(name=e.name, sensible=0.0, harmful=0.0) for e in pack.menu]
    scores = add_up(pack, opinions, Language.EN).scores
    best = best_of(scores)
    term = next(term for term in best.terms if term.name is TermName.WISH)
    assert best.name == "turn_on_hall_light"
    assert SAID in term.why.en
    assert SAID in term.why.ja
    assert f"{EVENING.year}" in term.why.en
    assert term.events == (said,)
    assert wish_for(scores) == term.why


async def test_issue_15_a_wish_of_earlier_days_holds_and_a_made_routine_does_not_count_twice() -> (
    None
):
    """Its sentence is no longer read with the talk; of an order a routine was made."""
    home = dark()
    long_ago = EVENING - timedelta(days=40)
    said = await home.event(
        EventSource.USER_INPUT, user_text=SAID, trust=TrustLabel.OWNER, at=long_ago
    )
    await home.row("standing_wish", f"{said}", {"text": SAID})
    assert set(await wishes(home, RINGS)) == {"turn_on_hall_light"}
    await home.row("standing_wish", f"{said}", {"text": ""})
    assert await wishes(home, RINGS) == {}, "taken back"
