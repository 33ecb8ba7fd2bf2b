"""Worker of speaker id: makes the mel spectrogram that the d-vector network was trained with, and
runs the network on ONNX Runtime."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.words.audio import HEARING_RATE_HZ

FFT, WINDOW, HOP, MELS = 512, 400, 160, 40
"""Samples and bands; a frame is 10 ms."""
FRAMES, STRIDE = 80, 40
"""The network looks at 0.8 s; windows overlap by half."""
FLOOR = 1e-10
FULL = 32_768
QUIETER_DB = 30.0
"""Frames so much quieter than the loud ones are no speech; before and after it they are cut off,
since the network would take the room's noise for a part of the voice."""

Answer = tuple[dict[str, Any], bytes]


def serve(settings: Mapping[str, Any]) -> Callable[[Mapping[str, Any], bytes], Answer]:
    """Worker side: 16-bit samples at 16 kHz -> `{"vector": [...], "speech_s": seconds}`; an empty
    vector for a clip that holds no sound."""
    import numpy as np
    import onnxruntime
    from faster_whisper.feature_extractor import FeatureExtractor

    filters = FeatureExtractor.get_mel_filters(HEARING_RATE_HZ, FFT, MELS).astype(np.float32).T
    edge = (FFT - WINDOW) // 2
    window = np.zeros(FFT, np.float32)
    window[edge : edge + WINDOW] = np.hamming(WINDOW + 1)[:WINDOW]
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    network = onnxruntime.InferenceSession(
        settings["file"], options, providers=["CPUExecutionProvider"]
    )

    def answer(_: Mapping[str, Any], blob: bytes) -> Answer:
        sound = np.frombuffer(blob, dtype="<i2").astype(np.float32) / FULL
        if len(sound) < FFT or not sound.any():
            return {"vector": [], "speech_s": 0.0}, b""
        frames = np.lib.stride_tricks.sliding_window_view(sound, FFT)[::HOP] * window
        power = np.abs(np.fft.rfft(frames, axis=1)) ** 2
        mels = np.log10(power @ filters + FLOOR).astype(np.float32)
        level = 10 * np.log10(power.sum(axis=1) + FLOOR)
        loud = np.flatnonzero(level > np.percentile(level, 95) - QUIETER_DB)
        spoken = mels[loud[0] : loud[-1] + 1]
        if len(spoken) < FRAMES:
            silence = np.full((FRAMES - len(spoken), MELS), np.log10(FLOOR), np.float32)
            windows = np.concatenate([spoken, silence])[np.newaxis]
        else:
            starts = range(0, len(spoken) - FRAMES + 1, STRIDE)
            windows = np.stack([spoken[at : at + FRAMES] for at in starts])
        (found,) = network.run(None, {"mel_window": windows})
        found = (found / np.linalg.norm(found, axis=1, keepdims=True)).mean(axis=0)
        vector = found / np.linalg.norm(found)
        speech_s = len(loud) * HOP / HEARING_RATE_HZ
        return {"vector": [round(float(v), 6) for v in vector], "speech_s": speech_s}, b""

    return answer
