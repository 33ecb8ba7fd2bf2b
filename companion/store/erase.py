"""Erasure: takes content and salt away, keeps the chain, and records the erasure itself.

All that was derived from an event goes with it. An event that cites it may quote it, so its
consequences are emptied too; thoughts, state and its revisions, questions, jobs and snapshots that
could hold a word of it are deleted. Headers stay: that something happened, when, and of which kind.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from companion.ports.erasure import Chosen
from companion.store import seal
from companion.store.queries import sql
from companion.store.sealed import CHECKED
from companion.words.ids import EventId


def find(connection: sqlite3.Connection, chosen: Chosen) -> list[EventId]:
    """The events meant, without their consequences. Of nothing chosen, nothing."""
    if not (chosen.ids or chosen.since or chosen.until or chosen.text):
        return []
    values = {
        "ids": json.dumps(chosen.ids),
        "text": chosen.text,
        "like": f"%{_escaped(json.dumps(chosen.text, ensure_ascii=False)[1:-1])}%",
    }
    found = connection.execute(sql("events_to_erase"), values)
    return [EventId(row[0]) for row in found if _within(row[1], chosen)]


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _within(stamp: str, chosen: Chosen) -> bool:
    at = datetime.fromisoformat(stamp)
    early = chosen.since is not None and at < chosen.since
    return not early and not (chosen.until is not None and at >= chosen.until)


def with_consequences(connection: sqlite3.Connection, ids: Iterable[EventId]) -> list[EventId]:
    """These and everything that cites them, however far: it may quote them."""
    found = set(ids)
    waiting = list(found)
    while waiting:
        citing = connection.execute(sql("events_citing"), (waiting.pop(),)).fetchall()
        new = {EventId(row[0]) for row in citing} - found
        found |= new
        waiting += new
    kept = connection.execute(sql("events_never_erased")).fetchall()
    return sorted(found - {EventId(row[0]) for row in kept})


def quoting(connection: sqlite3.Connection, ids: Sequence[EventId]) -> list[EventId]:
    """Events that cite these, directly or through others, and still have content."""
    citing = set(with_consequences(connection, ids)) - set(ids)
    found = connection.execute(sql("events_with_content"), (json.dumps(sorted(citing)),))
    return [EventId(row[0]) for row in found]


def erase(connection: sqlite3.Connection, ids: Sequence[EventId]) -> tuple[int, int]:
    """Empty these events and delete what came of them, inside the caller's transaction; gives how
    many events had content, and how many rows went with them."""
    listed = (json.dumps(list(ids)),)
    emptied = connection.execute(sql("erase_events"), listed).rowcount
    for query in ("erase_decisions", "erase_results"):
        connection.execute(sql(query), listed)
    for row in connection.execute(sql("approvals_of"), listed).fetchall():
        _empty_question(connection, row)
    deleted = sum(connection.execute(sql(query), listed).rowcount for query in DELETIONS)
    deleted += connection.execute(sql("delete_snapshots")).rowcount
    return emptied, deleted


DELETIONS = (
    "forget_thoughts",
    "forget_sessions",
    "forget_state",
    "forget_revisions",
    "forget_jobs",
)


def _empty_question(connection: sqlite3.Connection, row: sqlite3.Row) -> None:
    status = "denied" if row["status"] == "pending" else row["status"]
    facts = {**dict(row), "status": status}
    facts |= {name: "" for name in ("summary_ja", "summary_en", "impact_ja", "impact_en")}
    checksum = seal.checksum([facts[name] for name in CHECKED["approvals"]])
    connection.execute(sql("erase_question"), (status, checksum, row["id"]))


def ranges(ids: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Sorted ids as first and last of each run, as the erasure's event lists them."""
    first = last = None
    for event_id in ids:
        if last is not None and event_id == last + 1:
            last = event_id
            continue
        if first is not None and last is not None:
            yield first, last
        first = last = event_id
    if first is not None and last is not None:
        yield first, last
