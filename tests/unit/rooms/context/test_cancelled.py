"""Wishes that speak against an act: whose words count, and for how long."""

from datetime import timedelta

import pytest

from companion.rooms.context.cancelled import (
    GOES_ON_FOR,
    HELD_FOR,
    ended_lately,
    is_going_on,
    left_as_it_is,
    speaks_against,
    spoken_against,
)
from companion.rooms.context.collect import Collected
from companion.words.event import EventSource
from companion.words.trust import TrustLabel
from tests.twins.clock import EVENING
from tests.unit.rooms.context.home import Home


async def collected(text: str, trust: TrustLabel = TrustLabel.HOUSEHOLD) -> Collected:
    home = Home()
    await home.event(EventSource.USER_INPUT, user_text=text, trust=trust)
    return await home.room.now.collector.collect(EVENING - timedelta(days=3))


@pytest.mark.parametrize(
    "text",
    [
        "No radio today, please.",
        "Don't close it.",
        "今日はご飯いらないよ",
        "天窓は閉めないで",
        "喪中なので",
    ],
)
async def test_issue_15_a_wish_against_it_is_found(text: str) -> None:
    assert spoken_against(await collected(text)) == (text,)


async def test_small_talk_and_other_peoples_words_are_none() -> None:
    assert spoken_against(await collected("Lovely evening.")) == ()
    for trust in (TrustLabel.GUEST, TrustLabel.OBSERVED):
        assert spoken_against(await collected("No radio today.", trust)) == ()


@pytest.mark.parametrize("text", ["Leave it, back in a minute.", "すぐ戻るから、そのままで"])
async def test_leave_it_holds_for_a_while(text: str) -> None:
    found = await collected(text)
    assert left_as_it_is(found, EVENING)
    assert not left_as_it_is(found, EVENING + HELD_FOR + timedelta(minutes=1))


@pytest.mark.parametrize(
    ("text", "against"),
    [
        ("The heron lamp must not go off before the wedding.", True),
        ("Keep the cellar fan running while the paint dries.", True),
        ("命日の晩は座敷の電気を消さない。", True),
        ("夜は雨戸を開けんよ", True),
        ("寝る前に窓を閉めないといけない。", False),
        ("She never told me about the opera.", False),
        ("電気を消さないと眠れない", False),
    ],
)
def test_issue_15_what_is_not_to_be_done_is_read_in_every_form(text: str, against: bool) -> None:
    assert speaks_against(text) is against


@pytest.mark.parametrize("text", ["Just one more game!", "まだ途中なんだけど"])
async def test_issue_15_what_people_are_in_the_middle_of_goes_on_for_a_while(text: str) -> None:
    found = await collected(text, TrustLabel.GUEST)
    assert is_going_on(found, EVENING)
    assert not is_going_on(found, EVENING + GOES_ON_FOR + timedelta(minutes=1))
    assert not is_going_on(await collected("Dinner is ready."), EVENING)


@pytest.mark.parametrize("said", ["I've just put the radiator off.", "冷房は消しといたよ"])
async def test_issue_15_what_somebody_ended_is_known_for_an_hour(said: str) -> None:
    known = await collected(said)
    assert ended_lately(known, EVENING) == (said,)
    assert ended_lately(known, EVENING + HELD_FOR + timedelta(minutes=1)) == ()
    assert ended_lately(await collected(said, TrustLabel.OBSERVED), EVENING) == ()
