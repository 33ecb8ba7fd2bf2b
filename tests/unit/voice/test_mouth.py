"""The mouth: only what is in the record is spoken, one after the other (D-009, D-017)."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import time, timedelta
from typing import Literal

import pytest

from capabilities import speak
from companion.service.plugins import CapabilityRegistry
from companion.voice.mouth import LATE_MOST_S, WAITING_MOST, Mouth
from companion.voice.quiet import Quiet
from companion.web.hub import Hub
from companion.words.activity import StreamKind, StreamMessage
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.quiet import QuietHours
from companion.words.result import ResultStatus
from companion.words.trust import TrustLabel
from hardware.speaker import simulated
from tests.twins.clock import EVENING, JumpClock
from tests.twins.spoken import SpokenTwin

MESSAGE = Event(
    id=EventId(7),
    source=EventSource.AUTONOMY_MESSAGE,
    kind="report",
    at=EVENING,
    trust=TrustLabel.OBSERVED,
    assistant_text="玄関の明かりをつけました。",
)


@pytest.fixture
def clock() -> JumpClock:
    return JumpClock()


@pytest.fixture
async def talking(
    clock: JumpClock,
) -> AsyncIterator[tuple[Mouth, simulated.SimulatedSpeaker, list[StreamMessage]]]:
    speaker = simulated.build(simulated.Settings(), clock=clock)
    shelf = CapabilityRegistry(
        {"speak": speak.build(speak.Settings(), speaker=speaker, clock=clock, spoken=SpokenTwin())}
    )
    hub = Hub(clock.now)
    told: list[StreamMessage] = []

    async def listen() -> None:
        async for message in hub.watch():
            told.append(message)

    mouth = Mouth(shelf, hub, clock, chimes=("done", "error"))
    tasks = [asyncio.create_task(listen()), asyncio.create_task(mouth.run())]
    await asyncio.sleep(0)
    yield mouth, speaker, told
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_recorded_message_is_spoken_by_its_number(
    talking: tuple[Mouth, simulated.SimulatedSpeaker, list[StreamMessage]],
) -> None:
    """T-31, DESIGN 2: recorded, then published, then spoken; the speaker gets an id, no text."""
    mouth, speaker, told = talking
    mouth.say(MESSAGE, EventId(3))
    for _ in range(200):
        await asyncio.sleep(0.005)
        if told:
            break
    assert [p.sound for p in speaker.played] == ["utterance:7"]
    (spoken,) = told
    assert spoken.kind is StreamKind.ACTIVITY
    assert spoken.event_id == 7
    assert spoken.data["status"] == "success"


async def test_old_news_is_not_spoken(
    talking: tuple[Mouth, simulated.SimulatedSpeaker, list[StreamMessage]],
) -> None:
    """F14: what waits too long in line is only shown."""
    mouth, _, _ = talking
    for number in range(WAITING_MOST + 3):
        mouth.say(replace(MESSAGE, id=EventId(100 + number)), EventId(3))
    assert mouth.unsaid == 3


async def test_stop_silences_at_once(
    talking: tuple[Mouth, simulated.SimulatedSpeaker, list[StreamMessage]],
) -> None:
    """C-052: what is being said stops, what waits is not said."""
    mouth, speaker, _ = talking
    for number in range(3):
        mouth.say(replace(MESSAGE, id=EventId(100 + number)), EventId(3))
    await mouth.hush()
    await asyncio.sleep(0.05)
    assert len(speaker.played) <= 1


async def told_of(told: list[StreamMessage], count: int) -> list[str]:
    for _ in range(400):
        await asyncio.sleep(0.005)
        if len(told) >= count:
            break
    return [str(message.data["status"]) for message in told]


@pytest.mark.parametrize("fault", ["gone", "busy", "hung"])
async def test_a_speaker_that_is_back_in_time_says_it(
    talking: tuple[Mouth, simulated.SimulatedSpeaker, list[StreamMessage]],
    clock: JumpClock,
    fault: Literal["gone", "busy", "hung"],
) -> None:
    """F14: away, taken or stuck for twenty seconds; then what waits is said, once."""
    mouth, speaker, told = talking
    speaker.fail = fault
    mouth.say(MESSAGE, EventId(3))
    await clock.sleep(20)
    assert told == []
    speaker.fail = "none"
    assert await told_of(told, 1) == ["success"]
    assert [p.sound for p in speaker.played if p.seconds == p.given_s] == ["utterance:7"]


@pytest.mark.parametrize("fault", ["gone", "busy", "hung"])
async def test_nothing_is_said_more_than_a_minute_late(
    talking: tuple[Mouth, simulated.SimulatedSpeaker, list[StreamMessage]],
    clock: JumpClock,
    fault: Literal["gone", "busy", "hung"],
) -> None:
    """F14: 0 stale utterances; a speaker back after ten minutes says only what is new."""
    mouth, speaker, told = talking
    speaker.fail = fault
    began = clock.monotonic()
    for number in range(3):
        mouth.say(replace(MESSAGE, id=EventId(100 + number)), EventId(3))
    assert await told_of(told, 3) == ["stale"] * 3
    assert mouth.stale == 3
    assert clock.monotonic() - began <= LATE_MOST_S + 20
    speaker.fail = "none"
    mouth.say(replace(MESSAGE, id=EventId(200)), EventId(3))
    assert await told_of(told, 4) == ["stale", "stale", "stale", "success"]
    whole = [p.sound for p in speaker.played if p.seconds == p.given_s]
    assert whole == ["utterance:200"]


async def test_what_was_erased_is_not_said(
    talking: tuple[Mouth, simulated.SimulatedSpeaker, list[StreamMessage]], clock: JumpClock
) -> None:
    """T18: neither what waits nor what is being said."""
    mouth, speaker, told = talking
    speaker.fail = "gone"
    for number in (7, 8):
        mouth.say(replace(MESSAGE, id=EventId(number)), EventId(3))
    await clock.sleep(2)
    await mouth.drop(frozenset({EventId(7)}))
    speaker.fail = "none"
    assert await told_of(told, 1) == ["success"]
    assert [p.sound for p in speaker.played] == ["utterance:8"]


@pytest.mark.parametrize(
    ("status", "sounds"),
    [
        (ResultStatus.SUCCESS, ["chime:done"]),
        (ResultStatus.FAILED, ["chime:error"]),
        (ResultStatus.PARTIAL, []),
    ],
)
async def test_act_without_words_ends_with_a_chime(
    talking: tuple[Mouth, simulated.SimulatedSpeaker, list[StreamMessage]],
    status: ResultStatus,
    sounds: list[str],
) -> None:
    """Issue 13, point 5. After `partial` nobody knows what a sound would mean."""
    mouth, speaker, told = talking
    mouth.wordless(status)
    mouth.say(MESSAGE, EventId(3))
    assert await told_of(told, 1) == ["success"]
    assert [p.sound for p in speaker.played if p.sound != "utterance:7"] == sounds


async def test_chime_that_is_not_wanted_does_not_sound(
    talking: tuple[Mouth, simulated.SimulatedSpeaker, list[StreamMessage]],
) -> None:
    mouth, speaker, _ = talking
    await mouth.chime("wake")
    assert speaker.played == []


async def test_good_morning_is_spoken_in_quiet_hours_unless_somebody_asked_for_quiet(
    talking: tuple[Mouth, simulated.SimulatedSpeaker, list[StreamMessage]], clock: JumpClock
) -> None:
    """S-22: the alarm was set for then; what nobody waits for is shown only."""
    mouth, speaker, told = talking
    hours = QuietHours(begins=time(0), until=time(0))
    mouth._quiet = Quiet([hours], clock, most_per_hour={}, away=lambda _: False)
    mouth.say(MESSAGE, EventId(3))
    mouth.greet(replace(MESSAGE, id=EventId(8)), EventId(3))
    assert await told_of(told, 2) == ["quiet_hours", "success"]
    await mouth.hush_until(clock.now() + timedelta(minutes=10))
    mouth.greet(replace(MESSAGE, id=EventId(9)), EventId(3))
    assert await told_of(told, 3) == ["quiet_hours", "success", "quiet_hours"]
    assert [p.sound for p in speaker.played] == ["utterance:8"]
