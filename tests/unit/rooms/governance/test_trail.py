"""Tests of what the record tells of a task's acts."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from companion.home.request import plan_trigger, tell_request
from companion.rooms.governance.trail import PAGE, reports_since, trail_of
from companion.rooms.journal.room import Journal
from companion.store.sqlite import Store
from companion.web.hub import Hub
from companion.words.approval import Approval, ApprovalStatus
from companion.words.device import DeviceState
from companion.words.event import Event
from companion.words.facts import ActDropped, TaskBegun
from companion.words.ids import DeviceId, EventId
from companion.words.language import Bilingual
from companion.words.plan import TaskId
from companion.words.ruling import Ruling
from tests.twins.clock import EVENING, JumpClock
from tests.twins.home import decision
from tests.unit.rooms.governance.samples import result

NAME = Bilingual("課題", "a task")


class Record:
    """A record with one task that has begun."""

    def __init__(self, store: Store) -> None:
        clock = JumpClock(EVENING)
        self.store = store
        self.journal = Journal(store.events, Hub(clock.now), clock)
        self.begun: Event
        self.decided: Event

    async def begin(self) -> None:
        fact = TaskBegun(task=TaskId("G1-T1"), name=NAME, intent=NAME)
        self.begun = await self.journal.noted(fact, durable=True)

    async def decide(self) -> None:
        trigger = plan_trigger("x", tell_request(NAME), self.begun.id, EVENING)
        self.decided = await self.journal.decided(decision(), trigger)

    async def trail(self) -> Any:
        return await trail_of(self.store.record, self.store.state, self.begun.id)


@pytest.fixture
async def record() -> AsyncIterator[Record]:
    store = Store.in_memory(JumpClock(EVENING))
    found = Record(store)
    await found.begin()
    yield found
    await store.close()


DOOR, METER = DeviceId("binary_sensor.front_door"), DeviceId("sensor.power")


async def report(record: Record, device: DeviceId, value: str, minutes: int) -> None:
    at = EVENING + timedelta(minutes=minutes)
    await record.journal.device_changed(DeviceState(device_id=device, value=value, at=at))


async def test_reports_are_read_once_and_from_their_moment_on(record: Record) -> None:
    """A later look reads what came after the last one."""
    for minute in range(PAGE + 2):
        await report(record, DOOR, "off", minute)
    since = EVENING + timedelta(minutes=1)
    found, last = await reports_since(record.store.record, [DOOR], since, EventId(0))
    assert len(found) == PAGE + 1
    await report(record, DOOR, "on", PAGE + 3)
    later, _ = await reports_since(record.store.record, [DOOR], since, last)
    assert [one.value for one in later] == ["on"]


async def test_no_report_is_missed_behind_very_many_of_other_devices(record: Record) -> None:
    """A meter that reports all the time hides no door; what it says is not held."""
    await report(record, DOOR, "on", 1)
    for minute in range(2, 2105):
        await report(record, METER, f"{minute}", minute)
    found, last = await reports_since(record.store.record, [DOOR], EVENING, EventId(0))
    assert [(one.device_id, one.value) for one in found] == [(DOOR, "on")]
    assert last == (await record.store.record.recent(limit=1))[0].id


async def test_nothing_was_decided_yet(record: Record) -> None:
    """The act may be walked."""
    assert (await record.trail()).decided is None


async def test_results_are_those_of_its_own_act(record: Record) -> None:
    """A later act of somebody else is not its result."""
    await record.decide()
    trail = await record.trail()
    assert trail.decided == record.decided.id
    assert trail.silent
    acted = await record.journal.acted(result(), record.decided)
    trail = await record.trail()
    assert [one.failure_class for one in trail.results] == [""]
    assert trail.result_event == acted.id


@pytest.mark.parametrize(
    ("status", "field"),
    [
        (ApprovalStatus.PENDING, "waits"),
        (ApprovalStatus.DENIED, "denied"),
        (ApprovalStatus.PUT_OFF, "put_off"),
        (ApprovalStatus.FORBIDDEN, "refused"),
    ],
)
async def test_the_answer_of_approval(record: Record, status: ApprovalStatus, field: str) -> None:
    """T-02: each is told apart."""
    await record.decide()
    await record.journal.judged(Approval(status=status, rule="x"), record.decided)
    trail = await record.trail()
    assert bool(getattr(trail, field))
    assert not trail.silent


async def test_a_refusal_of_the_referee_is_its_reason(record: Record) -> None:
    """But what is so already is no refusal."""
    await record.decide()
    why = Bilingual("ありません", "not there")
    so = Ruling(allowed=False, reason_code="already_so", reason=NAME)
    await record.journal.ruled(so, record.decided)
    assert (await record.trail()).refused is None
    no = Ruling(allowed=False, reason_code="not_in_scene", reason=why)
    await record.journal.ruled(no, record.decided)
    assert (await record.trail()).refused == why


async def test_an_act_that_was_let_go(record: Record) -> None:
    """After a restart."""
    await record.decide()
    fact = ActDropped(why="cut_off")
    await record.journal.noted(fact, evidence=(record.decided.id,), durable=True)
    assert (await record.trail()).dropped
