"""Talk check: withholds a turn that a model worded, where it says more, less or something else than
the turn of the form that it stands for.

The form is the only evidence. A Japanese turn must be one of the ways that code builds. An English
one may use the words of its form, of all forms, and of a closed list of words that name nothing: so
it can bring in no thing, place, person, number or event.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Final

from companion.rooms.garden.talk_ways import ways
from companion.words.language import Language
from companion.words.table import table

SHORTEST, LONGEST = 3, 120
"""Letters of an English turn."""
LIKE: Final = 0.8
"""Share of letters in common from which on a turn repeats the line before."""
STRAYS_BELOW: Final = 0.4
"""Share of letters in common with the form below which a turn is taken to say something else."""
_TABLE = table("companion.rooms.garden", "talk_words.toml")
_ENGLISH = _TABLE["english"]
_WORDS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_NUMBERS = re.compile(r"[0-9:]+")
_SLOTS = re.compile(r"\{[^}]*\}")
_SUFFIXES = ("'ll", "'re", "'ve", "'m", "'d", "'s", "ing", "ed", "es", "er", "ly", "s", "d", "y")
_TIMES, _NOT, _IDIOMS = (re.compile(_ENGLISH[name]) for name in ("times", "not", "idioms"))
_OWN, _YOURS = (frozenset(_ENGLISH[name].split()) for name in ("own", "yours"))


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as a model worded it, and what it is judged by."""

    text: str
    form: str
    before: str
    """The line that it answers; "" for the first."""
    language: Language
    names: tuple[str, ...]
    """Of the two who talk."""
    lately: tuple[str, ...] = ()
    """Turns that a model wrote before."""


def withheld(turn: Turn) -> str:
    """Name of the rule that withholds a turn; "" lets it stand."""
    if turn.language is Language.JA:
        if turn.text == turn.form:
            return "same"
        return "" if turn.text in ways(turn.form, first=not turn.before) else "way"
    return next((name for name, breaks in _RULES.items() if breaks(turn)), "")


def asks(line: str) -> bool:
    """Whether a line is a question, as the forms ask."""
    return line.endswith(("か。", "?", "？"))


def own_letters(*lines: str) -> set[str]:
    """Letters beyond ASCII that names, and likes in a form, bring with them, small and capital."""
    text = "".join(lines)
    return {one for one in text.lower() + text.upper() if one.isalpha() and not one.isascii()}


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(_stem, _WORDS.findall(text.casefold())))


def _stem(word: str) -> str:
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) > 1:
            return _stem(word[: -len(suffix)]) if suffix[0] == "'" else word[: -len(suffix)]
    return word


def _lines(part: Any) -> Iterator[str]:
    """Every English line of the forms."""
    if isinstance(part, Mapping):
        part = list(part.values())
    if not isinstance(part, list):
        return
    if len(part) == 2 and all(isinstance(one, str) for one in part):
        yield part[1]
        return
    for one in part:
        yield from _lines(one)


_FORMS = " ".join(_lines(table("companion.rooms.garden", "talk.toml")))
_PLAIN: Final = _stems(f"{_SLOTS.sub(' ', _FORMS)} {_ENGLISH['plain']}")


def _not_of_form(turn: Turn) -> bool:
    ends = turn.text.endswith((".", "!", "?"))
    strange = {one for one in turn.text if not one.isascii()}
    known = strange <= own_letters(turn.form, *turn.names)
    whole = ends and known and "  " not in turn.text
    return not (whole and SHORTEST <= len(turn.text) <= LONGEST)


def _as_the_form(turn: Turn) -> bool:
    return turn.text.rstrip(".!") == turn.form.rstrip(".!")


def _new_word(turn: Turn) -> bool:
    return not _stems(turn.text) <= _PLAIN | _stems(" ".join((turn.form, *turn.names)))


def _left_out(turn: Turn) -> bool:
    """A name of the form must be named."""
    named = _stems(turn.form) - _PLAIN - _stems(" ".join(turn.names))
    numbers = (set(_NUMBERS.findall(one)) for one in (turn.form, turn.text))
    return not named <= _stems(turn.text) or next(numbers) != next(numbers)


def _other_time(turn: Turn) -> bool:
    found = (set(_TIMES.findall(one.casefold())) for one in (turn.text, turn.form))
    return not next(found) <= next(found)


def _other_sense(turn: Turn) -> bool:
    text, form = (bool(_NOT.search(one.casefold())) for one in (turn.text, turn.form))
    return text != form


def _other_person(turn: Turn) -> bool:
    """Whether it speaks of itself or to the other where the form does not, or the reverse."""
    return _persons(turn.text) != _persons(turn.form)


def _persons(line: str) -> set[bool]:
    words = _WORDS.findall(_IDIOMS.sub(" ", line.casefold()))
    return {word in _OWN for word in words if word in _OWN or word in _YOURS}


def _strayed(turn: Turn) -> bool:
    ratio = SequenceMatcher(None, turn.text.casefold(), turn.form.casefold()).ratio()
    return ratio < STRAYS_BELOW


def _said_before(turn: Turn) -> bool:
    if turn.text in turn.lately or turn.text in _EXAMPLES:
        return True
    return SequenceMatcher(None, turn.text, turn.before).ratio() >= LIKE


_EXAMPLES: Final = frozenset(
    line.partition(" => ")[2] for one in _TABLE["examples"] for line in one["en"][1].splitlines()
)
_RULES: Final[Mapping[str, Callable[[Turn], bool]]] = {
    "form": _not_of_form,
    "question": lambda turn: asks(turn.form) != asks(turn.text),
    "same": _as_the_form,
    "word": _new_word,
    "left out": _left_out,
    "time": _other_time,
    "not": _other_sense,
    "person": _other_person,
    "strayed": _strayed,
    "repeated": _said_before,
}
