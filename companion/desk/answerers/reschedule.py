"""Reschedule: moves an alarm, timer or reminder that is set, where a person says its new time.

"Change my 6:30 alarm to 7", それ7時に変えて, "make it half an hour later". Without this a second
alarm would be set, and the first would ring as well. The forms are a closed vocabulary that is
matched whole; the time itself is read by the grammar.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta, tzinfo
from functools import partial

from companion.desk.commands.outcome import Outcomes
from companion.desk.requests import Requests
from companion.home.request import schedule_request
from companion.ports.answerer import Answer, HeardSentence
from companion.ports.clock import Clock
from companion.ports.schedule import Schedule
from companion.ports.understanding import SpokenSentence, Understanding
from companion.words.event import Event
from companion.words.language import Bilingual, Language
from companion.words.schedule import Entry, EntryKind, Upcoming
from companion.words.timing import After, Once, Recurring, Timing
from companion.words.timing_form import to_plain
from companion.words.trust import Authority, authority_of

LATELY = timedelta(minutes=10)
"""Time in which what was set just now is meant by "it"."""
_KINDS = {
    "alarm": EntryKind.ALARM,
    "wake": EntryKind.ALARM,
    "アラーム": EntryKind.ALARM,
    "目覚まし": EntryKind.ALARM,
    "timer": EntryKind.TIMER,
    "タイマー": EntryKind.TIMER,
    "reminder": EntryKind.REMINDER,
    "リマインダー": EntryKind.REMINDER,
}
_MOVABLE = (EntryKind.ALARM, EntryKind.REMINDER, EntryKind.TIMER)
_HOURS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_CLOCK_EN = (
    r"(?:(?:half past|(?:a )?quarter (?:past|to)|(?:five|ten|twenty)(?: minutes)? (?:past|to)) )?"
    rf"(?:\d{{1,2}}(?:[:.]\d\d)?|{_HOURS}|noon|midnight)"
    r"(?:[- ](?:thirty|fifteen|forty[- ]five|ten|twenty))?"
    r"(?: ?(?:a\.?m\.?|p\.?m\.?|o'?clock))?(?: in the (?:morning|afternoon|evening))?"
)
_DAY_EN = (
    r"(?: (?:today|tonight|tomorrow(?: (?:morning|evening))?|(?:on |next |this )?"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day))?"
)
_CLOCK_JA = (
    r"(?:(?:午前|午後|朝|夜|夕方|昼)の?)?(?:\d{1,2}|[一二三四五六七八九十]{1,3})時"
    r"(?:\d{1,2}分|半|[一二三四五十]{1,3}分)?|正午"
)
_DAY_JA = r"(?:(?:今日|明日|あした|あす|明後日|あさって|今夜|今晩|明朝|[月火水木金土日]曜日?)の?)?"
_LONG_EN = (
    rf"(?:\d+|an?|half an|{_HOURS}|fifteen|twenty|thirty|forty[- ]five) (?:minutes?|mins?|hours?)"
)
_LONG_JA = r"(?:\d+|[一二三四五十]{1,3})(?:分|時間半|時間)|半時間"
_THIS_EN = (
    rf"(?:(?P<it>it|that|this)(?: one)?|(?:the|my|that|this) (?:(?P<old>{_CLOCK_EN}) )?"
    r"(?:(?:next|morning|tomorrow(?:'?s| morning'?s)?) )?"
    r"(?P<kind>alarm|wake[- ]up(?: call| time)?|timer|reminder)"
    rf"(?: (?:from|at|for|of) (?P<at>{_CLOCK_EN}))?)"
)
_THIS_JA = (
    rf"(?:(?P<it>それ|これ|(?:さっき|今|いま)の(?:やつ|もの)?)|{_DAY_JA}(?:(?P<old>{_CLOCK_JA})の)?"
    r"(?:(?:さっき|今|いま)の)?(?P<kind>目覚まし|アラーム|タイマー|リマインダー)(?:の(?:時間|時刻|設定))?)"
    rf"(?:を|は)?、?(?:やっぱり)?、?(?:(?P<at>{_CLOCK_JA})から)?"
)
_FIRST_EN = (
    r"(?:(?:actually|no|sorry|wait|oh|ok|okay|and|then|please|can you|could you|would you"
    r"|let's),? )*"
)
_LAST_EN = r"(?: instead)?(?:,? please)?"
_POLITE_JA = (
    r"(?:おいて|といて)?(?:ください|下さい|くれる|くれない|くれますか|くれ|もらえる|もらえますか"
    r"|ほしい|欲しい|ね|よ)*"
)
_CHANGE_JA = r"(?:変えて|かえて|変更して|直して|なおして|ずらして|移して|動かして)"
_FORMS = tuple(
    re.compile(form, re.I)
    for form in (
        rf"{_FIRST_EN}(?:change|move|shift|reschedule|push|bring|put)(?: back| forward| up)?"
        rf" {_THIS_EN}(?: back| forward| up)? (?:to|until|for|at) (?P<new>{_CLOCK_EN}{_DAY_EN})"
        rf"{_LAST_EN}",
        rf"{_FIRST_EN}(?:make|set) {_THIS_EN}(?: to| for| at)? (?P<new>{_CLOCK_EN}{_DAY_EN})"
        r" instead(?:,? please)?",
        rf"{_FIRST_EN}make (?P<it>it|that)(?: for| at)? (?P<new>{_CLOCK_EN}{_DAY_EN}){_LAST_EN}",
        rf"{_FIRST_EN}(?:move|push|shift|bring|delay|postpone) {_THIS_EN}"
        rf"(?: (?P<way_first>back|up|forward))?(?: by)? (?P<long>{_LONG_EN})"
        rf"(?: (?P<way>later|earlier|sooner|back|forward))?{_LAST_EN}",
        rf"{_FIRST_EN}(?:make|set|put) {_THIS_EN}(?: by)? (?P<long>{_LONG_EN})"
        rf" (?P<way>later|earlier|sooner){_LAST_EN}",
        rf"{_FIRST_EN}(?:change|set|make|put) {_THIS_EN}(?: to| for)? (?P<span>{_LONG_EN})"
        rf"{_LAST_EN}",
        rf"(?:やっぱり、?)?{_THIS_JA}(?P<span>{_LONG_JA})(?:後)?に(?:{_CHANGE_JA}|して|お願い)"
        rf"{_POLITE_JA}",
        rf"(?:やっぱり|いや)、?(?P<span>{_LONG_JA})(?:後)?に(?:して|お願い){_POLITE_JA}",
        rf"(?:やっぱり、?)?{_THIS_JA}(?P<new>{_DAY_JA}(?:{_CLOCK_JA}))(?:に|へ)(?:{_CHANGE_JA}"
        rf"|して|お願い|セットし直して){_POLITE_JA}",
        rf"(?:やっぱり、?)?(?P<new>{_DAY_JA}(?:{_CLOCK_JA}))(?:に|へ){_CHANGE_JA}{_POLITE_JA}",
        rf"(?:やっぱり|いや)、?(?P<new>{_DAY_JA}(?:{_CLOCK_JA}))に(?:して|お願い){_POLITE_JA}",
        rf"{_THIS_JA}(?:あと)?(?P<long>{_LONG_JA})(?P<way>早く|前に|前倒しに?|遅く|後に|後ろに|のばして|延ばして)"
        rf"(?:して|{_CHANGE_JA})?{_POLITE_JA}",
    )
)
_EARLIER = re.compile(r"earlier|sooner|forward|\bup\b|早く|前", re.I)
_NAMES_DAY = re.compile(
    r"today|tonight|tomorrow|day\b|今日|明日|あした|あす|後日|あさって|今|明朝|曜", re.I
)
_NAMES_HALF = re.compile(
    r"[ap]\.?m\b|morning|afternoon|evening|tonight|noon|midnight|午前|午後|朝|夜|夕|昼|正午|今晩"
    r"|\b1[3-9](?=[:.時])|\b2\d(?=[:.時])",
    re.I,
)
_NONE = Bilingual("{}はかかっていません。", "No {} is set.")
_WHICH = Bilingual(
    "どれですか？（{times}）「{first}の{kind}を…」のように言ってください。",
    "Which one: {times}? Say, for example, “change the {first} {kind} to ...”.",
)
_PAST = Bilingual("その時刻にはできません。", "I cannot set it to that time.")
_CALLED = {
    EntryKind.ALARM: Bilingual("目覚まし", "alarm"),
    EntryKind.TIMER: Bilingual("タイマー", "timer"),
    EntryKind.REMINDER: Bilingual("リマインダー", "reminder"),
}


@dataclass(frozen=True, kw_only=True)
class Reschedule:
    """The change is a wish like any other and walks the act corridor."""

    schedule: Schedule
    understanding: Understanding
    requests: Requests
    outcomes: Outcomes
    clock: Clock
    zone: tzinfo
    """The household's."""

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """Move the entry that is meant, or ask which one is."""
        said = " ".join(heard.text.split()).strip("。.!！?？、, ")
        found = next((hit for form in _FORMS if (hit := form.fullmatch(said))), None)
        if found is None or authority_of(heard.event.trust) is not Authority.USER:
            return None
        parts = {name: text for name, text in found.groupdict().items() if text}
        meant = self._meant(parts)
        if isinstance(meant, Bilingual):
            return Answer(words=meant, asks=True)
        if meant is None:
            return None
        timing = self._moved(meant, parts)
        if timing is None:
            return Answer(words=_PAST)
        return Answer(work=partial(self._change, heard.event, meant.entry, timing))

    async def _change(self, event: Event, entry: Entry, timing: Timing) -> Bilingual:
        payload = {"alarm_id": int(entry.id), "timing": to_plain(timing)}
        await self.requests.walk_for(event, schedule_request("change_alarm", payload))
        return await self.outcomes.of(event)

    # Which one

    def _meant(self, parts: dict[str, str]) -> Upcoming | Bilingual | None:
        """The entry, a question back, or None where the sentence is not about one."""
        kind = next(
            (k for word, k in _KINDS.items() if parts.get("kind", "").startswith(word)), None
        )
        kinds = (kind,) if kind is not None else _MOVABLE
        held = [one for one in self.schedule.entries(kinds) if one.due and one.entry.enabled]
        if not held:
            if kind is None:
                return None
            name = _CALLED[kind]
            return Bilingual(_NONE.ja.format(name.ja), _NONE.en.format(name.en))
        if (old := parts.get("old") or parts.get("at")) is not None:
            held = [one for one in held if self._is_at(one, old)] or held
        lately = [one for one in held if self.clock.now() - one.entry.created_at <= LATELY]
        newest = max(lately, key=lambda one: one.entry.created_at, default=None)
        if kind is None or "span" in parts:
            # A length is of what counts down.
            counts = newest is not None and isinstance(newest.entry.timing, After)
            return newest if counts or "span" not in parts else None
        if len(held) == 1 or newest is not None:
            return newest if newest is not None and len(held) > 1 else held[0]
        return self._which(held, kind)

    def _which(self, held: Sequence[Upcoming], kind: EntryKind) -> Bilingual:
        times = [f"{at:%H:%M}" for one in held if (at := self._due(one)) is not None]
        ja, en = (
            _WHICH.get(o).format(
                times=", ".join(times[:4]), first=times[0], kind=_CALLED[kind].get(o)
            )
            for o in (Language.JA, Language.EN)
        )
        return Bilingual(ja, en)

    def _is_at(self, one: Upcoming, old: str) -> bool:
        """Whether an entry is due at a time of the day as a person says it."""
        at, due = self._read(old), self._due(one)
        if at is None or due is None:
            return False
        step = 24 if _NAMES_HALF.search(old) else 12
        return (at.hour % step, at.minute) == (due.hour % step, due.minute)

    def _due(self, one: Upcoming) -> datetime | None:
        return None if one.due is None else one.due.astimezone(self.zone)

    # When

    def _moved(self, one: Upcoming, parts: dict[str, str]) -> Timing | None:
        """The new timing; None where it cannot be."""
        timing, now = one.entry.timing, self.clock.now().astimezone(self.zone)
        if "span" in parts:
            span = self._length(parts["span"])
            return None if span is None else After(span.total_seconds())
        new = self._shifted(one, parts) if "long" in parts else self._set_to(one, parts["new"])
        if new is None:
            return None
        if isinstance(timing, Recurring):
            return replace(timing, at=new.time())
        if new <= now:
            return None
        counts = isinstance(timing, After) and "long" in parts
        return After((new - now).total_seconds()) if counts else Once(new)

    def _shifted(self, one: Upcoming, parts: dict[str, str]) -> datetime | None:
        due, length = self._due(one), self._length(parts["long"])
        if due is None or length is None:
            return None
        way = parts.get("way") or parts.get("way_first", "")
        return due - length if _EARLIER.search(way) else due + length

    def _set_to(self, one: Upcoming, words: str) -> datetime | None:
        """On the day that is named, else its own; of the two that "seven" may mean the nearer."""
        due, at = self._due(one), self._read(words)
        if due is None or at is None:
            return None
        named = _NAMES_DAY.search(words) is not None
        moved = at.time() if _NAMES_HALF.search(words) else _nearest(at.time(), due.time())
        new = datetime.combine(at.date() if named else due.date(), moved, self.zone)
        return new if named or new > self.clock.now() else new + timedelta(days=1)

    def _read(self, words: str) -> datetime | None:
        """The moment that the grammar reads in a time."""
        form = "wake me at {}" if words.isascii() else "{}に起こして"
        timing = self._timing(form.format(words), words)
        return timing.at.astimezone(self.zone) if isinstance(timing, Once) else None

    def _length(self, words: str) -> timedelta | None:
        form = "set a timer for {}" if words.isascii() else "{}のタイマーをかけて"
        timing = self._timing(form.format(words), words)
        return timedelta(seconds=timing.after_s) if isinstance(timing, After) else None

    def _timing(self, sentence: str, words: str) -> Timing | None:
        language = Language.EN if words.isascii() else Language.JA
        now = self.clock.now().astimezone(self.zone)
        found = self.understanding.preview(SpokenSentence(sentence, language, now))
        return found.wishes[0].when if len(found.wishes) == 1 else None


def _nearest(at: time, old: time) -> time:
    """Of the two times that "seven" may mean the one nearer to what was set."""
    halves = (at.replace(hour=at.hour % 12), at.replace(hour=at.hour % 12 + 12))
    before = old.hour * 60 + old.minute
    return min(halves, key=lambda one: abs(one.hour * 60 + one.minute - before))
