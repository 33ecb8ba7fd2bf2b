"""Chooser 選択: decides for the entry with the largest sum of terms, at once and without a model.

Where a weight is set for the language model's vote, the model is asked among the entries that are
near the best, and its pick adds that weight to the sum. Without a ranker's opinion there is no sum:
then the model chooses alone among the few entries that fit best.
"""

from dataclasses import replace

from companion.phrases.influences import ASKS_IN_DOUBT, influence_of, taught_for, wish_for
from companion.rooms.deliberation.assemble import decision_from
from companion.rooms.deliberation.computed_thought import thought_of
from companion.rooms.deliberation.decider import Decider, Dropped
from companion.rooms.deliberation.desires import asks_in_doubt
from companion.rooms.deliberation.weighing import Weighed, Weighing, is_in_doubt
from companion.words.context import DeliberationContextPack
from companion.words.decision import ActionDecision, Thought
from companion.words.language import Bilingual, Language
from companion.words.score import ScoredEntry, ScoreTerm, TermName, best_of

SUM = "sum"
"""`decided_by` of the entry with the largest sum."""
NEAR = 0.1
"""Entries this much below the best are still worth the model's vote (ADR 0017)."""
_VOTED = Bilingual("言語モデルの一票", "the language model's vote")


class Chooser:
    """Decider that adds up and takes the best."""

    def __init__(
        self,
        weighing: Weighing,
        *,
        nothing: Decider,
        model: Decider,
        language: Language,
        vote: float = 0.0,
    ) -> None:
        """`vote`: worth of the model's pick, 0 where it is not asked."""
        self._weighing, self._nothing, self._model = weighing, nothing, model
        self._language, self._vote = language, vote

    async def decide(self, pack: DeliberationContextPack) -> ActionDecision | Dropped | None:
        """The decision with its sums; the model's own where there is no ranker's opinion."""
        weighed = await self._weighing.weigh(pack)
        if weighed is None:
            return await self._model.decide(pack)
        near = _near(weighed)
        if not self._vote or len(near) < 2:
            return self._decided(pack, weighed)
        picked = await self._model.decide(
            replace(pack, menu=tuple(e for e in pack.menu if e.name in near))
        )
        if not isinstance(picked, ActionDecision):
            return self._decided(pack, weighed)
        scores = tuple(self._voted(one, picked.chosen) for one in weighed.scores)
        return self._decided(pack, replace(weighed, scores=scores), picked)

    async def settle(self, pack: DeliberationContextPack) -> ActionDecision | None:
        """The decision where it needs no model; None: one is needed."""
        weighed = await self._weighing.weigh(pack)
        if weighed is None:
            nothing = await self._nothing.decide(pack)
            return nothing if isinstance(nothing, ActionDecision) else None
        if self._vote and len(_near(weighed)) > 1:
            return None
        return self._decided(pack, weighed)

    def _voted(self, scored: ScoredEntry, picked: str) -> ScoredEntry:
        if scored.name != picked:
            return scored
        return replace(scored, terms=(*scored.terms, ScoreTerm(TermName.VOTE, self._vote, _VOTED)))

    def _decided(
        self,
        pack: DeliberationContextPack,
        weighed: Weighed,
        voted: ActionDecision | None = None,
    ) -> ActionDecision:
        best = best_of(weighed.scores)
        entry = next(entry for entry in pack.menu if entry.name == best.name)
        asks = asks_in_doubt(pack.persona) and is_in_doubt(pack, entry, weighed.opinion.opinions)
        influence = ASKS_IN_DOUBT if asks else influence_of(weighed.scores, TermName.DESIRE)
        decision = decision_from(pack, entry, language=self._language, thought=Thought(), model="")
        read = weighed.opinion.because
        reason = decision.reason if not read else _with(decision.reason, read)
        for why in (wish_for(weighed.scores), taught_for(weighed.scores)):
            if why is not None:
                reason = _with(
                    reason if isinstance(reason, str) else reason.get(self._language),
                    why.get(self._language),
                )
        return replace(
            decision,
            reason=reason.get(self._language) if isinstance(reason, Bilingual) else reason,
            judgment=read or decision.reason,
            decided_by=SUM,
            thought=thought_of(
                pack.persona, weighed.scores, read or decision.reason, self._language, pack.garden
            ),
            model=voted.model if voted is not None else "",
            persona_influence=influence.get(self._language),
            mood_influence=influence_of(weighed.scores, TermName.MOOD).get(self._language),
            opinion=weighed.opinion,
            scores=weighed.scores,
            asks_first=asks,
        )


def _with(reason: str, read: str) -> Bilingual:
    """The reason with what was read in the situation."""
    return Bilingual(f"{reason}（{read}）", f"{reason} ({read})")


def _near(weighed: Weighed) -> tuple[str, ...]:
    best = weighed.scores[0].total
    return tuple(one.name for one in weighed.scores if one.total >= best - NEAR)
