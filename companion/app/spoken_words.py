"""Spoken words: gives the home's grammar and names to all microphones."""

from collections.abc import Iterator

from companion.app.talking import Talking
from companion.desk.closed_sentences import is_closed
from companion.rooms.understanding.ending import GrammarEndings
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.voice.vocabulary import vocabulary
from companion.words.language import Language, has_japanese


def endings_of(talking: Talking) -> GrammarEndings:
    """Judge of where a sentence ends, by this home and by the closed sentences."""
    return GrammarEndings(talking.grammar, closed=is_closed)


def vocabulary_of(talking: Talking, language: Language) -> str:
    """Words that speech to text is told to expect: the companion's name, without which "Koto, stop"
    was read "Code, stop", and the names of the home as it is now."""
    return vocabulary(_names(talking.grammar, language), language)


def _names(grammar: GrammarUnderstanding, language: Language) -> Iterator[str]:
    """Rooms before things: they are said more."""
    own, home = grammar.called_by.names, grammar.home()
    yield from [n for n in own if has_japanese(n) is (language is Language.JA)] or own
    for names in (*(r.names for r in home.rooms), *(t.names for t in home.things)):
        yield from names[:2]
