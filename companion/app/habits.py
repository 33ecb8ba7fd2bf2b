"""Habits: builds the desk that proposes habits of the household as routines."""

from companion.app.acting import Acting
from companion.app.ground import Ground
from companion.app.talking import Talking
from companion.desk.habit_proposals import HabitProposals


def build_habits(ground: Ground, talking: Talking, acting: Acting) -> HabitProposals:
    """It asks the act corridor, as everything does."""
    on, storage = ground.foundations, ground.storage
    return HabitProposals(
        state=storage.store.state,
        record=storage.record,
        journal=storage.journal,
        house=ground.home.house,
        schedule=talking.reader.schedule,
        approvals=storage.store.approvals,
        clock=on.clock,
        ids=on.ids,
        language=on.language,
        places=on.places,
        walk=acting.act.walk_at_once,
        hushed=acting.act.hushed,
    )
