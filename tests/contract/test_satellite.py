"""Satellites, by what finds their wake word: one suite over both (issue 13, point 7).

A satellite that finds its own sends sound from the call on, until it is told words or a reason, and
is deaf to its wake word until then. The other sends all its sound. Behind the link is the pipeline
of push-to-talk, with scripted engines.
"""

import asyncio
from array import array
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC
from typing import Any

import pytest
from wyoming.pipeline import PipelineStage

from companion.engines.vad.scripted import ScriptedVad
from companion.engines.vad.scripted import Settings as VadSettings
from companion.links.wyoming_satellite import Outlet, SatelliteAddress, WyomingSatellite
from companion.ports.listening import Transcript
from companion.service.clock import SystemClock
from companion.voice import hand_microphone, push_to_talk
from companion.voice.push_to_talk import Phones
from companion.words.audio import BLOCK_SAMPLES
from companion.words.language import Language
from companion.words.said import SATELLITE
from tests.twins.detector import InProcessDetector
from tests.twins.satellite import TwinSatellite, satellite
from tests.unit.links.test_wyoming_satellite import ScriptedMouth
from tests.unit.voice.test_push_to_talk import LIGHT, Kitchen, kitchen, sound

__all__ = ["kitchen"]

OWN, HERE = PipelineStage.ASR, PipelineStage.WAKE
CALL = array("h", [77] * BLOCK_SAMPLES).tobytes()
"""The wake word of these tests: a block of this one value."""
PIECE = 16 * len(CALL)
SPOKEN, PAUSE, QUIET = sound(0.8), sound(1.024, 0), sound(10.24, 0)
"""Whole blocks each, so that the next call is one, too."""
SENTENCE = SPOKEN + PAUSE + PAUSE
kinds = pytest.mark.parametrize("finds", [OWN, HERE], ids=["its own", "found here"])


class CallFinder:
    """Port `WakeWord`: finds `CALL`."""

    def phrases(self) -> tuple[str, ...]:
        return ("Okay Nabu",)

    def heard(self, block: bytes) -> str:
        return "Okay Nabu" if block == CALL else ""

    def reset(self) -> None:
        pass


@dataclass
class Room:
    """A satellite in the kitchen with all that is behind it."""

    finds: PipelineStage
    twin: TwinSatellite
    kitchen: Kitchen
    mouth: ScriptedMouth
    ears: Any

    def ends(self) -> int:
        """How often it was told that it may look for its wake word again."""
        return len(self.twin.of("transcript")) + len(self.twin.of("error"))

    async def is_called(self, pcm: bytes) -> None:
        """The wake word and what follows, sent as the program of a satellite does: until it is
        told an end, or no more is there."""
        ends = self.ends()
        await self.twin.calls(self.finds)
        if self.finds is HERE:
            pcm = CALL + pcm
        for at in range(0, len(pcm), PIECE):
            if self.ends() > ends:
                return
            await self.twin.hears(pcm[at : at + PIECE])
            await asyncio.sleep(0.005)

    async def end(self, count: int) -> str:
        """Kind of the end that came as the `count`th."""
        async with asyncio.timeout(20):
            while self.ends() < count:
                await asyncio.sleep(0.005)
        return [e.type for e in self.twin.got if e.type in ("transcript", "error")][count - 1]


@asynccontextmanager
async def room(
    finds: PipelineStage, kitchen: Kitchen, *, answers: bool = True
) -> AsyncIterator[Room]:
    detector = InProcessDetector(CallFinder(), ScriptedVad(VadSettings()))
    mouth, outlet = ScriptedMouth(), Outlet()
    async with satellite() as twin:
        link = WyomingSatellite(
            SatelliteAddress(
                name="shelf",
                host="127.0.0.1",
                port=twin.port,
                place="kitchen",
                language=Language.JA,
            ),
            phones=Phones(replace(kitchen.parts, detector=detector)),
            wake=detector,
            clock=SystemClock(UTC),
            answers=lambda: answers,
            outlet=outlet,
            mouth=mouth,
        )
        running = asyncio.create_task(link.run())
        try:
            async with asyncio.timeout(60):
                await twin.first("run-satellite")
                yield Room(finds, twin, kitchen, mouth, kitchen.ears)
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running


@kinds
async def test_a_sentence_enters_once_and_the_next_call_is_heard(
    finds: PipelineStage, kitchen: Kitchen
) -> None:
    async with room(finds, kitchen) as here:
        for count in (1, 2):
            await here.is_called(SENTENCE)
            assert await here.end(count) == "transcript"
        assert [said.text for said in kitchen.said] == [LIGHT, LIGHT]
        assert {(said.channel, said.place) for said in kitchen.said} == {(SATELLITE, "kitchen")}
        assert here.mouth.said.count("hold") == here.mouth.said.count("drop") == 2


@kinds
async def test_an_answer_that_takes_its_time_is_bridged_by_words_there(
    finds: PipelineStage, kitchen: Kitchen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Point 3: the bank of acknowledgements; the next call makes its mouth silent."""
    monkeypatch.setattr(push_to_talk, "WORDS_AFTER_S", 0.01)
    async with room(finds, kitchen) as here:
        for count, words in enumerate(("moment ja", "thinking ja"), 1):
            await here.is_called(SENTENCE)
            assert await here.end(count) == "transcript"
            async with asyncio.timeout(20):
                while here.mouth.said[-1] != words:
                    await asyncio.sleep(0.005)
        assert here.mouth.said == ["hold", "drop", "moment ja", "hold", "drop", "thinking ja"]


@kinds
@pytest.mark.parametrize(
    ("heard", "rejected"),
    [(QUIET, ""), (SENTENCE, "no_speech"), (SENTENCE, "other_language")],
    ids=["nobody spoke", "music", "another language"],
)
async def test_a_call_that_nothing_comes_of_ends_and_the_next_is_heard(
    finds: PipelineStage, heard: bytes, rejected: str, kitchen: Kitchen
) -> None:
    """A wake word that was none, music behind it: the satellite is told, or it would be deaf."""
    kitchen.ears._lines[:] = [Transcript(text="", language=None, rejected=rejected)]
    async with room(finds, kitchen) as here:
        await here.is_called(heard)
        assert await here.end(1) == "error"
        assert kitchen.said == []
        kitchen.ears._lines[:] = [LIGHT]
        await here.is_called(SENTENCE)
        assert await here.end(2) == "transcript"
        assert here.mouth.said[-1] == "drop"
        assert here.mouth.said.count("go on") == 1


@kinds
async def test_a_satellite_that_sends_no_more_in_the_middle_is_heard_so_far(
    finds: PipelineStage, kitchen: Kitchen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It looks for voices itself and stops sending without a word; the room is not held silent."""
    monkeypatch.setattr(hand_microphone, "STALL_S", 0.3)
    async with room(finds, kitchen) as here:
        await here.is_called(SPOKEN)
        assert await here.end(1) == "transcript"
        assert [said.text for said in kitchen.said] == [LIGHT]


@kinds
async def test_stop_stops_at_once(finds: PipelineStage, kitchen: Kitchen) -> None:
    kitchen.ears._lines[:] = [
        Transcript(text="止まれ", language=Language.JA, rejected="other_language")
    ]
    async with room(finds, kitchen) as here:
        await here.is_called(SENTENCE)
        assert await here.end(1) == "error"
        assert kitchen.stops == [SATELLITE]
        assert kitchen.said == []


@kinds
async def test_of_several_that_heard_the_call_the_others_look_for_the_next(
    finds: PipelineStage, kitchen: Kitchen
) -> None:
    async with room(finds, kitchen, answers=False) as here:
        await here.is_called(SENTENCE)
        assert await here.end(1) == "error"
        assert kitchen.said == []
        assert here.mouth.said == []


@kinds
async def test_a_line_that_breaks_in_the_middle_gives_in_nothing(
    finds: PipelineStage, kitchen: Kitchen
) -> None:
    async with room(finds, kitchen) as here:
        await here.is_called(SPOKEN)
        here.twin.drop()
        await here.twin.first("run-satellite", 2)
        assert kitchen.said == []
        assert here.mouth.said[-1] == "go on"
        await here.is_called(SENTENCE)
        assert await here.end(1) == "transcript"
