"""Advised 助言つき: the ranker narrows, then the model chooses among what is left."""

from dataclasses import replace

from companion.deliberation.decider import Decider, Dropped
from companion.deliberation.narrowing import Narrowed, Narrowing
from companion.words.context import DeliberationContextPack
from companion.words.decision import ActionDecision
from companion.words.influence import ONE_LEFT
from companion.words.language import Bilingual, Language
from companion.words.opinion import SecondOpinion

RANKER = "ranker"
"""`decided_by` where the second opinion left one entry only."""


class Advised:
    """Decides with a second opinion. Where nothing but `skip` is left no model is asked; an act
    is never decided without one: with the model gone it is dropped as ever (T-13)."""

    def __init__(
        self, narrowing: Narrowing, *, nothing: Decider, model: Decider, language: Language
    ) -> None:
        self._narrowing, self._nothing, self._model = narrowing, nothing, model
        self._language = language

    async def decide(self, pack: DeliberationContextPack) -> ActionDecision | Dropped | None:
        """The decision with what the ranker held of it."""
        narrowed = await self._narrowing.narrow(pack)
        answer = await self._nothing.decide(narrowed.pack)
        if answer is None:
            answer = await self._model.decide(narrowed.pack)
        if not isinstance(answer, ActionDecision) or narrowed.opinion is None:
            return answer
        return _told(answer, pack, narrowed, self._language)


def _told(
    decision: ActionDecision,
    pack: DeliberationContextPack,
    narrowed: Narrowed,
    language: Language,
) -> ActionDecision:
    """With the whole menu, the opinion, and who it was that decided."""
    alone = len(narrowed.pack.menu) == 1 < len(pack.menu)
    none_applied = ONE_LEFT.get(language)
    return replace(
        decision,
        decided_by=RANKER if alone else decision.decided_by,
        persona_influence=none_applied if alone else decision.persona_influence,
        mood_influence=none_applied if alone else decision.mood_influence,
        reason=_reason(decision.reason, narrowed.opinion, language),
        menu=tuple(entry.name for entry in pack.menu),
        menu_labels=tuple(entry.label for entry in pack.menu),
        chosen=decision.chosen,
        opinion=narrowed.opinion,
    )


def _reason(reason: str, opinion: SecondOpinion | None, language: Language) -> str:
    """With what was read in the situation."""
    if opinion is None or not opinion.because:
        return reason
    return Bilingual(f"{reason}（{opinion.because}）", f"{reason} ({opinion.because})").get(
        language
    )
