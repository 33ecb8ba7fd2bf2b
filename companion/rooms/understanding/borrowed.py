"""Borrowed 借り言葉: a sentence with words of the other language, said again in its own.

`turn the エアコン on`, エアコンをturn onして: people of two languages speak so. A thing keeps
its name, a sort of thing becomes the word of the sentence's language, and a deed its plain verb.
"""

import re
from functools import cache

from companion.rooms.understanding.fold import fold, fold_name
from companion.rooms.understanding.home import Home
from companion.rooms.understanding.lexicon import words_of
from companion.words.language import Language

_JAPANESE = re.compile("[ぁ-ゖァ-ヺー一-龯々]+")
_ENGLISH = re.compile("[A-Za-z][A-Za-z' ]*[A-Za-z]|(?<![A-Za-z])[A-Za-z](?![A-Za-z])")
_DEEDS = (
    ("turn on|switch on|put on|start", "つけて"), ("turn off|switch off|shut off", "消して"),
    ("open", "開けて"), ("close|shut", "閉めて"), ("lock", "鍵をかけて"), ("play", "再生して"),
    ("stop", "止めて"), ("pause", "一時停止して"), ("mute", "ミュートして"),
)  # fmt: skip
_DONE = (
    "(?:し(?:て|といて|ておいて|てくれる|てください)|する|お願い(?:します)?)?(?=$|[、。 !?！？])"
)


def in_own_words(text: str, language: Language, home: Home) -> str:
    """The sentence with the words of the other language put in its own; empty where it has none,
    or one that nobody knows."""
    if language is Language.JA:
        return _of_japanese(text, home)
    changed = text
    for found in reversed(list(_JAPANESE.finditer(text))):
        word = _named(found.group(), home, Language.EN) or _kind(
            fold(found.group(), Language.JA), Language.JA, Language.EN
        )
        if not word:
            return ""
        changed = f"{changed[: found.start()]} {word} {changed[found.end() :]}"
    return changed if changed != text else ""


def _of_japanese(text: str, home: Home) -> str:
    changed = text
    for said, plain in _DEEDS:
        changed = re.sub(f"(?i)(?<![a-z])(?:{said}){_DONE}", plain, changed)
    for found in reversed(list(_ENGLISH.finditer(changed))):
        said = re.sub("(?i)^(?:the|my|our) ", "", found.group())
        word = _named(said, home, Language.JA) or _kind(
            fold(said, Language.EN), Language.EN, Language.JA
        )
        changed = f"{changed[: found.start()]}{word or said}{changed[found.end() :]}"
    return changed if changed != text else ""


def _named(said: str, home: Home, language: Language) -> str:
    """The thing's or room's name in the language, for its name in the other."""
    called = fold_name(said)
    for names in (*(t.names for t in home.things), *(room.names for room in home.rooms)):
        if called in map(fold_name, names):
            ascii_ = language is Language.EN
            return next((name for name in names if name.isascii() is ascii_), "")
    return ""


@cache
def _kind(word: str, language: Language, into: Language) -> str:
    kinds = [
        lexeme.value
        for end, lexemes in words_of(language).at(word, 0)
        if end == len(word)
        for lexeme in lexemes
        if lexeme.cls == "kind"
    ]
    return _plain_kinds(into).get(kinds[0], "") if kinds else ""


@cache
def _plain_kinds(language: Language) -> dict[str, str]:
    """Each sort of thing -> the shortest word for it."""
    found: dict[str, str] = {}
    for spelling in sorted(words_of(language).spellings(), key=lambda s: (len(s), s)):
        for end, lexemes in words_of(language).at(spelling, 0):
            for lexeme in lexemes if end == len(spelling) else ():
                if lexeme.cls == "kind" and len(spelling) > 1:
                    found.setdefault(lexeme.value, spelling)
    return found
