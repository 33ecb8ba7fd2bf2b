"""Worker of the turn model: makes the log-mel spectrogram of Whisper, as faster-whisper does, and
runs the network on ONNX Runtime."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.words.audio import HEARING_RATE_HZ

WINDOW_S = 8
"""The model looks at so much sound; a shorter clip stands at its end."""
FRAMES = 800
FULL = 32_768
VARIANCE_FLOOR = 1e-7
"""Silence has no variance; the model was trained with this one."""

Answer = tuple[dict[str, Any], bytes]


def serve(settings: Mapping[str, Any]) -> Callable[[Mapping[str, Any], bytes], Answer]:
    """Worker side: 16-bit samples at 16 kHz -> `{"finished": probability}`."""
    import numpy as np
    import onnxruntime
    from faster_whisper.feature_extractor import FeatureExtractor

    spectrogram = FeatureExtractor(chunk_length=WINDOW_S)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    network = onnxruntime.InferenceSession(
        settings["file"], options, providers=["CPUExecutionProvider"]
    )

    def answer(_: Mapping[str, Any], blob: bytes) -> Answer:
        samples = WINDOW_S * HEARING_RATE_HZ
        sound = np.frombuffer(blob, dtype="<i2").astype(np.float32)[-samples:] / FULL
        window = np.pad(sound, (samples - len(sound), 0))
        even = (window - window.mean()) / np.sqrt(window.var() + VARIANCE_FLOOR)
        features = spectrogram(even, padding=0)[np.newaxis, :, :FRAMES].astype(np.float32)
        (found,) = network.run(None, {"input_features": features})
        return {"finished": float(found.ravel()[0])}, b""

    return answer
