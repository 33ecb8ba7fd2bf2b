"""Worker of Piper: turns text into sound; no other process loads piper-tts (GPL-3).

Piper has no pitch: a clause is made slower and then resampled faster, or the other way round, so
that the length stays as asked. A Japanese name with kanji in an English text is read by the
dictionary of Open JTalk, which is loaded when the first one comes.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.service.wire_json import read_object

Answer = tuple[dict[str, Any], bytes]
SEMITONES = 12
"""In an octave."""
_KANJI_NAME = re.compile(r"[ぁ-ゖァ-ヺー一-鿿々]+")


def serve(settings: Mapping[str, Any]) -> "_Piper":
    """Worker side: `{"text", "voice", "pace", "pitch_semitones", "volume"}` -> 16-bit samples.
    Raises `ImportError` without the package."""
    return _Piper(int(settings["threads"]))


class _Piper:
    """Makes a clause; keeps the voice that was used last. `cancel` ends the clause being made."""

    def __init__(self, threads: int) -> None:
        import onnxruntime
        import piper

        self._onnx: Any = onnxruntime
        self._piper: Any = piper
        self._threads = threads
        self._path = ""
        self._voice: Any = None
        self._running: Any = None

    def __call__(self, call: Mapping[str, Any], blob: bytes) -> Answer:
        """One clause."""
        voice = self._loaded(str(call["voice"]))
        ratio = 2.0 ** (float(call["pitch_semitones"]) / SEMITONES)
        config = self._piper.SynthesisConfig(
            length_scale=voice.config.length_scale * ratio / float(call["pace"]),
            volume=float(call["volume"]),
        )
        text = _KANJI_NAME.sub(_in_letters, str(call["text"]))
        clips = [one.audio_float_array for one in voice.synthesize(text, config)]
        return {"rate_hz": voice.config.sample_rate}, _pcm(clips, ratio)

    def cancel(self) -> None:
        """End the clause that is being made; called by another thread."""
        if (running := self._running) is not None:
            running.terminate = True

    def run(self, outputs: Any, inputs: Any) -> Any:
        """Run the model's session in the place of Piper's, so that it can be ended."""
        self._running = self._onnx.RunOptions()
        try:
            return self._session.run(outputs, inputs, self._running)
        finally:
            self._running = None

    def _loaded(self, path: str) -> Any:
        if path != self._path:
            options = self._onnx.SessionOptions()
            options.intra_op_num_threads = self._threads
            options.inter_op_num_threads = 1
            options.add_session_config_entry("session.intra_op.allow_spinning", "0")
            self._session = self._onnx.InferenceSession(
                path, options, providers=["CPUExecutionProvider"]
            )
            about = read_object(Path(f"{path}.json").read_bytes())
            config = self._piper.PiperConfig.from_dict(about)
            self._voice = self._piper.PiperVoice(config=config, session=self)
            self._path = path
        return self._voice


def _in_letters(name: re.Match[str]) -> str:
    """A Japanese name as it is pronounced; without the Japanese voice's dictionary it is left out,
    for an English voice says something else for each sign."""
    try:
        import jaconv
        import pyopenjtalk
    except ImportError:
        return ""
    kana = jaconv.kata2hira(str(pyopenjtalk.g2p(name[0], kana=True)))
    letters = str(jaconv.kana2alphabet(kana)).replace("-", "").replace("cch", "tch")
    return f" {letters.capitalize()} "


def _pcm(clips: list[Any], ratio: float) -> bytes:
    """All clips as 16-bit samples, resampled to be `ratio` times as high."""
    import numpy as np

    if not clips:
        return b""
    sound = np.concatenate(clips)
    if ratio != 1.0:
        at = np.arange(int(len(sound) / ratio)) * ratio
        sound = np.interp(at, np.arange(len(sound)), sound)
    return bytes((sound * 32_767).astype("<i2").tobytes())
