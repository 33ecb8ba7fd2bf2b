"""Told facts: what people of the house say of somebody or something ("my mother is allergic to
peanuts")."""

from collections.abc import Sequence

from companion.rooms.consolidation.kinds import Known
from companion.rooms.consolidation.told import changes_of
from companion.words.event import Event
from companion.words.told import ToldKind
from companion.words.writeplan import StateChange

ORDER = 40


async def changes(event: Event, known: Known) -> Sequence[StateChange]:
    """The facts that a sentence tells, and those that it ends."""
    return await changes_of(event, ToldKind.FACT, known.state)
