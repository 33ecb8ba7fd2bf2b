"""What it costs to listen for the wake word alone: capture process, worker of wake word and voice
activity, and the service's own share, with the noise of a room at a virtual microphone."""

import asyncio
import os
import time
from collections.abc import Sequence

import pytest

from companion.engines.ears.scripted import ScriptedEars
from companion.engines.listening.detecting import BlockDetector
from companion.engines.listening.detector import WorkerDetector
from companion.service import plugins
from companion.service.supervision import until
from companion.voice.hearing import Hearing
from companion.voice.listen import Heard, Listener
from hardware.microphone.capture.parent import CaptureChild
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.twins.recordings import FOLDER, blocks, sound
from tests.virtual_sound import VirtualSound, missing, virtual_sound

SECONDS = {Effort.SHORT: 15.0, Effort.LONG: 120.0}
SETTLE_S = 3.0
MOST_PERCENT = 3.0
"""Limit, of one core."""
WAKE, VAD = "pymicro_wakeword", "silero"
NOISE = "noise-no_speech.wav"


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """CPU while nobody speaks."""
    if lacks := missing():
        return (NotMeasured(id="listening", why=f"{', '.join(lacks)} not installed"),)
    with pytest.MonkeyPatch.context() as patch:
        async with virtual_sound() as sounds:
            sounds.enter(patch)
            return (await _listening(sounds, SECONDS[effort]),)


async def _listening(sounds: VirtualSound, seconds: float) -> Figure:
    microphone: CaptureChild = plugins.build("hardware.microphone", "sounddevice", {}, {})
    detector = WorkerDetector(WAKE, VAD)

    async def take(_: Heard) -> None:
        """Nothing is done about it."""

    listener = Listener(microphone, detector, ScriptedEars([""]), take)
    tasks = [asyncio.create_task(listener.once()), asyncio.create_task(_noise(sounds))]
    try:
        await until(lambda: listener.state is Hearing.WAITING)
        await asyncio.sleep(SETTLE_S)
        assert microphone.pid is not None
        assert detector.pid is not None
        pids = {"service": os.getpid(), "capture": microphone.pid, "worker": detector.pid}
        before, dropped = {n: _cpu_s(pid) for n, pid in pids.items()}, microphone.dropped()
        began = time.monotonic()
        await asyncio.sleep(seconds)
        took_s = time.monotonic() - began
        used = {n: 100 * (_cpu_s(pid) - before[n]) / took_s for n, pid in pids.items()}
        dropped = microphone.dropped() - dropped
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await detector.close()
    return Figure(
        id="listening",
        what="CPU while only the wake word is listened for",
        value=sum(used.values()),
        limit=MOST_PERCENT,
        sense=Sense.AT_MOST,
        unit="% of a core",
        against="wake word alone, in one process: `bare_percent`",
        detail={
            **{name: round(value, 2) for name, value in used.items()},
            "bare_percent": round(_bare_percent(), 2),
            "seconds": seconds,
            "blocks_dropped": dropped,
            "load_1min": round(os.getloadavg()[0], 1),
        },
    )


async def _noise(sounds: VirtualSound) -> None:
    while True:
        await sounds.say(FOLDER / NOISE)


def _cpu_s(pid: int) -> float:
    """CPU seconds of a process, by its clock (`clock_getcpuclockid(3)`)."""
    return time.clock_gettime(~pid << 3 | 2)


def _bare_percent() -> float:
    """The wake word engine over the same sound."""
    wake = plugins.build(plugins.FAMILIES["wake"], WAKE, {}, {})
    vad = plugins.build(plugins.FAMILIES["vad"], VAD, {}, {})
    detector, given = BlockDetector(wake, vad), blocks(sound(NOISE))
    began = time.process_time()
    for block in given:
        detector.hear(block, speech=False)
    return 100 * (time.process_time() - began) / sound(NOISE).length_s
