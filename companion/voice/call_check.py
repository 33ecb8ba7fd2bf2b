"""Call check: compares the sound that a detector took for a wake word with how that word sounds.

A detector of a few kilobytes takes お茶淹れて for "Okay Nabu". Speech to text, told to expect the
wake word, writes it for every real call, and writes something else for such a sentence.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from difflib import SequenceMatcher

from companion.ports.listening import OTHER_LANGUAGE, Transcript
from companion.voice.self_echo import IN_KANA
from companion.words.kana import hiragana
from companion.words.language import Language, has_japanese

ALIKE = 0.6
"""Share of letters that agree. 74 calls (three voices, four people, three levels of noise) had
0.71 and more, お茶入れて 0.46."""
SPOKEN_IN = Language.EN
"""The built-in wake words are English. Read as Japanese 14 of 73 such calls were other words."""
LONGER = 1 / 3
"""A reading may be longer or shorter by this share of the wake word."""


@dataclass(frozen=True)
class CallCheck:
    """Judge of readings of a call."""

    phrases: frozenset[str] = frozenset()
    """Wake words whose spelling is how they sound, in small letters. A model of the owner's own may
    be called anything."""
    reading: Callable[[str], str] = lambda text: text
    """Kana of a Japanese text."""

    def checks(self, phrase: str) -> bool:
        """Whether this wake word can be checked."""
        return _folded(phrase) in self.phrases

    def may_be(self, phrase: str, heard: Transcript) -> bool:
        """Whether the words that were read may be this wake word. A sound that could not be read
        may."""
        if heard.rejected not in ("", OTHER_LANGUAGE) or not heard.text.strip():
            return True  # wake words are of no language
        text, name = _folded(heard.text), _folded(phrase)
        if has_japanese(text):
            text, name = hiragana(self.reading(text)), hiragana(IN_KANA.get(name, name))
        return _best(_letters(name), _letters(text)) >= ALIKE


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().replace("_", " ").split())


def _letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum() and letter != "ー")


def _best(name: str, text: str) -> float:
    """How well some stretch of the text agrees with the name."""
    more = round(LONGER * len(name))
    return max(
        SequenceMatcher(None, name, text[begin : begin + length], autojunk=False).ratio()
        for begin in range(len(text) or 1)
        for length in range(len(name) - more, len(name) + more + 1)
    )
