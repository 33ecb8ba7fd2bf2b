"""Remembered 思い出した答えの言葉: words an answer from memory."""

import re
from collections.abc import Sequence
from datetime import datetime, tzinfo

from companion.phrases.calendar import MONTHS_EN, WEEKDAYS_EN, WEEKDAYS_JA
from companion.words.episode import Episode, Voice
from companion.words.language import Bilingual

UNKNOWN = Bilingual(
    "分かりません。それについて聞いた覚えがありません。",
    "I do not know. I remember nothing that tells it.",
)
_RELATIVE = re.compile(
    r"先|前$|去年|昨年|一昨年|おととし|今週|今月|今年|\b(?:last|ago|this)\b", re.IGNORECASE
)
_WRITTEN_IN = {
    "sign": Bilingual("貼り紙", "a sign"),
    "label": Bilingual("ラベル", "a label"),
    "note": Bilingual("メモ", "a note"),
    "document": Bilingual("書類", "a document"),
    "web": Bilingual("ウェブページ", "a web page"),
    "tv": Bilingual("テレビ", "the television"),
    "media": Bilingual("放送", "a programme"),
    "screen": Bilingual("画面", "a screen"),
}
_READ_SOMEWHERE = Bilingual("目にした文", "a text that I read")
_WRITTEN = Bilingual(
    "家の人から聞いたことではありません。{}に「{}」とありました（{}）。",
    "Nobody of the house told me so. It stood on {}: “{}” ({}).",
)
_SAID = Bilingual("「{}」（{}、{}）", "“{}” ({}, {})")
_OWN = Bilingual("私の言葉", "I said so")
_SOMEBODY = Bilingual("話した人は不明", "I do not know who")
_BEFORE = Bilingual("前には{}", "Before that: {}")
_VERSIONS = Bilingual("二通りの話があります。{}　{}", "There are two versions. {} {}")
_SHORT = Bilingual("{}。", "{}.")
_SAID_ON = Bilingual("{}に聞きました。", "I heard of it on {}.")
_ON_DAY = Bilingual("{}（「{}」）。", "{} (“{}”).")
_FROM_TO = Bilingual("{}から{}", "{} to {}")


def day_said(at: datetime) -> Bilingual:
    """A day with its weekday and year."""
    return Bilingual(
        f"{at.year}年{at.month}月{at.day}日({WEEKDAYS_JA[at.weekday()]})",
        f"{WEEKDAYS_EN[at.weekday()]} {at.day} {MONTHS_EN[at.month - 1]} {at.year}",
    )


def quoted(episode: Episode, zone: tzinfo) -> Bilingual:
    """Quotation with its speaker and day; words that nobody of the house said are told as that."""
    day = day_said(episode.at.astimezone(zone))
    text = " ".join(episode.text.split())
    if episode.voice is Voice.WRITTEN:
        place = _WRITTEN_IN.get(episode.source, _READ_SOMEWHERE)
        return _WRITTEN.filled(place, text, day)
    name = Bilingual(episode.speaker, episode.speaker) if episode.speaker else _SOMEBODY
    speaker = _OWN if episode.voice is Voice.COMPANION else name
    return _SAID.filled(text, speaker, day)


def before(episode: Episode, zone: tzinfo) -> Bilingual:
    """An older statement that holds no more."""
    return _BEFORE.filled(quoted(episode, zone))


def versions(both: Sequence[Episode], zone: tzinfo) -> Bilingual:
    """Two statements that differ, the older first."""
    return _VERSIONS.filled(*(quoted(one, zone) for one in both))


def short(value: str) -> Bilingual:
    """The thing asked for, as it was said."""
    return _SHORT.filled(value)


def said_on(at: datetime) -> Bilingual:
    """The day of a talk, where nothing else tells when it was."""
    return _SAID_ON.filled(day_said(at))


def on_day(words: str, day: datetime) -> Bilingual:
    """The day that somebody's "tomorrow" was."""
    return _ON_DAY.filled(day_said(day), words)


def on_days(words: str, first: datetime, last: datetime) -> Bilingual:
    """The days that somebody's "last week" was."""
    span = day_said(first)
    if last > first:
        span = _FROM_TO.filled(span, day_said(last))
    return _ON_DAY.filled(span, words)


def is_relative(words: str) -> bool:
    """Whether a time is told from the day on which it is said."""
    return _RELATIVE.search(words) is not None
