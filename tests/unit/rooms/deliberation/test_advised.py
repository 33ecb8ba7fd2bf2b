"""The advised decider: the ranker settles what it can, and a model chooses the rest."""

from dataclasses import replace
from typing import Any

import pytest

from companion.engines.llm.scripted import ScriptedLlm
from companion.engines.llm.scripted import Settings as LlmSettings
from companion.engines.ranker.scripted import ScriptedRanker, Settings
from companion.rooms.deliberation.room import Deliberation, Dropped
from companion.words.capability import RiskTier
from companion.words.context import DeliberationContextPack
from companion.words.decision import ActionDecision, DecisionOutcome
from companion.words.influence import BEST_AT_ONCE, ONE_LEFT
from companion.words.language import Language
from tests.twins.home import HouseTwin, full_catalogue
from tests.unit.rooms.deliberation.ranked import CLOCK, HALL, pack_of, with_two


async def decide(
    ranker: ScriptedRanker | None,
    *,
    llm: bool = True,
    pack: DeliberationContextPack | None = None,
) -> tuple[ActionDecision | Dropped, int]:
    model = ScriptedLlm(LlmSettings())
    asked: list[Any] = []
    answer = model.complete

    async def listen(request: Any) -> Any:
        asked.append(request)
        return await answer(request)

    model.complete = listen  # type: ignore[method-assign]
    if llm:
        await model.start()
    room = Deliberation(
        llm=model,
        clock=CLOCK,
        catalogue=full_catalogue(HouseTwin()),
        language=Language.EN,
        ranker=ranker,
    )
    try:
        return await room.decide(pack or pack_of()), len(asked)
    finally:
        await model.stop()


async def test_the_decision_says_who_decided_and_what_was_left_out() -> None:
    decision, asked = await decide(ScriptedRanker(Settings(sensible={HALL: 0.95})))
    assert isinstance(decision, ActionDecision)
    assert (decision.decided_by, asked, decision.model) == ("ranker", 0, "")
    assert decision.persona_influence == decision.mood_influence == ONE_LEFT.en
    assert decision.action_type.endswith(HALL)
    assert decision.reason, "code says why; no model's words stand there"
    assert decision.thought is None
    assert decision.opinion is not None
    assert "skip" in decision.opinion.left_out
    assert set(decision.menu) == {entry.name for entry in pack_of().menu}


async def test_where_only_skip_is_left_no_model_is_asked() -> None:
    decision, asked = await decide(ScriptedRanker(Settings()))
    assert isinstance(decision, ActionDecision)
    assert decision.decision_outcome is DecisionOutcome.SKIP
    assert (decision.decided_by, asked) == ("ranker", 0)
    assert decision.persona_influence == decision.mood_influence == ONE_LEFT.en


async def test_what_one_entry_is_left_for_waits_for_no_model() -> None:
    """B13: a model that is gone, or still wakes, keeps nobody in the dark."""
    decision, asked = await decide(ScriptedRanker(Settings(sensible={HALL: 0.99})), llm=False)
    assert isinstance(decision, ActionDecision)
    assert (decision.decided_by, asked) == ("ranker", 0)


async def test_the_best_deed_that_can_be_undone_waits_for_no_model() -> None:
    """B13: of two lamps the better one comes on while somebody is there to see it."""
    ranker, pack = with_two(RiskTier.REVERSIBLE)
    decision, asked = await decide(ranker, llm=False, pack=pack)
    assert isinstance(decision, ActionDecision)
    assert (decision.decided_by, asked) == ("ranker", 0)
    assert decision.persona_influence == decision.mood_influence == BEST_AT_ONCE.en


async def test_no_choice_among_deeds_that_ask_without_the_model() -> None:
    """T-13: with the model gone the decision is dropped, however sure the ranker is."""
    ranker, pack = with_two(RiskTier.ASK)
    decision, _ = await decide(ranker, llm=False, pack=pack)
    assert isinstance(decision, Dropped)
    assert decision.reason == "model_unavailable"


async def test_of_an_occasion_with_several_remedies_the_model_chooses() -> None:
    """The ranker was not trained on remedies: it does not name the best of them."""
    ranker, pack = with_two(RiskTier.REVERSIBLE)
    rain = replace(pack, trigger=replace(pack.trigger, occasion="rain"))
    decision, asked = await decide(ranker, pack=rain)
    assert isinstance(decision, ActionDecision)
    assert (decision.decided_by, asked) == ("llm", 1)


@pytest.mark.parametrize("ranker", [None, ScriptedRanker(Settings(gone="lost"))])
async def test_without_a_ranker_the_model_chooses_from_the_whole_menu(
    ranker: ScriptedRanker | None,
) -> None:
    decision, asked = await decide(ranker)
    assert isinstance(decision, ActionDecision)
    assert (decision.decided_by, decision.opinion, asked) == ("llm", None, 1)
