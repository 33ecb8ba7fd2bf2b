"""Recalled 想起したもの: turns of the talk and episodes that memory gives back."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from companion.words.episode import Episode
from companion.words.text import LabelledText


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """想起した一言: who said it, what, when; it keeps the trust label it was stored with."""

    role: str
    """`user` for what people said, `assistant` for the persona's own speech."""
    text: LabelledText
    at: datetime


class Reason(StrEnum):
    """理由: why an episode came to mind."""

    WORDS = "words"
    MEANING = "meaning"
    TIME = "time"
    BESIDE = "beside"
    """It stands in the same talk, next to what was found."""
    PERSONA = "persona"
    """The persona would readily recall it; others were found before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """見つけた出来事: an episode, and why it came to mind."""

    episode: Episode
    score: float
    """Compares only with others of the same answer."""
    why: tuple[Reason, ...]
    words: tuple[str, ...] = ()
    """Words of the question that it holds."""
    closeness: float | None = None
    """Cosine of its vector and the question's; None where it has none or was not among the
    closest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recollection:
    """想起: what comes to mind at a sentence."""

    turns: tuple[Recalled, ...] = ()
    """The last turns of the talk, oldest first."""
    before: tuple[Found, ...] = ()
    """Earlier talk and events that belong to it, best first; none of `turns`."""
