"""Told facts: what people of the house say of somebody or something ("my mother is allergic to
peanuts"), and what a purpose asks to remember."""

from collections.abc import Sequence

from companion.rooms.consolidation.kinds import Known
from companion.rooms.consolidation.kinds.goal import moved_task
from companion.rooms.consolidation.told import changes_of, kept_for
from companion.words.event import Event
from companion.words.plan import REMEMBER
from companion.words.told import ToldKind
from companion.words.writeplan import StateChange

ORDER = 40


async def changes(event: Event, known: Known) -> Sequence[StateChange]:
    """The facts that a sentence tells, and those that it ends; the one that a task of the plan
    begins to remember."""
    if event.kind == "task_begun":
        return await _for_task(event, known)
    return await changes_of(event, ToldKind.FACT, known.state)


async def _for_task(event: Event, known: Known) -> Sequence[StateChange]:
    goal, task = await moved_task(event, known) or (None, None)
    if goal is None or task is None or task.kind != REMEMBER or known.record is None:
        return ()
    said = await known.record.event(goal.purpose)
    return () if said is None else (kept_for(said, event, str(task.slots["words"])),)
