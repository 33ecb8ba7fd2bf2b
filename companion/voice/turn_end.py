"""Turn end: sets how much silence ends a turn, by the meaning first and by the sound last.

A whole command of this home ends it at once. Words that lack something are waited for. Only for
what is no sentence of this home (talk, unknown words) the model of sound is asked, as it takes
nearly every command that was cut in the middle for complete.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from companion.ports.clock import Clock
from companion.ports.listening import ListeningUnavailable, Transcript, TurnModel
from companion.ports.understanding import Endings, SpokenSentence
from companion.voice.listen import Verdict
from companion.words.audio import AudioClip
from companion.words.language import Language
from companion.words.said import language_to_read
from companion.words.short_answer import short_answers
from companion.words.stop_word import means_stop
from companion.words.turn import EndedBy, Ending

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEndSettings:
    """Settings of how much silence ends a turn, in seconds since the last sound."""

    whole_s: float = 0.2
    doubted_under: float = 0.5
    """Confidence of speech to text under which whole words are waited for as those that may go on:
    a command that is cut is read as another one ("turn the TV off" for "turn the TV volume |").
    Of 60 open commands that were read rightly none had less than 0.56."""
    asks_s: float = 0.25
    """A request that is not understood: all of it was said, and no act waits for more of it."""
    may_go_on_s: float = 1.0
    """Longer than a pause within a sentence, which is 0.8 s with people who look for a word."""
    open_s: float = 1.6
    free_s: float = 1.6
    """Talk whose end the model of sound does not tell."""
    finished_s: float = 0.5
    """Talk that the model of sound takes for finished."""
    finished_at: float = 0.5
    """Score of the model from which it is."""
    model_s: float = 0.6
    """The model has to answer in this time; it needs about 0.1 s of CPU."""


@dataclass(frozen=True, kw_only=True)
class TurnEnd:
    """Judge of the words so far."""

    endings: Endings
    clock: Clock
    language: Language
    """Of the household, for words whose letters do not tell."""
    place: str = ""
    """Room of the microphone."""
    so_far: Callable[[], SpokenSentence | None] = lambda: None
    """The sentence that these words may say more of, where it was acted on already."""
    model: TurnModel | None = None
    settings: TurnEndSettings = field(default_factory=TurnEndSettings)

    async def wait(self, words: Transcript, clip: AudioClip) -> Verdict:
        """How long to wait after these words. A failing model costs nothing but its opinion."""
        if words.rejected or not words.text.strip():
            return Verdict(self.settings.free_s, EndedBy.SILENCE)
        language = language_to_read(words.text, words.language, self.language)
        said = SpokenSentence(words.text, language, self.clock.now(), self.place)
        before = self.so_far()
        if before is not None and (whole := self.endings.joined(before, words.text)):
            said = replace(said, text=whole)
        ending = self.endings.ending(said)
        if ending is Ending.FREE:
            return await self._by_sound(clip)
        if ending is Ending.WHOLE and self._is_doubted(words):
            ending = Ending.MAY_GO_ON
        silence_s = self._silence_s(ending)
        by_meaning = ending in (Ending.WHOLE, Ending.ASKS)
        return Verdict(silence_s, EndedBy.MEANING if by_meaning else EndedBy.SILENCE)

    def _silence_s(self, ending: Ending) -> float:
        on = self.settings
        waits = {Ending.WHOLE: on.whole_s, Ending.ASKS: on.asks_s, Ending.MAY_GO_ON: on.may_go_on_s}
        return waits.get(ending, on.open_s)

    def _is_doubted(self, words: Transcript) -> bool:
        """A stop, a yes or a no is short, and is taken at once."""
        sure = words.confidence is None or words.confidence >= self.settings.doubted_under
        return not sure and not short_answers(words.text) and not means_stop(words.text)

    async def _by_sound(self, clip: AudioClip) -> Verdict:
        if self.model is not None:
            try:
                async with asyncio.timeout(self.settings.model_s):
                    score = await self.model.finished(clip)
            except (ListeningUnavailable, TimeoutError) as error:
                log.info("the turn model gave no opinion: %s", str(error) or "too late")
            else:
                if score >= self.settings.finished_at:
                    return Verdict(self.settings.finished_s, EndedBy.TURN_MODEL)
        return Verdict(self.settings.free_s, EndedBy.SILENCE)
