"""A wish 願い is the part of a purpose that is asked for, apart from its reason and from what the
purpose rules out.

People tell a story before they ask ("Dad's hip is bad, so I don't want him stumbling in the dark"):
the words of the story are no purpose. Rules, in both languages; where nothing is marked as a wish
the whole is one.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_SENTENCES = re.compile(r"(?<=[.!?;。！？])\s*|\n+")
_PARTS = re.compile(
    r"、(?=あと|それと|それから|ついでに)"
    r"|(?:(?<=から)|(?<=ので)|(?<=けど)|(?<=のに)|(?<=し)|(?<=が)|(?<=て))、"
    r"|,? (?:so(?: that)?|because|since|but) |, (?:and )?"
    r"(?=(?:i|we|please|help|keep|just|don't|do not|never|no|make|tell|give|remind|turn|find|let"
    r"|wake|watch|check|remember)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """願い: a purpose as it was read."""

    asked: tuple[str, ...]
    """The parts that ask for something, in their order; the whole where none is marked."""
    marked: bool = True
    """False where no part is marked as a wish, so that the whole is one."""
    parts: int = 1
    """Of the whole purpose."""
    silent: bool = False
    """Words that nobody asked for are ruled out."""
    unasked: bool = False
    """Questions are ruled out."""
    hands_off: bool = False
    """Acts on devices are ruled out."""
    spares: tuple[str, ...] = ()
    """The parts that rule out acts on the things that they name."""
    left_alone: bool = False
    """It wants no plan at all."""
    only_told: bool = False
    """It asks to be told when it is so, and for no more."""
    notices: bool = False
    """Something is to be watched for, or measured."""
    logs: bool = False
    """It is to be written down each time that something happens."""
    remembers: bool = False
    """It holds a fact to be kept."""
    only_remembers: bool = False
    """It asks for no more than that."""
    questions: tuple[str, ...] = ()
    """The parts that ask to look something up."""
    only_asks: bool = False
    """It asks for no more than that."""
    reminds: bool = False
    """People are to be told of something in time."""
    unheard: bool = False
    """A person of the house does not hear a bell."""
    goes_on: bool = False
    """It is meant for more than one day."""

    @property
    def to_do(self) -> tuple[str, ...]:
        """The parts that ask for more than to remember or to look up; all where none does."""
        known = (*self.questions, *(part for part in self.asked if says("remembers", part)))
        return tuple(part for part in self.asked if part not in known) or self.asked

    @property
    def words(self) -> str:
        """The parts that ask, in one line."""
        return " ".join(self.asked)


WHOLE = Wish(asked=())
"""Of a plan that no words bind."""


def wish_of(purpose: str) -> Wish:
    """The wish that stands in a purpose, in Japanese or English."""
    parts = [part for sentence in sentences_of(purpose) for part in parts_of(sentence)]
    asked = [part for part in parts if says("wish", part) and not says("complaint", part)]
    kept = [part for part in parts if says("remembers", part)]
    questions = tuple(part for part in parts if says("questions", part) or says("advice", part))
    forbids = bool(asked) and all(says("forbids", part) for part in asked)
    return Wish(
        asked=tuple(asked or parts),
        marked=bool(asked),
        parts=len(parts),
        silent=says("silent", purpose),
        unasked=says("unasked", purpose),
        hands_off=says("hands_off", purpose) or forbids,
        spares=tuple(part for part in parts if says("forbids", part)),
        left_alone=says("left_alone", purpose) or _is_needless(parts, asked),
        only_told=says("tell_if", purpose),
        notices=any(says(sign, purpose) for sign in ("tell_if", "trouble", "logged")),
        logs=says("logged", purpose),
        remembers=says("remembers", purpose),
        only_remembers=bool(kept) and {*asked} <= {*kept},
        questions=questions,
        only_asks=bool(questions) and {*asked} <= {*questions},
        reminds=says("reminds", purpose),
        unheard=says("unheard", purpose),
        goes_on=says("goes_on", purpose),
    )


def _is_needless(parts: list[str], asked: list[str]) -> bool:
    """Whether it says of something that it need not be done, and asks for nothing."""
    needless = [part for part in parts if says("needless", part)]
    return bool(needless) and not [part for part in asked if part not in needless]


def sentences_of(purpose: str) -> list[str]:
    """Its sentences, in their order."""
    return [one for sentence in _SENTENCES.split(purpose) if (one := sentence.strip())]


def parts_of(sentence: str) -> list[str]:
    """Its parts, of which one may be the reason of another."""
    return [one for part in _PARTS.split(sentence) if part and (one := part.strip())]


def says(sign: str, text: str) -> bool:
    """Whether a text holds a sign of `wish.toml`."""
    return _signs()[sign].search(text) is not None


@cache
def _signs() -> dict[str, re.Pattern[str]]:
    """The signs of `wish.toml` by their names."""
    text = (files("companion.rooms.governance") / "wish.toml").read_text(encoding="utf-8")
    return {
        name: re.compile("|".join((*row["en"], *row["ja"])), re.IGNORECASE)
        for name, row in tomllib.loads(text).items()
    }
