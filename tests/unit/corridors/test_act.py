"""B13: what needs no model waits for none, and what turned round meanwhile stops the act."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from companion.service.settings import NO_RANKER, Engine, Llm, load_settings
from companion.service.supervision import until
from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.decision import ActionDecision
from companion.words.event import Event, EventSource
from companion.words.ids import DeviceId
from companion.words.language import Bilingual, Language
from companion.words.llm import LlmReply, LlmRequest, LlmRequestPurpose
from companion.words.observation import Certainty, Change, Observation
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
async def standing(tmp_path: Path, ranker: Engine) -> AsyncIterator[tuple[CaseHouse, Trigger]]:
    """The house, and the trigger of the sighting; the model wants the light on."""
    file = tmp_path / "case.yaml"
    file.write_text(SITUATION, encoding="utf-8")
    case = Case(file, Half.TUNE, Language.EN, read_situation(file))
    shipped = load_settings(Path("config/config.yaml"))
    llm = Llm(engine="scripted", settings={"choose": (ON,)})
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
