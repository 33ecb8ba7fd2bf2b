"""Alarm guard 警報の番人: decides to sound the alarm for a danger, without a model.

Deliberation decides what to do about the danger; the alarm does not wait for it.
"""

from dataclasses import replace

from companion.home.occasion import ALARMS
from companion.rooms.deliberation.reflex import Reflex
from companion.words.context import DeliberationContextPack
from companion.words.decision import ActionDecision, ConsoleDelivery, DeliveryKind, MessageKind
from companion.words.influence import ALARM_GUARD
from companion.words.language import Language

GUARD = "alarm_guard"
"""`decided_by` of an alarm."""


class AlarmGuard:
    """Decider of the alarm chime; it passes on everything else."""

    def __init__(self, reflex: Reflex, *, language: Language) -> None:
        self._reflex, self._language = reflex, language

    async def decide(self, pack: DeliberationContextPack) -> ActionDecision | None:
        """The chime, to be told as the persona too where a model can."""
        if pack.trigger.occasion not in ALARMS or pack.trigger.requested is None:
            return None
        decision = await self._reflex.decide(pack)
        if decision is None:
            return None
        influence = ALARM_GUARD.get(self._language)
        return replace(
            decision,
            persona_influence=influence,
            mood_influence=influence,
            decided_by=GUARD,
            console_delivery=ConsoleDelivery(DeliveryKind.NOTIFY, MessageKind.REPORT),
        )
