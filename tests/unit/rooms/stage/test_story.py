"""A turn is closed, stagnation is seen, and invented events give rise to desires."""

from dataclasses import replace

import pytest

from companion.home.scene_xml import parse, render
from companion.rooms.stage.room import Judged
from companion.rooms.stage.story import (
    COOLDOWN_MINUTES,
    ended,
    event_is_due,
    injected,
    offered,
)
from companion.rooms.stage.tags import read_performance
from companion.rooms.stage.world import opened
from companion.words.stage import PlayedScene, PlayedTurn
from tests.twins.played import FixedChance, book_of, judged, seen

OFFICE = book_of("office")


def after(scene: PlayedScene, text: str, actor: str = "char_A", want: str = "") -> PlayedScene:
    done: Judged = judged(OFFICE, scene, actor, text)
    turn = PlayedTurn(
        number=scene.turn + 1,
        actor=actor,
        thought=None,
        performance=read_performance(text),
        rulings=done.rulings,
        events=done.events,
    )
    return ended(scene, done, turn, want, OFFICE)


def test_e_047_s_12_six_turns_of_talk_are_stagnation() -> None:
    """E-047, S-12: a turn that changes something begins the count anew."""
    scene = opened(OFFICE)
    for number in range(6):
        assert not event_is_due(scene, FixedChance(1.0)), number
        scene = after(scene, "……雨がやまんな。")
    assert event_is_due(scene, FixedChance(1.0))
    assert not event_is_due(after(scene, "(GET: 冷めたコーヒー)"), FixedChance(1.0))


def test_s_12_events_by_chance_keep_their_distance() -> None:
    """S-12: probability 0.05 a turn, 30 minutes between."""
    scene = after(opened(OFFICE), "……")
    assert event_is_due(scene, FixedChance(0.049))
    assert not event_is_due(scene, FixedChance(0.05))
    told = injected(scene, OFFICE.events[0])
    assert not event_is_due(told, FixedChance(0.0))
    assert event_is_due(replace(told, minutes=told.minutes + COOLDOWN_MINUTES), FixedChance(0.0))


def test_e_048_an_event_stands_in_the_scene_xml() -> None:
    """E-048: `<event>突然、電話が鳴り響く</event>`."""
    scene = injected(after(opened(OFFICE), "……"), OFFICE.events[0])
    xml = render(scene.state)
    assert "<event>突然、電話が鳴り響く</event>" in xml
    assert parse(xml) == scene.state
    assert scene.state.tension_level == "High"


def test_e_049_an_event_gives_rise_to_a_new_desire() -> None:
    """E-049: of every actor, in the next thought."""
    before = after(opened(OFFICE), "……")
    scene = injected(before, OFFICE.events[0])
    for actor in ("char_A", "char_B"):
        new = set(seen(OFFICE, scene, actor).wants) - set(seen(OFFICE, before, actor).wants)
        assert [one.id for one in new] == ["telephone"]
        assert seen(OFFICE, scene, actor).percepts[-1].text == "突然、電話が鳴り響く"


def test_an_event_is_injected_once_and_leaves_the_xml_after_a_round() -> None:
    scene = injected(after(opened(OFFICE), "……"), OFFICE.events[0])
    assert OFFICE.events[0] not in offered(scene, OFFICE)
    scene = after(scene, "……", "char_B")
    assert scene.state.events == ("突然、電話が鳴り響く",)
    assert after(scene, "……").state.events == ()


def test_a_failure_is_counted_for_its_want_and_forgotten_by_success() -> None:
    scene = after(opened(OFFICE), "(OPEN: 引き出し)", want="drawer")
    scene = after(scene, "(OPEN: 引き出し)", want="drawer")
    assert scene.failures["char_A"] == {"drawer": 2}
    assert after(scene, "(GET: 冷めたコーヒー)", want="drawer").failures["char_A"] == {}


def test_what_brought_nothing_is_not_tried_again_until_the_scene_changes() -> None:
    scene = after(opened(OFFICE), "(ASK: 引き出し)")
    assert scene.spent == {("char_A", "(ASK: obj_02)")}
    assert after(scene, "(GET: 冷めたコーヒー)").spent == frozenset()


def test_a_request_waits_until_its_thing_has_changed() -> None:
    scene = after(opened(OFFICE), "(ASK: 冷めたコーヒー)")
    scene = after(scene, "……", "char_B")
    assert [one.kind for one in scene.percepts["char_B"]] == ["ask"]
    scene = after(scene, "(GET: 冷めたコーヒー)", "char_B")
    assert scene.percepts["char_B"] == ()


@pytest.mark.parametrize("turns", [1, 5])
def test_turns_are_counted(turns: int) -> None:
    scene = opened(OFFICE)
    for _ in range(turns):
        scene = after(scene, "……")
    assert (scene.turn, len(scene.turns)) == (turns, turns)
