"""The sum of named terms: what stays outside it, and what may move it."""

from dataclasses import replace

import pytest

from companion.engines.ranker.scripted import ScriptedRanker, Settings
from companion.rooms.deliberation.weighing import (
    TASTE_HARM,
    Weighed,
    Weighing,
    _by_taste,
    add_up,
    is_in_doubt,
)
from companion.words.capability import RiskTier
from companion.words.context import DeliberationContextPack
from companion.words.language import Bilingual, Language
from companion.words.mood import Mood, Vad
from companion.words.opinion import Opinion
from companion.words.persona import BigFive
from companion.words.score import ScoredEntry, ScoreTerm, TermName
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


def _two(first: Opinion, second: Opinion, five: BigFive) -> Weighed:
    """The hall light and another act of the menu, both judged, for one character."""
    pack = pack_of()
    persona = replace(pack.persona, big_five=five, traits=(), values=())
    return add_up(replace(pack, persona=persona), (first, second), Language.EN)


def test_d_074_e_024_the_persona_chooses_among_what_is_about_as_sensible() -> None:
    """D-074, E-024: two characters choose differently where two acts are alike, and the same where
    one of them is clearly more sensible."""
    curtain = "close_living_room_curtain"
    careful, kind = BigFive(neuroticism=1.0), BigFive(agreeableness=1.0)

    def chosen(lamp: float, five: BigFive) -> str:
        first = Opinion(name=HALL, sensible=lamp, harmful=0.0)
        second = Opinion(name=curtain, sensible=0.8, harmful=0.0)
        return _two(first, second, five).scores[0].name

    assert (chosen(0.8, careful), chosen(0.8, kind)) == (curtain, HALL)
    assert (chosen(0.5, careful), chosen(0.5, kind)) == (curtain, curtain)


def test_no_want_speaks_for_what_the_household_took_back() -> None:
    lamp = (Opinion(name=HALL, sensible=0.8, harmful=0.0),)
    kind = replace(pack_of().persona, big_five=BigFive(agreeableness=1.0))
    pack = replace(pack_of(), persona=kind)
    taught = {HALL: ScoreTerm(TermName.TAUGHT, -0.6, Bilingual("-", "-"))}
    before, after = (add_up(pack, lamp, Language.EN, one).scores for one in ({}, taught))
    assert _terms(before) == {TermName.SENSIBLE}, "nothing else is about as sensible"
    assert TermName.DESIRE not in _terms(after)


def _sums(entry: str, value: float, want: float) -> ScoredEntry:
    said = Bilingual("-", "-")
    terms = (ScoreTerm(TermName.SENSIBLE, value, said), ScoreTerm(TermName.DESIRE, want, said))
    return ScoredEntry(name=entry, label=said, terms=terms)


def test_what_taste_may_not_speak_for_never_wins_because_others_are_not_wanted() -> None:
    """One that was taken back, or may harm, stands where it stood without any want."""
    for value, first in ((0.45, "best"), (0.5, "best"), (0.6, "back")):
        sums = (_sums("best", 0.5, -0.1), _sums("less", 0.3, 0.1), _sums("back", value, 0.3))
        found = {one.name: one.total for one in _by_taste(sums, {"best", "less"})}
        assert max(found, key=lambda name: (round(found[name], 6), name != "back")) == first


def _terms(scores: tuple[ScoredEntry, ...]) -> set[TermName]:
    return {term.name for one in scores if one.name == HALL for term in one.terms}


def test_e_023_what_code_and_ranker_differ_about_is_in_doubt() -> None:
    pack = pack_of()
    lamp = next(e for e in pack.menu if e.name == HALL)
    hardly = (Opinion(name=HALL, sensible=0.2, harmful=0.0),)
    likely = (Opinion(name=HALL, sensible=0.8, harmful=0.0),)
    assert is_in_doubt(pack, lamp, hardly)
    assert not is_in_doubt(pack, lamp, likely)
    occasion = replace(pack, trigger=replace(pack.trigger, occasion="smoke"))
    assert not is_in_doubt(occasion, lamp, hardly), "what an occasion calls for waits for nobody"
    due = replace(pack, trigger=replace(pack.trigger, kind=TriggerKind.TIME))
    assert not is_in_doubt(due, lamp, hardly)
