"""Worker of Open JTalk: turns Japanese text into sound with pyopenjtalk-plus (MIT), whose package
holds the HTS voice "Mei" (CC BY 3.0) and the dictionary.

The dictionary would spell most English words letter by letter; e2k turns them into kana.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

FULL = 32_767
KEPT_WORDS = 512
"""Words whose kana are remembered; each takes some 10 ms."""
_LATIN = re.compile(r"[A-Za-z]{2,}")
"""A word that is left of another language; common ones were written in kana before."""


def serve(
    settings: Mapping[str, Any],
) -> Callable[[Mapping[str, Any], bytes], tuple[dict[str, Any], bytes]]:
    """Worker side: `{"text", "pace", "pitch_semitones", "volume"}` -> 16-bit samples. Raises
    `ImportError` without the package."""
    import e2k
    import numpy as np
    import pyopenjtalk

    kana = lru_cache(maxsize=KEPT_WORDS)(e2k.C2K())
    pyopenjtalk.run_frontend("はい")  # reads the dictionary now, not at the first sentence

    def answer(call: Mapping[str, Any], blob: bytes) -> tuple[dict[str, Any], bytes]:
        text = _LATIN.sub(lambda word: kana(word[0].lower()), str(call["text"]))
        sound, rate_hz = pyopenjtalk.tts(
            text,
            speed=float(call["pace"]),
            half_tone=float(call["pitch_semitones"]),
        )
        loud = np.clip(sound * float(call["volume"]), -FULL, FULL)
        return {"rate_hz": int(rate_hz)}, loud.astype("<i2").tobytes()

    return answer
