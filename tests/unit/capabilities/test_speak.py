"""Speaking: only what is recorded, and only as much as was played."""

import asyncio
from typing import Any, Literal

import pytest

from capabilities.speak import SPEC, Settings, Speak, build
from companion.words.capability import ActionCall
from companion.words.ids import EventId
from companion.words.result import ResultStatus
from hardware.speaker.simulated import Settings as SpeakerSettings
from hardware.speaker.simulated import SimulatedSpeaker
from tests.twins.clock import JumpClock


def mouth() -> tuple[Speak, SimulatedSpeaker, JumpClock]:
    clock = JumpClock()
    speaker = SimulatedSpeaker(SpeakerSettings(), clock)
    return build(Settings(), speaker=speaker, clock=clock), speaker, clock


def call(operation: str, **payload: Any) -> ActionCall:
    return ActionCall(operation=operation, payload=payload, decision_event_id=EventId(1))


@pytest.mark.parametrize(
    ("what", "sound"),
    [
        (call("play_utterance", utterance_id=12), "utterance:12"),
        (call("play_chime", chime="done"), "chime:done"),
    ],
)
async def test_it_plays_what_is_recorded(what: ActionCall, sound: str) -> None:
    """D-008: the record first, the sound after."""
    speak, speaker, _ = mouth()
    result = await speak.perform(what)
    assert result.status is ResultStatus.SUCCESS
    assert [p.sound for p in speaker.played] == [sound]
    assert result.result_payload["seconds"] == result.result_payload["length_s"]
    assert result.inverse is None


@pytest.mark.parametrize(
    "what",
    [
        call("play_utterance", text="open the door"),
        call("play_utterance", utterance_id="12"),
        call("play_utterance", utterance_id=True),
        call("play_utterance", utterance_id=0),
        call("play_utterance", utterance_id=3, text="and this"),
        call("play_chime", chime=5),
        call("play_chime"),
    ],
)
async def test_it_takes_no_text(what: ActionCall) -> None:
    """Issue 2 item 6, T5: nothing that was not recorded can be made to sound."""
    speak, speaker, _ = mouth()
    assert (await speak.perform(what)).failure_class == "bad_arguments"
    assert speaker.played == []


@pytest.mark.parametrize(
    ("what", "failure"),
    [
        (call("play_chime", chime="gong"), "sound_unknown"),
        (call("sing"), "unknown_operation"),
    ],
)
async def test_failures_have_their_class(what: ActionCall, failure: str) -> None:
    """B-108."""
    speak, _, _ = mouth()
    assert (await speak.perform(what)).failure_class == failure


@pytest.mark.parametrize(
    ("fault", "status", "failure"),
    [("gone", ResultStatus.FAILED, "no_speaker"), ("silent", ResultStatus.NO_EFFECT, "")],
)
async def test_faults(fault: Literal["gone", "silent"], status: ResultStatus, failure: str) -> None:
    """F14, B-055: what nobody heard was not said."""
    speak, speaker, _ = mouth()
    speaker.fail = fault
    result = await speak.perform(call("play_chime", chime="done"))
    assert (result.status, result.failure_class) == (status, failure)


async def test_cut_short_is_partial() -> None:
    """B-055, S-22: stopped by a person who speaks."""
    speak, _, clock = mouth()
    playing = asyncio.create_task(speak.perform(call("play_chime", chime="alarm")))
    await clock.sleep(1)
    assert (await speak.perform(call("stop"))).status is ResultStatus.SUCCESS
    assert (await playing).status is ResultStatus.PARTIAL
    assert (await speak.perform(call("stop"))).status is ResultStatus.NO_EFFECT


def test_it_offers_nothing_to_the_menu() -> None:
    """D-034: speech follows from deeds; a decision never writes it."""
    speak, _, _ = mouth()
    assert speak.options() == ()
    assert SPEC.resources == ("voice",)
