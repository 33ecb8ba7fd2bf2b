"""Wake word by openWakeWord (package pyopen-wakeword, Apache-2.0; its models: CC BY-NC-SA 4.0): 76
ms of CPU a second of sound, and better on unclear voices.

It runs in the worker of the listening engines, and is installed by the extra `openwakeword`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Settings(BaseModel):
    """Settings of the phrases it listens for."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    words: tuple[Literal["okay_nabu", "hey_jarvis", "hey_mycroft", "alexa", "hey_rhasspy"], ...] = (
        Field(("okay_nabu",), description="built-in phrases")
    )
    model_file: Path | None = Field(None, description=".tflite file of an openWakeWord model")
    cutoff: float = Field(0.5, gt=0, lt=1, description="probability that counts")


class OpenWakeWords:
    """Wake word detector of some models over one front end."""

    def __init__(self, models: Mapping[str, Any], front_end: Any, cutoff: float) -> None:
        self._models, self._front_end, self._cutoff = dict(models), front_end, cutoff

    def phrases(self) -> Sequence[str]:
        """Phrases it listens for."""
        return tuple(self._models)

    def heard(self, block: bytes) -> str:
        """The phrase that ended in this block; "" for none."""
        phrase = ""
        for embeddings in self._front_end.process_streaming(block):
            for name, model in self._models.items():
                if any([p > self._cutoff for p in model.process_streaming(embeddings)]):
                    phrase = phrase or name
        return phrase

    def reset(self) -> None:
        """Forget the sound so far."""
        self._front_end.reset()
        for model in self._models.values():
            model.reset()


def build(settings: Settings) -> OpenWakeWords:
    """Load the models. Raises `ImportError`, `OSError` for a model file that is not there."""
    import pyopen_wakeword as opened

    models = {
        word.replace("_", " ").title(): opened.OpenWakeWord.from_builtin(opened.Model(word))
        for word in settings.words
    }
    if settings.model_file is not None:
        phrase = settings.model_file.stem.replace("_", " ").title()
        models[phrase] = opened.OpenWakeWord.from_model(settings.model_file)
    return OpenWakeWords(models, opened.OpenWakeWordFeatures.from_builtin(), settings.cutoff)
