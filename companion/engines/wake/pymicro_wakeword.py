"""Wake word by microWakeWord (package pymicro-wakeword, Apache-2.0): small models, 3.5 ms of CPU a
second of sound for one phrase.

It runs in the worker of the listening engines. Another phrase than the built-in ones is trained
with microWakeWord and given as `model_file`.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Settings(BaseModel):
    """Settings of the phrases it listens for."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    words: tuple[Literal["okay_nabu", "hey_jarvis", "hey_mycroft", "alexa"], ...] = Field(
        ("okay_nabu",), description="built-in phrases; each takes 2 ms of CPU a second"
    )
    model_file: Path | None = Field(
        None, description="JSON file of a microWakeWord model of your own, beside its .tflite"
    )
    cutoff: float | None = Field(
        None, gt=0, lt=1, description="probability that counts; default: each model's own"
    )


class MicroWakeWords:
    """Wake word detector of some models over one front end."""

    def __init__(self, models: Iterable[Any], front_end: Any, cutoff: float | None) -> None:
        self._models, self._front_end = tuple(models), front_end
        for model in self._models:
            model.probability_cutoff = cutoff or model.probability_cutoff

    def phrases(self) -> Sequence[str]:
        """Phrases it listens for."""
        return tuple(str(model.wake_word) for model in self._models)

    def heard(self, block: bytes) -> str:
        """The phrase that ended in this block; "" for none."""
        phrase = ""
        for features in self._front_end.process_streaming(block):
            for model in self._models:  # each sees every feature, also after another's hit
                if model.process_streaming(features):
                    phrase = phrase or str(model.wake_word)
        return phrase

    def reset(self) -> None:
        """Forget the sound so far."""
        self._front_end.reset()
        for model in self._models:
            model.reset()


def build(settings: Settings) -> MicroWakeWords:
    """Load the models. Raises `ImportError`, `OSError` for a model file that is not there."""
    import pymicro_wakeword as micro

    models = [micro.MicroWakeWord.from_builtin(micro.Model(word)) for word in settings.words]
    if settings.model_file is not None:
        models.append(micro.MicroWakeWord.from_config(settings.model_file))
    return MicroWakeWords(models, micro.MicroWakeWordFeatures(), settings.cutoff)
