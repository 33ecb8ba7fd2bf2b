"""Garden book over SQLite: implements the port `GardenBook`. Its rows authorise nothing, so they
are not sealed, and the writer's group commit is enough."""

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.store import codec
from companion.store.log import NO_LATER_THAN
from companion.store.queries import sql
from companion.store.readers import Readers
from companion.store.writer import Writer
from companion.words.garden import ActionHistoryEntry, GardenAction, MiniEpisodeResult, Stat
from companion.words.ids import EventId
from companion.words.language import Bilingual


class SqliteGarden:
    """The garden's tables in the record."""

    def __init__(self, writer: Writer, readers: Readers) -> None:
        self._writer, self._readers = writer, readers

    async def state(self) -> Mapping[str, Any] | None:
        """The state as it was saved last; None before the first time, and for what is no JSON."""
        row = await self._readers.read(lambda c: c.execute(sql("garden_state")).fetchone())
        if row is None:
            return None
        try:
            found = json.loads(row["json"])
        except json.JSONDecodeError:
            return None
        return found if isinstance(found, dict) else None

    async def save(self, state: Mapping[str, Any]) -> None:
        """Replace the saved state."""
        text = codec.dumps(state)
        await self._write(lambda c: c.execute(sql("save_garden_state"), (text,)))

    async def add(self, entry: ActionHistoryEntry, day: str) -> None:
        """Add one line of the history."""
        values = (
            entry.event_id,
            day,
            entry.character,
            entry.started,
            entry.action.value,
            codec.dumps(entry.target),
            entry.minutes,
            codec.dumps(entry.reason),
        )
        await self._write(lambda c: c.execute(sql("add_action_history"), values))

    async def add_episode(self, event_id: EventId, episode: MiniEpisodeResult) -> None:
        """Fill in the episode of the action of this event."""
        changes = {stat.value: change for stat, change in episode.stat_changes.items()}
        values = (episode.episode, codec.dumps(changes), event_id)
        await self._write(lambda c: c.execute(sql("add_history_episode"), values))

    async def history(self, day: str) -> tuple[ActionHistoryEntry, ...]:
        """The lines of one day, oldest first."""
        rows = await self._readers.read(
            lambda c: c.execute(sql("history_of_day"), (day,)).fetchall()
        )
        return tuple(_entry_of(row) for row in rows)

    async def note(self, events: Sequence[EventId], day: str) -> None:
        """These events belong to a day of the garden."""
        rows = [(event, day) for event in events]
        await self._write(lambda c: c.executemany(sql("add_garden_event"), rows))

    async def events(self, day: str) -> tuple[EventId, ...]:
        """The events of a day of the garden, oldest first."""
        rows = await self._readers.read(
            lambda c: c.execute(sql("garden_events_of_day"), (day,)).fetchall()
        )
        return tuple(EventId(row["event_id"]) for row in rows)

    async def recalled(self, words: Sequence[str], before: EventId | None) -> tuple[EventId, ...]:
        """The newest few events of the garden whose words of recall hold one of these."""
        values = {
            "words": json.dumps(list(words), ensure_ascii=False),
            "before": NO_LATER_THAN if before is None else before,
        }
        rows = await self._readers.read(
            lambda c: c.execute(sql("garden_events_recalled"), values).fetchall()
        )
        return tuple(EventId(row["id"]) for row in rows)

    async def forget(self, but: Sequence[str], before: str) -> None:
        """Drop what is noted of all days but these, and the lines of the days before a date."""
        days = (json.dumps(list(but)),)

        def dropped(connection: sqlite3.Connection) -> None:
            connection.execute(sql("drop_garden_events"), days)
            connection.execute(sql("drop_action_history"), (before,))

        await self._write(dropped)

    async def _write(self, work: Callable[[sqlite3.Connection], object]) -> None:
        def done(connection: sqlite3.Connection) -> None:
            work(connection)

        await self._writer.write(done)


def _entry_of(row: sqlite3.Row) -> ActionHistoryEntry:
    changes = json.loads(row["stat_changes"])
    return ActionHistoryEntry(
        event_id=EventId(row["event_id"]),
        character=row["character_id"],
        started=row["started"],
        action=GardenAction(row["action"]),
        target=codec.loads(Bilingual, row["target"]),
        minutes=row["minutes"],
        reason=codec.loads(Bilingual, row["reason"]),
        episode=row["episode"],
        stat_changes={Stat(name): float(change) for name, change in changes.items()},
    )
