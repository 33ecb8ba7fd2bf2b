"""The owner at the page or the command line, through the whole house with a real broker.

What a device truly is comes from the simulator's ground truth, never from our own record.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from companion.app import Companion
from companion.dollhouse.devices import Fault
from companion.service.supervision import until
from companion.words.approval import ApprovalStatus
from companion.words.capability import RiskTier
from companion.words.event import EventSource
from companion.words.ids import DeviceId, EventId
from companion.words.result import ActionResult, ResultStatus
from tests.story.whole_house import SCENARIOS, awake, settings_for

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(120)]
LIGHT, LOCK = DeviceId("light.hall"), DeviceId("lock.front_door")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Companion]:
    """Nobody comes or goes; time runs."""
    async with awake(settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path)) as house:
        assert house.foundations.dollhouse is not None
        await house.foundations.dollhouse.clock.start()
        yield house


def truth(house: Companion, device_id: str) -> str:
    assert house.foundations.dollhouse is not None
    return house.foundations.dollhouse.device(device_id).value()


async def results(house: Companion) -> list[tuple[EventId, ActionResult]]:
    events = await house.storage.store.record.recent(limit=20, sources=(EventSource.ACTION_RESULT,))
    kept = [(e.id, await house.storage.store.record.result(e.id)) for e in reversed(events)]
    return [(event_id, result) for event_id, result in kept if result is not None]


async def next_result(house: Companion, before: int) -> tuple[EventId, ActionResult]:
    while len(found := await results(house)) <= before:
        await asyncio.sleep(0.05)
    return found[before]


async def pending(house: Companion, count: Callable[[int], bool]) -> None:
    while not count(len(await house.storage.store.approvals.pending())):
        await asyncio.sleep(0.05)


async def test_a_button_switches_looks_and_can_be_undone(house: Companion) -> None:
    """DESIGN 1.5, T-01: a user's command on a light needs no question; undo is one call."""
    await house.desk.reception.operate(LIGHT, "turn_on", {}, "web")
    event_id, result = await next_result(house, 0)
    assert result.status is ResultStatus.SUCCESS
    assert truth(house, LIGHT) == "on"
    await house.desk.reception.undo(event_id, "web")
    _, undone = await next_result(house, 1)
    assert undone.status is ResultStatus.SUCCESS
    assert truth(house, LIGHT) == "off"
    chain = await house.storage.store.record.chain(event_id)
    assert {EventSource.USER_INPUT, EventSource.DELIBERATION_DECISION} <= {
        e.source for e in chain.events
    }


async def test_a_device_that_ignores_is_no_success(house: Companion) -> None:
    """DESIGN 1.2: the result comes from the observed post-state."""
    assert house.foundations.dollhouse is not None
    house.foundations.dollhouse.break_device(LIGHT, Fault.IGNORE)
    await house.desk.reception.operate(LIGHT, "turn_on", {}, "web")
    _, result = await next_result(house, 0)
    assert result.status is ResultStatus.NO_EFFECT
    assert truth(house, LIGHT) == "off"


async def test_the_front_door_asks_and_a_no_changes_nothing(house: Companion) -> None:
    """C-045..C-047, T-02: two lines, once; a no ends the action and not the house."""
    await house.desk.reception.operate(LOCK, "unlock", {}, "web")
    await pending(house, lambda n: n == 1)
    (question,) = await house.storage.store.approvals.pending()
    assert len(question.lines(japanese=True)) == 2
    assert all("\n" not in line and line for line in question.lines(japanese=False))
    await until(house.desk.reception.tasks.idle)  # the line in the record comes after the book
    asked = await house.storage.store.record.recent(
        limit=9, sources=(EventSource.APPROVAL_QUESTION,)
    )
    told = [e.payload["summary"] for e in asked if e.kind == "asked"]
    assert told == [{"ja": question.summary.ja, "en": question.summary.en}], "T-49, C-045: once"
    await house.desk.reception.answer(question.id, False, "web")
    assert truth(house, LOCK) == "locked"
    assert await results(house) == []
    await house.desk.reception.operate(LIGHT, "turn_on", {}, "web")
    _, result = await next_result(house, 0)
    assert result.status is ResultStatus.SUCCESS, "the house goes on (T-02)"


async def test_a_question_survives_two_restarts_and_is_then_carried_out(tmp_path: Path) -> None:
    """T-07, C-049: no timeout, and no restart takes it back; after the answer the referee looks
    once more and it is done."""
    settings = settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path)
    async with awake(settings) as first:
        assert first.foundations.dollhouse is not None
        await first.foundations.dollhouse.clock.start()
        await first.desk.reception.operate(LOCK, "unlock", {}, "web")
        await pending(first, lambda n: n == 1)
    async with awake(settings) as between:
        assert [q.id for q in await between.storage.store.approvals.pending()]
    async with awake(settings) as second:
        assert second.foundations.dollhouse is not None
        await second.foundations.dollhouse.clock.start()
        await until(lambda: second.home.house.state(LOCK) is not None)
        (question,) = await second.storage.store.approvals.pending()
        answered = await second.desk.reception.answer(question.id, True, "cli")
        assert answered.status is ApprovalStatus.GRANTED
        _, result = await next_result(second, 0)
        # On a busy machine the bolt is still on its way when the waiting for it ends.
        assert result.status in (ResultStatus.SUCCESS, ResultStatus.PARTIAL)
        await until(lambda: truth(second, LOCK) == "unlocked")
        if result.status is ResultStatus.SUCCESS:
            assert result.inverse is not None
            assert result.inverse.operation == "lock_lock"


async def test_stop_clears_what_waits_and_is_recorded(house: Companion) -> None:
    """C-052: stop is taken at once and leaves its line in the record."""
    event_id = await house.desk.reception.stop("web")
    event = await house.storage.store.record.event(event_id)
    assert event is not None
    assert event.source is EventSource.INTERRUPT


async def test_a_guarded_cover_and_an_own_room_are_the_owners_word(tmp_path: Path) -> None:
    """T7: what the wire calls a curtain may let people in; the owner's list makes it tier 3."""
    gate = DeviceId("cover.living_curtain")
    settings = settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path)
    home = settings.home.model_copy(
        update={"guarded": ("cover.living_*",), "areas": {LIGHT: "kitchen"}}
    )
    async with awake(settings.model_copy(update={"home": home})) as house:
        assert house.foundations.dollhouse is not None
        await house.foundations.dollhouse.clock.start()
        light = house.home.house.device(LIGHT)
        assert light is not None
        assert light.area == "kitchen"
        before = truth(house, gate)
        await house.desk.reception.operate(gate, "close" if before == "open" else "open", {}, "web")
        await pending(house, lambda n: n == 1)
        (question,) = await house.storage.store.approvals.pending()
        assert question.risk == RiskTier.NEVER_BY_ITSELF
        assert truth(house, gate) == before
