"""Likely words: chooses among several readings of the same sound by what this home can be told.

Speech to text knows how words sound, and the grammar knows what can be said here: "head the lights"
is nothing, "hit the lights" is a command. The likeliest reading is kept wherever it says something
or lacks a word; only where it is no sentence of this home, a reading that is nearly as likely and a
whole sentence takes its place. Never a yes or a no: nobody's mumble answers a question.
"""

import logging
from dataclasses import dataclass, replace

from companion.ports.clock import Clock
from companion.ports.listening import Transcript
from companion.ports.understanding import Endings, SpokenSentence
from companion.words.language import Language
from companion.words.said import language_to_read
from companion.words.short_answer import short_answers
from companion.words.turn import Ending

log = logging.getLogger(__name__)

_NOTHING_HERE = (Ending.ASKS, Ending.FREE)
"""No sentence of this home as it was read."""


@dataclass(frozen=True, kw_only=True)
class LikelyWords:
    """Chooses among readings by the grammar of this home."""

    endings: Endings
    clock: Clock
    language: Language
    """Of the household, for words whose letters do not tell."""
    place: str = ""
    """Room of the microphone."""

    def choose(self, words: Transcript) -> Transcript:
        """The transcript with the reading that says something here. Unchanged where the likeliest
        does, or none does."""
        if words.rejected or not words.others or self._ending(words) not in _NOTHING_HERE:
            return words
        for other in words.others:
            if short_answers(other):
                continue
            read = replace(words, text=other)
            if self._ending(read) is Ending.WHOLE:
                log.info("read as %r, and not as %r", other, words.text)
                return read
        return words

    def _ending(self, words: Transcript) -> Ending:
        language = language_to_read(words.text, words.language, self.language)
        said = SpokenSentence(words.text, language, self.clock.now(), self.place)
        return self.endings.ending(said)
