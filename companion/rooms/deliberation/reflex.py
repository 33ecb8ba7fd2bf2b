"""Reflex decider 反射: decides exact requests of a person and the word stop, without a model."""

from dataclasses import replace

from companion.home.request import STOP_BASE
from companion.ports.capability import Catalogue, operation_in
from companion.rooms.deliberation.assemble import NOTHING_TOUCHED, evidence_of, impact_of
from companion.words.capability import RiskTier
from companion.words.context import DeliberationContextPack
from companion.words.decision import (
    ActionDecision,
    ConsoleDelivery,
    DecisionOutcome,
    DeliveryKind,
    MenuEntry,
)
from companion.words.device import devices_in
from companion.words.influence import REFLEX
from companion.words.language import Bilingual, Language
from companion.words.stop_word import means_stop
from companion.words.telling import ASK_OWN, PASS_NOTICE_ON, TELL_OWN
from companion.words.trigger import Priority, RequestedAction

_DELIVERY = ConsoleDelivery(DeliveryKind.ACTIVITY_ONLY)
"""A request is answered by the conversation's reply, not by a second message."""
_TOLD = frozenset({PASS_NOTICE_ON, TELL_OWN, ASK_OWN})
"""Operations whose whole effect is a message; no conversation waits for a reply to them."""
_TELL = ConsoleDelivery(DeliveryKind.NOTIFY)


class Reflex:
    """Decider of exact requests; it passes on everything else."""

    def __init__(self, catalogue: Catalogue, *, language: Language) -> None:
        self._catalogue = catalogue
        self._language = language

    async def decide(self, pack: DeliberationContextPack) -> ActionDecision | None:
        """The requested action as it stands; the referee and approval judge it afterwards."""
        trigger = pack.trigger
        if trigger.requested is not None:
            return self._as_asked(pack, trigger.requested)
        if trigger.priority is Priority.USER and means_stop(trigger.about.text):
            return self._as_asked(pack, STOP_BASE)
        return None

    def _as_asked(self, pack: DeliberationContextPack, asked: RequestedAction) -> ActionDecision:
        entry = _on_menu(pack, asked) or self._entry(pack, asked)
        # The words of the wish itself: "open it half way", not "set how far it is open (50%)".
        entry = replace(entry, label=asked.label or entry.label)
        influence = REFLEX.get(self._language)
        return ActionDecision(
            decision_outcome=DecisionOutcome.DO_ACTION,
            action_type=asked.action_type,
            action_payload=asked.payload,
            reason=pack.trigger.about.text,
            persona_influence=influence,
            mood_influence=influence,
            evidence_event_ids=evidence_of(pack, entry),
            console_delivery=_TELL if asked.action_type in _TOLD else _DELIVERY,
            decided_by="reflex",
            judgment=pack.trigger.about.text,
            intent=entry.label.get(self._language),
            summary=entry.label,
            impact=impact_of(entry),
            trust=pack.trigger.about.trust,
            risk=entry.risk,
            action_tags=(entry.tag,) if entry.tag else (),
            object_id=entry.object_id,
            # What was offered elsewhere at that moment was nothing to choose from.
            menu=(entry.name,),
            menu_labels=(entry.label,),
            chosen=entry.name,
        )

    def _entry(self, pack: DeliberationContextPack, asked: RequestedAction) -> MenuEntry:
        """An entry for what is not on the menu: the menu is the model's limit, not a person's."""
        spec = operation_in(self._catalogue, asked.action_type)
        devices = devices_in(asked.payload)
        object_id = str(devices[0] if devices else asked.payload.get("object_id", ""))
        found = [(pack.scene.find(one), one) for one in devices or (object_id,) if one]
        name = ", ".join(thing.name if thing is not None else one for thing, one in found)
        label = spec.label if spec is not None else Bilingual(asked.action_type, asked.action_type)
        if name:
            label = Bilingual(f"{name}: {label.ja}", f"{label.en}: {name}")
        touched = Bilingual(name, name) if name else NOTHING_TOUCHED if asked is STOP_BASE else None
        return MenuEntry(
            name=asked.action_type,
            label=asked.label or label,
            action_type=asked.action_type,
            payload=asked.payload,
            # What nobody declared is never done by itself; the referee refuses it anyway.
            risk=spec.risk if spec is not None else RiskTier.NEVER_BY_ITSELF,
            object_id=object_id,
            impact=asked.impact or touched,
        )


def _on_menu(pack: DeliberationContextPack, asked: RequestedAction) -> MenuEntry | None:
    return next(
        (
            e
            for e in pack.menu
            if e.action_type == asked.action_type and dict(e.payload) == dict(asked.payload)
        ),
        None,
    )
