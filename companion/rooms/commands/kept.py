"""Kept 予定の返事: tells by code which alarms, timers, reminders and routines are set."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from companion.phrases.routine_name import made_name
from companion.words.language import Bilingual, Language
from companion.words.schedule import EntryKind, EntryState, FiringState, Upcoming
from companion.words.text import quoted
from companion.words.timing import OnFact, OnMovement
from companion.words.understood import UnderstoodWish

MOST_TOLD = 4
"""More than a person keeps in mind; the page has them all."""

PLANS = "CompanionPlans"
"""Intent of the question for all of them."""
_OF_INTENT = {"CompanionAlarmStatus": EntryKind.ALARM, "HassTimerStatus": EntryKind.TIMER}
_NAMED: Sequence[tuple[re.Pattern[str], EntryKind]] = tuple(
    (re.compile(pattern, re.I), kind)
    for pattern, kind in (
        (r"目覚まし|アラーム|\balarms?\b", EntryKind.ALARM),
        (r"タイマー|\btimers?\b", EntryKind.TIMER),
        (r"リマインダー|お知らせ|\breminders?\b", EntryKind.REMINDER),
        (r"ルーティン|決まりごと|\broutines?\b", EntryKind.ROUTINE),
    )
)
_NONE: Mapping[EntryKind, Bilingual] = {
    EntryKind.ALARM: Bilingual("目覚ましはかかっていません。", "No alarm is set."),
    EntryKind.TIMER: Bilingual("動いているタイマーはありません。", "No timer is running."),
    EntryKind.REMINDER: Bilingual("リマインダーはありません。", "There are no reminders."),
    EntryKind.ROUTINE: Bilingual("決まりごとはありません。", "There are no routines."),
}
_CALLED: Mapping[EntryKind, Bilingual] = {
    EntryKind.ALARM: Bilingual("目覚まし", "alarm"),
    EntryKind.TIMER: Bilingual("タイマー", "timer"),
    EntryKind.REMINDER: Bilingual("リマインダー", "reminder"),
    EntryKind.ROUTINE: Bilingual("決まりごと", "routine"),
}
_RINGS = Bilingual("今鳴っています", "is ringing now")
_NO_PLANS = Bilingual("予定は入っていません。", "Nothing is planned.")
_OFF = Bilingual("切ってあります", "is switched off")
_WAITS = Bilingual("人を待っています", "waits for somebody")
_WAITS_FOR_IT = Bilingual("そうなるのを待っています", "waits for that")
_MORE = Bilingual("ほかに{}件あります", "and {} more")


def kind_asked(wishes: Sequence[UnderstoodWish], text: str) -> EntryKind | None:
    """The kind of entry that a question is about; by its intent, else by the word for it."""
    for wish in wishes:
        if (kind := _OF_INTENT.get(wish.intent)) is not None:
            return kind
    return next((kind for pattern, kind in _NAMED if pattern.search(text)), None)


def told_of(kind: EntryKind, held: Sequence[Upcoming], now: datetime) -> Bilingual:
    """Tell the entries of a kind, soonest first."""
    entries = [e for e in held if e.due is not None or not _over(e)]
    if not entries:
        return _NONE[kind]
    return _listed(entries, now)


def plans_told(held: Sequence[Upcoming], now: datetime) -> Bilingual:
    """Tell the entries of every kind that are to come, soonest first."""
    coming = [each for each in held if each.due is not None and each.entry.enabled]
    return _listed(coming, now) if coming else _NO_PLANS


def _listed(entries: Sequence[Upcoming], now: datetime) -> Bilingual:
    said = [_one(each, each.entry.kind, now) for each in entries[:MOST_TOLD]]
    if (more := len(entries) - MOST_TOLD) > 0:
        said.append(_MORE.filled(more))
    en = "; ".join(words.en for words in said)
    return Bilingual(f"{'。'.join(words.ja for words in said)}。", f"{en[:1].upper()}{en[1:]}.")


def _over(each: Upcoming) -> bool:
    """It will not come again, and nobody switched it off to switch it on later."""
    timed = not isinstance(each.entry.timing, OnMovement | OnFact)
    return each.entry.state is EntryState.DONE or (each.entry.enabled and timed)


def _one(each: Upcoming, kind: EntryKind, now: datetime) -> Bilingual:
    label, called = each.entry.label, _CALLED[kind]
    own = made_name(each.entry, now) or Bilingual(label, label)
    name = Bilingual(
        f"{quoted(own.ja, Language.JA)}の{called.ja}" if label else called.ja,
        f"the {called.en} {quoted(own.en, Language.EN)}" if label else f"the {called.en}",
    )
    how = _how(each, kind, now)
    return Bilingual(f"{name.ja}は{how.ja}", f"{name.en} {how.en}")


def _how(each: Upcoming, kind: EntryKind, now: datetime) -> Bilingual:
    if each.firing is not None and each.firing.state is FiringState.RUNNING:
        return _RINGS
    if not each.entry.enabled:
        return _OFF
    if each.due is None:
        return _WAITS_FOR_IT if isinstance(each.entry.timing, OnFact) else _WAITS
    if kind is EntryKind.TIMER:
        return _left((each.due - now).total_seconds())
    at = each.due.astimezone(now.tzinfo)
    days = (at.date() - now.date()).days
    if days in (0, 1):
        ja, en = ("今日", "today") if days == 0 else ("明日", "tomorrow")
        return Bilingual(f"{ja}の{at:%H:%M}です", f"is {en} at {at:%H:%M}")
    return Bilingual(
        f"{at.month}月{at.day}日の{at:%H:%M}です", f"is on {at.day} {at:%B} at {at:%H:%M}"
    )


def _left(seconds: float) -> Bilingual:
    """`2 minutes 5 seconds`; whole hours and minutes where it is long."""
    whole = max(0, round(seconds))
    hours, rest = divmod(whole, 3600)
    minutes, secs = divmod(rest, 60)
    parts = [(hours, "時間", "hour"), (minutes, "分", "minute")]
    if not hours:
        parts.append((secs, "秒", "second"))
    told = [(n, ja, en) for n, ja, en in parts if n] or [(0, "秒", "second")]
    ja = "".join(f"{n}{unit}" for n, unit, _ in told)
    en = " ".join(f"{n} {unit}{'' if n == 1 else 's'}" for n, _, unit in told)
    return Bilingual(f"あと{ja}です", f"has {en} left")
