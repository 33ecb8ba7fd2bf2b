"""Times: word a clock time and an age as people say them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.words.language import Language


@dataclass(frozen=True, slots=True)
class Age:
    """A moment as the page shows it."""

    iso: str
    clock: str
    """`20:31`, with the date when it is not today."""
    text: str
    """`3分前` / `3 min ago`."""


def age(at: datetime, now: datetime, language: Language) -> Age:
    """Say how long ago `at` was, in the household's zone (that of `now`)."""
    local = at.astimezone(now.tzinfo)
    return Age(
        iso=local.isoformat(timespec="seconds"),
        clock=_clock(local, now, language),
        text=_ago(now - local, language),
    )


def clock(at: datetime, now: datetime, language: str) -> str:
    """`20:31`, with the date when it is not today; what is wrong may be wrong for days."""
    return _clock(at.astimezone(now.tzinfo), now, Language(language))


def _clock(local: datetime, now: datetime, language: Language) -> str:
    if local.date() == now.date():
        return f"{local:%H:%M}"
    day = f"{local.month}/{local.day}" if language is Language.JA else f"{local:%b} {local.day}"
    return f"{day} {local:%H:%M}"


def _ago(span: timedelta, language: Language) -> str:
    seconds = int(span.total_seconds())
    ja = language is Language.JA
    if seconds < 5:
        return "たった今" if ja else "just now"
    for size, name_ja, name_en in ((86400, "日", "d"), (3600, "時間", "h"), (60, "分", "min")):
        if seconds >= size:
            return f"{seconds // size}{name_ja}前" if ja else f"{seconds // size} {name_en} ago"
    return f"{seconds}秒前" if ja else f"{seconds} s ago"
