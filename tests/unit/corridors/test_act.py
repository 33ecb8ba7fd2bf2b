"""B13: what needs no model waits for none, and what turned round meanwhile stops the act."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from capabilities.speak import Speak
from companion.service.settings import NO_RANKER, Engine, Llm, load_settings
from companion.service.supervision import until
from companion.voice.mouth import Mouth
from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.capability import ActionCall
from companion.words.decision import ActionDecision
from companion.words.event import Event, EventSource
from companion.words.ids import DeviceId
from companion.words.language import Bilingual, Language
from companion.words.llm import LlmReply, LlmRequest, LlmRequestPurpose
from companion.words.observation import Certainty, Change, Observation
from companion.words.result import ActionResult, ResultStatus
from companion.words.trigger import Trigger
from companion.words.trust import TrustLabel
from tests.proof.evaluation.choosing.case import Half
from tests.proof.evaluation.choosing.files import Case, read_situation
from tests.proof.evaluation.choosing.house import CaseHouse, house_of
from tests.proof.evaluation.choosing.life import live, wake
from tests.proof.evaluation.choosing.minds import Minds
from tests.twins.home import decision
from tests.twins.home import trigger as a_trigger
from tests.twins.memory_house import MemoryDevice, MemoryHouse

LAMP = DeviceId("light.hall")
ON = "turn_on_hall_light"
SITUATION = """\
about: somebody comes home in the dark
home: family_flat
at: 2026-11-21T19:30:00
trigger: {seen: {change: appeared, at: hall}}
sensible: [turn_on light.hall]
"""


@asynccontextmanager
async def standing(
    tmp_path: Path, ranker: Engine, situation: str = SITUATION, chosen: str = ON
) -> AsyncIterator[tuple[CaseHouse, Trigger]]:
    """The house, and the trigger of the situation; the model wants what is chosen."""
    file = tmp_path / "case.yaml"
    file.write_text(situation, encoding="utf-8")
    case = Case(file, Half.TUNE, Language.EN, read_situation(file))
    shipped = load_settings(Path("config/config.yaml"))
    llm = Llm(engine="scripted", settings={"choose": (chosen,)})
    own = shipped.ranker.model_copy(update={"engine": ranker.engine, "settings": ranker.settings})
    settings = shipped.model_copy(update={"llm": llm, "ranker": own})
    settings = settings.model_copy(update={"embedder": Engine(engine="hashed")})
    minds = Minds(settings, tmp_path)
    await minds.start()
    try:
        async with house_of(case, settings, minds, tmp_path) as house:
            await live(house)
            yield house, await wake(house)
    finally:
        await minds.stop()


def seen(house: CaseHouse, value: str) -> None:
    """What the eyes hold of the hall now."""
    sure = Certainty.FACT
    house.blackboard.seen(
        Observation("person", "hall", Change.STATE, sure, 0.9, house.clock.now(), "cam", value)
    )


def lamp(house: CaseHouse) -> str:
    state = house.house.state(LAMP)
    return str(state.value) if state is not None else ""


async def rulings(house: CaseHouse) -> list[Event]:
    return list(await house.record.recent(limit=9, sources=(EventSource.GM_JUDGEMENT,)))


class Thinking:
    """The model's answers wait until they are let go."""

    def __init__(self, house: CaseHouse, purpose: LlmRequestPurpose) -> None:
        self.asked = asyncio.Event()
        self.answers = asyncio.Event()
        self._complete, self._purpose = house.llm.complete, purpose
        house.llm.complete = self.complete  # type: ignore[method-assign]

    async def complete(self, request: LlmRequest) -> LlmReply:
        """The scripted answer, once it may come."""
        if request.purpose is self._purpose:
            self.asked.set()
            await self.answers.wait()
        return await self._complete(request)


@pytest.mark.parametrize(("now", "after"), [("absent", "off"), ("present", "on")])
async def test_no_lamp_goes_on_in_a_room_seen_empty_since(
    tmp_path: Path, now: str, after: str
) -> None:
    """The model thought for a minute; the facts are looked at again right before the act."""
    async with standing(tmp_path, Engine(engine=NO_RANKER)) as (house, trigger):
        model = Thinking(house, LlmRequestPurpose.ASYNC_DELIBERATION_DECISION)
        walk = asyncio.create_task(house.act.walk(trigger))
        await model.asked.wait()
        seen(house, now)
        model.answers.set()
        await walk
        assert lamp(house) == after
        kinds = [event.kind for event in await rulings(house)]
        if now == "absent":
            (ruled,) = await rulings(house)
            assert kinds == ["fact_gone"]
            assert "nobody is in" in ruled.payload["reason"]["en"]
            assert "誰もいない" in ruled.payload["reason"]["ja"]
            assert not await house.record.recent(limit=1, sources=(EventSource.ACTION_RESULT,))
        else:
            assert kinds == ["ok"]


SURE = Engine(engine="scripted", settings={"sensible": {ON: 0.95}})


async def test_the_lamp_waits_neither_for_a_thought_nor_for_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The model is busy with what somebody said, and words the message later; the lamp is on."""
    async with standing(tmp_path, SURE) as (house, trigger):
        asked, answers = asyncio.Event(), asyncio.Event()

        async def slowly(self: object, done: object) -> None:
            asked.set()
            await answers.wait()

        monkeypatch.setattr(type(house.act.messages), "tell", slowly)
        house.triggers.raise_trigger(trigger)
        running = [
            asyncio.create_task(house.walks.settle_each()),
            asyncio.create_task(house.act.tell_each()),
        ]
        await until(lambda: lamp(house) == "on")
        await asked.wait()
        assert not await house.record.recent(limit=1, sources=(EventSource.AUTONOMY_MESSAGE,))
        answers.set()
        for task in running:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        (decided,) = await house.record.recent(
            limit=1, sources=(EventSource.DELIBERATION_DECISION,)
        )
        decision = await house.record.decision(decided.id)
        assert isinstance(decision, ActionDecision)
        assert (decision.decided_by, decision.model) == ("sum", "")


async def test_what_needs_the_model_goes_into_its_own_line(tmp_path: Path) -> None:
    """Nothing is done about it, and the next trigger is not kept waiting."""
    unsure = Engine(engine="scripted", settings={"gone": "lost"})
    async with standing(tmp_path, unsure) as (house, trigger):
        assert not await house.act.walk_at_once(trigger)
        assert lamp(house) == "off"
        assert not await house.record.recent(limit=1, sources=(EventSource.DELIBERATION_DECISION,))


NIGHT = """\
about: a detector sounds while the home sleeps
home: family_flat
at: 2026-11-21T02:10:00
trigger: {noticed: {text: "The gas detector is sounding", place: hall}}
sensible: [skip]
"""


@pytest.mark.parametrize(
    "ranker",
    [
        {"sensible": {"tell_them": 0.95}, "read": {"reports": {"danger": 0.97}}},
        {"gone": "no embedder"},
    ],
)
async def test_a_danger_is_told_aloud_in_quiet_hours_and_stands_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ranker: dict[str, object]
) -> None:
    """With the trained reader down the closed table reads it."""
    heard: list[Event] = []

    async def rings(self: Speak, call: ActionCall) -> ActionResult:
        return ActionResult(
            capability="speak",
            operation=call.operation,
            status=ResultStatus.SUCCESS,
            summary_text="it rang",
            observed_at=trigger.at,
            decision_event_id=call.decision_event_id,
        )

    monkeypatch.setattr(Speak, "perform", rings)
    monkeypatch.setattr(Mouth, "answer", lambda self, event: heard.append(event))
    engine = Engine(engine="scripted", settings=ranker)
    async with standing(tmp_path, engine, NIGHT, "tell_them") as (house, trigger):
        assert house.act.hushed()
        await house.act.walk(trigger)
        assert [event.kind for event in await rulings(house)] == ["ok"]
        assert await done_by(house) == "speak.play_chime"
        (message,) = await house.record.recent(limit=9, sources=(EventSource.AUTONOMY_MESSAGE,))
        assert message.assistant_text
        assert [event.id for event in heard] == [message.id]


async def test_nothing_else_sounds_in_quiet_hours(tmp_path: Path) -> None:
    """A machine that is done is told without a sound."""
    done = NIGHT.replace("The gas detector is sounding", "The washing machine has finished")
    gone = Engine(engine="scripted", settings={"gone": "no embedder"})
    async with standing(tmp_path, gone, done, "tell_them") as (house, trigger):
        await house.act.walk(trigger)
        assert await done_by(house) == "notice.show"


async def done_by(house: CaseHouse) -> str:
    """The one act that was done."""
    (done,) = await house.record.recent(limit=9, sources=(EventSource.ACTION_RESULT,))
    assert done.payload["status"] == "success"
    (decided,) = await house.record.recent(limit=9, sources=(EventSource.DELIBERATION_DECISION,))
    decision = await house.record.decision(decided.id)
    assert decision is not None
    return decision.action_type


async def _owner_wants_the_lamp(house: CaseHouse, note: str) -> ApprovalQuestion:
    """A decision that was asked about and got its yes, as a restart finds it."""
    made = house.approval.named(
        replace(
            decision("device_control.light_turn_on", {"device_id": LAMP}, decided_by="reflex"),
            reason=note,
        )
    )
    decided = await house.journal.decided(made, a_trigger(TrustLabel.OWNER))
    asked = await house.store.approvals.ask(decided.id, made.summary, made.impact, 2)
    return await house.store.approvals.answer(asked.id, ApprovalStatus.GRANTED, "web")


async def test_c_044_a_yes_does_nothing_to_a_device_renamed_before_the_act(tmp_path: Path) -> None:
    """Right before the act the device is compared with the one that was shown."""
    async with standing(tmp_path, Engine(engine=NO_RANKER)) as (house, _):
        question = await _owner_wants_the_lamp(house, "first")
        device = house.house.device(LAMP)
        assert device is not None
        home = cast(MemoryHouse, house.house)
        home.add(MemoryDevice(replace(device, name=Bilingual("鍵", "lock")), value="off"))
        await house.act.answered(question)
        assert lamp(house) == "off"
        ruled = (await rulings(house))[0]
        assert ruled.kind == "not_as_shown"
        assert "ask me again" in ruled.payload["reason"]["en"]
        home.add(MemoryDevice(device, value="off"))
        await house.act.answered(await _owner_wants_the_lamp(house, "second"))
        assert lamp(house) == "on"
