"""A plan change 予定の変更: reads how something that is set shall be changed.

`Move my alarm from seven to eight`, パスタのタイマーだけ消して, 水曜だけ九時半でいい: which alarm,
timer, reminder or routine is meant, and what becomes of it. Whether there is one is looked up by
who knows the schedule.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import cache
from importlib.resources import files
from typing import Any

from companion.rooms.understanding.chores import INTENTS
from companion.rooms.understanding.cover import Token
from companion.rooms.understanding.home import Home
from companion.rooms.understanding.lexicon import DATA
from companion.rooms.understanding.resolve import of_kinds
from companion.rooms.understanding.times import When
from companion.words.language import Language
from companion.words.timing import After, Days, Once, Recurring
from companion.words.understood import CHANGES, CHANGES_PLAN, UnderstoodWish

MOST_OF_A_NAME = 2
"""Own words by which one plan of several is called."""
_OF_WORDS = ("it", "that", "this", "それ", "これ", "さっきの", "今の")
_MATTERS = ("number", "unit", "level", "color", "mode", "attr", "when", "span", "break", "repair")
"""Words that no reference to a plan holds: there is another order in it."""
_DOES = {"on": "turn_on", "off": "turn_off", "open": "open", "close": "close", "start": "start"}
_HALF_SAID = re.compile(
    r"[ap]\.?m\b|morning|afternoon|evening|tonight|night|noon|midnight|午前|午後|朝|夜|夕|昼|正午|今晩"
    r"|\b(?:1[3-9]|2\d)(?=[:.時]|$)|^0?0[:時]",
)
_HALF_A_DAY = timedelta(hours=12)
_DAY_SAID = re.compile(
    r"today|tonight|tomorrow|(?<!mid)day\b|week|\d(?:st|nd|rd|th)\b|[日曜週]|あした|あさって|今夜|今晩"
)
_TODAY = re.compile("today|tonight|今日|今夜|今晩")
"""Also late in the evening, when a bare `today` without an hour is read as the next morning."""
_EARLIER = re.compile(r"earlier|sooner|forward|\bup\b|早|前")
_WEEKDAYS_EN = ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")
_THIS_WEEK = re.compile("来週|今週|今度|次")
_NEW = re.compile(
    r"^ (?:an?|another|one more|some|two|\d) |新しい|別の|もう[一1]つ|鳴って|鳴る|うるさ"
)
_OF_A_DAY = re.compile(r"\b(today|tonight|tomorrow(?: morning)?|[a-z]+day)'s\b")
_PARTICLES = re.compile("[のをはがもに、で ]+|って|だけ")
_HOUR_EN = re.compile(r"half past|quarter past|quarter to|half")


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the parts of a frame: `whens_of` and `tokens_of` as the grammar reads any text."""

    language: Language
    home: Home
    now: datetime
    whens_of: Callable[[str], Sequence[When]]
    tokens_of: Callable[[str], Sequence[Token]]
    own_words: Callable[[str], str]
    """Words of the folded sentence as their owner wrote them."""
    of_it: bool
    """Whether something was set just now, which `it` may mean."""


def plan_change(text: str, reader: Reader) -> UnderstoodWish | None:
    """The change that a folded sentence asks for; None where it asks for none."""
    table = _table(reader.language)
    plain = table.tail.sub("", table.lead.sub("", _OF_A_DAY.sub(r"\1", text).replace(" ,", ",")))
    for sort, form in table.frames:
        found = form.fullmatch(plain)
        parts = {name: part for name, part in found.groupdict().items() if part} if found else {}
        wish = _wish(sort, parts, reader) if found is not None else None
        if wish is not None:
            return wish
    return None


def changes_later(text: str, reader: Reader) -> bool:
    """Whether it asks for a change that holds from a later day on."""
    now = _table(reader.language).later.sub("", text)
    return now != text and plan_change(now, reader) is not None


@dataclass(frozen=True, slots=True)
class _Table:
    """Frames of a language, and its words for the sorts of plans."""

    frames: Sequence[tuple[str, re.Pattern[str]]]
    sorts: Mapping[str, re.Pattern[str]]
    lead: re.Pattern[str]
    tail: re.Pattern[str]
    later: re.Pattern[str]
    because: re.Pattern[str]


@cache
def _table(language: Language) -> _Table:
    read = tomllib.loads((files(DATA) / "plan_change.toml").read_text("utf-8"))[language.value]

    def filled(form: str) -> str:
        for name, part in read["parts"].items():
            form = form.replace(f"<{name}>", part)
        return form

    frames = [
        (sort, re.compile(filled(form))) for frame in read["frames"] for sort, form in frame.items()
    ]
    sorts = {sort: re.compile(form) for sort, form in read["sorts"].items()}
    lead, tail = re.compile(f"^{read['lead']}"), re.compile(f"{read['tail']}$")
    later = re.compile(read["later"])
    return _Table(frames, sorts, lead, tail, later, re.compile(read["because"]))


@dataclass(slots=True)
class _Which:
    """Marks of the plan that is meant, as far as the sentence tells them."""

    kind: str = ""
    was: "_Clock | None" = None
    things: frozenset[str] = frozenset()
    called: tuple[str, ...] = ()
    does: str = ""
    is_it: bool = False
    on: Mapping[str, Any] = field(default_factory=dict)
    """The day that stands with its name: tomorrow's alarm."""

    def plain(self) -> dict[str, Any]:
        """Its parameters; those that say nothing are left out."""
        was = self.was
        told = {
            **self.on,
            "was": None if was is None else was.hour(self.kind).isoformat("minutes"),
            "was_may_be_pm": was is not None and was.is_open,
            "called": self.called,
            "does": self.does,
            "it": self.is_it,
        }
        return {name: value for name, value in told.items() if value}


def _wish(frame: str, parts: Mapping[str, str], reader: Reader) -> UnderstoodWish | None:
    """The wish of one frame; None where a part of it is none of what it should be."""
    which = _which(parts, reader) if frame != "again" else _Which(kind="alarm")
    becomes = _becomes(frame, parts, reader)
    if which is None or becomes is None:
        return None
    if frame == "cancels" and not _may_go(which, parts):
        return None
    if frame in ("named", "cancels") and not _is_of_a_plan(which, parts, reader.language):
        return None
    new, told = becomes
    if new is not None and new.is_open:
        told["may_be_pm"] = True
    called = " ".join(which.called) and reader.own_words(" ".join(which.called))
    name = {"message" if which.kind == "reminder" else "name": called} if called else {}
    operation = _operation(which.kind, new, told)
    return UnderstoodWish(
        intent=INTENTS.get(operation, CHANGES_PLAN),
        slots=name,
        operation=f"schedule.{operation}",
        targets=tuple(sorted(which.things)),
        parameters={CHANGES: True, **which.plain(), **name, **told},
        when=_when(which.kind, new, told, reader.now),
    )


def _may_go(which: _Which, parts: Mapping[str, str]) -> bool:
    """Whether a plan is named closely enough to be taken out: 寝室の方消して is of a lamp."""
    called = 0 < len(which.called) <= MOST_OF_A_NAME and not which.things
    return called or which.was is not None or parts.get("ref", "").endswith("thing")


def _operation(kind: str, new: "_Clock | None", told: Mapping[str, Any]) -> str:
    """As the chore is called that comes to the same, where there is one."""
    if kind not in ("alarm", "timer", "reminder"):
        return "plan_change"
    if told.get("cancels"):
        return f"{kind}_cancel"
    return f"{kind}_set" if new is not None or "duration_s" in told else f"{kind}_change"


def _when(
    kind: str, new: "_Clock | None", told: Mapping[str, Any], now: datetime
) -> After | Once | Recurring | None:
    if new is not None:
        return new.timing(kind, told, now)
    return After(float(told["duration_s"])) if "duration_s" in told else None


def _is_of_a_plan(which: _Which, parts: Mapping[str, str], language: Language) -> bool:
    """Whether such words mean a plan: of a sort, what was just set, or a thing whose time is
    plainly moved."""
    if which.kind or which.is_it or which.was is not None:
        return True
    points = parts.get("ref", "").endswith(("one", "thing", "やつ", "方", "ほう", "だけ"))
    if points and (which.called or which.things):
        return True
    return bool(which.things) and ("firm" in parts or language is Language.JA)


# Which one


def _which(parts: Mapping[str, str], reader: Reader) -> _Which | None:
    ref, which = f" {parts.get('ref', '')} ", _Which()
    if _NEW.search(ref):
        return None
    if "was" in parts and (was := _clock(parts["was"], reader)) is None:
        return None
    which.was = was if "was" in parts else None
    for sort, form in _table(reader.language).sorts.items():
        if form.search(f"{ref}{parts.get('deed', '')}"):
            which.kind, ref = sort, form.sub(" ", ref)
            break
    return _with_words(which, ref, reader)


def _with_words(which: _Which, ref: str, reader: Reader) -> _Which | None:
    tokens = [token for token in reader.tokens_of(ref.strip()) if token.text.strip()]
    clock = _own_time(tokens) if which.was is None else None
    if clock is not None:
        which.was = _clock(clock.text.strip(), reader)
        tokens = [token for token in tokens if token is not clock]
    for token in [token for token in tokens if token.cls == "when"]:
        day = _days(token.text.strip(), reader)
        if day is None and not _DAY_SAID.search(token.text):
            day = {}  # the morning's curtains: a part of the day says no more
        if not which.on and day is not None:
            which.on, tokens = day, [one for one in tokens if one is not token]
    if any(token.cls in _MATTERS for token in tokens):
        return None
    which.things = _things(tokens, reader.home)
    which.called = tuple(_called(ref, tokens, reader.language))
    does = [_DOES[t.value] for t in tokens if t.cls in ("verb", "dir") and t.value in _DOES]
    which.does = does[-1] if does and which.things else ""
    if not which.things and any(t.cls in ("name", "kind") for t in tokens):
        return None  # a thing that this home does not have
    if not (which.things or which.called or which.kind or which.was):
        which.is_it = reader.of_it and _is_it(ref)
        return which if which.is_it else None
    return which


def _own_time(tokens: Sequence[Token]) -> Token | None:
    """The 6:30 alarm, 明日の目覚まし: a time that stands with its name."""
    timed = [token for token in tokens if token.cls in ("when", "number")]
    return timed[0] if len(timed) == 1 and re.search(r"\d", timed[0].text) else None


def _is_it(ref: str) -> bool:
    words = ref.split() if ref.isascii() else [ref.strip(" のをはが、")]
    return bool(words) and words[0] in _OF_WORDS and len(words) < 3


def _things(tokens: Sequence[Token], home: Home) -> frozenset[str]:
    """The things of the home that are named, by name or by sort and room."""
    named = {str(i) for t in tokens if t.cls == "name" for i in t.value}
    kinds = [str(t.value) for t in tokens if t.cls == "kind"]
    areas = {str(i) for t in tokens if t.cls == "area" for i in t.value}
    of_a_sort = of_kinds(kinds, home.things) if kinds else []
    near = [t for t in of_a_sort if not areas or t.area in areas]
    return frozenset(named | {thing.id for thing in near})


def _called(ref: str, tokens: Sequence[Token], language: Language) -> Iterator[str]:
    """Own words of a plan, such as what a timer is for."""
    if language is Language.EN:
        yield from (t.text.strip() for t in tokens if t.cls == "unread")
        return
    kept = ref
    for token in tokens:
        if token.cls in ("name", "kind", "area") or (token.cls == "verb" and len(token.text) > 1):
            kept = kept.replace(token.text, " ")
    pieces = (piece.strip() for piece in _PARTICLES.split(kept))
    yield from (piece for piece in pieces if piece and piece not in _OF_A_PLAN)


_OF_A_PLAN = frozenset(
    {"朝", "夜", "やつ", "ぶん", "方", "ほう", "それ", "これ", "さっき", "今", "いつも"}
)


# What becomes of it


def _becomes(
    frame: str, parts: Mapping[str, str], reader: Reader
) -> tuple["_Clock | None", dict[str, Any]] | None:
    """The new time, if one is said, and the other parameters."""
    once = "起こし" in parts.get("deed", "")  # 土曜だけ9時に起こして is asked of one Saturday
    days = _days(parts["days"], reader, once=once) if "days" in parts else {}
    if days is None:
        return None
    if frame in ("cancels", "again"):
        return None, {frame: True, **days}
    if "length" in parts or "span" in parts:
        by = _by_length(parts, reader)
        return None if by is None else (None, {**by, **days})
    new = _clock(parts["new"], reader, parts.get("was"))
    if new is None:
        return None
    return new, {**({} if new.day is None else {"day": new.day.isoformat()}), **days}


def _by_length(parts: Mapping[str, str], reader: Reader) -> dict[str, float] | None:
    said = parts.get("length") or parts["span"]
    found = [w.span_s for w in reader.whens_of(said) if w.span_s is not None]
    if len(found) != 1:
        return None
    if "span" in parts:
        return {"duration_s": found[0]}
    way = parts.get("way") or parts.get("way_first")
    if way is None and parts.get("firm") not in ("delay", "postpone"):
        return None
    sign = -1.0 if way is not None and _EARLIER.search(way) else 1.0
    return {"shift_s": sign * found[0]}


def _days(said: str, reader: Reader, *, once: bool = False) -> dict[str, Any] | None:
    """The weekdays, or the one date, on which the change holds. `once`: a weekday is the next one
    of its name."""
    if _TODAY.fullmatch(said):
        return {"day": reader.now.date().isoformat()}
    whole = f"on {said}" if said.startswith(_WEEKDAYS_EN) else said
    found = [w for w in reader.whens_of(whole) if w.timing is not None]
    timing = found[0].timing if len(found) == 1 else None
    if isinstance(timing, Recurring):
        return {"days": sorted(timing.days.weekdays)}
    if not isinstance(timing, Once) or not _DAY_SAID.search(said):
        return None
    day = timing.at.astimezone(reader.now.tzinfo).date()
    if "曜" in said and not once and not _THIS_WEEK.search(said):
        return {"days": [day.weekday()]}
    return {"day": day.isoformat()}


@dataclass(frozen=True, slots=True)
class _Clock:
    """A time of the day as it was said."""

    at: time
    is_open: bool
    """Whether it may be of the morning or of the evening."""
    day: date | None

    def hour(self, kind: str) -> time:
        """An alarm of an hour that may be both is of the morning."""
        wakes = kind == "alarm" and self.is_open and self.at.hour > 12
        return self.at.replace(hour=self.at.hour - 12) if wakes else self.at

    def timing(self, kind: str, told: Mapping[str, Any], now: datetime) -> Once | Recurring:
        """This time on the days that were said, else its next moment."""
        if "days" in told:
            return Recurring(self.hour(kind), Days(frozenset(told["days"])))
        if "day" in told:
            at = datetime.combine(date.fromisoformat(told["day"]), self.hour(kind), now.tzinfo)
            later = at + _HALF_A_DAY
            return Once(later if self.is_open and at <= now < later else at)
        at = datetime.combine(self.day or now.date(), self.hour(kind), now.tzinfo)
        return Once(at if at > now or self.day is not None else at + timedelta(days=1))


def _clock(said: str, reader: Reader, was: str | None = None) -> _Clock | None:
    """The one time that the words are; reasons behind it are left out."""
    said = said.strip()
    if was is not None and _HOUR_EN.fullmatch(said):
        hour = re.search(r"\d{1,2}", was)
        said = f"{said if said != 'half' else 'half past'} {hour[0]}" if hour else said
    for text in (f"at {said}", said) if reader.language is Language.EN else (said,):
        found = [w for w in reader.whens_of(text) if w.has_clock and not w.until]
        if len(found) == 1 and _is_whole(text, found[0], reader):
            timing = found[0].timing
            if not isinstance(timing, Once):
                continue
            at = timing.at.astimezone(reader.now.tzinfo)
            day = at.date() if _DAY_SAID.search(said) else None
            return _Clock(at.time(), _HALF_SAID.search(said) is None, day)
    return None


def _is_whole(text: str, when: When, reader: Reader) -> bool:
    """Whether the text is that time, or that time and why."""
    before, behind = text[: when.start].strip(), text[when.end :].strip(" 、。,.!")
    if before not in ("", "at"):
        return False
    if not behind:
        return True
    if reader.language is Language.JA or not _table(Language.EN).because.match(behind):
        return False
    tokens = [token for token in reader.tokens_of(behind) if token.text.strip()]
    return not any(token.cls in ("when", "number", "name", "kind") for token in tokens)
