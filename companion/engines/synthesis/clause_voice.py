"""Clause voice: has a worker process make a text one clause at a time.

Base of the voice engines that run in a worker: the service neither loads them nor waits for them.
"""

from collections.abc import AsyncGenerator, Mapping
from typing import Any

from companion.engines.synthesis.clauses import clauses
from companion.engines.worker.worker import Worker, WorkerFailed
from companion.ports.speech import SpeechUnavailable
from companion.words.audio import AudioClip
from companion.words.language import Language
from companion.words.voice_style import VoiceStyle


class ClauseVoice:
    """Voice engine of one language whose worker makes clause after clause. Implements the port
    `SpeechEngine`, less `voices`."""

    def __init__(
        self, module: str, settings: Mapping[str, Any], *, language: Language, deadline_s: float
    ) -> None:
        """`module` has the worker's `serve`; `settings` go to it. `deadline_s` is per clause."""
        self._language = language
        self._deadline_s = deadline_s
        self._worker = Worker(module, settings, name=f"voice {language.value}")
        self._started = False
        self._why_down = ""

    @property
    def pid(self) -> int | None:
        """Process id of the worker while it serves; for tests of faults."""
        return self._worker.pid

    def languages(self) -> frozenset[Language]:
        """The one it speaks."""
        return frozenset({self._language})

    def speak(
        self, text: str, *, language: Language, style: VoiceStyle
    ) -> AsyncGenerator[AudioClip, None]:
        """Clip by clause. Raises `SpeechUnavailable`, `ValueError` for another language."""
        if language not in self.languages():
            raise ValueError(f"this voice does not speak {language.value}")
        return self._clips(clauses(text, language), style)

    def why_down(self) -> str:
        """Reason of the last failed call or start; "" while it serves or was not asked yet."""
        return self._why_down

    async def close(self) -> None:
        """End the worker; idempotent."""
        self._started = False
        await self._worker.stop()

    def call_of(self, clause: str, style: VoiceStyle) -> dict[str, Any]:
        """Request to the worker for a clause. Raises `SpeechUnavailable`."""
        return {
            "text": clause,
            "pace": style.pace,
            "pitch_semitones": style.pitch_semitones,
            "volume": style.volume,
        }

    async def _clips(
        self, pieces: tuple[str, ...], style: VoiceStyle
    ) -> AsyncGenerator[AudioClip, None]:
        for clause in pieces:
            clip = await self._made(clause, style)
            if clip.pcm:
                yield clip

    async def _made(self, clause: str, style: VoiceStyle) -> AudioClip:
        try:
            call = self.call_of(clause, style)
            if not self._started:
                await self._worker.start()
                self._started = True
            reply, pcm = await self._worker.call(call, deadline_s=self._deadline_s)
            rate_hz = int(reply["rate_hz"])
        except SpeechUnavailable as error:
            self._why_down = str(error)
            raise
        except (WorkerFailed, KeyError, TypeError, ValueError) as error:
            self._why_down = f"the voice gave no sound: {error}"
            raise SpeechUnavailable(self._why_down) from error
        self._why_down = ""
        return AudioClip(pcm, rate_hz)
