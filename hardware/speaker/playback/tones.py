"""Tones: the chimes that every speaker driver knows, made in memory; nothing lies on the disk."""

import array
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.ports.body import SoundUnknown
from companion.words.audio import AudioClip

RATE_HZ = 22_050
"""Every card takes it through ALSA's `plug`; a tone needs no more."""
FADE_S = 0.01
"""Rise and fall of each note; without it a loudspeaker clicks."""


@dataclass(frozen=True, slots=True)
class Tone:
    """音: notes one after the other, then silence up to its length."""

    notes_hz: Sequence[float]
    note_s: float
    length_s: float
    loudness: float
    """0..1 of full scale."""


TONES: Mapping[str, Tone] = {
    "attention": Tone((880.0, 1175.0), 0.35, 0.8, 0.4),
    "wake": Tone((1175.0,), 0.08, 0.15, 0.3),
    "thinking": Tone((587.0, 659.0), 0.1, 0.3, 0.15),
    "done": Tone((1175.0,), 0.5, 0.6, 0.3),
    "error": Tone((440.0, 330.0), 0.45, 1.0, 0.4),
    "alarm": Tone((988.0, 1319.0) * 4, 0.3, 3.0, 0.5),
    "alarm_loud": Tone((1319.0, 2637.0) * 6, 0.2, 3.0, 1.0),
}
"""The loud one lies where the ear hears best (2-4 kHz, ISO 226). `wake` is short, for it sounds
while somebody begins to speak; `thinking` is soft, for it may come again."""


def tone_of(sound: str) -> Tone:
    """The tone of `chime:NAME`. Raises `SoundUnknown`."""
    kind, _, name = sound.partition(":")
    if kind != "chime" or name not in TONES:
        raise SoundUnknown(sound)
    return TONES[name]


@lru_cache(maxsize=64)
def chime(sound: str, volume: float = 1.0) -> AudioClip:
    """The sound of `chime:NAME`; `volume` is a share of its loudness. Raises `SoundUnknown`."""
    tone = tone_of(sound)
    return AudioClip(samples(replace(tone, loudness=tone.loudness * volume)), RATE_HZ)


def samples(tone: Tone) -> bytes:
    """Compute the tone as 16-bit little-endian mono at `RATE_HZ`, `length_s` long."""
    made = array.array("h")
    for hertz in tone.notes_hz:
        for n in range(int(tone.note_s * RATE_HZ)):
            t = n / RATE_HZ
            edge = min(1.0, t / FADE_S, (tone.note_s - t) / FADE_S)
            made.append(int(32_767 * tone.loudness * edge * math.sin(2 * math.pi * hertz * t)))
    made.extend([0] * (round(tone.length_s * RATE_HZ) - len(made)))
    return made.tobytes()
