"""The built-in actions of the garden."""

from dataclasses import fields

from companion.rooms.garden.catalogue import DEFINITIONS, SELECTABLE
from companion.words.garden import (
    HOURLY_WAGE,
    ActionDefinition,
    FacilityInfo,
    FacilityTag,
    GardenAction,
)


def test_a_012_the_actions_and_the_internal_ones() -> None:
    """A-012."""
    selectable = {"eat", "sleep", "toilet", "work", "bathe", "talk", "rest", "move"}
    assert {one.value for one in SELECTABLE} == selectable
    assert {one.value for one in DEFINITIONS} == selectable | {"thinking", "idle"}


def test_a_045_emoji() -> None:
    """A-045, T-42: sleep is shown as 😴."""
    signs = {action.value: one.emoji for action, one in DEFINITIONS.items()}
    assert signs == {
        "thinking": "🤔",
        "talk": "💬",
        "eat": "🍽️",
        "sleep": "😴",
        "bathe": "🛁",
        "work": "💼",
        "toilet": "🚻",
        "rest": "☕",
        "move": "🚶",
        "idle": "",
    }


def test_a_054_a_055_the_built_in_definitions() -> None:
    """A-054, A-055."""
    tags = {a: one.requirements.facility_tags for a, one in DEFINITIONS.items()}
    assert tags[GardenAction.EAT] == {FacilityTag.KITCHEN, FacilityTag.RESTAURANT}
    assert tags[GardenAction.BATHE] == {FacilityTag.BATHROOM, FacilityTag.HOTSPRING}
    assert tags[GardenAction.SLEEP] == {FacilityTag.BEDROOM}
    assert tags[GardenAction.WORK] == {FacilityTag.WORKSPACE}
    assert tags[GardenAction.TOILET] == {FacilityTag.TOILET}
    work = DEFINITIONS[GardenAction.WORK]
    assert work.requirements.employment
    assert work.money == HOURLY_WAGE
    assert DEFINITIONS[GardenAction.TALK].requirements.near_npc
    for free in (GardenAction.THINKING, GardenAction.REST, GardenAction.MOVE):
        assert DEFINITIONS[free].requirements == type(work.requirements)()


def test_a_056_definitions_hold_no_lengths_and_no_effects() -> None:
    """A-056: what an action needs, its rule for money and its sign; price, quality and owner are
    the facility's."""
    assert {one.name for one in fields(ActionDefinition)} == {
        "id",
        "requirements",
        "money",
        "emoji",
    }
    assert {"owner", "cost", "quality"} <= {one.name for one in fields(FacilityInfo)}
