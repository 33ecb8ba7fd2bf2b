"""A wish 願い is the part of a purpose that is asked for, apart from its reason and from what the
purpose rules out.

People tell a story before they ask ("Dad's hip is bad, so I don't want him stumbling in the dark"):
the words of the story are no purpose. Rules, in both languages; where nothing is marked as a wish
the whole is one.
"""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_SENTENCES = re.compile(r"(?<=[.!?;。！？])\s*|\n+")
_PARTS = (
    r"、(?=あと|それと|それから|ついでに)"
    r"|(?:(?<=から)|(?<=ので)|(?<=けど)|(?<=のに)|(?<=し)|(?<=が)|(?<=て))、"
    r"|,? (?:so(?: that)?|because|since|but) |, (?:and )?(?=(?:i|we|please|{verbs})\b)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """願い: a purpose as it was read."""

    asked: tuple[str, ...]
    """The parts that ask for something, in their order; the whole where none is marked."""
    whole: str = ""
    """The purpose itself."""
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
    asks: bool = False
    """It wants people to be asked."""
    talk_only: bool = False
    """It wants people to be spoken with, and no part of it speaks of the home's own doing."""

    @property
    def to_do(self) -> tuple[str, ...]:
        """The parts that ask for more than to remember or to look up; all where none does."""
        known = (*self.questions, *(part for part in self.asked if says("remembers", part)))
        return tuple(part for part in self.asked if part not in known) or self.asked

    @property
    def acts(self) -> tuple[str, ...]:
        """The parts that ask for the home's own doing."""
        return tuple(part for part in self.asked if of_house([part]) and not _is_words(part))

    def may_act(self, *, named: bool = False) -> bool:
        """Whether devices may serve it that no word of it names: a part asks for the home's own
        doing, or its story speaks of it (or names a part of a plan: `named`) and no part asks for
        words alone."""
        story = named or of_house([self.whole])
        return bool(self.acts) or (story and not any(map(_is_words, self.asked)))

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
    more = {part for part in asked if not says("needless", part)}
    wanted = {part for part in more if not says("prohibits", part)}
    meant = asked or parts
    speaks = any(says("speaks", part) for part in meant)
    forbids = bool(asked) and all(says("forbids", part) for part in asked)
    return Wish(
        asked=tuple(meant),
        whole=purpose,
        marked=bool(asked),
        parts=len(parts),
        silent=says("silent", purpose) or (says("unwoken", purpose) and not speaks),
        unasked=says("unasked", purpose),
        hands_off=says("hands_off", purpose) or forbids,
        spares=tuple(part for part in parts if says("forbids", part)),
        left_alone=says("left_alone", purpose) or _is_needless(parts, asked),
        only_told=says("tell_if", purpose),
        notices=any(says(sign, purpose) for sign in ("tell_if", "trouble", "logged")),
        logs=says("logged", purpose),
        remembers=says("remembers", purpose),
        only_remembers=bool(kept) and more <= {*kept},
        questions=questions,
        only_asks=bool(questions) and not {*filter(_is_more, wanted)} - {*questions},
        reminds=says("reminds", purpose),
        unheard=says("unheard", purpose),
        goes_on=says("goes_on", purpose),
        asks=any(says("asks", part) for part in meant),
        talk_only=speaks and not of_house(part for part in meant if not says("asks", part)),
    )


def _is_needless(parts: list[str], asked: list[str]) -> bool:
    """Whether it says of something that it need not be done, and asks for nothing."""
    needless = [part for part in parts if says("needless", part)]
    return bool(needless) and not [part for part in asked if part not in needless]


_OF_WORDS = ("tell_if", "reminds", "speaks", "questions", "remembers", "logged", "forbids")


def _is_words(part: str) -> bool:
    """Whether a part asks for words: to be told, asked, reminded, or that it be remembered."""
    return any(says(sign, part) for sign in _OF_WORDS)


def _is_more(part: str) -> bool:
    """Whether a part asks for more than the answer to a question of another part."""
    return says("tell_if", part) or not says("answers", part)


def of_house(parts: Iterable[str]) -> bool:
    """Whether one of these parts speaks of what the home can do: light, warmth, quiet, doors."""
    return any(says("of_house", part) for part in parts)


def sentences_of(purpose: str) -> list[str]:
    """Its sentences, in their order."""
    return [one for sentence in _SENTENCES.split(purpose) if (one := sentence.strip())]


def parts_of(sentence: str) -> list[str]:
    """Its parts, of which one may be the reason of another."""
    return [one for part in _signs()["parts"].split(sentence) if part and (one := part.strip())]


def says(sign: str, text: str) -> bool:
    """Whether a text holds a sign of `wish.toml`."""
    return _signs()[sign].search(text) is not None


def signs() -> tuple[str, ...]:
    """The names of the signs, in the order of the table."""
    return tuple(name for name in _signs() if name != "parts")


@cache
def _signs() -> dict[str, re.Pattern[str]]:
    """The signs of `wish.toml` by their names."""
    text = (files("companion.rooms.governance") / "wish.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    verbs = table.pop("verbs")
    signs = {name: "|".join((*row["en"], *row["ja"])) for name, row in table.items()}
    return {
        name: re.compile(pattern.replace("{verbs}", verbs), re.IGNORECASE)
        for name, pattern in {**signs, "parts": _PARTS}.items()
    }
