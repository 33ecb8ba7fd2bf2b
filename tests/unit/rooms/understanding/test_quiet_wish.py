"""A wish for quiet is read with its time, and only where a sentence holds nothing else."""

from datetime import datetime, timedelta

import pytest

from companion.rooms.understanding.quiet_wish import USUAL, QuietWish, quiet_wish

NOW = datetime.fromisoformat("2026-11-27T09:30:00+09:00")


def _at(day: int, hour: int, minute: int = 0) -> datetime:
    return NOW.replace(hour=0, minute=0) + timedelta(days=day - 27, hours=hour, minutes=minute)


@pytest.mark.parametrize(
    "text",
    [
        "be quiet",
        "Please be quiet.",
        "quiet please",
        "stop talking",
        "hush",
        "don't talk now",
        "Stay quiet for a while, my wife is asleep.",
        "no talking please, we're on the phone",
        "静かにして",
        "静かにしてください",
        "ちょっと黙ってて",
        "もう話さないで",
        "静かに",
        "うるさい、黙ってて",
        "会議中だから静かにしてて",
        "電話してるので、ちょっと声を出さないでね",
    ],
)
def test_who_names_no_time_means_an_hour(text: str) -> None:
    """B16 of issue 11: also where the sentence says why."""
    assert quiet_wish(text, NOW) == QuietWish(NOW + USUAL)


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("keep quiet till noon", _at(27, 12)),
        ("Keep quiet until half past three please.", _at(27, 15, 30)),
        ("until three, keep quiet", _at(27, 15)),
        ("no talking for the next two hours", _at(27, 11, 30)),
        ("don't say anything out loud for an hour and a half", _at(27, 11)),
        ("nothing out loud till the morning", _at(28, 7)),
        ("no announcements tonight", _at(28, 7)),
        ("could you stay silent this afternoon", _at(27, 18)),
        ("quiet for the rest of the day please", _at(28, 0)),
        ("12時まで静かにしてて", _at(27, 12)),
        ("二時間しゃべらないで", _at(27, 11, 30)),
        ("正午までだまってて", _at(27, 12)),
        ("今夜はもう話しかけないでね", _at(28, 7)),
        ("孫が寝てるから、3時まで静かにしてくれる？", _at(27, 15)),
        ("午前中は話しかけないで", _at(27, 12)),
        ("明日の朝までしゃべらないでほしい", _at(28, 7)),
    ],
)
def test_a_time_is_the_end_of_quiet(text: str, until: datetime) -> None:
    """The reply tells it, so it is what was said."""
    assert quiet_wish(text, NOW) == QuietWish(until, is_timed=True)


@pytest.mark.parametrize(
    "text",
    [
        "you can talk again",
        "You don't need to be quiet any more.",
        "もう話していいよ",
        "もう静かにしなくていいよ",
    ],
)
def test_quiet_is_ended_by_a_sentence(text: str) -> None:
    """Before its time is over."""
    assert quiet_wish(text, NOW) == QuietWish(None)


@pytest.mark.parametrize(
    "text",
    [
        "quiet, the music is too loud",
        "turn the music to quiet",
        "be quiet at ten",
        "keep quiet until",
        "silence the alarm",
        "no talking in the kitchen",
        "not a word till Tom leaves",
        "be quiet for a month",
        "テレビを静かにして",
        "静かに閉めて",
        "静かだね",
        "夫に静かにしてと言った",
        "子どもたちは静かにしてる？",
        "12時に静かにして",
        "You've been so quiet since the argument.",
        "It's quiet because they left.",
    ],
)
def test_another_matter_is_no_wish_for_quiet(text: str) -> None:
    """A player's sound, a manner of doing, a question, a moment that begins something."""
    assert quiet_wish(text, NOW) is None
