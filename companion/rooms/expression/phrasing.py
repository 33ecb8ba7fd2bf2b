"""Phrasing 言い回し: holds the fixed words of the rendering prompt, both languages as equals."""

from dataclasses import dataclass

from msgspec import convert

from companion.words.decision import MessageKind
from companion.words.language import Language
from companion.words.table import table


@dataclass(frozen=True, slots=True)
class Example:
    """例: facts in, message out."""

    kind: MessageKind
    mood: str
    action: str
    status: str
    outcome: str
    message: str


@dataclass(frozen=True, slots=True)
class Phrasing:
    """言い回し: everything fixed that the rendering prompt says in one language."""

    identity: str
    calls: str
    character: str
    rules: str
    kinds: dict[MessageKind, str]
    examples: tuple[Example, ...]


PHRASING = {
    Language(language): convert(read, Phrasing)
    for language, read in table("companion.rooms.expression", "phrasing.toml").items()
}
