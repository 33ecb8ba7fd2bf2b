"""Catalogue of the garden's actions: lists requirements, rule for money and sign of each.

Lengths and effects on the stats are not here: they come from `world-config.json` alone.
"""

from collections.abc import Mapping
from typing import Final

from companion.words.garden import (
    HOURLY_WAGE,
    ActionDefinition,
    FacilityTag,
    GardenAction,
    Requirements,
    Stat,
)

_TAGS: Final = FacilityTag
DEFINITIONS: Final[Mapping[GardenAction, ActionDefinition]] = {
    one.id: one
    for one in (
        ActionDefinition(
            id=GardenAction.EAT,
            requirements=Requirements(facility_tags=frozenset({_TAGS.KITCHEN, _TAGS.RESTAURANT})),
            emoji="🍽️",
        ),
        ActionDefinition(
            id=GardenAction.BATHE,
            requirements=Requirements(facility_tags=frozenset({_TAGS.BATHROOM, _TAGS.HOTSPRING})),
            emoji="🛁",
        ),
        ActionDefinition(
            id=GardenAction.SLEEP,
            requirements=Requirements(facility_tags=frozenset({_TAGS.BEDROOM})),
            emoji="😴",
        ),
        ActionDefinition(
            id=GardenAction.WORK,
            requirements=Requirements(facility_tags=frozenset({_TAGS.WORKSPACE}), employment=True),
            money=HOURLY_WAGE,
            emoji="💼",
        ),
        ActionDefinition(id=GardenAction.THINKING, emoji="🤔"),
        ActionDefinition(
            id=GardenAction.TOILET,
            requirements=Requirements(facility_tags=frozenset({_TAGS.TOILET})),
            emoji="🚻",
        ),
        ActionDefinition(
            id=GardenAction.TALK, requirements=Requirements(near_npc=True), emoji="💬"
        ),
        ActionDefinition(id=GardenAction.REST, emoji="☕"),
        ActionDefinition(id=GardenAction.MOVE, emoji="🚶"),
        ActionDefinition(id=GardenAction.IDLE),
    )
}
SELECTABLE: Final = (
    *(GardenAction.EAT, GardenAction.SLEEP, GardenAction.TOILET, GardenAction.WORK),
    *(GardenAction.BATHE, GardenAction.TALK, GardenAction.REST, GardenAction.MOVE),
)
"""Actions that a decision may choose; the others are internal."""
URGENT: Final[Mapping[Stat, GardenAction]] = {
    Stat.BLADDER: GardenAction.TOILET,
    Stat.ENERGY: GardenAction.SLEEP,
    Stat.SATIETY: GardenAction.EAT,
    Stat.HYGIENE: GardenAction.BATHE,
    Stat.MOOD: GardenAction.REST,
}
"""Need -> action that answers it when it is nearly empty."""
