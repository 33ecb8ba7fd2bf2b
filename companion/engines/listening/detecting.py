"""Worker of wake word and voice activity: scores the sound of one or some blocks a call.

Both engines run here, in the order of the sound. The service itself loads neither numpy nor an
inference runtime.
"""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any

from companion.ports.listening import BlockHeard, VoiceActivity, WakeWord
from companion.service import plugins
from companion.words.audio import BLOCK_SAMPLES, HEARING_RATE_HZ, SAMPLE_BYTES

BLOCK_BYTES = BLOCK_SAMPLES * SAMPLE_BYTES
REST_BLOCKS = HEARING_RATE_HZ // BLOCK_SAMPLES
"""Blocks, one second, for which a phrase that was heard is not heard again: a detector answers
several times while its window passes the phrase."""
_FOLDERS = ExitStack()
"""Keeps the owner's folder of plug-ins open as long as this process lives."""


class BlockDetector:
    """Wake word and voice activity over the same blocks."""

    def __init__(self, wake: WakeWord, vad: VoiceActivity) -> None:
        self._wake, self._vad = wake, vad
        self._rest = 0
        self._missed = False
        """Voice activity has not heard the sound before."""

    def hear(self, sound: bytes, *, speech: bool = True) -> tuple[BlockHeard, ...]:
        """Speech and wake words in each whole block. Raises `ValueError` for a broken one."""
        if not sound or len(sound) % BLOCK_BYTES:
            raise ValueError(f"{len(sound)} bytes are no whole blocks")
        if speech and self._missed:
            self._vad.reset()
        self._missed = not speech
        return tuple(
            self._block(sound[at : at + BLOCK_BYTES], speech)
            for at in range(0, len(sound), BLOCK_BYTES)
        )

    def reset(self) -> None:
        """Forget the sound so far."""
        self._wake.reset()
        self._vad.reset()
        self._rest = 0
        self._missed = False

    def _block(self, block: bytes, speech: bool) -> BlockHeard:
        phrase = self._wake.heard(block)
        rests, self._rest = self._rest > 0, max(0, self._rest - 1)
        if phrase:
            phrase = "" if rests else phrase
            self._rest = REST_BLOCKS
        return BlockHeard(phrase, self._vad.probability(block) if speech else 0.0)


def serve(
    settings: Mapping[str, Any],
) -> Callable[[Mapping[str, Any], bytes], tuple[dict[str, Any], bytes]]:
    """Worker side: `{reset}`, or `{speech}` and blocks -> `{heard: [[phrase, probability], ...]}`.
    Raises what the engines raise."""
    folder = plugins.own_folder()
    if folder is not None:
        _FOLDERS.enter_context(plugins.add_folder(folder))
    built: dict[str, Any] = {}
    for part in ("wake", "vad"):
        section = settings[f"{part}_settings"]
        built[part] = plugins.build(plugins.FAMILIES[part], settings[part], section, {})
    detector = BlockDetector(built["wake"], built["vad"])

    def answer(header: Mapping[str, Any], blob: bytes) -> tuple[dict[str, Any], bytes]:
        if header.get("reset"):
            detector.reset()
            return {"heard": []}, b""
        heard = detector.hear(blob, speech=header["speech"])
        return {"heard": [[one.wake, one.speech] for one in heard]}, b""

    return answer
