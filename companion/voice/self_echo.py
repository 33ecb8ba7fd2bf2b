"""Self-echo: recognises words that the microphone heard from the companion's own speaker.

A microphone beside a speaker hears both. Echo cancelling takes most of it away; what is left comes
back from speech to text as words, more or less as they were spoken. They are compared with what is
being spoken now, as readings where the caller gives them (廊下 comes back as ローカ).
"""

import math
import unicodedata
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import pairwise

from companion.words.kana import hiragana
from companion.words.language import has_japanese

LETTERS_PER_S, LETTERS_PER_S_JA = 14.0, 7.0
"""Pace of speech where its length is not known: slow voices of both languages."""
BEHIND_S, AHEAD_S = 8.0, 2.0
"""Speech of so long ago may still be in a stretch that is read now, and a guessed pace may be so
much too slow."""
AFTER_S = 3.0
"""Words come from speech to text so long after their sound at most."""
SOUNDS_ON_S, LAST_S = 1.0, 1.5
"""A loudspeaker may sound so long after speaking was held to have ended; then it is the end of the
text that sounds, as much of it as the second figure. はい, said behind a question that began with
はい, is an answer."""
MOST_WRONG = 0.25
"""Share of letters (English: words) that speech to text may get wrong of an echo."""
EXACT_BELOW, EXACT_BELOW_JA = 3, 4
"""Shorter words must be in the text exactly: few letters are like many."""
SAME_WORD = 0.75
IN_KANA = {
    "okay nabu": "オーケーナブ",
    "hey jarvis": "ヘイジャービス",
    "hey mycroft": "ヘイマイクロフト",
    "hey rhasspy": "ヘイラスピー",
    "alexa": "アレクサ",
}
"""Wake words as a Japanese text writes them; their detectors name them in English."""


@dataclass(slots=True)
class _Spoken:
    """A text that is or was spoken."""

    text: str
    kana: str
    """Its reading, where it is Japanese; else the text."""
    began_s: float
    length_s: float
    ended_s: float | None = None

    def near(self, now: float, speech_s: float, *, in_kana: bool) -> str:
        """The part of it that may have been heard by now, in speech that began at `speech_s`."""
        text = self.kana if in_kana else self.text
        until = min(now, self.ended_s if self.ended_s is not None else now) - self.began_s
        is_behind = self.ended_s is not None and speech_s > self.ended_s
        behind_s, length_s = BEHIND_S, self.length_s
        if is_behind:
            behind_s, length_s = LAST_S, max(length_s, until)
        first = (until - behind_s) / length_s * len(text)
        last = (until + AHEAD_S) / self.length_s * len(text)
        return text[max(0, int(first)) : max(0, int(last) + 1)]


@dataclass(slots=True)
class SelfEcho:
    """Remembers what is spoken, and when; also what was spoken just before it."""

    monotonic: Callable[[], float]
    reading: Callable[[str], str] = lambda text: text
    """Kana of a Japanese text. A text is read when its speech begins: a dictionary may have to be
    loaded, and no stop word waits for that."""
    _speech_s: float = -math.inf
    """When the speech began that is heard now."""
    _spoken: deque[_Spoken] = field(default_factory=lambda: deque(maxlen=2))

    def began(self, text: str, length_s: float = 0.0) -> None:
        """This is spoken from now on; `length_s` where it is known."""
        self.ended()
        japanese = has_japanese(text)
        pace = LETTERS_PER_S_JA if japanese else LETTERS_PER_S
        length_s = length_s or max(1.0, len(text) / pace)
        kana = self._kana(text) if japanese else text
        self._spoken.append(_Spoken(text, kana, self.monotonic(), length_s))

    def ended(self) -> None:
        """Note that speaking has ended."""
        if self._spoken and self._spoken[-1].ended_s is None:
            self._spoken[-1].ended_s = self.monotonic()

    def went_on(self) -> None:
        """The same text goes on at the clause that was cut."""
        if self._spoken and (ended_s := self._spoken[-1].ended_s) is not None:
            self._spoken[-1].began_s += self.monotonic() - ended_s
            self._spoken[-1].ended_s = None

    def speech_began(self) -> None:
        """Note that somebody begins to speak, or that the loudspeaker sounds."""
        self._speech_s = self.monotonic()

    def is_echo(self, heard: str) -> bool:
        """Whether these words are what was being spoken when they sounded."""
        return any(self._repeats(heard, spoken) for spoken in self._spoken)

    def _repeats(self, heard: str, by: _Spoken) -> bool:
        now = self.monotonic()
        if not by.text:
            return False
        if by.ended_s is not None and (
            now - by.ended_s > AFTER_S or self._speech_s - by.ended_s > SOUNDS_ON_S
        ):
            return False
        phrase = " ".join(heard.casefold().replace("_", " ").split())
        if phrase in IN_KANA and self._is_in(IN_KANA[phrase], by, now):
            return True
        return self._is_in(heard, by, now)

    def _is_in(self, heard: str, by: _Spoken, now: float) -> bool:
        japanese = has_japanese(heard)
        words = _once(
            _units(self._kana(heard) if japanese else heard, japanese), least=2 if japanese else 1
        )
        spoken = _units(by.near(now, self._speech_s, in_kana=japanese), japanese)
        if not words or not spoken:
            return False
        short = len(words) < (EXACT_BELOW_JA if japanese else EXACT_BELOW)
        return _distance(words, spoken) <= (0.0 if short else MOST_WRONG * len(words))

    def _kana(self, text: str) -> str:
        return hiragana(self.reading(unicodedata.normalize("NFKC", text).casefold()))


def _units(text: str, japanese: bool) -> Sequence[str]:
    """Letters of a Japanese text, words of an English one."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    if japanese:
        return [c for c in plain if c.isalnum() and c != "ー"]
    return "".join(c if c.isalnum() or c == "'" else " " for c in plain).split()


def _once(units: Sequence[str], *, least: int) -> Sequence[str]:
    """`Stop stop` as `stop`: speech to text writes a short sound twice. `least`: units of a word;
    one letter, twice, is a word of its own (ここ)."""
    for length in range(least, len(units) // 2 + 1):
        if list(units) == list(units[:length]) * (len(units) // length):
            return units[:length]
    return units


def _distance(heard: Sequence[str], spoken: Sequence[str]) -> float:
    """Fewest changes that make the heard words some stretch of the spoken ones."""
    row = [0.0] * (len(spoken) + 1)
    for word in heard:
        before, row = row, [row[0] + 1.0]
        for (above, left_above), own in zip(
            ((b, a) for a, b in pairwise(before)), spoken, strict=True
        ):
            row.append(min(above + 1.0, row[-1] + 1.0, left_above + (not _alike(word, own))))
    return min(row)


def _alike(one: str, other: str) -> bool:
    """Whether speech to text may have made one word of the other."""
    if one == other:
        return True
    long = len(one) > 3 and len(other) > 3
    return long and SequenceMatcher(None, one, other).ratio() >= SAME_WORD
