"""Benchmark of the voice: how soon it answers, how soon it is silent, what listening costs, and
what it takes for its wake word.

Each part is a module of its own: `voice_answers` (P12, P13, P14), `voice_silence` (P14),
`voice_idle` and `voice_clips`.
"""

from collections.abc import Sequence

from tests.proof.bench import voice_answers, voice_clips, voice_idle, voice_silence
from tests.proof.bench.figure import Effort, Figure, NotMeasured

IDS = ("P12", "P13", "P14", "listening", "wake")


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """One part after the other."""
    found: list[Figure | NotMeasured] = []
    for part in (voice_answers, voice_silence, voice_idle, voice_clips):
        found.extend(await part.measure(effort))
    return tuple(found)
