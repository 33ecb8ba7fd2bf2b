"""The second opinion: what is cut, who decided, and what happens without it."""

from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from companion.engines.llm.scripted import ScriptedLlm
from companion.engines.llm.scripted import Settings as LlmSettings
from companion.engines.ranker.scripted import ScriptedRanker, Settings
from companion.rooms.deliberation.narrowing import Narrowing
from companion.rooms.deliberation.room import Deliberation, Dropped
from companion.service.clock import SystemClock
from companion.words.capability import RiskTier
from companion.words.context import DeliberationContextPack
from companion.words.decision import ActionDecision, DecisionOutcome
from companion.words.influence import BEST_AT_ONCE, ONE_LEFT
from companion.words.language import Language
from tests.twins.home import HouseTwin, full_catalogue
from tests.twins.packs import cases

CLOCK = SystemClock(ZoneInfo("Asia/Tokyo"))
HALL = "turn_on_hall_light"


def pack_of(case: str = "home_after_dark") -> DeliberationContextPack:
    return next(c.pack for c in cases(Language.EN) if c.id == case)


async def left(settings: Settings, pack: DeliberationContextPack) -> list[str]:
    ranker = ScriptedRanker(settings)
    narrowed = await Narrowing(ranker, clock=CLOCK, language=Language.EN).narrow(pack)
    return [entry.name for entry in narrowed.pack.menu]


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


async def test_the_clearly_worse_is_cut_and_the_best_stands_first() -> None:
    assert (await left(Settings(sensible={HALL: 0.9}), pack_of()))[0] == HALL
    assert "skip" not in await left(Settings(sensible={HALL: 0.9}), pack_of())


async def test_the_near_is_left_to_the_model() -> None:
    """Where the ranker is unsure, the model chooses."""
    assert {HALL, "skip"} <= set(await left(Settings(sensible={HALL: 0.5}), pack_of()))


async def test_the_harmful_is_never_left() -> None:
    settings = Settings(sensible={HALL: 0.9}, harmful={HALL: 0.6})
    assert HALL not in await left(settings, pack_of())


@pytest.mark.parametrize("sensible", [0.1, 0.45, 0.9])
async def test_the_order_of_the_menu_plays_no_part(sensible: float) -> None:
    settings, pack = Settings(sensible={HALL: sensible}), pack_of()
    turned = replace(pack, menu=pack.menu[::-1])
    assert await left(settings, pack) == await left(settings, turned)


async def test_nothing_is_added_and_nothing_is_made_up() -> None:
    """It cannot raise authority: what is left was on the menu, entry by entry."""
    pack = pack_of()
    ranker = ScriptedRanker(Settings(sensible={"unlock_back_door": 1.0, HALL: 0.8}))
    narrowed = await Narrowing(ranker, clock=CLOCK, language=Language.EN).narrow(pack)
    assert all(entry in pack.menu for entry in narrowed.pack.menu)


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


def with_two(risk: RiskTier) -> tuple[ScriptedRanker, DeliberationContextPack]:
    """Two deeds that are left, the hall light the better one."""
    pack = pack_of()
    other = next(e.name for e in pack.menu if e.name not in (HALL, "skip", "defer"))
    menu = tuple(replace(e, risk=risk) if e.name in (HALL, other) else e for e in pack.menu)
    settings = Settings(sensible={HALL: 0.95, other: 0.9})
    return ScriptedRanker(settings), replace(pack, menu=menu)


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


async def test_of_an_occasion_only_the_harmful_is_cut() -> None:
    """The menu of an occasion holds remedies that code picked; telling does nothing to the home."""
    plain = pack_of()
    pack = replace(plain, trigger=replace(plain.trigger, occasion="rain"))
    assert {HALL, "skip"} <= set(await left(Settings(sensible={HALL: 0.0}), pack))
    assert HALL not in await left(Settings(harmful={HALL: 0.9}), pack)
    told = tuple(replace(e, risk=RiskTier.TALK) if e.name == HALL else e for e in pack.menu)
    assert HALL in await left(Settings(harmful={HALL: 0.9}), replace(pack, menu=told))


async def test_an_act_worth_less_than_nothing_is_not_left_beside_it() -> None:
    """Unsure is no reason to act, and the small model often took the worse of the two."""
    assert await left(Settings(sensible={HALL: 0.46}), pack_of()) == ["skip"]


async def test_a_doubtful_deed_is_not_left_beside_a_better_one() -> None:
    pack = pack_of()
    other = next(e.name for e in pack.menu if e.name not in (HALL, "skip", "defer"))
    sure = {HALL: 0.9, other: 0.95}
    assert {HALL, other} <= set(await left(Settings(sensible=sure), pack))
    doubted = Settings(sensible={**sure, other: 1.0}, harmful={other: 0.2})
    assert await left(doubted, pack) == [HALL]
