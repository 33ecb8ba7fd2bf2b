"""Advised decider 助言つき: the ranker narrows the menu; where that settles it, it decides at once.

A model is asked only where something is left to choose. A single entry that is left, and a first
entry that can be taken back, wait for no model: a lamp that comes on when the room is empty again
is worse than one that a model might have left off.
"""

from dataclasses import replace

from companion.rooms.deliberation.assemble import decision_from
from companion.rooms.deliberation.decider import Decider, Dropped
from companion.rooms.deliberation.narrowing import Narrowed, Narrowing
from companion.words.capability import RiskTier
from companion.words.context import DeliberationContextPack
from companion.words.decision import ActionDecision, DecisionOutcome, MenuEntry, Thought
from companion.words.influence import BEST_AT_ONCE, ONE_LEFT
from companion.words.language import Bilingual, Language
from companion.words.opinion import SecondOpinion

RANKER = "ranker"
"""`decided_by` where the second opinion settled it."""


class Advised:
    """Decider that uses the ranker. Where several entries are left that the ranker does not settle,
    an act is never decided without a model: with the model gone it is dropped."""

    def __init__(
        self, narrowing: Narrowing, *, nothing: Decider, model: Decider, language: Language
    ) -> None:
        self._narrowing, self._nothing, self._model = narrowing, nothing, model
        self._language = language

    async def decide(self, pack: DeliberationContextPack) -> ActionDecision | Dropped | None:
        """The decision with what the ranker held of it."""
        narrowed = await self._narrowing.narrow(pack)
        settled = await self._settled(narrowed, pack)
        if settled is not None:
            return settled
        answer = await self._model.decide(narrowed.pack)
        if not isinstance(answer, ActionDecision) or narrowed.opinion is None:
            return answer
        return _told(answer, pack, narrowed, self._language)

    async def settle(self, pack: DeliberationContextPack) -> ActionDecision | None:
        """The decision where the second opinion settles it; None: a model is needed."""
        return await self._settled(await self._narrowing.narrow(pack), pack)

    async def _settled(
        self, narrowed: Narrowed, pack: DeliberationContextPack
    ) -> ActionDecision | None:
        nothing = await self._nothing.decide(narrowed.pack)
        if narrowed.opinion is None:
            return nothing if isinstance(nothing, ActionDecision) else None
        entry = _settled_by(narrowed.pack)
        if entry is None:
            return None
        decision = nothing if isinstance(nothing, ActionDecision) else self._of(narrowed, entry)
        influence = (ONE_LEFT if len(narrowed.pack.menu) == 1 else BEST_AT_ONCE).get(self._language)
        settled = replace(
            decision,
            decided_by=RANKER,
            persona_influence=influence,
            mood_influence=influence,
        )
        return _told(settled, pack, narrowed, self._language)

    def _of(self, narrowed: Narrowed, entry: MenuEntry) -> ActionDecision:
        """The entry as a decision; its reason is what the ranker read, else what happened."""
        because = narrowed.opinion.because if narrowed.opinion is not None else ""
        reason = because or narrowed.pack.trigger.about.text
        decision = decision_from(
            narrowed.pack, entry, language=self._language, thought=Thought(belief=reason), model=""
        )
        return replace(decision, thought=None)


def _told(
    decision: ActionDecision,
    pack: DeliberationContextPack,
    narrowed: Narrowed,
    language: Language,
) -> ActionDecision:
    """With the whole menu, the opinion, and what was read in the situation."""
    return replace(
        decision,
        reason=_reason(decision.reason, narrowed.opinion, language),
        menu=tuple(entry.name for entry in pack.menu),
        menu_labels=tuple(entry.label for entry in pack.menu),
        opinion=narrowed.opinion,
    )


def _reason(reason: str, opinion: SecondOpinion | None, language: Language) -> str:
    """With what was read in the situation."""
    if opinion is None or not opinion.because:
        return reason
    return Bilingual(f"{reason}（{opinion.because}）", f"{reason} ({opinion.because})").get(
        language
    )


def _settled_by(pack: DeliberationContextPack) -> MenuEntry | None:
    """The entry that needs no model: the only one left, or the best one if it is an act that can be
    taken back. Of an occasion's remedies the ranker has not been trained to name the best."""
    first = pack.menu[0]
    if len(pack.menu) == 1:
        return first
    deed = first.outcome is DecisionOutcome.DO_ACTION and first.risk is RiskTier.REVERSIBLE
    return first if deed and not pack.trigger.occasion else None
