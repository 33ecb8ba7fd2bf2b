"""Of several readings of one sound, this module chooses the one that fits this home.

Speech to text knows how words sound, and the grammar knows what can be said here: "head the lights"
is nothing, "hit the lights" is a command. The likeliest reading is kept wherever it says something
or lacks a word; only where it is no sentence of this home, or an order with words that say nothing
here, a reading that is nearly as likely and a whole sentence takes its place; so does one with a
word of this home for a loanword that sounds nearly the same. Never a yes or a no:
nobody's mumble answers a question.
"""

import logging
from dataclasses import dataclass, replace
from itertools import islice

from companion.ports.clock import Clock
from companion.ports.listening import OTHER_LANGUAGE, Transcript
from companion.ports.understanding import Endings, SpokenSentence
from companion.words.language import Language
from companion.words.said import language_to_read
from companion.words.short_answer import short_answers
from companion.words.turn import Ending

log = logging.getLogger(__name__)

MOST_NEAR = 4
"""Readings with a word that sounds like one of this home's that are tried, at some milliseconds
each."""
_NOTHING_HERE = (Ending.ASKS, Ending.BEGUN, Ending.FREE)
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
        does, or none does. A sentence of this home is in its language, where that was in doubt."""
        if words.may_be_ours and words.rejected == OTHER_LANGUAGE and self._is_said_here(words):
            return replace(words, rejected="")
        if words.rejected or not self._is_nothing_here(words):
            return words
        near = islice(self.endings.sounding_like(self._said(words.text, words.language)), MOST_NEAR)
        for other in (*words.others, *near):
            if self._is_whole(replace(words, text=other)):
                log.info("read as %r, and not as %r", other, words.text)
                return replace(words, text=other)
        return words

    def suffices(self, words: Transcript) -> bool:
        """Whether the reading is a whole sentence of this home: then it is acted on at once, and
        looking for others would take nearly as long again. For a sentence that lacks something, or
        may, more is waited for: there is time to look. A yes or a no is looked at again."""
        return not words.rejected and self._is_whole(words)

    def _is_whole(self, words: Transcript) -> bool:
        whole = self._ending(words.text, words.language) is Ending.WHOLE
        return whole and not short_answers(words.text)

    def _is_said_here(self, words: Transcript) -> bool:
        goes_on = self._ending(words.text, words.language) is Ending.MAY_GO_ON
        return goes_on or self._is_whole(words)

    def _is_nothing_here(self, words: Transcript) -> bool:
        return self._ending(words.text, words.language) in _NOTHING_HERE

    def says_nothing(self, text: str, language: Language | None) -> bool:
        """Whether a text is no sentence of this home, or lacks something."""
        return self._ending(text, language) in (Ending.OPEN, Ending.BEGUN, Ending.FREE)

    def _ending(self, text: str, told: Language | None) -> Ending:
        return self.endings.ending(self._said(text, told))

    def _said(self, text: str, told: Language | None) -> SpokenSentence:
        language = language_to_read(text, told, self.language)
        return SpokenSentence(text, language, self.clock.now(), self.place)
