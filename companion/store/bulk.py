"""Bulk import: appends many events to a record that nobody else has open, sealed as any other."""

import itertools
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from companion.store import rows
from companion.store.commits import connect
from companion.store.log import ChainHead
from companion.store.migrations import migrate
from companion.words.event import EventDraft

GROUP = 1000


def append_all(path: Path, drafts: Iterable[EventDraft], *, group: int = GROUP) -> int:
    """Append every draft, in transactions of `group`; gives how many. Raises `sqlite3.Error`; what
    was committed before stays. Of events only: no decisions, results or jobs."""
    migrate(str(path))
    connection = connect(path)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        head, count, waiting = ChainHead(), 0, iter(drafts)
        while batch := list(itertools.islice(waiting, group)):
            count += _group(connection, head, batch)
        return count
    finally:
        connection.close()


def _group(connection: sqlite3.Connection, head: ChainHead, batch: list[EventDraft]) -> int:
    connection.execute("BEGIN IMMEDIATE")
    try:
        ids = head.append_many(connection, [rows.event_row(draft) for draft in batch])
        given = zip(ids, batch, strict=True)
        evidence = [(i, cited) for i, d in given for cited in d.evidence_event_ids]
        connection.executemany(
            "INSERT OR IGNORE INTO event_evidence (event_id, evidence_id) VALUES (?, ?)", evidence
        )
        head.settle(connection)
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
            head.forget()
    return len(batch)
