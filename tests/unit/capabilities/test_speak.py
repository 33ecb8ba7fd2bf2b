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
from tests.twins.spoken import SpokenTwin, silence


def mouth() -> tuple[Speak, SimulatedSpeaker, JumpClock]:
    clock = JumpClock()
    speaker = SimulatedSpeaker(SpeakerSettings(), clock)
    spoken = SpokenTwin()
    spoken.unknown.add(404)
    return build(Settings(), speaker=speaker, clock=clock, spoken=spoken), speaker, clock


def call(operation: str, **payload: Any) -> ActionCall:
    return ActionCall(operation=operation, payload=payload, decision_event_id=EventId(1))


@pytest.mark.parametrize(
    ("what", "sound"),
    [
        (call("play_utterance", utterance_id=12), "utterance:12"),
        (call("play_chime", chime="done"), "chime:done"),
        (call("acknowledge", phrase="moment", language="ja"), "phrase:moment"),
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
        call("play_utterance", utterance_id=3, from_s="1"),
        call("play_utterance", utterance_id=3, from_s=-1),
        call("play_utterance", utterance_id=3, text="and this"),
        call("acknowledge", phrase="The door is open.", language="en"),
        call("acknowledge", phrase="moment", language="fr"),
        call("acknowledge", phrase="moment"),
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
        (call("play_utterance", utterance_id=404), "sound_unknown"),
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


async def test_words_that_were_cut_short_tell_how_much_was_heard() -> None:
    """B-055: 1 s of 2.5 s."""
    speak, _, clock = mouth()
    playing = asyncio.create_task(speak.perform(call("play_utterance", utterance_id=12)))
    await clock.sleep(1)
    await speak.perform(call("stop"))
    result = await playing
    assert result.status is ResultStatus.PARTIAL
    assert result.result_payload["seconds"] == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize(
    ("breaks_after", "status", "failure"),
    [(0, ResultStatus.FAILED, "no_voice"), (1, ResultStatus.PARTIAL, "")],
)
async def test_a_voice_that_fails_is_told(
    breaks_after: int, status: ResultStatus, failure: str
) -> None:
    """F12: what was said before it failed was said."""
    clock, spoken = JumpClock(), SpokenTwin()
    spoken.breaks_after = breaks_after
    speaker = SimulatedSpeaker(SpeakerSettings(), clock)
    speak = build(Settings(), speaker=speaker, clock=clock, spoken=spoken)
    result = await speak.perform(call("play_utterance", utterance_id=12))
    assert (result.status, result.failure_class) == (status, failure)


async def test_a_long_message_is_not_taken_for_a_speaker_that_hangs() -> None:
    """Nobody knows its length beforehand: a minute of words, and patience of ten seconds."""
    clock, spoken = JumpClock(), SpokenTwin()
    spoken.clips = (silence(4.0),) * 15
    speaker = SimulatedSpeaker(SpeakerSettings(), clock)
    speak = build(Settings(), speaker=speaker, clock=clock, spoken=spoken)
    result = await speak.perform(call("play_utterance", utterance_id=12))
    assert result.status is ResultStatus.SUCCESS
    assert result.result_payload["seconds"] == pytest.approx(60)


async def test_a_speaker_that_hangs_in_the_middle_of_words_is_told() -> None:
    """F14."""
    speak, speaker, clock = mouth()
    speaker.fail = "hung"
    result = await speak.perform(call("play_utterance", utterance_id=12))
    assert result.failure_class == "speaker_hung"
    assert clock.monotonic() < 20


def test_it_offers_nothing_to_the_menu() -> None:
    """D-034: speech follows from deeds; a decision never writes it."""
    speak, _, _ = mouth()
    assert speak.options() == ()
    assert SPEC.resources == ("voice",)


@pytest.mark.parametrize(
    ("from_s", "begins_at", "seconds"), [(0.0, None, 2.5), (0.3, None, 2.5), (0.7, 0.5, 2.0)]
)
async def test_it_goes_on_at_the_beginning_of_the_clause_that_was_cut(
    from_s: float, begins_at: float | None, seconds: float
) -> None:
    """S-22: the message has clauses of 0.5 s and 2 s; cut after 0.7 s it repeats the second."""
    speak, _, _ = mouth()
    result = await speak.perform(call("play_utterance", utterance_id=12, from_s=from_s))
    assert result.status is ResultStatus.SUCCESS
    assert result.result_payload["seconds"] == seconds
    assert result.result_payload.get("from_s") == begins_at


async def test_chime_is_as_loud_as_speech_is_now() -> None:
    """Issue 13, point 5: quieter at night."""
    clock = JumpClock()
    given: list[tuple[str, float]] = []

    class Listening(SimulatedSpeaker):
        async def play(self, sound: str, volume: float = 1.0) -> float:
            given.append((sound, volume))
            return await super().play(sound, volume)

    spoken = SpokenTwin()
    spoken.loudness = 0.4
    speaker = Listening(SpeakerSettings(), clock)
    speak = build(Settings(), speaker=speaker, clock=clock, spoken=spoken)
    await speak.perform(call("play_chime", chime="done"))
    assert given == [("chime:done", 0.4)]
