"""The capability that saves alarms, timers, reminders and routines."""

from datetime import time
from typing import Any

import pytest

from capabilities.schedule_alarm import ScheduleAlarm, Settings
from companion.desk.commands.told import told
from companion.phrases.manner import Manner
from companion.rooms.expression.claims import Names
from companion.service.plugins import CapabilityRegistry
from companion.words.capability import ActionCall
from companion.words.ids import EventId
from companion.words.result import ResultStatus
from companion.words.timing import After, Recurring
from companion.words.timing_form import to_plain
from hardware.speaker.simulated import Settings as SpeakerSettings
from hardware.speaker.simulated import SimulatedSpeaker
from tests.twins.memory_house import MemoryHouse
from tests.unit.rooms.scheduler.alarms import morning

SEVEN = {"timing": to_plain(Recurring(time(7, 0)))}
CURTAIN = {"action_type": "device_control.cover_open", "payload": {"device_id": "cover.bed"}}


def call(operation: str, **payload: Any) -> ActionCall:
    return ActionCall(operation=operation, payload=payload, decision_event_id=EventId(1))


@pytest.mark.parametrize(
    ("operation", "form", "again"),
    [
        ("set_alarm", SEVEN, False),
        ("set_reminder", SEVEN | {"label": "薬"}, False),
        ("set_routine", SEVEN | {"label": "朝", "actions": [CURTAIN]}, False),
        ("set_timer", {"timing": to_plain(After(300))}, True),
    ],
)
async def test_what_is_set_already_is_not_set_twice(
    operation: str, form: dict[str, Any], again: bool
) -> None:
    """B-101: a sentence that is said again makes no second alarm; a timer is always another."""
    async with morning() as house:
        speaker = SimulatedSpeaker(SpeakerSettings(), house.clock)
        capability = ScheduleAlarm(Settings(), house.alarms, speaker, house.clock)
        first = await capability.perform(call(operation, **form))
        assert first.status is ResultStatus.SUCCESS
        second = await capability.perform(call(operation, **form))
        assert len(house.alarms.entries()) == 1 + again
        assert second.was_so is not again
        assert (second.inverse is not None) is again
        names = Names(house=MemoryHouse(house.clock), catalogue=CapabilityRegistry({}), places={})
        said = told([second], names, house.clock.now(), Manner())
        assert said.ja.startswith("もう入っています") is not again
        assert said.en.startswith("It is set already (") is not again
        other = SEVEN | {"timing": to_plain(Recurring(time(7, 30)))}
        if not again:
            third = await capability.perform(call(operation, **(form | other)))
            assert third.status is ResultStatus.SUCCESS
