"""Advised 助言つき: the ranker narrows, then the model chooses among what is left."""

from dataclasses import replace

from companion.deliberation.decider import Decider, Dropped
from companion.deliberation.narrowing import Narrowed, Narrowing
from companion.words.context import DeliberationContextPack
from companion.words.decision import ActionDecision

RANKER = "ranker"
"""`decided_by` where the second opinion left one entry only."""


class Advised:
    """Decides with a second opinion. Where nothing but `skip` is left no model is asked; an act
    is never decided without one: with the model gone it is dropped as ever (T-13)."""

    def __init__(self, narrowing: Narrowing, *, nothing: Decider, model: Decider) -> None:
        self._narrowing, self._nothing, self._model = narrowing, nothing, model

    async def decide(self, pack: DeliberationContextPack) -> ActionDecision | Dropped | None:
        """The decision with what the ranker held of it."""
        narrowed = await self._narrowing.narrow(pack)
        answer = await self._nothing.decide(narrowed.pack)
        if answer is None:
            answer = await self._model.decide(narrowed.pack)
        if not isinstance(answer, ActionDecision) or narrowed.opinion is None:
            return answer
        return _told(answer, pack, narrowed)


def _told(
    decision: ActionDecision, pack: DeliberationContextPack, narrowed: Narrowed
) -> ActionDecision:
    """With the whole menu, the opinion, and who it was that decided."""
    alone = len(narrowed.pack.menu) == 1 < len(pack.menu)
    return replace(
        decision,
        decided_by=RANKER if alone else decision.decided_by,
        menu=tuple(entry.name for entry in pack.menu),
        opinion=narrowed.opinion,
    )
