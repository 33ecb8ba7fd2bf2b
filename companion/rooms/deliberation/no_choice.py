"""No choice 選ぶ余地なし: decides to skip where the menu offers nothing else."""

from companion.rooms.deliberation.assemble import NOTHING_TOUCHED, evidence_of, trust_of
from companion.words.context import DeliberationContextPack
from companion.words.decision import ActionDecision, DecisionOutcome
from companion.words.influence import NO_CHOICE
from companion.words.language import Bilingual, Language

_REASON = Bilingual("いまできることが何もない", "nothing feasible would help here now")


class NoChoice:
    """Decider that skips without asking a model: a lone `skip` is no choice, and costs no token."""

    def __init__(self, *, language: Language) -> None:
        self._language = language

    async def decide(self, pack: DeliberationContextPack) -> ActionDecision | None:
        """The skip, recorded like any decision; None when there is a choice."""
        if len(pack.menu) != 1 or pack.menu[0].outcome is not DecisionOutcome.SKIP:
            return None
        entry = pack.menu[0]
        influence, reason = NO_CHOICE.get(self._language), _REASON.get(self._language)
        return ActionDecision(
            decision_outcome=DecisionOutcome.SKIP,
            action_type=entry.action_type,
            action_payload=entry.payload,
            reason=reason,
            persona_influence=influence,
            mood_influence=influence,
            evidence_event_ids=evidence_of(pack, entry),
            console_delivery=None,
            decided_by="no_choice",
            judgment=reason,
            intent=entry.label.get(self._language),
            summary=entry.label,
            impact=entry.impact or NOTHING_TOUCHED,
            trust=trust_of(pack),
            risk=entry.risk,
            menu=(entry.name,),
            menu_labels=(entry.label,),
            chosen=entry.name,
        )
