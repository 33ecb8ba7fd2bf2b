"""Some questions ask for an answer of one form: an age, a name, a weekday of somebody.

A telephone number, an age, a price, a job, a breed: a text without such a form does not answer the
question, however near it is; nor does one that tells it of somebody or something else. The forms
are wide on purpose: they rule out texts, and choose none.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.phrases.kinship import RELATIVES, relation_of
from companion.rooms.recall.asked import plain
from companion.rooms.recall.due import is_over
from companion.rooms.recall.rerank import stems
from companion.rooms.recall.words_of import names_in
from companion.words.episode import Episode
from companion.words.ids import EventId
from companion.words.recalled import Found
from companion.words.table import compiled, table


@dataclass(frozen=True, slots=True)
class Form:
    """形: how such a question is asked, and the form of its answers."""

    asked: re.Pattern[str]
    answer: re.Pattern[str]
    of_somebody: bool = False
    """It belongs to a person, a pet or a thing, which each answer has to be of."""
    or_name: bool = False
    """A name that the question does not hold is an answer, too."""


ROLE, COUNT, UNTIL, NUMBERED = "somebody's somebody", "count", "until", "number"
WEEKDAY, DURATION, DISTANCE = "day of the week", "duration", "distance"

_TABLE = table("companion.rooms.recall", "forms.toml")
_WORDS = {**table("companion.rooms.recall", "asked.toml")["words"], **_TABLE["words"]}
_SORTS = _TABLE["sorts"]
_READ = compiled(_TABLE["read"], _WORDS)
_ANSWERS = compiled(_TABLE["answer"], _WORDS)
FORMS: Mapping[str, Form] = {
    name: Form(asked, _ANSWERS[name], name in _SORTS["of_somebody"], name in _SORTS["or_name"])
    for name, asked in compiled(_TABLE["asked"], _WORDS).items()
}
"""Of texts as `asked.plain` gives them."""
_NUMBER_JA = compiled({"number": "<ja>"}, _WORDS)["number"].pattern


ASKS_WHEN = frozenset({"next", "due", "come", "again", "次", "来る", "予定", "する", "行く"})
"""Words of a question for a time that say nothing of what it is the time of."""
_ENDINGS_JA = "いうくぐすつぬぶむるえきりけせてめれさ"
SAME_BEGINNING = 6
"""Letters by which two words of one root begin alike."""


def form_of(question: str) -> str:
    """The form that a question asks for; "" where it asks for none of these."""
    said = plain(question)
    return next((name for name, form in FORMS.items() if form.asked.search(said)), "")


def form_is_missing(
    question: str,
    found: Sequence[Found],
    beside: Mapping[EventId, Iterable[Episode]],
    people: Iterable[str],
) -> bool:
    """Whether none of these texts has the form that is asked for, of what it is asked of."""
    form = FORMS.get(form_of(question))
    if form is None or (form is FORMS[WEEKDAY] and is_over(question)):
        return False
    speakers = frozenset(word for one in people for word in stems(one))
    who, what = _wanted(form, question, speakers)
    counted = _counted(question) if form is FORMS[COUNT] else None
    having = (one.episode for one in found if _has(form, question, one.episode))
    if counted is not None:
        having = (one for one in having if counted(one, beside.get(one.id, ())))
    sums = (
        frozenset(_READ["sum"].findall(plain(question))) if form is FORMS["price"] else frozenset()
    )
    return not any(
        _is_of(one, beside.get(one.id, ()), who, what if sums.isdisjoint(_sums_in(one)) else ())
        for one in having
    )


def _wanted(
    form: Form, question: str, speakers: frozenset[str]
) -> tuple[frozenset[str], frozenset[str]]:
    """Words that a talk must hold, all of them, to be of the one who is asked about; and words of
    which it must hold one, to be of the thing."""
    who, what = subject_of(question)
    if form.of_somebody:
        if _READ["pronoun"].search(plain(question)):
            return who & speakers, (who | what) - speakers
        if form is FORMS[ROLE]:
            return who | what, frozenset()
        return who, what if form is FORMS["name"] or not who else frozenset()
    if form in (FORMS[DURATION], FORMS[DISTANCE]):
        # A journey has many names.
        return who & speakers, frozenset()
    if form is FORMS[UNTIL]:
        what = frozenset(w for w in stems(question) if not _READ["of_time"].fullmatch(w)) - who
    # An owner is no word of the matter: Ann's coat is not Ann's car.
    every = (who | what) - speakers
    of_a_thing = form in (FORMS[UNTIL], FORMS[NUMBERED])
    owners = _named(question) if of_a_thing else _owners_in(question)
    return who & speakers, (every - owners) or every


def _owners_in(question: str) -> frozenset[str]:
    """Names in a question to which something belongs."""
    owners = (one[0] for one in _READ["owner"].finditer(question))
    named = (one for one in owners if one.casefold() in names_in(question))
    return frozenset(word for one in named for word in stems(one))


def _named(question: str) -> frozenset[str]:
    """Words of the names in a question, also of those that only their address shows."""
    names = {*names_in(question), *(one[1] for one in _READ["addressed"].finditer(question))}
    return frozenset(word for one in names for word in stems(one))


def _counted(question: str) -> Callable[[Episode, Iterable[Episode]], bool]:
    """A test whether a talk counts the things that are asked for."""
    said = plain(question)
    if (ja := _READ["counter"].search(said)) is not None:
        counter = "[個つ]" if ja[1] in "個つ" else ja[1]
        number = re.compile(rf"{_NUMBER_JA}{counter}|いくつか|みんな|全員|ひとり|ふたり")
        return lambda one, near: any(number.search(plain(t.text)) for t in (one, *near))
    things = counted_in(question)
    return lambda one, near: things <= _talk(one, near)


def counted_in(question: str) -> frozenset[str]:
    """The things whose number an English question asks for."""
    en = _READ["things"].search(plain(question))
    return frozenset(map(relation_of, stems(en[1]))) if en is not None else frozenset()


def has_form(question: str, episode: Episode) -> bool:
    """Whether a question asks for a form of its own, and a text has it."""
    form = FORMS.get(form_of(question))
    return form is not None and _has(form, question, episode)


def _sums_in(episode: Episode) -> frozenset[str]:
    return frozenset(_READ["sum"].findall(plain(episode.text)))


def _of_another_sum(question: str, episode: Episode) -> bool:
    """Whether a question asks for a sum by its name, and a text names others alone."""
    asked, told = frozenset(_READ["sum"].findall(question)), _sums_in(episode)
    return bool(asked and told) and asked.isdisjoint(told)


def _has(form: Form, question: str, episode: Episode) -> bool:
    said, asked = plain(episode.text), plain(question)
    if form is FORMS["price"] and _of_another_sum(asked, episode):
        return False
    # Mr Hill is no answer to the name of Mr Hill.
    if any(
        not (form.or_name and _called(said, match) in asked) for match in form.answer.finditer(said)
    ):
        return True
    if form in (FORMS["surname"], FORMS["first name"]):
        return any(match[1] in question for match in _READ["whole_name"].finditer(episode.text))
    if not form.or_name:
        return False
    if form in (FORMS["name"], FORMS[ROLE]):
        names = _names_somebody(episode.text, places=_READ["of_a_place"].search(asked) is not None)
    else:
        names = names_in(episode.text)
    return bool(names - names_in(question))


def _called(text: str, match: re.Match[str]) -> str:
    """A form with the name before a さん, or behind a Mr."""
    before = (
        _READ["name_before"].search(text[: match.start()]) if match[0] in ("さん", "先生") else None
    )
    behind = (
        _READ["name_behind"].match(text[match.end() :]) if match[0].startswith(("m", "d")) else None
    )
    return f"{before[0] if before else ''}{match[0]}{behind[0] if behind else ''}"


def _names_somebody(text: str, *, places: bool) -> frozenset[str]:
    """Names in a text that are not said as a place where somebody is or goes; with `places` those
    of towns and mountains, too."""
    there = {
        part.casefold()
        for match in _READ["place_names"].finditer(text)
        for part in match.groups("")
    }
    return names_in(text, places=places) - there


def subject_of(question: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words of a question that say whose the form is, and those that say of what."""
    names = {word for name in names_in(question) for word in stems(name)}
    words = frozenset(word for word in stems(question) if not _READ["own_words"].fullmatch(word))
    who = frozenset(word for word in words if word in names or relation_of(word) in RELATIVES)
    return frozenset(map(relation_of, who)), words - who


def holds_most(question: str, episode: Episode, near: Iterable[Episode]) -> bool:
    """Whether a talk holds more than half of what a question is about, names and times aside."""
    about, held = _matter(question), _talk(episode, near)
    return 2 * sum(_holds(held, one) for one in about) > len(about) or not about


def holds_a_word(question: str, episode: Episode) -> bool:
    """Whether a statement holds a word of what a question is about; a name, where that is all."""
    who, what = subject_of(question)
    held = _talk(episode, ())
    return any(_holds(held, one) for one in _matter(question) or who | what)


def _matter(question: str) -> frozenset[str]:
    """Words of what a question is about, names and times aside."""
    names = frozenset(word for one in names_in(question) for word in stems(one))
    return subject_of(question)[1] - names - ASKS_WHEN


def _is_of(
    episode: Episode, near: Iterable[Episode], who: frozenset[str], what: Collection[str]
) -> bool:
    held = _talk(episode, near)
    # A name that is a word of the dictionary, too, is read another way in another sentence.
    who = frozenset(one for one in who if one.isascii() or one not in episode.text)
    return who <= held and (not what or any(_holds(held, one) for one in what))


def _holds(held: frozenset[str], word: str) -> bool:
    """Whether a word is among these, be it in another form: promoted, promotion; 黒い, 黒."""
    if word in held:
        return True
    if word.isascii():
        begins = word[:SAME_BEGINNING]
        return len(begins) == SAME_BEGINNING and any(one.startswith(begins) for one in held)
    root = _root(word)
    return bool(root) and any(_root(one) == root for one in held)


def _root(word: str) -> str:
    """The part that the forms of a Japanese verb have in common: 上がる, 上げる."""
    verb = _READ["verb"].fullmatch(word)
    return verb[1] if verb else word.rstrip(_ENDINGS_JA)


def _talk(episode: Episode, beside: Iterable[Episode]) -> frozenset[str]:
    """The words of a talk, and who says the middle of it: whose the others are is not told."""
    texts = (episode.speaker, episode.text, *(one.text for one in beside))
    return frozenset(relation_of(word) for text in texts for word in stems(text))
