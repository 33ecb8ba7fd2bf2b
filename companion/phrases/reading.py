"""Reading 読み取り: the meanings that the ranker can read in a situation, in words for the
owner."""

from collections.abc import Iterable

from companion.words.language import Language
from companion.words.table import in_both_languages, table

_WORDS = in_both_languages(table("companion.phrases", "reading.toml"))


def read_words(facts: Iterable[str], language: Language) -> str:
    """`somebody sleeps, it is dark`; a fact without words is left out."""
    known = [_WORDS[fact].get(language) for fact in facts if fact in _WORDS]
    return ("、" if language is Language.JA else ", ").join(known)


def words_for() -> frozenset[str]:
    """The facts that have words."""
    return frozenset(_WORDS)
