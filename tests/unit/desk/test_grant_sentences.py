"""Sentences that allow something ahead, in both languages, and those that only look like it."""

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from companion.desk.grant_sentences import grant_sentence
from companion.words.language import Bilingual
from companion.words.place import Place
from tests.twins.home import DEVICES

PLACES = (
    Place(id="living", name=Bilingual("リビング", "living room"), aliases=("居間",)),
    Place(id="hall", name=Bilingual("玄関", "hall")),
)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("text", "lasts", "devices"),
    [
        ("この件は今日は聞かないで", None, ()),
        ("一時間は聞かなくていい", HOUR, ()),
        ("これから2時間は聞かなくていいよ", 2 * HOUR, ()),
        ("don't ask again today", None, ()),
        ("Don't ask me about this for half an hour", HOUR / 2, ()),
        ("don't ask again today for the curtains", None, ("cover.living_curtain",)),
        ("カーテンは今日は聞かなくていいです", None, ("cover.living_curtain",)),
        (
            "ok for the next hour in the living room",
            HOUR,
            ("light.living", "cover.living_curtain"),
        ),
        ("リビングの明かりは一時間半は聞かないでね", 1.5 * HOUR, ("light.living",)),
        (
            "No need to ask for the lights for the next two hours, please",
            2 * HOUR,
            ("light.hall", "light.living"),
        ),
        ("居間のことは30分は聞かずにやって", HOUR / 2, ("light.living", "cover.living_curtain")),
        ("二十分間は聞かないで", HOUR / 3, ()),
        ("don't ask again for twenty minutes", HOUR / 3, ()),
    ],
)
def test_c_051_what_is_allowed_ahead_is_read_in_both_languages(
    text: str, lasts: timedelta | None, devices: tuple[str, ...]
) -> None:
    said = grant_sentence(text, DEVICES, PLACES)
    assert said is not None
    assert said.has_time
    assert said.lasts == lasts
    assert tuple(device.id for device in said.devices) == devices


@pytest.mark.parametrize(
    "text",
    [
        "はい、今日は",
        "ok, today",
        "はい",
        "今日は寝ないで",
        "don't ask me why",
        "do I have to ask for the lights today?",
        "don't ask grandma about the lights today",
        "聞かないで",
        "今日は明日の予定を聞かないで",
        "ok for the next hour unless mother comes",
        "don't ask again for 0 hours for the lights",
        "明かりは0分は聞かないで",
        "the television said: ok for the next hour in the living room",
        "「カーテンは今日は聞かないで」と言っていた",
    ],
)
def test_a_sentence_with_any_other_word_allows_nothing(text: str) -> None:
    assert grant_sentence(text, DEVICES, PLACES) is None


def test_a_name_that_two_devices_bear_means_both_and_is_read_however_it_is_written() -> None:
    """A device that took the name of another does not stand in for it."""
    hall, living, *_ = DEVICES
    twins = [replace(one, name=Bilingual("ＴＶランプ", "ＴＶ lamp")) for one in (hall, living)]
    for text in ("TVランプは今日は聞かないで", "don't ask again today for the TV lamp"):
        said = grant_sentence(text, twins, PLACES)
        assert said is not None
        assert said.devices == tuple(twins)


def test_today_ends_at_midnight_of_the_household() -> None:
    said = grant_sentence("don't ask again today", DEVICES, PLACES)
    assert said is not None
    tokyo = ZoneInfo("Asia/Tokyo")
    now = datetime(2026, 3, 1, 23, 30, tzinfo=tokyo)
    assert said.until(now) == datetime(2026, 3, 2, tzinfo=tokyo)


def test_without_a_time_it_is_asked_for_how_long() -> None:
    said = grant_sentence("カーテンは聞かなくていい", DEVICES, PLACES)
    assert said is not None
    assert not said.has_time
