"""The chooser: the largest sum decides at once, a vote is a term, and influences are computed."""

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
from companion.words.language import Language
from companion.words.mood import Mood, Vad
from companion.words.persona import BigFive
from companion.words.score import TermName
from tests.twins.home import HouseTwin, full_catalogue
from tests.unit.rooms.deliberation.ranked import CLOCK, HALL, pack_of, with_two


async def decide(
    ranker: ScriptedRanker | None,
    *,
    llm: bool = True,
    pack: DeliberationContextPack | None = None,
    choose: tuple[str, ...] = (),
    vote: float = 0.0,
) -> tuple[ActionDecision | Dropped, int]:
    model = ScriptedLlm(LlmSettings(choose=choose) if choose else LlmSettings())
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
        vote=vote,
    )
    try:
        return await room.decide(pack or pack_of()), len(asked)
    finally:
        await model.stop()


async def decided(*args: Any, **kwargs: Any) -> ActionDecision:
    decision, _ = await decide(*args, **kwargs)
    assert isinstance(decision, ActionDecision)
    return decision


async def test_b_093_the_decision_keeps_its_sums_and_asks_no_model() -> None:
    """B-093: the influences are computed from the terms that the record keeps."""
    decision, asked = await decide(ScriptedRanker(Settings(sensible={HALL: 0.95})))
    assert isinstance(decision, ActionDecision)
    assert (decision.decided_by, asked, decision.model) == ("sum", 0, "")
    assert decision.action_type.endswith(HALL)
    assert decision.thought is not None
    assert decision.thought.intention == next(e.label.en for e in pack_of().menu if e.name == HALL)
    assert decision.scores[0].name == decision.chosen == HALL
    assert {"skip"} < {scored.name for scored in decision.scores}
    assert decision.persona_influence.startswith("persona: ")
    assert decision.mood_influence.startswith("mood: ")
    assert set(decision.menu) == {entry.name for entry in pack_of().menu}


async def test_doing_nothing_is_decided_with_its_reason_and_no_model() -> None:
    decision, asked = await decide(ScriptedRanker(Settings()))
    assert isinstance(decision, ActionDecision)
    assert decision.decision_outcome is DecisionOutcome.SKIP
    assert (decision.decided_by, asked) == ("sum", 0)


@pytest.mark.parametrize("risk", [RiskTier.REVERSIBLE, RiskTier.ASK])
async def test_no_choice_waits_for_a_model(risk: RiskTier) -> None:
    """A model that is gone, or still wakes, keeps nobody in the dark."""
    ranker, pack = with_two(risk)
    decision, asked = await decide(ranker, llm=False, pack=pack)
    assert isinstance(decision, ActionDecision)
    assert (decision.decided_by, decision.chosen, asked) == ("sum", HALL, 0)


async def test_the_models_vote_is_a_term_among_near_entries_alone() -> None:
    """T-18: the model votes behind the sum; it cannot bring up what is far below the best."""
    ranker, pack = with_two(RiskTier.REVERSIBLE)
    other = next(e.name for e in pack.menu if e.name not in (HALL, "skip", "defer"))
    voted = await decided(ranker, pack=pack, choose=(other,), vote=0.3)
    assert (voted.decided_by, voted.chosen) == ("sum", other)
    terms = {term.name for term in voted.scores[0].terms} | {
        term.name for scored in voted.scores for term in scored.terms
    }
    assert TermName.VOTE in terms
    gone = await decided(ranker, llm=False, pack=pack, vote=0.3)
    assert gone.chosen == HALL, "without the model the sum stands as it is"
    _, asked = await decide(ScriptedRanker(Settings(sensible={HALL: 0.95})), vote=0.3)
    assert asked == 0, "where the sum is clear nobody is asked"


async def test_b_026_v_leans_towards_people_or_away() -> None:
    """B-026, B-027: the same trigger at high and low V and A ends in another act."""
    ranker = ScriptedRanker(Settings(sensible={HALL: 0.5}))
    pack = replace(pack_of(), persona=_middle(pack_of()))
    pack = replace(pack, people={**pack.people, "hall": "present"})
    glad = await decided(ranker, pack=replace(pack, mood=_mood(v=1.0)))
    low = await decided(ranker, pack=replace(pack, mood=_mood(v=-1.0)))
    assert (glad.chosen, low.chosen) == (HALL, "skip")
    assert "without it I would have chosen" in glad.mood_influence


async def test_b_027_a_makes_acting_readier() -> None:
    ranker = ScriptedRanker(Settings(sensible={HALL: 0.5}))
    pack = replace(pack_of(), persona=_middle(pack_of()))
    awake = await decided(ranker, pack=replace(pack, mood=_mood(a=1.0)))
    sleepy = await decided(ranker, pack=replace(pack, mood=_mood(a=-1.0)))
    assert (awake.chosen, sleepy.chosen) == (HALL, "skip")


async def test_b_028_t_46_d_only_adds_care() -> None:
    """Low dominance speaks against acting alone; high dominance adds nothing for it."""
    pack = replace(pack_of(), persona=_middle(pack_of()))
    ranker = ScriptedRanker(Settings(sensible={HALL: 0.55}))

    async def total(d: float) -> float:
        decision = await decided(ranker, pack=replace(pack, mood=_mood(d=d)))
        return next(s.total for s in decision.scores if s.name == HALL)

    assert await total(-1.0) < await total(0.0) == await total(1.0)
    assert (await decided(ranker, pack=replace(pack, mood=_mood(d=-1.0)))).chosen == "skip"


async def test_b_007_b_042_another_persona_chooses_otherwise_and_says_so() -> None:
    """B-007, B-042, D-073: persona and mood are part of every choice, shown as a counterfactual."""
    ranker = ScriptedRanker(Settings(sensible={HALL: 0.5}))
    base = replace(pack_of(), mood=Mood())
    caring = replace(_middle(base), big_five=BigFive(agreeableness=1.0))
    reserved = replace(_middle(base), big_five=BigFive(agreeableness=0.0, extraversion=0.0))
    does = await decided(ranker, pack=replace(base, persona=caring))
    lets = await decided(ranker, pack=replace(base, persona=reserved))
    assert (does.chosen, lets.chosen) == (HALL, "skip")
    assert "without it I would have chosen" in f"{does.persona_influence}{lets.persona_influence}"


@pytest.mark.parametrize("ranker", [None, ScriptedRanker(Settings(gone="lost"))])
async def test_without_a_ranker_the_model_chooses_from_the_whole_menu(
    ranker: ScriptedRanker | None,
) -> None:
    decision, asked = await decide(ranker)
    assert isinstance(decision, ActionDecision)
    assert (decision.decided_by, decision.opinion, asked) == ("llm", None, 1)
    assert decision.scores == ()


def _middle(pack: DeliberationContextPack) -> Any:
    return replace(pack.persona, big_five=BigFive(), traits=("plain",), values=(), grit=0.5)


def _mood(v: float = 0.0, a: float = 0.0, d: float = 0.0) -> Mood:
    return Mood(long_mood_state=Vad(v, a, d), recent_vad_average=Vad(v, a, d))
