"""A garden choice as a decision, the lists the model gets, and its vote."""

import re
from dataclasses import replace

from companion.home.scene_xml import parse
from companion.rooms.garden.decision import (
    decision_of,
    here_line,
    places_lines,
    plan_text,
    read_vote,
    vote_grammar,
    vote_prompt,
)
from companion.rooms.garden.reasons import scored
from companion.rooms.garden.scene import garden_scene
from companion.words.decision import DecisionOutcome, DeliveryKind
from companion.words.garden import ActionHistoryEntry, GardenAction
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.score import TermName, best_of
from companion.words.trust import TrustLabel
from tests.unit.rooms.garden.lives import weeks


def test_t_11_a_choice_is_an_action_decision() -> None:
    """T-11, A-090: `garden.<action>` with destination, facility and length, and a reason."""
    for chosen in weeks().chosen[:200]:
        made = decision_of(chosen, weeks().world.town, Language.JA, (EventId(3),))
        assert made.decision_outcome is DecisionOutcome.DO_ACTION
        assert made.action_type == f"garden.{chosen.intention.action.value}"
        assert set(made.action_payload) == {"destination", "facility", "durationMinutes"}
        assert made.action_payload["durationMinutes"] == chosen.intention.minutes
        assert made.reason == chosen.reason.ja
        assert made.trust is TrustLabel.SELF
        assert made.evidence_event_ids == (3,)
        assert made.console_delivery is not None
        assert made.console_delivery.kind is DeliveryKind.SILENT
        assert made.chosen == made.scores[0].name
        assert all(term.why.en for term in made.scores[0].terms)


def test_what_is_recorded_of_a_choice_is_small_and_its_influences_follow_from_it() -> None:
    """Sums of the best two and of those that would have won without a term: no more."""
    for chosen in weeks().chosen[:200]:
        made = decision_of(chosen, weeks().world.town, Language.EN, ())
        assert len(made.scores) <= 4
        whole = tuple(scored(chosen.situation, one, weeks().world.town) for one in chosen.options)
        for term, told in (
            (TermName.DESIRE, made.persona_influence),
            (TermName.MOOD, made.mood_influence),
        ):
            best = best_of(made.scores, (term,))
            assert best.name == best_of(whole[:9], (term,)).name
            assert (best.label.en in told) or best.name == made.chosen


def test_the_influences_are_computed() -> None:
    """Without the personality another option would sometimes have won, and it is named."""
    texts = {
        decision_of(one, weeks().world.town, Language.EN, ()).persona_influence
        for one in weeks().chosen
    }
    assert "the same would have been chosen without the personality" in texts
    assert any(one.startswith("without the personality it would have been: ") for one in texts)


def test_a_042_places_stand_with_hops_fee_and_quality() -> None:
    """A-041, A-042."""
    lines = places_lines(weeks().world, Language.JA)
    assert "利用可能な食事場所:" in lines
    after = lines[lines.index("利用可能な食事場所:") + 1]
    assert re.fullmatch(r"- .+ \(\d+マップ, \d+円, 品質\d+\)", after)
    english = places_lines(weeks().world, Language.EN)
    assert "places to eat:" in english
    eats = english[english.index("places to eat:") + 1]
    assert re.fullmatch(r"- .+ \(\d+ maps, \d+ yen, quality \d+\)", eats)


def test_a_089_the_input_of_the_vote() -> None:
    """A-089, A-086: stats, what is possible here, places, plan, job, today's actions."""
    entry = ActionHistoryEntry(
        event_id=1,
        character="x",
        started=480,
        action=GardenAction.EAT,
        target=Bilingual("レストランA", "restaurant A"),
        minutes=30,
        reason=Bilingual("朝食を食べに", "for breakfast"),
        episode="新メニューのパンケーキが美味しかった",
    )
    world = weeks().world
    menu = world.foreseen()
    system, user = vote_prompt(world, menu, (entry,), Language.JA, garden_scene(world, Language.JA))
    assert "コト" in system.content
    for part in ("満腹", "ここでできること", "利用可能な", "予定: ", "仕事: ", "1000円/h 10-22"):
        assert part in user.content
    assert (
        "【今日の行動】\n- 08:00 eat → レストランA (30分) [朝食を食べに]\n  ✨ 新" in user.content
    )
    assert "\n1. " in user.content
    assert user.content.startswith("<scene_state>"), "E-006: the scene stands at the head"
    assert parse(user.content.split("\n")[0]).find("1") is None
    assert "家のほう: " in user.content


def test_the_vote_is_a_number_of_the_menu() -> None:
    menu = weeks().world.foreseen()
    assert vote_grammar(len(menu)) == f"root ::= [1-{min(9, len(menu))}]"
    assert read_vote(" 2 ", menu) == menu[1].name
    assert read_vote("0", menu) == ""
    assert read_vote("eat", menu) == ""


def test_what_is_possible_here_needs_its_facility_here() -> None:
    """A-089."""
    world = weeks().world
    being = world.self_being
    before = being.state.map_id
    try:
        being.state.map_id = "home"
        assert "sleep" in here_line(world, Language.EN)
        being.state.map_id = "park"
        assert "sleep" not in here_line(world, Language.EN)
    finally:
        being.state.map_id = before


def test_the_plan_shows_what_was_done_and_changed() -> None:
    """A-093."""
    world = weeks().world
    plan = world.self_being.state.plan
    import msgspec

    marked = (
        msgspec.structs.replace(plan[0], done=True, changed=None),
        msgspec.structs.replace(plan[1], done=False, changed=Bilingual("雨", "rain")),
    )
    text = plan_text(marked, world.town, Language.EN)
    assert "✓" in text
    assert "×" in text
    assert plan_text((), world.town, Language.EN) == ""
    assert replace(weeks().chosen[0], vote="x").vote == "x"
