"""Voice engine on the program espeak-ng: the last resort where no other voice serves.

Its sound is that of a machine, but it needs 8 MB and starts in a tenth of a second. It speaks
English only: its Japanese cannot read kanji.
"""

import asyncio
import io
import wave
from collections.abc import AsyncGenerator

from pydantic import BaseModel, ConfigDict, Field

from companion.engines.synthesis.clauses import clauses
from companion.ports.speech import SpeechUnavailable
from companion.words.audio import SAMPLE_BYTES, AudioClip
from companion.words.language import Language
from companion.words.voice_style import VoiceStyle

WORDS_PER_MINUTE = 165
"""Its usual pace is 175, which is hard to follow in a room."""
PITCH, PITCH_PER_SEMITONE = 50, 4
"""Its pitch goes from 0 to 99; 50 is the voice's own."""
LOUD = 100
"""Its own loudness."""
VOICES = ("en-us", "en-gb")


class Settings(BaseModel):
    """Settings of eSpeak NG."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    program: str = Field("espeak-ng", description="the program, of the package espeak-ng")
    deadline_s: float = Field(10.0, gt=0, description="a clause that takes longer is given up")


class EspeakNg:
    """English voice of a program that is started for each clause. Implements the port
    `SpeechEngine`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._why_down = ""

    def languages(self) -> frozenset[Language]:
        """English."""
        return frozenset({Language.EN})

    def voices(self, language: Language) -> tuple[str, ...]:
        """American and British."""
        return VOICES if language is Language.EN else ()

    def speak(
        self, text: str, *, language: Language, style: VoiceStyle
    ) -> AsyncGenerator[AudioClip, None]:
        """Clip by clause. Raises `SpeechUnavailable`, `ValueError` for another language. A voice
        that it does not have is spoken by its own: it is the last there is."""
        if language is not Language.EN:
            raise ValueError(f"espeak-ng does not speak {language.value} here")
        return self._clips(clauses(text, language), style)

    def why_down(self) -> str:
        """Reason of the last failure; "" for none."""
        return self._why_down

    async def close(self) -> None:
        """No process to end: each program ends with its clause."""

    async def _clips(
        self, pieces: tuple[str, ...], style: VoiceStyle
    ) -> AsyncGenerator[AudioClip, None]:
        for clause in pieces:
            try:
                async with asyncio.timeout(self._settings.deadline_s):
                    wav = await self._made(clause, style)
                clip = _clip_of(wav)
            except (OSError, TimeoutError, wave.Error, EOFError) as error:
                name = self._settings.program
                why = error.strerror if isinstance(error, OSError) else str(error)
                self._why_down = f"{name}: {why or 'no sound'}; apt-get install espeak-ng"
                raise SpeechUnavailable(self._why_down) from error
            self._why_down = ""
            yield clip

    async def _made(self, clause: str, style: VoiceStyle) -> bytes:
        voice = style.voice if style.voice in VOICES else VOICES[0]
        pitch = round(PITCH + PITCH_PER_SEMITONE * style.pitch_semitones)
        child = await asyncio.create_subprocess_exec(
            *(self._settings.program, "--stdin", "--stdout", "-v", voice),
            *("-s", str(round(WORDS_PER_MINUTE * style.pace))),
            *("-p", str(min(99, max(0, pitch))), "-a", str(round(LOUD * style.volume))),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            return (await child.communicate(clause.encode()))[0]
        finally:
            if child.returncode is None:  # nobody waits for this clause any more
                child.kill()
                await child.wait()


HEADER_BYTES = 44
"""Of its WAV header."""


def _clip_of(wav: bytes) -> AudioClip:
    """The sound of a WAV file whose header does not know its length: it was written to a pipe."""
    with wave.open(io.BytesIO(wav)) as sound:
        rate_hz, width = sound.getframerate(), sound.getsampwidth() * sound.getnchannels()
    if width != SAMPLE_BYTES:
        raise wave.Error(f"{width} bytes in a sample, not {SAMPLE_BYTES}")
    return AudioClip(wav[HEADER_BYTES:], rate_hz)


def build(settings: Settings) -> EspeakNg:
    """Build the voice."""
    return EspeakNg(settings)
