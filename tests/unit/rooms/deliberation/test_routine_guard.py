"""The guard of what the owner saved: done at the deadline, whatever the model does (T-08, S-13)."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from companion.rooms.deliberation.decider import Decider, Dropped
from companion.rooms.deliberation.routine_guard import GUARD, RoutineGuard
from companion.service.plugins import CapabilityRegistry
from companion.words.context import DeliberationContextPack
from companion.words.decision import (
    ActionDecision,
    ConsoleDelivery,
    DecisionOutcome,
    DeliveryKind,
)
from companion.words.language import Bilingual, Language
from companion.words.schedule import Manner
from companion.words.text import LabelledText
from companion.words.trigger import Deadline, RequestedAction, TriggerKind
from companion.words.trust import TrustLabel
from tests.proof.bench.night_clock import NightClock
from tests.twins.packs import NOW, cases

OPEN = RequestedAction(
    action_type="device_control.cover_open",
    payload={"device_id": "cover.living_room"},
    label=Bilingual("カーテンを開ける", "open the curtain"),
)
BOTH = (Manner.QUIETLY, Manner.WITH_WORDS)


def due(manners: tuple[Manner, ...] = BOTH, in_s: float = 20.0) -> DeliberationContextPack:
    pack = cases(Language.EN)[0].pack
    trigger = replace(
        pack.trigger,
        kind=TriggerKind.TIME,
        about=LabelledText("It is time.", TrustLabel.SELF),
        requested=OPEN,
        deadline=Deadline(NOW + timedelta(seconds=in_s), manners),
    )
    return replace(pack, trigger=trigger)


class Mind:
    """Chooses the last entry of the menu, after a while, or fails."""

    def __init__(self, clock: NightClock, takes_s: float = 3.0, fails: str = "") -> None:
        self._clock, self._takes_s, self._fails = clock, takes_s, fails
        self.offered: list[str] = []

    async def decide(self, pack: DeliberationContextPack) -> ActionDecision | Dropped | None:
        self.offered = [entry.name for entry in pack.menu]
        await self._clock.sleep(self._takes_s)
        if self._fails:
            return Dropped(reason=self._fails)
        chosen = pack.menu[-1]
        return ActionDecision(
            decision_outcome=DecisionOutcome.DO_ACTION,
            action_type=chosen.action_type,
            action_payload=chosen.payload,
            reason="a fine morning",
            persona_influence="warm",
            mood_influence="bright",
            evidence_event_ids=(),
            console_delivery=chosen.delivery,
            decided_by="llm",
            judgment="",
            intent="",
            summary=chosen.label,
            impact=chosen.label,
            trust=TrustLabel.OBSERVED,
            risk=chosen.risk,
            prompted_by="a sign",
        )


async def decided(pack: DeliberationContextPack, **mind: object) -> tuple[ActionDecision, float]:
    clock = NightClock(NOW, ZoneInfo("Asia/Tokyo"))
    clock.begin()
    asked: Decider = Mind(clock, **mind)  # type: ignore[arg-type]
    guard = RoutineGuard(CapabilityRegistry({}), asked, clock=clock, language=Language.EN)
    try:
        answer = await guard.decide(pack)
        assert answer is not None
        return answer, clock.monotonic()
    finally:
        await clock.end()


async def test_the_model_chooses_the_manner_and_nothing_else() -> None:
    """B-099: persona and mood are in it; what was read beside it weighs nothing."""
    answer, took_s = await decided(due())
    assert (answer.action_type, answer.action_payload) == (OPEN.action_type, OPEN.payload)
    assert (answer.decided_by, answer.mood_influence) == ("llm", "bright")
    assert answer.console_delivery == ConsoleDelivery(DeliveryKind.CHAT)
    assert (answer.trust, answer.prompted_by) == (TrustLabel.SELF, "")
    assert took_s < 5


@pytest.mark.parametrize("fails", ["not_on_menu", "model_unavailable", "model_called_back"])
async def test_no_valid_answer_does_what_is_saved_at_once(fails: str) -> None:
    answer, took_s = await decided(due(), fails=fails)
    _is_the_guards(answer)
    assert took_s < 5


async def test_a_slow_model_is_not_waited_for_beyond_the_deadline() -> None:
    answer, took_s = await decided(due(), takes_s=500.0)
    _is_the_guards(answer)
    assert 19.9 < took_s < 20.5
    assert "deadline" in answer.mood_influence


@pytest.mark.parametrize("manners", [(), (Manner.QUIETLY,)])
async def test_where_nothing_is_left_to_choose_nobody_is_asked(
    manners: tuple[Manner, ...],
) -> None:
    """An alarm rings at once."""
    answer, took_s = await decided(due(manners), takes_s=500.0)
    _is_the_guards(answer)
    assert took_s == 0


async def test_what_is_late_already_is_done_at_once() -> None:
    answer, took_s = await decided(due(in_s=-5.0), takes_s=500.0)
    _is_the_guards(answer)
    assert took_s == 0


async def test_other_triggers_are_none_of_its_business() -> None:
    clock = NightClock(NOW, ZoneInfo("Asia/Tokyo"))
    guard = RoutineGuard(CapabilityRegistry({}), Mind(clock), clock=clock, language=Language.EN)
    pack = cases(Language.EN)[0].pack
    assert await guard.decide(pack) is None
    wish = replace(pack, trigger=replace(pack.trigger, requested=OPEN))
    assert await guard.decide(wish) is None
    await asyncio.sleep(0)


def _is_the_guards(answer: ActionDecision) -> None:
    """T-08: a normal decision, exactly what was saved, a chime and no words, and it says why."""
    assert (answer.decided_by, answer.reason) == (GUARD, GUARD)
    assert (answer.action_type, answer.action_payload) == (OPEN.action_type, OPEN.payload)
    assert answer.console_delivery == ConsoleDelivery(DeliveryKind.ACTIVITY_ONLY)
    assert answer.trust is TrustLabel.SELF
    assert "neither persona nor mood" in answer.persona_influence
