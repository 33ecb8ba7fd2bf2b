"""The port `Detector`: in a worker with the real engines, and in this process with twins (F12)."""

import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from companion.engines.listening.detector import WorkerDetector
from companion.engines.vad import scripted as scripted_vad
from companion.engines.wake import scripted as scripted_wake
from companion.ports.listening import Detector, ListeningUnavailable
from tests.twins.detector import InProcessDetector
from tests.twins.recordings import blocks, joined, silence, sound

pytestmark = pytest.mark.real("wake")
SAID = joined(silence(1.0), sound("wake-okay_nabu-2.wav"), silence(1.0))


def real() -> WorkerDetector:
    return WorkerDetector("pymicro_wakeword", "silero")


def twin() -> InProcessDetector:
    wake = scripted_wake.build(scripted_wake.Settings(at_s=(2.0, 2.1)))
    return InProcessDetector(wake, scripted_vad.build(scripted_vad.Settings(least_peak=2000)))


detectors = pytest.mark.parametrize("make", [real, twin])


@asynccontextmanager
async def opened(make: Callable[[], Detector]) -> AsyncIterator[Detector]:
    detector = make()
    try:
        yield detector
    finally:
        await detector.close()


@detectors
async def test_the_phrase_is_told_once_and_speech_block_by_block(
    make: Callable[[], Detector],
) -> None:
    async with opened(make) as detector:
        one_by_one = [(await detector.hear(block))[0] for block in blocks(SAID)]
        await detector.reset()
        together = await detector.hear(b"".join(blocks(SAID)))
        assert detector.why_down() == ""
    assert [one.wake for one in one_by_one if one.wake] == ["Okay Nabu"]
    assert [one.wake for one in together] == [one.wake for one in one_by_one]
    spoken = [n * 0.032 for n, one in enumerate(one_by_one) if one.speech > 0.5]
    assert 1.0 <= spoken[0] < spoken[-1] < 3.2
    assert len(spoken) > 10


@detectors
async def test_the_phrase_is_heard_where_nobody_asks_for_speech(
    make: Callable[[], Detector],
) -> None:
    """While it waits for its wake word only that is computed; then it hears speech at once."""
    async with opened(make) as detector:
        heard = await detector.hear(b"".join(blocks(SAID)), speech=False)
        assert [one.wake for one in heard if one.wake] == ["Okay Nabu"]
        assert {one.speech for one in heard} == {0.0}
        spoken = await detector.hear(b"".join(blocks(sound("wake-okay_nabu-2.wav"))))
        assert max(one.speech for one in spoken) > 0.5


@detectors
async def test_what_is_no_whole_block_is_refused(make: Callable[[], Detector]) -> None:
    async with opened(make) as detector:
        for broken in (b"", b"\0" * 1023):
            with pytest.raises((ListeningUnavailable, ValueError)):
                await detector.hear(broken)
        assert len(await detector.hear(blocks(SAID)[0])) == 1


async def test_a_killed_worker_is_an_error_of_the_port_and_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """F12: the microphone goes on."""
    monkeypatch.setattr("companion.engines.worker.worker.BACK_OFF_FIRST_S", 0.05)
    monkeypatch.setattr("companion.engines.listening.detector.DEADLINE_S", 100.0)
    detector = real()
    try:
        block = blocks(SAID)[0]
        await detector.hear(block)
        assert detector.pid is not None
        os.kill(detector.pid, signal.SIGKILL)
        with pytest.raises(ListeningUnavailable):
            await detector.hear(block)
        assert detector.why_down()
        assert len(await detector.hear(block)) == 1
        assert detector.why_down() == ""
    finally:
        await detector.close()


async def test_an_engine_that_is_not_there_is_told() -> None:
    detector = WorkerDetector("pymicro_wakeword", "nowhere")
    with pytest.raises(ListeningUnavailable, match="nowhere"):
        await detector.hear(blocks(SAID)[0])
    assert "nowhere" in detector.why_down()
    await detector.close()
