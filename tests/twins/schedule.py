"""A schedule with nothing in it and a bell nobody hears, for whoever needs the port."""

from datetime import UTC, datetime

from companion.ports.clock import Clock
from companion.rooms.scheduler.alarm_clock import AlarmClock
from companion.rooms.scheduler.calendar import Calendar, Whereabouts
from companion.rooms.scheduler.firings import Deeds
from companion.service.clock import SystemClock
from companion.store.commits import connect_in_memory
from companion.store.migrations import empty
from companion.store.readers import Readers
from companion.store.schedule import SqliteSchedule
from companion.store.sqlite import NO_FILE
from companion.store.writer import Writer
from companion.words.facts import Fact
from companion.words.ids import EventId
from companion.words.schedule import Entry, FactCondition, Firing, FiringId, SavedAction


class ScheduleInMemory(SqliteSchedule):
    """The schedule of a record in memory."""

    def __init__(self) -> None:
        connection, clock = connect_in_memory(empty()), SystemClock(UTC)
        super().__init__(
            Writer(NO_FILE, clock, in_memory=connection),
            Readers(NO_FILE, clock, in_memory=connection),
        )


class SilentBell:
    """The port `Bell` with nothing connected."""

    async def ring(self, entry: Entry, firing: Firing) -> bool:
        return False

    async def silence(self, firing_id: FiringId | None = None) -> None:
        return None

    def ringing(self) -> tuple[FiringId, ...]:
        return ()

    def began_at(self, firing_id: FiringId) -> datetime | None:
        return None


async def _walk(entry: Entry, firing: Firing, action: SavedAction | None) -> None:
    return None


async def _is_so(condition: FactCondition) -> bool:
    return False


async def _tell(entry: Entry, firing: Firing) -> EventId:
    return EventId(0)


async def _note(fact: Fact) -> None:
    return None


def quiet_schedule(clock: Clock) -> AlarmClock:
    """The real clock over rows in memory, not running."""
    return AlarmClock(
        book=ScheduleInMemory(),
        calendar=Calendar(Whereabouts("Asia/Tokyo")),
        clock=clock,
        bell=SilentBell(),
        deeds=Deeds(walk=_walk, is_so=_is_so, tell=_tell, note=_note),
    )
