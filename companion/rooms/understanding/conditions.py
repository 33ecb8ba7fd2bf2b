"""Conditions 条件 are the clauses that say after which fact of the home something is to be done:
`when the front door opens`, 洗濯機が終わったら.

A clause whose thing is in the home becomes a mark of its timing (`given.py`), which the grammar of
times reads as it reads `at seven`. Of a clause whose thing is not there, or is one of several,
nothing is changed.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time
from functools import cache
from importlib.resources import files
from typing import Any

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.answers import nothing_tells
from companion.rooms.understanding.fold import fold, fold_name
from companion.rooms.understanding.given import MARK, mark_of
from companion.rooms.understanding.home import Home, Thing
from companion.rooms.understanding.lexicon import DATA
from companion.rooms.understanding.times_en import when_en
from companion.rooms.understanding.times_ja import when_ja
from companion.words.language import Language
from companion.words.timing import MEASURED, PERSON, Once, OnFact
from companion.words.travel import MOVES
from companion.words.understood import SentenceKind, Understood, UnderstoodWish

_ROOM, _ENDS = "room", "running"
_NONE = OnFact("nothing", "on")
"""Stands for a fact that nothing in the home tells."""
_VERBS = (
    "is|gets|goes|rises|climbs|drops|falls|becomes|'s|reaches|sinks|dips|cools|warms"
    "|gets down|gets up|goes down|goes up"
)
_FIGURE = {
    Language.EN: r"(?P<n>[a-z0-9.]+(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)"
    r"(?: degrees?(?: celsius)?| ?°? ?c\b| ?°)?",
    Language.JA: "(?P<n>[0-9０-９.．〇一二三四五六七八九十百]+)",
}
_THING = {Language.EN: "(?P<x>[a-z0-9' -]{2,40}?)", Language.JA: "(?P<x>[^、。をがはに]{1,20}?)"}
_PAUSE = re.compile(r"(?: ?,)?(?: then)? (?=[a-z])", re.I)
_JOINS = ("in", "on", "at", "of", "the")
_NOON = datetime(2001, 1, 1, 12, tzinfo=UTC)
"""An hour without am or pm is taken as the next one from here on: `after eleven` is at night."""
_FROM_OR_TO = re.compile(
    r"\b(?:after|past(?= \S+$)|from|between|and|till|until)\b|(?<=\S) to (?=\S+$)", re.I
)
_EVENING, _MORNING = time(18), time(6)
"""A fact that counts from a time in the evening counts till the morning."""
_ARTICLE = re.compile(r"^(?:(?:the|my|our|a|an|any|this|that)\b ?)+|^(?:この|その|うちの|もし|、)+")


@dataclass(frozen=True, slots=True)
class Condition:
    """条件: a clause of a sentence, and the timing it stands for."""

    start: int
    end: int
    timing: OnFact | None
    words: str
    """The fact as it was said: `the washing machine is done`."""
    room: str = ""
    """Where it is so; the order is meant for this room where it names none."""


def marked(condition: Condition, text: str) -> str:
    """The sentence with the mark in place of the clause."""
    sign = mark_of(condition.timing or _NONE)
    return f"{text[: condition.start]}{sign}{text[condition.end :]}"


_AND_TELL = {
    Language.JA: re.compile(
        "^(?P<order>.*[てで])(?:から|、|ついでに)*"
        "(?P<tell>(?:(?:スマホ|携帯|こっち|私|わたし)(?:に|にも))?(?:教え|おしえ|知らせ|しらせ|言っ|伝え|呼ん|声(?:を)?かけ|通知し)[てで][^、。]*[。]?)$"
    ),
    Language.EN: re.compile(
        r"^(?P<order>.+?),? and (?:then )?"
        r"(?P<tell>(?:tell|warn|alert|notify|ping|message) (?:me|us)|let (?:me|us) know)"
        r"(?: too| as well| please)*[.!]?$",
        re.I,
    ),
}


def as_rule(condition: Condition, said: SpokenSentence) -> Condition:
    """The condition for what is done besides telling: each time, where no single one was said."""
    single = _table(said.language).next.search(said.text) is not None
    if condition.timing is None or single:
        return condition
    return replace(condition, timing=replace(condition.timing, once=False))


def acts_and_tells(text: str, language: Language) -> tuple[str, ...]:
    """Light on and tell me: the marked sentence as two, each with its mark; empty for any other."""
    found = _AND_TELL[language].match(text)
    mark = MARK.search(text)
    if found is None or mark is None or not MARK.sub("", found["order"]).strip(" 、,"):
        return ()
    behind = language is Language.EN
    tell = f"{found['tell']} {mark[0]}" if behind else f"{mark[0]}{found['tell']}"
    return found["order"], tell


def waits_for(condition: Condition, understood: Understood) -> Understood | None:
    """A reading in which every wish waits for the condition, with the owner's words for it; None
    for any other."""
    wishes = understood.wishes
    held = understood.ask_back is not None or (
        bool(wishes) and all(wish.when == (condition.timing or _NONE) for wish in wishes)
    )
    if understood.kind is not SentenceKind.COMMAND or not held or understood.refused is not None:
        return None
    if any(wish.operation.startswith(MOVES) for wish in wishes):
        return None  # it drives through the home when somebody sees to it
    if condition.timing is None:
        return Understood(kind=SentenceKind.COMMAND, refused=nothing_tells(condition.words))
    return replace(understood, wishes=tuple(_told(wish, condition) for wish in wishes))


def _told(wish: UnderstoodWish, condition: Condition) -> UnderstoodWish:
    """`Tell me when it is done` tells that it is done."""
    if not wish.operation.endswith("reminder_set"):
        return wish
    message = MARK.sub("", str(wish.slots.get("message", ""))).strip(" 、,")
    told = {"message": message or condition.words}
    own = told if "message" in wish.parameters else {}
    return replace(wish, slots={**wish.slots, **told}, parameters={**wish.parameters, **own})


def condition_in(text: str, language: Language, home: Home, room: str) -> Condition | None:
    """The one condition of a sentence, at its beginning or end; without a timing where no thing of
    the home, or more than one, is called so. `room`: the id of the room where it was said, which
    `here` and `it` mean."""
    table, unheard = _table(language), None
    if not table.may_hold.search(text):
        return None
    for row in table.rows:
        for found, end in row.found_in(text):
            condition = table.read(row, found, end, text, home, room)
            if condition is not None and condition.timing is not None:
                return condition
            unheard = unheard or condition
    return unheard


@dataclass(frozen=True, slots=True)
class _Row:
    things: str
    value: str
    called: str
    """Name of the thing where the clause names none."""
    pattern: re.Pattern[str]
    past: str = ""
    """Ending that the stem lacks."""
    leads: bool = False
    """The end of the clause is not known from its words: each pause between words is tried, from
    the last on."""

    def found_in(self, text: str) -> Iterator[tuple[re.Match[str], int]]:
        """Every way to find the clause, and where it ends with the pause behind it."""
        if not self.leads:
            for found in self.pattern.finditer(text):
                yield found, found.end()
            return
        for pause in reversed(list(_PAUSE.finditer(text))):
            if (led := self.pattern.fullmatch(text, 0, pause.start())) is not None:
                yield led, pause.end() - 1


@dataclass(frozen=True, slots=True)
class _Table:
    """The rows of one language."""

    language: Language
    rows: Sequence[_Row]
    may_hold: re.Pattern[str]
    """Words without which there is no condition."""
    each: re.Pattern[str]
    next: re.Pattern[str]
    tells: re.Pattern[str]
    nothing: re.Pattern[str]
    hours: Mapping[str, tuple[time, time]]
    """Words for a part of the day in which the fact counts."""

    def read(
        self, row: _Row, found: re.Match[str], end: int, text: str, home: Home, room: str
    ) -> Condition | None:
        """The condition of one match; None where the thing is not in the home."""
        rest = f"{text[: found.start()]} {text[end:]}"
        if not rest.strip(" 、。,.!?"):
            return None
        named = (row.called or found.groupdict().get("x") or "").strip().casefold()
        here = not named or bool(self.nothing.fullmatch(named))
        timing = self._timing(row, "" if here else named, found, home, room)
        words, place = f"{found['said'].strip(' ,、')}{row.past}", ""
        if timing is not None:
            each, told = self.each.search(text), self.tells.search(rest)
            since, until = self.hours_of(found["hours"] or "")
            once = each is None and bool(told or self.next.search(text))
            timing = replace(timing, since=since, until=until, once=once)
            thing = home.thing(timing.device_id)
            if row.things != _ENDS:  # nobody sits beside the washing machine
                place = timing.place or (thing.area if thing is not None else "")
        return Condition(found.start(), end, timing, words, place)

    def hours_of(self, words: str) -> tuple[time, time]:
        """The hours in which the fact counts: of a part of the day, or of what the clock says."""
        if (known := self.hours.get(words.strip())) is not None:
            return known
        clock = fold(_FROM_OR_TO.sub(" at ", words), self.language)
        marks = (when_ja if self.language is Language.JA else when_en)(clock, _NOON)
        told = [w.timing.at.time() for w in marks if isinstance(w.timing, Once)]
        if not told:
            return time(0), time(0)
        if len(told) > 1:
            ends = (told[1].replace(hour=told[1].hour % 12 + half) for half in (0, 12))
            return told[0], min(ends, key=lambda end: (end <= told[0], end))
        return told[0], _MORNING if told[0] >= _EVENING or told[0] < _MORNING else time(0)

    def _timing(
        self, row: _Row, named: str, found: re.Match[str], home: Home, room: str
    ) -> OnFact | None:
        if row.things == _ROOM:
            place = _room_of(named, home) if named else room
            return OnFact(f"{PERSON}@{place}", row.value) if place else None
        if row.things == "temperature":
            return self._figure(row, named, found, home, room)
        thing = _thing_called(named, row.things, home, room) if named else None
        return OnFact(thing.id, row.value) if thing is not None else None

    def _figure(
        self, row: _Row, named: str, found: re.Match[str], home: Home, room: str
    ) -> OnFact | None:
        digits = re.search(r"\d+(?:\.\d+)?", fold(f"{found['n']}度", self.language))
        if self.language is Language.EN:
            digits = re.fullmatch(r"\d+(?:\.\d+)?", fold(found["n"], self.language))
        place = _room_of(named, home) if named else room
        if digits is None or not place:
            return None
        bound = {row.value: float(digits[0])}
        for sort, before in (("temperature", ""), ("measuring", MEASURED)):
            there = [t.id for t in _of_sort(sort, home) if t.area == place]
            if len(there) == 1:
                thing = f"{before}{there[0]}"
                return OnFact(thing, "", above=bound.get("above"), below=bound.get("below"))
        return None


def _of_sort(sort: str, home: Home) -> list[Thing]:
    wanted = _data()["sorts"][sort]
    classes = wanted.get("classes")
    return [
        thing
        for thing in home.things
        if thing.domain in wanted["domains"] and (classes is None or thing.device_class in classes)
    ]


def _room_of(named: str, home: Home) -> str:
    wanted = _bare(named)
    for room in home.rooms:
        if wanted in (room.id, *(_bare(name) for name in room.names)):
            return room.id
    return ""


def _bare(name: str) -> str:
    """A name without articles and の, with one word for what has several."""
    words = _ARTICLE.sub("", fold_name(name.strip()).strip())
    return words.replace("の", "").strip(" 、")


def _thing_called(named: str, sort: str, home: Home, room: str) -> Thing | None:
    """The one thing of a sort that is called so; of several the one in the room."""
    wanted = _one_name(_bare(named))
    things = [t for t in _of_sort(sort, home) if _is_called(t, sort, wanted, home)]
    exact = [t for t in things if wanted in {_one_name(_bare(name)) for name in t.names}]
    near = [t for t in things if room and t.area == room]
    for few in (things, exact, near):
        if len(few) == 1:
            return few[0]
    return None


def _is_called(thing: Thing, sort: str, wanted: str, home: Home) -> bool:
    place = home.room(thing.area)
    rooms = [_bare(name) for name in (place.names if place is not None else ())]
    names = [_one_name(_bare(name)) for name in thing.names]
    if wanted.isascii():
        said = {word for name in (*names, *rooms, thing.device_class) for word in name.split()}
        return {word for word in wanted.split() if word not in _JOINS} <= said
    left = wanted
    for name in sorted(rooms, key=len, reverse=True):
        left = left.removeprefix(name)
    own = any(wanted in name or (left and left in name) for name in names)
    doors = _data()["sorts"][sort].get("called_by_room", ())
    return own or (not left and thing.device_class in doors)


def _one_name(wanted: str) -> str:
    for name, others in _names():
        for other in others:
            if wanted.endswith(other):
                return f"{wanted.removesuffix(other)}{name}"
    return wanted


@cache
def _data() -> dict[str, Any]:
    text = (files(DATA) / "conditions.toml").read_text("utf-8")
    return tomllib.loads(text)


@cache
def _names() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Each name with its other words, the longest of them first."""
    return tuple(
        (fold_name(name), tuple(sorted(map(fold_name, others), key=len, reverse=True)))
        for name, others in _data()["names"].items()
    )


_TESTS = ("may_hold", "each", "next", "tells", "nothing")


@cache
def _table(language: Language) -> _Table:
    data = _data()[language.value]
    compiled = {k: re.compile(data[k], re.I) for k in _TESTS}
    of_english = language is Language.EN
    rows = _english(data) if of_english else _japanese(data)
    hours = {word: (begin, end) for word, (begin, end) in data["hours"].items()}
    return _Table(language, tuple(rows), **compiled, hours=hours)


def _filled(pattern: str, language: Language) -> str:
    """A row with its thing, figure and verbs put in."""
    for sign, words in (("VERBS", _VERBS), ("X", _THING[language]), ("N", _FIGURE[language])):
        parts = re.split(rf"(?<![A-Za-z]){sign}(?![A-Za-z])", pattern)
        pattern = words.join(parts)
    return pattern


def _of(row: dict[str, str]) -> tuple[str, str, str]:
    return row["things"], row["value"], row.get("called", "")


def _english(data: dict[str, Any]) -> Iterator[_Row]:
    """Each row twice: the clause leads (`when the door opens, ...`), or is the end."""
    for row in data["rows"]:
        lead = data["state" if row.get("state") else "event"]
        for form in row["x"]:
            hours = f"(?: (?P<hours>{'|'.join(data['hours'])}|{data['clock']}))?"
            clause = f"{lead} (?P<said>{_filled(form, Language.EN)}){hours}"
            first = re.compile(f"{data['begins']}{clause}", re.I)
            last = re.compile(rf"(?<=[a-z0-9,] ){clause}{data['behind']}(?=[ .,!?]*$)", re.I)
            yield _Row(*_of(row), first, leads=True)
            yield _Row(*_of(row), last)


def _japanese(data: dict[str, Any]) -> Iterator[_Row]:
    """Each row by the forms in た and by the plain forms, at the beginning or behind a pause."""
    for row in data["rows"]:
        for key, past, end in (("ta", "た", data["ends"]), ("dict", "", data["plain"])):
            for form in _alternatives(row[key]):
                said = f"(?P<said>{_filled(form, Language.JA)})"
                hours = f"(?:(?P<hours>{'|'.join(data['hours'])}|{data['clock']})(?:に|は|、)?)?"
                clause = f"{data['begins']}{hours}{said}{end}"
                for way in (rf"^{clause}", rf"(?<=[、。 ]){clause}(?=[。、]*$)"):
                    yield _Row(*_of(row), re.compile(way), past=past)


def _alternatives(form: str) -> list[str]:
    """The parts of a form between the bars that stand in no bracket."""
    parts, depth = [""], 0
    for letter in form:
        depth += (letter == "(") - (letter == ")")
        if letter == "|" and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts
