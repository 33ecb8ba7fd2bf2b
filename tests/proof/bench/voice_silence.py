"""How soon it is silent: from a stop to the last sound at a virtual loudspeaker (P14), timed from
the call that the stop corridor and the turn machine make."""

import asyncio
import os
import time
from collections.abc import AsyncGenerator, Sequence
from zoneinfo import ZoneInfo

import pytest

from companion.ports.body import Speaker
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.words.audio import AudioClip
from hardware.speaker.playback.tones import chime
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.heartbeat import share
from tests.virtual_sound import VirtualSound, missing, virtual_sound

STOPS = {Effort.SHORT: 5, Effort.LONG: 100}
"""For each driver."""
DRIVERS = ("alsa", "sounddevice")
MOST_MS = 100.0
"""Limit of the 99th percentile."""
SOUNDS_S, AFTER_S = 0.3, 0.4
"""It has sounded so long before each stop; what still sounds is listened to so long."""


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Stop to silence, by each driver."""
    if lacks := missing():
        return (NotMeasured(id="P14", why=f"{', '.join(lacks)} not installed"),)
    with pytest.MonkeyPatch.context() as patch:
        async with virtual_sound() as sounds:
            sounds.enter(patch)
            return tuple([await _figure(sounds, name, STOPS[effort]) for name in DRIVERS])


async def _figure(sounds: VirtualSound, name: str, stops: int) -> Figure:
    clock = SystemClock(ZoneInfo("UTC"))
    speaker: Speaker = plugins.build("hardware.speaker", name, {}, {"clock": clock})
    late_ms = [await _stop_ms(sounds, speaker) for _ in range(stops)]
    return Figure(
        id="P14",
        what=f"stop to silence through {name}, p99",
        value=share(late_ms, 0.99),
        limit=MOST_MS,
        sense=Sense.AT_MOST,
        unit="ms",
        against="the last sound recorded at a virtual speaker",
        detail={
            "stops": stops,
            "p50_ms": round(share(late_ms, 0.5), 1),
            "max_ms": round(max(late_ms), 1),
            "load_1min": round(os.getloadavg()[0], 1),
        },
    )


async def _stop_ms(sounds: VirtualSound, speaker: Speaker) -> float:
    """From asking for silence to the last sound; 0 where it was over before."""
    async with sounds.recorded() as heard:
        playing = asyncio.create_task(speaker.play_clips("bench", _on_and_on()))
        while heard.loud().length_s < SOUNDS_S:
            await asyncio.sleep(0.02)
        asked = time.monotonic()
        await speaker.stop()
        await playing
        await asyncio.sleep(AFTER_S)
    return max(0.0, 1000 * (heard.last_loud_at - asked))


async def _on_and_on() -> AsyncGenerator[AudioClip, None]:
    while True:
        yield chime("chime:alarm_loud")
