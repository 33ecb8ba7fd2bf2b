"""Routine guard 予定の番人: decides what the owner saved, even when the model fails.

Until the deadline the model may choose the manner, among those the owner allowed. At the deadline,
on no valid answer, or where there is nothing to choose, the guard decides exactly what was saved:
a chime and no words. An alarm never waits for anybody: it rings at once.
"""

from dataclasses import replace

from companion.ports.capability import Catalogue, operation_in
from companion.ports.clock import Clock
from companion.rooms.deliberation.assemble import evidence_of, impact_of
from companion.rooms.deliberation.decider import Decider, Dropped
from companion.words.capability import RiskTier
from companion.words.context import DeliberationContextPack
from companion.words.decision import (
    ActionDecision,
    ConsoleDelivery,
    DecisionOutcome,
    DeliveryKind,
    MenuEntry,
)
from companion.words.influence import GUARD_AS_SAVED, GUARD_DEADLINE, GUARD_INVALID
from companion.words.language import Bilingual, Language
from companion.words.schedule import Manner, SavedAction
from companion.words.trigger import RequestedAction, TriggerKind
from companion.words.trust import TrustLabel

GUARD = "routine_guard"
"""`decided_by` and `reason` of what the guard decided."""
_WHY = {"": GUARD_AS_SAVED, "deadline": GUARD_DEADLINE, "invalid": GUARD_INVALID}
_MANNERS = {
    Manner.QUIETLY: (
        "quietly",
        Bilingual("{0}（静かに）", "{0}, quietly"),
        DeliveryKind.ACTIVITY_ONLY,
    ),
    Manner.WITH_WORDS: (
        "with_words",
        Bilingual("{0}（一言添えて）", "{0}, and say a word about it"),
        DeliveryKind.CHAT,
    ),
}


def as_decision(action: SavedAction, catalogue: Catalogue, language: Language) -> ActionDecision:
    """The guard's decision about a saved action, to be judged beforehand (dry run)."""
    spec = operation_in(catalogue, action.action_type)
    label = spec.label if spec is not None else Bilingual(action.action_type, action.action_type)
    influence = _WHY[""].get(language)
    return ActionDecision(
        decision_outcome=DecisionOutcome.DO_ACTION,
        action_type=action.action_type,
        action_payload=action.payload,
        reason=GUARD,
        persona_influence=influence,
        mood_influence=influence,
        evidence_event_ids=(),
        console_delivery=ConsoleDelivery(DeliveryKind.ACTIVITY_ONLY),
        decided_by=GUARD,
        judgment="",
        intent=label.get(language),
        summary=action.label or label,
        impact=label,
        trust=TrustLabel.SELF,
        risk=spec.risk if spec is not None else RiskTier.NEVER_BY_ITSELF,
        object_id=str(action.payload.get("device_id", action.payload.get("object_id", ""))),
    )


_SHORTEST_S = 1.0
"""Less than this is no time to think in."""


class RoutineGuard:
    """Decider of due routines; it passes on everything else."""

    def __init__(
        self, catalogue: Catalogue, mind: Decider, *, clock: Clock, language: Language
    ) -> None:
        self._catalogue = catalogue
        self._mind = mind
        self._clock = clock
        self._language = language

    async def decide(self, pack: DeliberationContextPack) -> ActionDecision | None:
        """The saved action, in a chosen manner or the guard's own."""
        trigger = pack.trigger
        if trigger.kind is not TriggerKind.TIME or trigger.requested is None:
            return None
        entry = self._entry(pack, trigger.requested)
        chosen, why = await self._choose(pack, entry)
        return chosen or self._as_saved(pack, entry, why)

    async def _choose(
        self, pack: DeliberationContextPack, entry: MenuEntry
    ) -> tuple[ActionDecision | None, str]:
        deadline = pack.trigger.deadline
        manners = deadline.manners if deadline is not None else ()
        if deadline is None or not manners or manners == (Manner.QUIETLY,):
            return None, ""
        left_s = (deadline.at - self._clock.now()).total_seconds()
        if left_s < _SHORTEST_S:
            return None, "deadline"
        menu = tuple(self._in_manner(entry, manner) for manner in manners)
        try:
            answer = await self._clock.wait_for(self._mind.decide(replace(pack, menu=menu)), left_s)
        except TimeoutError:
            return None, "deadline"
        if answer is None or isinstance(answer, Dropped):
            return None, "invalid"
        # Time itself asked: what stood in the prompt beside it chose the manner and nothing else.
        return replace(answer, trust=TrustLabel.SELF, prompted_by=""), ""

    def _in_manner(self, entry: MenuEntry, manner: Manner) -> MenuEntry:
        name, label, delivery = _MANNERS[manner]
        told = Bilingual(label.ja.format(entry.label.ja), label.en.format(entry.label.en))
        return replace(entry, name=f"do_{name}", label=told, delivery=ConsoleDelivery(delivery))

    def _as_saved(
        self, pack: DeliberationContextPack, entry: MenuEntry, why: str
    ) -> ActionDecision:
        influence = _WHY[why].get(self._language)
        return ActionDecision(
            decision_outcome=DecisionOutcome.DO_ACTION,
            action_type=entry.action_type,
            action_payload=entry.payload,
            reason=GUARD,
            persona_influence=influence,
            mood_influence=influence,
            evidence_event_ids=evidence_of(pack, entry),
            console_delivery=ConsoleDelivery(DeliveryKind.ACTIVITY_ONLY),
            decided_by=GUARD,
            judgment=pack.trigger.about.text,
            intent=entry.label.get(self._language),
            summary=entry.label,
            impact=impact_of(entry),
            trust=pack.trigger.about.trust,
            risk=entry.risk,
            object_id=entry.object_id,
            menu=(entry.name,),
            menu_labels=(entry.label,),
            chosen=entry.name,
        )

    def _entry(self, pack: DeliberationContextPack, asked: RequestedAction) -> MenuEntry:
        spec = operation_in(self._catalogue, asked.action_type)
        object_id = str(asked.payload.get("device_id", asked.payload.get("object_id", "")))
        thing = pack.scene.find(object_id) if object_id else None
        label = spec.label if spec is not None else Bilingual(asked.action_type, asked.action_type)
        if thing is not None:
            label = Bilingual(f"{thing.name}: {label.ja}", f"{label.en}: {thing.name}")
        return MenuEntry(
            name=asked.action_type,
            label=asked.label or label,
            action_type=asked.action_type,
            payload=asked.payload,
            risk=spec.risk if spec is not None else RiskTier.NEVER_BY_ITSELF,
            object_id=object_id,
            impact=asked.impact,
        )
