"""An answer from memory is put together by code from what was found, in three honest forms.

The quotation with its date and speaker; "I do not know"; or two versions (ADR 0074). No language
model takes part.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo

from companion.phrases import remembered as phrases
from companion.phrases.calendar import DAYS_FROM_NOW
from companion.rooms.recall.asked import (
    Asked,
    asked_of,
    asks_of_oneself,
    has_asked,
    plain,
    short_answer,
    values_of,
    without_asking,
)
from companion.rooms.recall.due import (
    NEXT,
    asks_of_one_day,
    came_about,
    is_of_that_day,
    lies_behind,
)
from companion.rooms.recall.forms import form_is_missing, holds_most
from companion.rooms.recall.missing import thing_is_missing
from companion.rooms.recall.past import span_in
from companion.rooms.recall.rerank import covered_by
from companion.rooms.recall.versions import (
    COUNTS,
    SAME_TALK,
    corrects,
    newest,
    second_version,
    takes_its_place,
    tells,
)
from companion.rooms.recall.whose import is_of_another, is_told_of_oneself, owners_in
from companion.rooms.recall.words_of import words_of
from companion.words.episode import Episode, Voice
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.question import is_question
from companion.words.recalled import Found
from companion.words.remembered import AnswerKind, Remembered
from companion.words.told import Told

CANDIDATES = 10
"""Found episodes that an answer is made from."""
LOOKED_AT = 8
"""Statements among which the newest is looked for; a second version may be any candidate."""
QUOTED = 3
"""Quotations of one answer: of the open questions the first carries it in 31 %, one of three in
55 %."""
SURELY_TOLD = frozenset({Asked.COLOUR, Asked.SIDE, Asked.NUMBER})
"""Kinds that an answer has to contain; a time may be the day of the talk itself."""
HELD_LEAST = 0.2
"""Share of a question's words that the found texts hold together, at least. Under it nothing was
ever said of the matter. Of the open questions that are answered 1.4 % hold less."""
STANDS_OUT = 0.02
"""How much closer in meaning than the fifth the closest text is where it is what was asked about,
though it holds no word of the question. Half of all questions have less (ADR 0085)."""
FIELD = 5
WITH_FORM = 5
"""Best texts among which one must have the form of the answer."""
DISPUTED_LEAST = 0.25
"""Share of a question's words, names aside, that a dispute and the talk around it hold at least."""


def answered(
    question: str,
    found: Sequence[Found],
    beside: Mapping[EventId, Sequence[Episode]],
    language: Language,
    moment: datetime,
    *,
    asker: str = "",
) -> Remembered:
    """The answer to a question, from what the search found for it, best first. `beside`: the turns
    beside each in the same talk. `language`: of the answer; quotations stay in their own. `moment`:
    of the question, in the zone of its dates. `asker`: whose matter "my" is; "" is unknown."""
    asked = asked_of(question)
    zone = moment.tzinfo or UTC
    found = within_its_time(question, found, beside, moment)
    others_own = of_others(question, asker)
    # The swimming of whoever asks is not the swimming of their brother.
    found = sorted(found, key=lambda one: others_own(one.episode))
    if not found or nothing_tells(question, found, beside):
        return Remembered(kind=AnswerKind.UNKNOWN, text=phrases.UNKNOWN.get(language))
    told = [one.episode for one in found[:CANDIDATES] if tells(one.episode)]
    told = [one for one in told if not others_own(one)]
    replies = _replies(found[0].episode, beside)
    first = replies[0] if replies else _first(found)
    holds = newest(question, asked, first, told[:LOOKED_AT]) if tells(first) else first
    if asked is Asked.TIME:
        holds = came_about(question, holds, told, zone)
    near = replies or sorted(beside.get(holds.id, ()), key=_order)
    asks = [found[0].episode] if replies else []
    other = second_version(question, holds, told, near) if tells(holds) else None
    if other is not None and _is_about(question, (holds, other), (*asks, *near), found):
        both = tuple(sorted((holds, other), key=lambda one: (one.at, one.id)))
        text = phrases.versions(both, zone).get(language)
        return Remembered(kind=AnswerKind.TWO_VERSIONS, text=text, evidence=both)
    over = {one.id for one in (first, *told) if takes_its_place(question, asked, one, holds)}
    quoted = (holds, *(one for one in _beside(holds, found) if one.id not in over))
    lines = [phrases.quoted(one, zone).get(language) for one in quoted]
    short = _short(asked, holds, zone)
    if short is not None:
        lines.insert(0, short.get(language))
    before = first if first is not holds and not corrects(holds) else None
    if before is not None:
        lines.append(phrases.before(before, zone).get(language))
    return Remembered(kind=AnswerKind.ANSWER, text="\n".join(lines), evidence=quoted)


def answered_by_told(
    things: Sequence[Told], told_in: Mapping[EventId, Episode], language: Language, zone: tzinfo
) -> Remembered | None:
    """The answer to a question that told things carry, the newest first; None where they carry
    none. Two people who tell one thing differently are both quoted."""
    things = [one for one in things if any(i in told_in for i in one.evidence_event_ids)]
    if not things:
        return None
    holds = things[0]
    other = next((one for one in things[1:] if _contradict(holds, one)), None)
    shown = [holds] if other is None else [other, holds]
    episodes = tuple(
        dict.fromkeys(told_in[i] for one in shown for i in one.evidence_event_ids if i in told_in)
    )
    if other is not None and len(episodes) > 1:
        text = phrases.versions(episodes, zone).get(language)
        return Remembered(kind=AnswerKind.TWO_VERSIONS, text=text, evidence=episodes)
    lines = [phrases.quoted(one, zone).get(language) for one in episodes]
    if holds.value and not holds.negated and holds.value != holds.text:
        lines.insert(0, phrases.short(holds.value).get(language))
    return Remembered(kind=AnswerKind.ANSWER, text="\n".join(lines), evidence=episodes)


def _contradict(one: Told, other: Told) -> bool:
    differ = one.value.casefold() != other.value.casefold() or one.negated is not other.negated
    return one.slot == other.slot and differ and one.told_by != other.told_by


def within_its_time(
    question: str,
    found: Sequence[Found],
    beside: Mapping[EventId, Sequence[Episode]],
    moment: datetime,
) -> Sequence[Found]:
    """The found texts, less those that cannot be of the day or the next time asked for."""
    if asks_of_one_day(question):
        return [one for one in found if is_of_that_day(question, one.episode, moment)]
    if asked_of(question) is Asked.TIME and NEXT.search(plain(question)) is not None:
        return [
            one
            for one in found
            if not lies_behind(one.episode, moment)
            and holds_most(question, one.episode, beside.get(one.episode.id, ()))
        ]
    return found


def of_others(question: str, asker: str) -> Callable[[Episode], bool]:
    """A test whether another person tells of a matter of their own, where a question is of that of
    whoever asks; none does where nobody knows who asks."""
    if not asker or not asks_of_oneself(question):
        return lambda episode: False
    return lambda episode: is_told_of_oneself(episode, besides=asker)


def nothing_tells(
    question: str, found: Sequence[Found], beside: Mapping[EventId, Sequence[Episode]]
) -> bool:
    """Whether memory does not hold the answer, as far as can be told without reading: the found
    texts hold next to nothing of the question, or nothing but the names in it, and none of them
    stands out in meaning; or none has a thing of the kind, or of the form, that is asked for; or
    none that speaks of the matter does."""
    near = [one.episode for one in found[:CANDIDATES]]
    people = {one.episode.speaker for one in found if one.episode.voice is Voice.PERSON}
    talk = [*near, *(turn for one in near for turn in beside.get(one.id, ()))]
    held_little = (
        covered_by(question, near) < HELD_LEAST
        or covered_by(question, talk, without=people, said_alone=True) == 0
    )
    if held_little and not _stands_out(found):
        return True
    owners = owners_in(question, people)
    theirs = [
        one
        for one in found[:WITH_FORM]
        if not is_of_another(one.episode, owners, beside.get(one.episode.id, ()))
    ]
    own = {
        one: [turn for turn in turns if not is_of_another(turn, owners, ())]
        for one, turns in beside.items()
    }
    if not theirs or form_is_missing(question, theirs, own, people):
        return True
    if thing_is_missing(question, near):
        return True
    asked = asked_of(question)
    return asked in SURELY_TOLD and not any(has_asked(asked, one.text) for one in near)


def _stands_out(found: Sequence[Found]) -> bool:
    """Whether one of these is closer in meaning than the field."""
    close = sorted((one.closeness for one in found if one.closeness is not None), reverse=True)
    return len(close) >= FIELD and close[0] - close[FIELD - 1] >= STANDS_OUT


def _first(found: Sequence[Found]) -> Episode:
    """The best that tells; a question or what the companion said stands in only where no person
    tells anything."""
    near = [one.episode for one in found[:QUOTED]]
    return next((one for one in near if tells(one)), near[0])


def _replies(asks: Episode, beside: Mapping[EventId, Sequence[Episode]]) -> list[Episode]:
    """Statements of others that follow the best that was found, where that is itself a question."""
    if asks.voice is not Voice.PERSON or not is_question(asks.text):
        return []
    turns = sorted(beside.get(asks.id, ()), key=_order)
    after = (one for one in turns if _order(one) > _order(asks))
    return [one for one in after if tells(one) and one.speaker != asks.speaker]


def _is_about(
    question: str, both: Sequence[Episode], near: Sequence[Episode], found: Sequence[Found]
) -> bool:
    """Whether two statements with the talk around them are about what is asked, and do not only
    contradict each other."""
    talk = [one for one in near if abs(one.at - both[0].at) <= SAME_TALK]
    people = [one.episode.speaker for one in found]
    counts = [word for word in words_of(question) if COUNTS.fullmatch(word)]
    matter = without_asking(question)
    return covered_by(matter, (*both, *talk), without=[*people, *counts]) >= DISPUTED_LEAST


def _order(episode: Episode) -> tuple[datetime, EventId]:
    return episode.at, episode.id


def _beside(holds: Episode, found: Sequence[Found]) -> tuple[Episode, ...]:
    """Other statements among the best few: the answer may stand there."""
    near = (one.episode for one in found[:QUOTED])
    return tuple(one for one in near if one.id != holds.id and tells(one))


def _short(asked: Asked, episode: Episode, zone: tzinfo) -> Bilingual | None:
    """The thing asked for alone; None where the quotation does not single it out."""
    if episode.voice is Voice.WRITTEN:
        return None
    if asked is Asked.TIME:
        return _time(episode, zone)
    short = short_answer(asked, episode.text)
    return phrases.short(short) if short else None


def _time(episode: Episode, zone: tzinfo) -> Bilingual | None:
    """A time in the quotation, with its day where it is told from the day of the talk; the day of
    the talk where it tells none: it was said when it happened."""
    at = episode.at.astimezone(zone)
    values = values_of(Asked.TIME, episode.text)
    if not values:
        return phrases.said_on(at)
    short = short_answer(Asked.TIME, episode.text)
    if not short:
        return None
    day = DAYS_FROM_NOW.get(short.casefold())
    if day is not None:
        return phrases.on_day(short, at + timedelta(days=day))
    span = span_in(short, at) if phrases.is_relative(short) else None
    if span is None:
        return phrases.short(short)
    last: datetime = span.end - timedelta(days=1)
    return phrases.on_days(short, span.start, last)
