"""Reading of statements: what a person's sentence tells, clause by clause."""

import unicodedata
from collections.abc import Iterator
from dataclasses import replace

from companion.rooms.consolidation.statements import english, japanese
from companion.rooms.consolidation.statements.doubts import is_doubtful
from companion.rooms.consolidation.statements.statement import ME, NOTE, Statement
from companion.words.language import Language, has_japanese
from companion.words.table import compiled, table

MOST_READ = 400
"""Letters of a sentence; a longer one is a story, and is left to recall."""

_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "´": "'", "`": "'"})
_FORMS = compiled(table("companion.rooms.consolidation.statements", "clauses.toml")["reading"])


def read(text: str) -> tuple[Statement, ...]:
    """Statements of a person's sentence; empty where no rule is sure."""
    plain = unicodedata.normalize("NFKC", text).translate(_APOSTROPHES).strip()
    if not plain or len(plain) > MOST_READ:
        return ()
    language = Language.JA if has_japanese(plain) else Language.EN
    found: list[Statement] = []
    sentences = [one for part in _FORMS["sentence_end"].split(plain) if (one := part.strip())]
    asked = len(sentences) > 1 and _FORMS["asked_alone"].fullmatch(sentences[0]) is not None
    for number, one in enumerate(sentences[1:] if asked else sentences):
        sentence = _FORMS["quoted_name"].sub(r"\1", one)
        found += _of_sentence(sentence, language, first=number == 0, wanted=asked)
    return tuple(found)


def _of_sentence(
    sentence: str, language: Language, *, first: bool, wanted: bool
) -> list[Statement]:
    told, asked = _asked(sentence, language)
    asked = asked or wanted
    told = _clause(told, language)
    if not told or is_doubtful(told, language):
        return []
    found = [replace(one, text=told, asked=asked) for one in _statements(told, language, first)]
    if not found and asked and _is_note(told, language):
        found = [Statement(whose=ME, predicate=NOTE, value=told, text=told, asked=True)]
    return found


def _is_note(told: str, language: Language) -> bool:
    short = len(told) < 5 if language is Language.JA else len(told.split()) < 3
    return not short and not _FORMS["no_note"].search(told)


def _asked(sentence: str, language: Language) -> tuple[str, bool]:
    """The clause to be remembered, and whether the speaker asked for it."""
    patterns = (
        (_FORMS["asked_first_ja"], _FORMS["asked_ja"])
        if language is Language.JA
        else (_FORMS["asked_en"], _FORMS["asked_behind_en"])
    )
    plain = sentence if language is Language.JA else _opened(sentence)
    for pattern in patterns:
        if (found := pattern.match(plain)) is not None:
            return found["told"], True
    return sentence, False


def _opened(sentence: str) -> str:
    return _FORMS["opening_en"].sub(
        "", _FORMS["calls_en"].sub("", _FORMS["opening_en"].sub("", sentence))
    )


def _clause(told: str, language: Language) -> str:
    told = told.strip(" 、,")
    if language is Language.JA:
        return told
    told = _FORMS["calls_behind_en"].sub("", _opened(told))
    return told.rstrip(" .!")


def _statements(clause: str, language: Language, first: bool) -> Iterator[Statement]:
    if language is Language.JA:
        return japanese.statements(clause, first=first)
    return english.statements(clause)
