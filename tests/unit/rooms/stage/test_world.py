"""The world of a scene changes by structured updates, and its time passes."""

from dataclasses import replace

import pytest

from companion.home.levels import levels_of
from companion.home.scene_xml import parse, render
from companion.rooms.stage.world import (
    actor_of,
    got,
    held_by,
    in_view,
    opened,
    passed,
    put,
)
from companion.words.scene import EMPTY_HANDED
from tests.twins.played import book_of

OFFICE = book_of("office")


def test_e_009_e_010_every_actor_begins_with_empty_hands() -> None:
    """E-009, E-010: name, posture, holding and status of each."""
    state = opened(OFFICE).state
    assert [one.id for one in state.actors] == ["char_A", "char_B"]
    assert {one.holding for one in state.actors} == {EMPTY_HANDED} == {"何も持っていない"}
    assert all(one.name and one.posture for one in state.actors)


def test_e_043_a_thing_that_is_taken_is_held_and_can_be_put_down() -> None:
    """E-043: state and holding change together."""
    state = opened(OFFICE).state
    coffee = state.find("obj_01")
    assert coffee is not None
    after = got(state, "char_A", coffee)
    held = held_by(after, "char_A")
    assert held is not None
    assert held.state == "held_by_char_A"
    assert actor_of(after, "char_A").holding == "冷めたコーヒー"
    assert put(after, "char_A", held) == state


def test_e_045_changes_are_data_and_the_old_scene_stays_as_it_was() -> None:
    """E-045, E-003: frozen snapshots; the XML of each is written from it and reads back."""
    state = opened(OFFICE).state
    before = render(state)
    coffee = state.find("obj_01")
    assert coffee is not None
    after = got(state, "char_A", coffee)
    assert render(state) == before
    assert parse(render(after)) == after
    with pytest.raises(AttributeError):
        state.location = "elsewhere"  # type: ignore[misc]


def test_e_062_time_passes_and_thirst_grows() -> None:
    """E-062: status levels change by time."""
    scene = opened(OFFICE)
    for _ in range(4):
        scene = passed(scene, OFFICE)
    assert scene.state.time == "深夜 02:27"
    assert levels_of(actor_of(scene.state, "char_A").status)["渇き"] == 1
    assert levels_of(actor_of(scene.state, "char_B").status)["渇き"] == 4


def test_a_clock_passes_midnight_and_a_time_without_one_stays() -> None:
    scene = opened(OFFICE)
    late = replace(scene, state=replace(scene.state, time="夜 23:59"))
    assert passed(late, OFFICE).state.time == "夜 00:02"
    vague = replace(scene, state=replace(scene.state, time="いつか"))
    assert passed(vague, OFFICE).state.time == "いつか"


def test_hidden_things_are_not_in_view() -> None:
    scene = opened(OFFICE)
    assert scene.state.find("obj_04") is not None
    assert in_view(scene).find("obj_04") is None


def test_who_is_not_there_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        actor_of(opened(OFFICE).state, "char_Z")
