"""Voice activity by Silero VAD v6 (MIT): the ONNX file inside the package faster-whisper, driven
block by block; 5 ms of CPU a second of sound.

It runs in the worker of the listening engines.
"""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

PACKAGE, MODEL = "faster_whisper", "assets/silero_vad_v6.onnx"
CONTEXT_SAMPLES = 64
"""Samples of the block before that the network sees again; its own figure at 16 kHz."""
STATE = (1, 1, 128)


class Settings(BaseModel):
    """Settings of the detector."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model_file: Path | None = Field(
        None, description="another Silero VAD of the same form; default: that of faster-whisper"
    )

    def model(self) -> Path:
        """Where the network lies. Raises `ImportError` where faster-whisper is not installed."""
        if self.model_file is not None:
            return self.model_file
        # The package itself is not imported: it would load CTranslate2 for a file's name.
        spec = find_spec(PACKAGE)
        if spec is None or spec.origin is None:
            raise ImportError(f"{PACKAGE} is not installed: run `make setup`")
        return Path(spec.origin).parent / MODEL


class SileroVad:
    """Voice activity detector with the state of one microphone."""

    def __init__(self, model: Path) -> None:
        import numpy as np
        import onnxruntime as ort

        options = ort.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._np: Any = np
        self._network = ort.InferenceSession(
            str(model), options, providers=["CPUExecutionProvider"]
        )
        self._h: Any = None
        self._c: Any = None
        self._context: Any = None
        self.reset()

    def probability(self, block: bytes) -> float:
        """Probability that somebody speaks in this block."""
        np = self._np
        samples = np.frombuffer(block, "<i2").astype("float32") / 32768
        seen = {"input": np.concatenate([self._context, samples])[None], "h": self._h, "c": self._c}
        found, self._h, self._c = self._network.run(None, seen)
        self._context = samples[-CONTEXT_SAMPLES:]
        return float(found.ravel()[0])

    def reset(self) -> None:
        """Forget the sound so far."""
        self._h = self._c = self._np.zeros(STATE, "float32")
        self._context = self._np.zeros(CONTEXT_SAMPLES, "float32")


def build(settings: Settings) -> SileroVad:
    """Load the network. Raises `ImportError`, and what onnxruntime raises for a damaged file."""
    return SileroVad(settings.model())
