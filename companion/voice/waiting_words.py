"""Waiting words: choose the short words that bridge the time until an answer is there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from companion.phrases.acknowledgements import WAITING
from companion.words.language import Language

WORDS_AFTER_S = 0.7
"""Most answers of code are there by then; a longer silence sounds like not having been heard."""


@dataclass
class WaitingWords:
    """Names of the acknowledgements for an answer that takes its time, in turn."""

    names: Callable[[Language], Sequence[str]] = lambda _: WAITING
    _last: str = field(default="", init=False)

    def next(self, language: Language) -> str:
        """Never the same twice in a row; "" where there are no others."""
        names = self.names(language)
        after = names.index(self._last) + 1 if self._last in names else 0
        in_turn = (*names[after:], *names[:after])
        self._last = next((name for name in in_turn if name != self._last), "")
        return self._last
