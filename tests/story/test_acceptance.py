"""The stage conditions of the design that step 1 must hold, each by a test of its name (B.14).

B-091 is `tests/unit/store/test_boundary.py`; B-092, B-094 and B-097..B-099 belong to later steps.
"""

import ast
import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from companion.app import Companion, Start, assemble
from companion.service.settings import Driver
from companion.words.device import DeviceState
from companion.words.event import EventSource
from companion.words.ids import DeviceId, TriggerId
from companion.words.llm import LlmReply, LlmRequest, LlmRequestPurpose
from companion.words.observation import Certainty, Change
from companion.words.result import ResultStatus
from companion.words.text import LabelledText
from companion.words.trigger import Priority, RequestedAction, Trigger, TriggerKind
from companion.words.trust import TrustLabel
from tests.story.influences import told_truly
from tests.story.whole_house import ROOT, SCENARIOS, awake, play, settings_for
from tests.unit.store.samples import observation

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(180)]
ARRIVAL, NOBODY = str(SCENARIOS / "one_arrival.yaml"), str(SCENARIOS / "nobody.yaml")


class Played:
    """One arrival in the dark, played to its end, and what the model was asked."""

    def __init__(self, house: Companion) -> None:
        self.house = house
        self.purposes: list[LlmRequestPurpose] = []

    async def run(self) -> None:
        """Listen at the model's door, then play."""
        complete = self.house.mind.llm.complete

        async def heard(request: LlmRequest) -> LlmReply:
            if request.max_tokens > 1:  # one token nobody reads is the warm-up
                self.purposes.append(request.purpose)
            return await complete(request)

        self.house.mind.llm.complete = heard  # type: ignore[method-assign]
        await play(self.house)


@pytest.fixture
async def played(tmp_path: Path) -> AsyncIterator[Played]:
    async with awake(settings_for(ARRIVAL, tmp_path)) as house:
        story = Played(house)
        await story.run()
        yield story


@pytest.mark.real("detector")
async def test_b_087_b_093_b_095_a_fact_of_the_camera_leads_to_action(played: Played) -> None:
    """B-087: purposes of its own; B-093: influences shown; B-095: seen, decided, done."""
    record = played.house.storage.store.record
    assert LlmRequestPurpose.ASYNC_DELIBERATION_DECISION in played.purposes
    assert LlmRequestPurpose.ASYNC_AUTONOMY_MESSAGE_RENDER in played.purposes
    assert LlmRequestPurpose.SYNC_CONVERSATION not in played.purposes, "nobody spoke"
    done = 0
    for event in await record.recent(limit=50, sources=(EventSource.ACTION_RESULT,)):
        result = await record.result(event.id)
        assert result is not None
        decision = await record.decision(result.decision_event_id)
        assert decision is not None, "B-088: nothing is done but by a decision"
        assert told_truly(decision), "B-093"
        causes = [await record.event(i) for i in decision.evidence_event_ids]
        seen = [e for e in causes if e is not None and e.source is EventSource.OBSERVATION]
        done += bool(seen) and result.status is ResultStatus.SUCCESS
        assert all(e.channel == "camera" for e in seen)
    assert done >= 1
    assert played.house.skills.policies["camera_watch"].USES == ("vision_perception.observe_scene",)


def test_b_088_policies_can_neither_decide_nor_act() -> None:
    """B-088: a policy knows ports, words and what a home is made of only, and of the ports no
    house and no model."""
    for path in sorted((ROOT / "policies").glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        modules = {n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
        ours = {m for m in modules if m.startswith(("companion", "capabilities", "hardware"))}
        below = ("companion.ports", "companion.words", "companion.home")
        assert all(m.startswith(below) for m in ours), path
        assert not ours & {"companion.ports.house", "companion.ports.llm"}, path
        assert "companion.words.decision" not in ours, path


async def test_b_089_time_goes_on_with_nobody_at_the_page(tmp_path: Path) -> None:
    """B-089: no client is connected, and the heartbeat is thought about."""
    settings = settings_for(NOBODY, tmp_path)
    limits = settings.limits.model_copy(update={"heartbeat_s": 20.0})
    # What is shown to Home Assistant listens as pages do, and is none.
    quiet = settings.mqtt.model_copy(update={"announce": False})
    async with awake(settings.model_copy(update={"limits": limits, "mqtt": quiet})) as house:
        assert house.foundations.dollhouse is not None
        await house.foundations.dollhouse.clock.start()
        assert house.foundations.hub.pages() == 0
        kinds: set[str] = set()
        while "heartbeat" not in kinds:
            await asyncio.sleep(0.1)
            sources = (EventSource.DELIBERATION_DECISION,)
            events = await house.storage.store.record.recent(limit=9, sources=sources)
            kinds = {event.payload["trigger"]["kind"] for event in events}


async def test_b_090_load_is_limited_and_the_backlog_slows_the_eyes(tmp_path: Path) -> None:
    """B-090, S-06: rate limit, one event a fact, and a backlog that can be inspected."""
    async with assemble(Start(settings=settings_for(NOBODY, tmp_path), staged=True)) as house:
        now = house.foundations.clock.now()
        came = replace(
            observation(), at=now, change=Change.APPEARED, certainty=Certainty.FACT, value="present"
        )
        for i in range(9):
            await house.acting.notice.notice((replace(came, at=now + timedelta(seconds=i)),))
        assert len(await _observed(house)) == 1, "the same fact is one event"
        for i in range(30):
            change, value = ((Change.GONE, "absent"), (Change.APPEARED, "present"))[i % 2]
            await house.acting.notice.notice((replace(came, change=change, value=value),))
        assert (
            len(await _observed(house))
            <= settings_for(NOBODY, tmp_path).limits.events_per_minute_per_source
        )
        assert house.body.sight.pace() == 1.0
        for i in range(house.foundations.settings.limits.backlog_jobs + 1):
            await house.storage.journal.observed(replace(came, place=f"room{i}"))
        (tick,) = house.body.backlog.ticks()
        await tick.do()
        assert house.body.backlog.waiting() > house.foundations.settings.limits.backlog_jobs
        assert house.body.sight.pace() > 1.0


async def test_b_090_what_the_limit_held_back_comes_out_by_itself(tmp_path: Path) -> None:
    """B-062: the newest of a flood is recorded though no other report follows."""
    async with assemble(Start(settings=settings_for(NOBODY, tmp_path), staged=True)) as house:
        assert house.foundations.dollhouse is not None
        now = house.foundations.clock.now()
        flood = [
            DeviceState(device_id=DeviceId("sensor.attic"), value=f"{10 * n}", at=now)
            for n in range(20)
        ]
        assert sum(len(house.acting.notice.reports.take(state)) for state in flood) < len(flood)
        await house.foundations.dollhouse.clock.start()
        await house.foundations.clock.sleep(61.0)
        await house.acting.notice.notice(())
        (event,) = await house.storage.store.record.recent(
            limit=9, sources=(EventSource.DEVICE_STATE,)
        )
        assert event.payload["value"] == "190"


async def _observed(house: Companion) -> tuple[object, ...]:
    return await house.storage.store.record.recent(limit=50, sources=(EventSource.OBSERVATION,))


async def test_b_096_it_can_move_and_switch(tmp_path: Path) -> None:
    """B-096: asked for in the whole house, the base stands in the next room afterwards and the
    lamp burns, by the simulator's own truth; each leaves a result of its capability.

    Time runs twice as fast as outside, no more, so that no busy machine trips the dead-man.
    """
    settings = settings_for(NOBODY, tmp_path, speed=2.0)
    near = Driver.model_validate({"driver": "simulated", "speed_m_s": 1.0, "hop_m": 0.5})
    async with awake(settings.model_copy(update={"drive": near})) as house:
        assert house.foundations.dollhouse is not None
        await house.foundations.dollhouse.clock.start()
        began, _ = house.body.drive.position()
        room = next(
            p.neighbours[0] for p in house.foundations.dollhouse.plan.places if p.id == began
        )
        lamp = house.foundations.dollhouse.device("light.bedroom")
        assert lamp.value() == "off"
        wishes = {
            "mobility_move.go_to_room": {"room": room},
            "device_control.light_turn_on": {"device_id": "light.bedroom"},
        }
        for action_type, payload in wishes.items():
            wish = RequestedAction(action_type=action_type, payload=payload)
            await house.acting.act.walk(await _wished(house, wish))
        for question in await house.storage.store.approvals.pending():
            await house.desk.reception.answer(question.id, True, "web")
        async with asyncio.timeout(60):
            while len(results := await _results(house)) < len(wishes):
                await asyncio.sleep(0.05)
        assert results == dict.fromkeys(wishes, ResultStatus.SUCCESS)
        assert house.body.drive.position() == (room, False)
        assert lamp.value() == "on"


async def _results(house: Companion) -> dict[str, str]:
    events = await house.storage.store.record.recent(limit=9, sources=(EventSource.ACTION_RESULT,))
    return {event.kind: event.payload["status"] for event in events}


async def _wished(house: Companion, wish: RequestedAction) -> Trigger:
    """The owner's wish at the page, as the desk makes it of a button."""
    payload = {"action_type": wish.action_type, **wish.payload}
    event = await house.storage.journal.requested(
        wish.action_type, payload, TrustLabel.OWNER, "web"
    )
    return Trigger(
        id=TriggerId(house.foundations.ids.new()),
        kind=TriggerKind.EVENT,
        priority=Priority.USER,
        at=house.foundations.clock.now(),
        about=LabelledText(event.user_text, event.trust, event.id),
        event_ids=(event.id,),
        requested=wish,
    )
