"""The sum of named terms: what stays outside it, and what may move it."""

from dataclasses import replace

import pytest

from companion.engines.ranker.scripted import ScriptedRanker, Settings
from companion.rooms.deliberation.weighing import TASTE_HARM, Weighed, Weighing, add_up
from companion.words.capability import RiskTier
from companion.words.context import DeliberationContextPack
from companion.words.language import Language
from companion.words.mood import Mood, Vad
from companion.words.opinion import Opinion
from companion.words.persona import BigFive
from companion.words.score import TermName
from companion.words.trigger import Priority, TriggerKind
from tests.unit.rooms.deliberation.ranked import CLOCK, HALL, pack_of


async def weighed(settings: Settings, pack: DeliberationContextPack | None = None) -> Weighed:
    ranker = ScriptedRanker(settings)
    found = await Weighing(ranker, clock=CLOCK, language=Language.EN).weigh(pack or pack_of())
    assert found is not None
    return found


async def names(settings: Settings, pack: DeliberationContextPack | None = None) -> list[str]:
    return [scored.name for scored in (await weighed(settings, pack)).scores]


async def test_the_best_stands_first_and_doing_nothing_is_an_entry() -> None:
    found = await names(Settings(sensible={HALL: 0.9}))
    assert found[0] == HALL
    assert "skip" in found
    assert (await names(Settings()))[0] == "skip"


async def test_the_harmful_is_never_left_and_no_term_brings_it_back() -> None:
    """T-46: mood and persona add nothing to an act that is likely to harm."""
    eager = Mood(long_mood_state=Vad(1, 1, 1), recent_vad_average=Vad(1, 1, 1))
    pack = replace(pack_of(), mood=eager)
    found = await weighed(Settings(sensible={HALL: 0.9}, harmful={HALL: 0.6}), pack)
    assert HALL not in [scored.name for scored in found.scores]
    assert HALL in found.opinion.left_out


async def test_a_doubtful_deed_is_not_left_beside_a_better_one() -> None:
    pack = pack_of()
    other = next(e.name for e in pack.menu if e.name not in (HALL, "skip", "defer"))
    doubted = Settings(sensible={HALL: 0.9, other: 1.0}, harmful={other: 0.2})
    assert other not in await names(doubted, pack)


async def test_a_due_routine_in_words_is_doubted() -> None:
    """It may have been spoken against in words that no list has."""
    pack = pack_of()
    menu = tuple(replace(e, fit=0.85, answers=True) if e.name == HALL else e for e in pack.menu)
    due = replace(pack, menu=menu, trigger=replace(pack.trigger, kind=TriggerKind.TIME))
    assert HALL not in await names(Settings(harmful={HALL: 0.9}), due)


@pytest.mark.parametrize("sensible", [0.1, 0.45, 0.9])
async def test_the_order_of_the_menu_plays_no_part(sensible: float) -> None:
    settings, pack = Settings(sensible={HALL: sensible}), pack_of()
    turned = replace(pack, menu=pack.menu[::-1])
    assert await names(settings, pack) == await names(settings, turned)


async def test_nothing_is_added_and_nothing_is_made_up() -> None:
    """It cannot raise authority: what is left was on the menu, entry by entry."""
    pack = pack_of()
    found = await names(Settings(sensible={"unlock_back_door": 1.0, HALL: 0.8}), pack)
    assert set(found) <= {entry.name for entry in pack.menu}


@pytest.mark.parametrize(
    ("read", "answers", "first"),
    [((), False, "skip"), (("dark",), False, "skip"), (("dark",), True, HALL)],
)
def test_issue_15_a_mere_remark_brings_no_act(
    read: tuple[str, ...], answers: bool, first: str
) -> None:
    """Who only tells something gets a reply; an act answers what the words ask for, whatever the
    ranker reads into them."""
    pack = pack_of()
    said = replace(pack, trigger=replace(pack.trigger, priority=Priority.USER))
    menu = tuple(replace(e, answers=answers) if e.name == HALL else e for e in said.menu)
    opinions = [Opinion(name=HALL, sensible=0.95, harmful=0.0, because=read)]
    found = add_up(replace(said, menu=menu), opinions, Language.EN)
    assert found.scores[0].name == first


async def test_of_an_occasion_only_the_harmful_is_cut() -> None:
    """Remedies were picked by code; to tell somebody does nothing to the home."""
    plain = pack_of()
    pack = replace(plain, trigger=replace(plain.trigger, occasion="rain"))
    assert {HALL, "skip"} <= set(await names(Settings(sensible={HALL: 0.0}), pack))
    assert HALL not in await names(Settings(harmful={HALL: 0.9}), pack)
    told = tuple(replace(e, risk=RiskTier.TALK) if e.name == HALL else e for e in pack.menu)
    assert HALL in await names(Settings(harmful={HALL: 0.9}), replace(pack, menu=told))


async def test_of_an_occasion_the_surest_remedy_is_chosen_without_the_ranker() -> None:
    plain = pack_of()
    menu = tuple(replace(e, fit=0.8 if e.name == HALL else 0.0) for e in plain.menu)
    pack = replace(plain, menu=menu, trigger=replace(plain.trigger, occasion="rain"))
    assert (await names(Settings(sensible={HALL: 0.0}), pack))[0] == HALL


async def test_unsure_is_no_reason_to_act() -> None:
    """An act worth less than doing nothing is not chosen by a persona in the middle."""
    pack = pack_of()
    middle = replace(pack.persona, big_five=BigFive(), traits=("plain",), values=())
    assert (await names(Settings(sensible={HALL: 0.42}), replace(pack, persona=middle)))[
        0
    ] == "skip"


async def test_wants_and_mood_speak_for_what_is_sensible_alone() -> None:
    """What is hardly sensible, or may harm, is not lifted by any taste."""
    keen = BigFive(agreeableness=1.0, openness=1.0, extraversion=1.0)
    glad = Mood(long_mood_state=Vad(1, 1, 1), recent_vad_average=Vad(1, 1, 1))
    pack = replace(pack_of(), persona=replace(pack_of().persona, big_five=keen), mood=glad)
    for settings in (
        Settings(sensible={HALL: 0.25}),
        Settings(sensible={HALL: 0.5}, harmful={HALL: TASTE_HARM}),
    ):
        found = {scored.name: scored for scored in (await weighed(settings, pack)).scores}
        lifts = [t for t in found[HALL].terms if t.name is not TermName.SENSIBLE and t.value > 0]
        assert lifts == []


async def test_b_028_t_46_what_answers_a_need_counts_and_a_question_costs() -> None:
    pack = pack_of()
    menu = tuple(replace(e, answers=True) if e.name == HALL else e for e in pack.menu)
    found = {s.name: s for s in (await weighed(Settings(), replace(pack, menu=menu))).scores}
    assert TermName.NEED in {term.name for term in found[HALL].terms}
    asks = tuple(replace(e, risk=RiskTier.ASK) if e.name == HALL else e for e in pack.menu)
    found = {s.name: s for s in (await weighed(Settings(), replace(pack, menu=asks))).scores}
    cost = next(t for t in found[HALL].terms if t.name is TermName.DISTURBING)
    assert cost.value < 0


async def test_d_074_what_holds_attention_counts() -> None:
    """D-074: the same menu is weighed otherwise where the lamp is watched."""
    pack = pack_of()
    settings = Settings(sensible={HALL: 0.45})
    watched = replace(pack, attention_targets=("light.hall",))
    before = {s.name: s.total for s in (await weighed(settings, pack)).scores}
    after = {s.name: s.total for s in (await weighed(settings, watched)).scores}
    assert after[HALL] > before[HALL]
    assert after["skip"] == before["skip"]


async def test_every_term_has_its_words_in_both_languages() -> None:
    for scored in (await weighed(Settings(sensible={HALL: 0.6}))).scores:
        for term in scored.terms:
            assert term.why.ja, (scored.name, term)
            assert term.why.en, (scored.name, term)
