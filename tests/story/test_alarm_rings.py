"""An alarm in the whole house: set at the desk, due, walked, rung, told why, stopped (B-098)."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from companion.app import Companion
from companion.ports.body import BuzzerUnavailable
from companion.ports.house import HouseUnreachable
from companion.ports.llm import ModelUnavailable
from companion.service.settings import Home
from companion.service.supervision import until
from companion.words.decision import ConsoleDelivery, DeliveryKind
from companion.words.device import DeviceCommand
from companion.words.event import Event, EventSource
from companion.words.ids import DeviceId
from companion.words.influence import GUARD_DEADLINE, GUARD_INVALID
from companion.words.language import Bilingual
from companion.words.llm import LlmReply, LlmRequest, LlmRequestPurpose
from companion.words.result import ResultStatus
from companion.words.schedule import Entry, EntryKind, Manner, SavedAction
from companion.words.timing import After
from tests.proof.bench.whole import living, shipped
from tests.story.whole_house import awake, settings_for

pytestmark = pytest.mark.real("broker")


async def soon(house: Companion, kind: EntryKind, seconds: float, **more: object) -> Entry:
    assert house.foundations.dollhouse is not None
    await house.foundations.dollhouse.clock.start()
    now = house.foundations.clock.now()
    entry = Entry(kind=kind, timing=After(seconds), created_at=now, **more)  # type: ignore[arg-type]
    return (await house.alarms.clock.add(entry)).entry


async def test_b_098_an_alarm_walks_the_house_and_every_rung_is_tried(tmp_path: Path) -> None:
    """Curtain, light, speaker, louder, buzzer; the chain says why; the owner's stop ends it."""
    async with awake(settings_for("first_evening", tmp_path, speed=300)) as house:
        entry = await soon(house, EntryKind.ALARM, 5.0, label="朝", place="bedroom")
        due = house.foundations.clock.now() + timedelta(seconds=5)
        async with asyncio.timeout(30):
            await until(lambda: bool(house.alarms.ladder.ringing()))
            began = house.alarms.ladder.began_at(house.alarms.ladder.ringing()[0])
            assert began is not None
            assert began - due < timedelta(seconds=1)
            while True:
                notes = [
                    e.payload
                    for e in await house.storage.record.recent(limit=200)
                    if e.kind == "alarm_rung"
                ]
                if len(notes) >= 5:
                    break
                await asyncio.sleep(0.05)
        assert [n["rung"] for n in notes][::-1][:5] == [
            *("curtain", "light", "speaker", "louder", "buzzer"),
        ]
        (rung,) = [
            e
            for e in await house.storage.record.recent(
                limit=200, sources=(EventSource.ACTION_RESULT,)
            )
            if e.kind == "schedule_alarm.ring"
        ]
        chain = await house.storage.record.chain(rung.id)
        assert chain.decision is not None
        assert chain.decision.decided_by == "routine_guard"
        assert EventSource.SCHEDULE in {e.source for e in chain.events}
        await house.desk.reception.stop("web")
        assert house.alarms.ladder.ringing() == ()
        assert [f.outcome for f in await house.alarms.clock.history(entry.id)] == ["stopped"]


async def _results(house: Companion, kind: str) -> list[Event]:
    found = await house.storage.record.recent(limit=200, sources=(EventSource.ACTION_RESULT,))
    return [event for event in found if event.kind == kind]


def _value(house: Companion, device_id: DeviceId) -> str | None:
    state = house.home.house.state(device_id)
    return state.value if state is not None else None


async def _closed(house: Companion) -> None:
    """The bedroom's curtain as it is at night."""
    curtain = DeviceId("cover.bedroom_curtain")
    await house.home.house.command(DeviceCommand(device_id=curtain, operation="close"))
    async with asyncio.timeout(30):
        await until(
            lambda: (now := house.home.house.state(curtain)) is not None and now.value == "closed"
        )


async def test_what_moves_with_an_alarm_is_an_act_like_any_other(tmp_path: Path) -> None:
    """B-079, B-098: curtain and lamp have a decision, before and after, and an inverse; the alarm
    asks no model for it, and one tap takes each back."""
    async with awake(settings_for("first_evening", tmp_path, speed=60)) as house:

        async def gone(request: LlmRequest) -> LlmReply:
            raise ModelUnavailable("gone")

        house.mind.llm.complete = gone  # type: ignore[method-assign]
        assert house.foundations.dollhouse is not None
        await house.foundations.dollhouse.clock.start()
        await _closed(house)
        entry = await soon(house, EntryKind.ALARM, 3.0, label="朝", place="bedroom")
        async with asyncio.timeout(60):
            while not (
                await _results(house, "device_control.cover_open")
                and await _results(house, "device_control.light_turn_on")
            ):
                await asyncio.sleep(0.05)
        (opened,) = await _results(house, "device_control.cover_open")
        result = await house.storage.record.result(opened.id)
        assert result is not None
        assert result.status is ResultStatus.SUCCESS
        assert result.result_payload["before"]["value"] == "closed"
        assert result.result_payload["after"]["value"] == "open"
        assert result.inverse is not None
        chain = await house.storage.record.chain(opened.id)
        assert chain.decision is not None
        assert chain.decision.decided_by == "routine_guard"
        assert any(e.source is EventSource.SCHEDULE for e in chain.events), "the alarm is its cause"
        assert house.alarms.ladder.ringing(), "the ring does not end with it"
        await house.desk.reception.stop("web")
        await house.desk.reception.undo(opened.id, "web")
        curtain = house.foundations.dollhouse.device("cover.bedroom_curtain")
        async with asyncio.timeout(60):
            await until(lambda: curtain.value() == "closed")
        assert [f.outcome for f in await house.alarms.clock.history(entry.id)] == ["stopped"]


async def test_an_alarm_rings_with_the_broker_gone_and_tells_what_did_not_move(
    tmp_path: Path,
) -> None:
    """T-44: the ring comes first; of the curtain a failed result stands in the record."""
    async with awake(settings_for("first_evening", tmp_path, speed=60)) as house:
        assert house.foundations.dollhouse is not None
        await house.foundations.dollhouse.clock.start()
        await _closed(house)

        async def unreachable(command: DeviceCommand) -> None:
            raise HouseUnreachable("the broker is gone")

        house.home.house.command = unreachable  # type: ignore[method-assign]
        entry = await soon(house, EntryKind.ALARM, 2.0, place="bedroom")
        due = house.foundations.clock.now() + timedelta(seconds=2)
        async with asyncio.timeout(60):
            await until(lambda: bool(house.alarms.ladder.ringing()))
            began = house.alarms.ladder.began_at(house.alarms.ladder.ringing()[0])
            assert began is not None
            assert began - due < timedelta(seconds=1)
            while not await _results(house, "device_control.cover_open"):
                await asyncio.sleep(0.05)
        (opened,) = await _results(house, "device_control.cover_open")
        assert opened.payload["status"] == ResultStatus.FAILED
        assert house.alarms.ladder.ringing()
        await house.alarms.clock.stop(entry.id)


async def _gone(request: LlmRequest) -> LlmReply:
    raise ModelUnavailable("gone")


async def _silent(request: LlmRequest) -> LlmReply:
    never: asyncio.Future[LlmReply] = asyncio.get_running_loop().create_future()
    return await never


@pytest.mark.parametrize(("model", "why"), [(_gone, GUARD_INVALID), (_silent, GUARD_DEADLINE)])
async def test_t_08_a_routine_is_done_by_the_guard_when_the_model_says_nothing(
    tmp_path: Path, model: Callable[[LlmRequest], Awaitable[LlmReply]], why: Bilingual
) -> None:
    """T-08, T-50: the model is asked for the manner and gives none, at once or ever; the guard
    does exactly what is saved, without a word, and it is undone like anything else."""
    async with awake(settings_for("first_evening", tmp_path, speed=300)) as house:
        assert house.foundations.dollhouse is not None
        asked: list[LlmRequest] = []

        async def complete(request: LlmRequest) -> LlmReply:
            asked.append(request)
            return await model(request)

        house.mind.llm.complete = complete  # type: ignore[method-assign]
        lamp = house.foundations.dollhouse.device("light.bedroom")
        assert lamp.value() == "off"
        action = SavedAction(
            action_type="device_control.light_turn_on", payload={"device_id": "light.bedroom"}
        )
        manners = (Manner.QUIETLY, Manner.WITH_WORDS)
        due = {"label": "夕方", "actions": (action,), "manners": manners}
        entry = await soon(house, EntryKind.ROUTINE, 3.0, **due)
        async with asyncio.timeout(30):
            while not [f for f in await house.alarms.clock.history(entry.id) if f.outcome]:
                await asyncio.sleep(0.05)
        assert [f.outcome for f in await house.alarms.clock.history(entry.id)] == ["done"]
        assert lamp.value() == "on"
        assert LlmRequestPurpose.ASYNC_DELIBERATION_DECISION in {r.purpose for r in asked}
        (result,) = await _results(house, action.action_type)
        decision = (await house.storage.record.chain(result.id)).decision
        assert decision is not None
        assert (decision.decided_by, decision.reason) == ("routine_guard", "routine_guard")
        assert decision.action_payload == action.payload
        influence = why.get(house.foundations.language)
        assert (decision.persona_influence, decision.mood_influence) == (influence, influence)
        assert decision.console_delivery == ConsoleDelivery(DeliveryKind.ACTIVITY_ONLY)
        renders = LlmRequestPurpose.ASYNC_AUTONOMY_MESSAGE_RENDER
        assert renders not in {r.purpose for r in asked}, "a chime, not a message"
        await house.desk.reception.undo(result.id, "web")
        async with asyncio.timeout(30):
            await until(lambda: lamp.value() == "off")


async def test_a_simulated_buzzer_claims_nothing_in_a_real_home(tmp_path: Path) -> None:
    """The last rung of an alarm would be told to have sounded, and nobody had heard it."""
    settings = shipped(tmp_path, home=Home(kind="mqtt"), cameras={}, policies={})
    async with living(settings) as (house, _):
        with pytest.raises(BuzzerUnavailable):
            await house.body.buzzer.on()
        assert not house.body.buzzer.sounding()
