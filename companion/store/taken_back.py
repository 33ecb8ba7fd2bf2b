"""Taken back: repeats erasures and forgetting on a backup that is being restored, as far as they
are later than the backup.

A backup holds the record as it was. Without this, a restore would bring back a text that its owner
has erased, and a fact that a person has taken back.
"""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.store import erase as erasing
from companion.store import rows
from companion.store.commits import connect
from companion.store.log import ChainHead
from companion.store.queries import sql
from companion.store.state import apply_plan, withdraw_from
from companion.store.verify import reading
from companion.words.areas import WithdrawnValue
from companion.words.event import EventDraft, EventSource
from companion.words.facts import payload_of
from companion.words.ids import EventId
from companion.words.trust import TrustLabel
from companion.words.writeplan import WITHDRAWN, StateChange, WritePlan

log = logging.getLogger(__name__)

BY = "restore"


@dataclass(frozen=True, slots=True)
class TakenBack:
    """取り消しの引き継ぎ: number of events erased and forgotten since a backup was made."""

    erased: int = 0
    """Events whose content was taken out of the restored record."""
    forgotten: int = 0
    """Events that are believed no more in it."""
    is_known: bool = True
    """False: the record that was there cannot be read, so nobody knows what was taken back."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Events that both records have, by id."""

    erased: tuple[EventId, ...]
    forgotten: tuple[EventId, ...]


def repeat(old: Path, new: Path, now: datetime, key: bytes) -> TakenBack:
    """Erase and forget in `new` the events that `old` says were erased and forgotten. Events are
    the same where id and link of the chain are the same. `key`: with which `new` is sealed. Raises
    `sqlite3.Error` for trouble with `new`."""
    if not old.exists():
        return TakenBack()
    with closing(connect(new, key)) as connection:
        try:
            wanted = _wanted(old, connection)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            log.warning("%s cannot be read: what was erased since is not known (%s)", old, error)
            return TakenBack(is_known=False)
        if not wanted.erased and not wanted.forgotten:
            return TakenBack()
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("BEGIN IMMEDIATE")
        head = ChainHead()
        _erase(connection, head, wanted.erased, now)
        _forget(connection, head, wanted.forgotten, now)
        head.settle(connection)
        connection.execute("COMMIT")
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return TakenBack(erased=len(wanted.erased), forgotten=len(wanted.forgotten))


def _wanted(old: Path, new: sqlite3.Connection) -> _Wanted:
    with closing(reading(str(old))) as there:
        chains = _shared(there, new)
        gone = {row[0] for row in there.execute(sql("ids_without_content"))}
        believed = {row[0] for row in new.execute(sql("ids_with_content"))}
        forgotten = set(_forgotten(there)) - set(_forgotten(new))
    return _Wanted(
        erased=tuple(EventId(i) for i in sorted(gone & believed & chains)),
        forgotten=tuple(EventId(i) for i in sorted(forgotten & chains)),
    )


def _shared(there: sqlite3.Connection, new: sqlite3.Connection) -> set[int]:
    """Ids of the events that are the same in both records."""
    links = dict(new.execute(sql("links_of_events")).fetchall())
    found = there.execute(sql("links_of_events"))
    return {event_id for event_id, link in found if links.get(event_id) == link}


def _forgotten(connection: sqlite3.Connection) -> Iterator[int]:
    for row in connection.execute(sql("keys_of_kind"), (WITHDRAWN,)):
        yield int(row[0])


def _erase(
    connection: sqlite3.Connection, head: ChainHead, ids: tuple[EventId, ...], now: datetime
) -> None:
    if not ids:
        return
    emptied, derived = erasing.erase(connection, ids)
    _say(
        connection,
        head,
        "erased",
        now,
        {
            "ids": list(erasing.ranges(ids)),
            "events": emptied,
            "derived_rows": derived,
            "by": BY,
            "reason": "erased after the backup was made",
        },
    )


def _forget(
    connection: sqlite3.Connection, head: ChainHead, ids: tuple[EventId, ...], now: datetime
) -> None:
    if not ids:
        return
    by = _say(connection, head, "forgotten_again", now, {"ids": list(ids)})
    gone = {one for event_id in ids for one in withdraw_from(connection, event_id, now).events}
    marks = tuple(
        StateChange(
            kind=WITHDRAWN,
            key=f"{one}",
            value=payload_of(WithdrawnValue(by=by)),
            confidence=1.0,
            trust=TrustLabel.SELF,
            observed_at=now,
            evidence_event_ids=(by,),
        )
        for one in sorted(gone)
    )
    apply_plan(connection, WritePlan(event_id=by, changes=marks), now)


def _say(
    connection: sqlite3.Connection,
    head: ChainHead,
    kind: str,
    now: datetime,
    payload: dict[str, object],
) -> EventId:
    draft = EventDraft(
        source=EventSource.SYSTEM, kind=kind, at=now, trust=TrustLabel.SELF, payload=payload
    )
    return head.append(connection, rows.event_row(draft))
