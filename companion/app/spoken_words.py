"""Spoken words: gives the home's grammar and names to all microphones."""

from collections.abc import Iterator

from companion.app.talking import Talking
from companion.desk.closed_sentences import is_closed
from companion.rooms.understanding.ending import GrammarEndings
from companion.voice.vocabulary import vocabulary
from companion.words.language import Language


def endings_of(talking: Talking) -> GrammarEndings:
    """Judge of where a sentence ends, by this home and by the closed sentences."""
    return GrammarEndings(talking.grammar, closed=is_closed)


def vocabulary_of(talking: Talking, language: Language) -> str:
    """Words that speech to text is told to expect, of the home as it is now."""
    return vocabulary(_names(talking), language)


def _names(talking: Talking) -> Iterator[str]:
    """Rooms first: they are said most."""
    home = talking.grammar.home()
    for names in (*(r.names for r in home.rooms), *(t.names for t in home.things)):
        yield from names[:2]
