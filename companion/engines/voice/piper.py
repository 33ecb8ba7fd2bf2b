"""Voice engine on Piper: English, voice "joe", or any Piper voice whose two files lie beside it.

piper-tts is GPL-3 and is loaded by its worker process alone.
"""

from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from companion.engines import weights
from companion.engines.synthesis.clause_voice import ClauseVoice
from companion.engines.synthesis.voice_weights import JOE, REMEDY
from companion.ports.speech import SpeechUnavailable
from companion.words.language import Language
from companion.words.voice_style import VoiceStyle


class Settings(BaseModel):
    """Settings of Piper."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    models_dir: Path = Field(
        weights.MODELS_DIR, description="folder of the voices: en_*.onnx, each with its .onnx.json"
    )
    threads: int = Field(2, gt=0, description="threads of the worker")
    deadline_s: float = Field(30.0, gt=0, description="a clause that takes longer is given up")


class Piper(ClauseVoice):
    """English voice in a worker. Implements the port `SpeechEngine`."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(
            "companion.engines.synthesis.piper_worker",
            {"threads": settings.threads},
            language=Language.EN,
            deadline_s=settings.deadline_s,
        )
        self._models_dir = settings.models_dir

    def voices(self, language: Language) -> tuple[str, ...]:
        """Those in the folder, by the name of the file without `.onnx`."""
        found = self._models_dir.glob(f"{language.value}_*.onnx")
        return tuple(sorted(p.stem for p in found if self._about(p).is_file()))

    def call_of(self, clause: str, style: VoiceStyle) -> dict[str, Any]:
        """Request to the worker. Raises `SpeechUnavailable` where the voice is not there."""
        name = style.voice or JOE
        there = self.voices(Language.EN)
        if name not in there:
            if not style.voice:
                raise SpeechUnavailable(f"the voice {JOE} was not fetched; {REMEDY}")
            listed = ", ".join(there)
            raise SpeechUnavailable(f"piper has no voice {name!r}; there are: {listed}")
        voice = str(self._models_dir / f"{name}.onnx")
        return {**super().call_of(clause, style), "voice": voice}

    @staticmethod
    def _about(voice: Path) -> Path:
        return voice.with_name(voice.name + ".json")


def build(settings: Settings) -> Piper:
    """Build the voice; it is not started yet."""
    return Piper(settings)
