"""Preferences: how a person likes things to be, a candidate until a person confirms it."""

from collections.abc import Sequence

from companion.rooms.consolidation.kinds import Known
from companion.rooms.consolidation.told import changes_of
from companion.words.event import Event
from companion.words.told import ToldKind
from companion.words.writeplan import StateChange

ORDER = 50


async def changes(event: Event, known: Known) -> Sequence[StateChange]:
    """The tastes that a sentence tells, and those that it ends."""
    return await changes_of(event, ToldKind.PREFERENCE, known.state)
