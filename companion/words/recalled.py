"""Recalled 想起したもの: one turn of an earlier conversation, as memory gives it back."""

from dataclasses import dataclass
from datetime import datetime

from companion.words.text import LabelledText


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """想起した一言: who said it, what, when; it keeps the trust label it was stored with."""

    role: str
    """`user` for what people said, `assistant` for the persona's own speech."""
    text: LabelledText
    at: datetime
