"""Verify: checks whether the record is as it was written, from the first event to the last (ADR
0015).

Reads only. It proves: no event, decision or result was changed, put in or taken out since it was
written, other than by an erasure or a rescue that is itself in the record; no row beside them
rotted. It cannot prove that nobody rewrote the whole file and the anchor, which a key kept
elsewhere prevents (`anchor.py`).
"""

import json
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any

from companion.ports.schedule_book import SavedRow
from companion.store import seal, sealed
from companion.store.commits import connect_in_memory, read_transaction
from companion.store.key import key_of
from companion.store.migrations import NAMES, applied, blank
from companion.store.queries import sql
from companion.store.schedule_rows import due_us, read_row
from companion.store.thin import runs_broken

BROKEN_MAX = 20
"""How many broken rows are named; the first is what matters."""
_NAMED_MAX = 3
"""How many changed tables or triggers are named in one line."""
UNREADABLE = (sqlite3.DatabaseError, ValueError, TypeError, OverflowError)
"""Errors that damage causes in SQLite, or in Python where a value is not of its column's type."""


@dataclass(frozen=True)
class Broken:
    """One row or place that is not as it was written."""

    table: str
    row: str
    why: str


@dataclass
class Findings:
    """Findings of a check, filled as it goes."""

    events: int = 0
    rows: int = 0
    """Of all tables, events included."""
    erased: int = 0
    erasures: int = 0
    thinned: int = 0
    """Events whose days were over, each in a run that a marker seals."""
    lost: int = 0
    """Events a rescue could not save, each told of in the record."""
    gaps: list[tuple[int, int]] = field(default_factory=list)
    """Where: the last id before and the first after."""
    explained: "Explained" = field(default_factory=lambda: Explained())
    broken: list[Broken] = field(default_factory=list)
    broken_count: int = 0
    tables: set[str] = field(default_factory=set)
    """Where, however many."""
    end: tuple[int, bytes] = (0, seal.GENESIS)
    held: int = 0
    """Rows kept out of the way until the owner says whether they are theirs."""
    key: bytes = b""
    before_key: bool = False
    """True if the tables that authorise are sealed, but all of them without the key: it was put in
    place later."""
    took_s: float = 0.0
    cpu_s: float = 0.0
    """Of our own scan; SQLite's page check runs beside it."""
    sqlite_says: str = "ok"

    @property
    def sound(self) -> bool:
        """True if nothing is wrong."""
        return self.broken_count == 0

    def add(self, table: str, row: object, why: str) -> None:
        """Note something broken."""
        self.broken_count += 1
        self.tables.add(table)
        if len(self.broken) < BROKEN_MAX:
            self.broken.append(Broken(table, str(row), why))


def verify(connection: sqlite3.Connection, key: bytes | None = None) -> Findings:
    """Everything: SQLite's own check, the schema, each event's seal, each other row's checksum, and
    the sums over the tables that authorise. `key`: None asks for the one beside the record.

    The companion may write meanwhile: the record is judged as it was at one moment. Damage so great
    that SQLite stops reading is a finding too, never an exception.
    """
    found, began, cpu = Findings(), time.perf_counter(), time.thread_time()
    file = sealed.file_of(connection)
    in_memory = not file.is_absolute()
    found.key = key_of(file) if key is None and not in_memory else key or b""
    copy = connection.serialize() if in_memory else b""
    with ThreadPoolExecutor(1) as beside:
        pages = beside.submit(_pages, str(file), copy)
        with read_transaction(connection):
            for part in (_schema, _events, _beside, _sealed):
                try:
                    part(connection, found)
                except UNREADABLE as error:
                    found.add("file", part.__name__.strip("_"), f"reading stopped: {error}")
        found.cpu_s = time.thread_time() - cpu
        for table, row, why in pages.result():
            if table == "action_results" and _of_lost_decision(connection, row, found):
                continue
            found.add(table, row, why)
            if table == "file":
                found.sqlite_says = why
    found.took_s = time.perf_counter() - began
    return found


def reading(file: str) -> sqlite3.Connection:
    """A connection that only reads; where the folder cannot be written either, the file as it
    lies there. Raises `sqlite3.OperationalError`."""
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    try:
        connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError:
        connection.close()
        return sqlite3.connect(f"file:{file}?mode=ro&immutable=1", uri=True)
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        # Of a broken schema even the error message may be no text.
        return connection
    return connection


def _pages(file: str, copy: bytes) -> list[tuple[str, str, str]]:
    """SQLite's own check, beside ours on a connection of its own: it needs no interpreter. Pages,
    order of keys, indexes against tables, rows that name rows that are not there. `copy`: of a
    database in memory."""
    other = connect_in_memory(copy) if copy else reading(file)
    # What is damaged is quoted in what SQLite says of it.
    other.text_factory = lambda raw: raw.decode("utf-8", "replace")
    found: list[tuple[str, str, str]] = []
    try:
        says = str(other.execute("PRAGMA integrity_check(1)").fetchone()[0])
        if says != "ok":
            found.append(("file", "page", says))
        for row in other.execute("PRAGMA foreign_key_check"):
            found.append((row[0], str(row[1]), f"names a row of {row[2]} that is not there"))
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        found.append(("file", "page", f"SQLite stopped: {error}"))
    finally:
        other.close()
    return found


def _of_lost_decision(connection: sqlite3.Connection, row: str, found: Findings) -> bool:
    """True if a result names a decision that a rescue reported as lost: the result is whole."""
    query = "SELECT decision_event_id FROM action_results WHERE rowid = ?"
    with suppress(sqlite3.DatabaseError):
        named = connection.execute(query, (row,)).fetchone()
        return named is not None and _is_count(named[0]) and found.explained.lost(named[0])
    return False


def verify_tail(connection: sqlite3.Connection, events: int = 2000) -> Findings:
    """The last events only: what a start can afford before the page is up."""
    found = Findings()
    try:
        with read_transaction(connection):
            last = connection.execute("SELECT coalesce(max(id), 0) FROM events").fetchone()[0]
            _events(connection, found, after=max(0, last - events))
    except UNREADABLE as error:
        found.add("file", "tail", f"reading stopped: {error}")
    return found


def _schema(connection: sqlite3.Connection, found: Findings) -> None:
    """The tables and triggers are those our migrations make."""
    ours = blank()
    question = (
        "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE '%sqlite\\_%' ESCAPE '\\'"
    )
    expected, there = set(ours.execute(question)), set(map(tuple, connection.execute(question)))
    ours.close()
    changed: dict[str, set[str]] = {}
    for kind, name, _ in expected ^ there:
        changed.setdefault(kind, set()).add(name)
    for kind, names in sorted(changed.items()):
        found.add("schema", _few(sorted(names)), f"the {kind} is not as it was made")
    if applied(connection) != list(NAMES):
        found.add("_sqlite_migrations", "all", "the list of schema steps was changed")


def _few(names: Sequence[str]) -> str:
    """The first names and how many more: another schema differs in every trigger."""
    more = len(names) - _NAMED_MAX
    return ", ".join(names[:_NAMED_MAX]) + (f" (+{more})" if more > 0 else "")


@dataclass
class Explained:
    """Losses that the record itself reports."""

    erased: set[int] = field(default_factory=set)
    gaps: set[tuple[int, int]] = field(default_factory=set)
    """Last id before and first after."""
    markers: set[int] = field(default_factory=set)
    """Marks of what was thinned that a rescue could not save whole."""

    def lost(self, event_id: int) -> bool:
        """True if the record says that this event, or its content, is gone."""
        return event_id in self.erased or any(a < event_id < b for a, b in self.gaps)


def _events(connection: sqlite3.Connection, found: Findings, after: int = 0) -> None:
    """Walk the chain. Erasures and rescues explain only what stands before them."""
    with _raw(connection):
        before = seal.GENESIS
        if after:
            # The event at this place itself may have been thinned.
            newest = "SELECT id, chain FROM events WHERE id <= ? ORDER BY id DESC LIMIT 1"
            row = connection.execute(newest, (after,)).fetchone()
            after, before = row or (0, seal.GENESIS)
        doubts, explained = _walk(connection, found, after, before)
        for doubt, why in doubts:
            if isinstance(doubt, int) and doubt in explained.erased:
                found.erased += 1
            elif not (isinstance(doubt, tuple) and doubt in explained.gaps):
                found.add("events", doubt if isinstance(doubt, int) else doubt[1], why)
        found.gaps = sorted(gap for gap in explained.gaps if gap[1] - gap[0] > 1)
        found.lost = sum(b - a - 1 for a, b in found.gaps)
        found.explained = explained
        for marker, why in runs_broken(connection) if not after else ():
            if marker not in explained.markers:
                found.add("thinned", marker, why)
        given = connection.execute(sql("ids_given"), ("events",)).fetchone()
        if given is None or given[0] > found.end[0]:
            found.add("events", f"after {found.end[0]}", f"ids up to {given and given[0]} are gone")


@contextmanager
def _raw(connection: sqlite3.Connection) -> Iterator[None]:
    """Plain tuples of bytes: half the time of rows with names."""
    factory, connection.row_factory = connection.row_factory, None
    text, connection.text_factory = connection.text_factory, bytes
    try:
        yield
    finally:
        connection.row_factory, connection.text_factory = factory, text


def gone_of(connection: sqlite3.Connection) -> "tuple[list[Doubt], Explained]":
    """Damage that the record itself does not explain: ids of events whose content is not what was
    written, and pairs of ids between which the chain is broken; and what it does explain."""
    with _raw(connection):
        doubts, explained = _walk(connection, Findings(), 0, seal.GENESIS)
    open_ones = [d for d in doubts if d[0] not in explained.erased and d[0] not in explained.gaps]
    return open_ones, explained


Doubt = tuple[int | tuple[int, int], str]


def _walk(
    connection: sqlite3.Connection, found: Findings, after: int, before: bytes
) -> tuple[list[Doubt], Explained]:
    doubts: list[Doubt] = []
    explained = Explained()
    last = after
    for row in connection.execute(sql("events_sealed"), (after,)):
        event_id, salt, digest, chain, header, user, told, payload, decided, done, mark = row
        why = ""
        edge = last
        if event_id != last + 1:
            edge, before = _over_runs(connection, (last, event_id), before, doubts, found)
        try:
            # As `seal.py` makes them, written out: this runs for every event ever.
            link = sha256(b"%b%b%d\x1f%b" % (before, digest, event_id, header)).digest()
            content = b"%b%d,%d,%d,%d;%b%b%b%b%b" % (
                *(salt, len(user), len(told), len(payload), len(decided)),
                *(user, told, payload, decided, done),
            )
            if sha256(content).digest()[:16] != digest:
                why = "its content is not what was written"
        except TypeError:
            why = _without_salt(row)
            link = _link(before, digest, event_id, header)
        if link[:16] != chain:
            doubts.append(((edge, event_id), "the chain is broken here"))
        if why or mark:
            _note(row, why, doubts, explained, found)
        before, last = chain, event_id
        found.events += 1
    found.rows += found.events
    found.end = last, before
    return doubts, explained


def _over_runs(
    connection: sqlite3.Connection,
    between: tuple[int, int],
    before: bytes,
    doubts: "list[Doubt]",
    found: Findings,
) -> tuple[int, bytes]:
    """The id and the chain at the end of what was thinned between two events, or of the first of
    them where nothing was. A gap in front of a run is a doubt of its own, so that a loss keeps its
    two ends when its neighbours are thinned later."""
    at, event_id = between
    for first, until, chain in connection.execute(sql("runs_between"), between).fetchall():
        if not isinstance(until, int) or first <= at or until >= event_id:
            continue  # damaged; or an event stands where this says that none is: its marker tells
        if first != at + 1:
            doubts.append(((at, first), "the chain is broken here"))
        found.thinned += until - first + 1
        # Of another type it is damaged, and the next event tells.
        at, before = until, chain if isinstance(chain, bytes) else b""
    return at, before


def _note(
    row: tuple[Any, ...], why: str, doubts: "list[Doubt]", explained: Explained, found: Findings
) -> None:
    if why:
        doubts.append((row[0], why))
    else:
        _explain(row, explained, found)


def _without_salt(row: tuple[Any, ...]) -> str:
    """Reason to doubt an event whose content cannot be hashed."""
    salt, user, assistant, payload, decided, done = row[1], *row[5:10]
    if salt is not None:
        return "a column is not of its type"
    empty = (user, assistant, payload) == (b"", b"", b"{}")
    left = decided in (b"", b"{}") and done in (b"", b"{}")
    return "its content is gone" if empty and left else "content without its salt"


def _link(before: Any, digest: Any, event_id: Any, header: Any) -> bytes:
    try:
        return sha256(b"%b%b%d\x1f%b" % (before, digest, event_id, header)).digest()
    except TypeError:
        return b""


def _explain(row: tuple[Any, ...], explained: Explained, found: Findings) -> None:
    """An intact event that says what else is gone, and only of what stands before it."""
    event_id, kind, payload = row[0], row[10].decode(), json.loads(row[7])
    earlier = {i for first, last in payload.get("ids", ()) for i in range(first, last + 1)}
    explained.erased |= {i for i in earlier if i < event_id}
    if kind == "erased":
        found.erasures += 1
    explained.markers |= set(payload.get("markers", ()))
    explained.gaps |= {(a, b) for a, b in payload.get("gaps", ()) if b <= event_id}


# Tables beside the events


def _beside(connection: sqlite3.Connection, found: Findings) -> None:
    factory, connection.row_factory = connection.row_factory, sqlite3.Row
    try:
        for table, columns in sealed.CHECKED.items():
            _checksums(connection, found, table, columns)
        _moments(connection, found)
        for table, forms in FORMS.items():
            _forms(connection, found, table, forms)
        _evidence(connection, found)
        for table, decisions in (("action_decisions", "d"), ("action_results", "r")):
            found.rows += connection.execute(
                f"SELECT count(*) {decisions} FROM {table}"
            ).fetchone()[0]
    finally:
        connection.row_factory = factory


def _checksums(
    connection: sqlite3.Connection, found: Findings, table: str, columns: Sequence[str]
) -> None:
    key = columns[:2] if table == "state" else ("rowid",)
    names = ", ".join((*key, *columns, "checksum"))
    for row in connection.execute(f"SELECT {names} FROM {table}"):
        values = tuple(row)
        found.rows += 1
        if seal.checksum(values[len(key) : -1]) != values[-1]:
            found.add(table, "/".join(map(str, values[: len(key)])), "it is not what was written")


def _moments(connection: sqlite3.Connection, found: Findings) -> None:
    """The moment beside each entry is the one in its text."""
    for row_id, due, text in connection.execute(sql("schedule_entries_all")):
        try:
            says = due_us(read_row(SavedRow(row_id, None, text)))
        except ValueError as error:
            found.add("schedule_entries", row_id, f"it cannot be read: {error}")
            continue
        if due is not None and due != says:
            found.add("schedule_entries", row_id, "its moment is not what its text says")


def _is_time(value: Any) -> bool:
    try:
        return value is None or datetime.fromisoformat(value).tzinfo is not None
    except (TypeError, ValueError):
        return False


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and 0 <= value < 2**53


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and value.isprintable()


def _is_object(value: Any) -> bool:
    try:
        return isinstance(json.loads(value), dict)
    except (TypeError, ValueError):
        return False


Form = Callable[[Any], bool]
FORMS: dict[str, dict[str, Form]] = {
    "jobs": {
        "attempts": _is_count,
        "claimed_at": _is_time,
        "finished_at": _is_time,
        "error": lambda value: isinstance(value, str),
    },
    "applied_plans": {"version": _is_count, "event_id": _is_count, "applied_at": _is_time},
    "meta": {"key": _is_word, "value": _is_word},
    "_sqlite_migrations": {"id": _is_count, "name": _is_word, "applied_at": _is_time},
    "sqlite_sequence": {"name": _is_word, "seq": _is_count},
    "garden_state": {"id": lambda value: value == 1, "json": _is_object},
    "garden_events": {"event_id": _is_count, "day": _is_word},
    "action_history": {
        "event_id": _is_count,
        "day": _is_word,
        "character_id": _is_word,
        "started": _is_count,
        "action": _is_word,
        "target": _is_object,
        "minutes": _is_count,
        "reason": _is_object,
        "stat_changes": _is_object,
        "episode": lambda value: value is None or isinstance(value, str),
    },
}
"""Columns without a checksum, because they change all the time or have no weight: their form is
checked."""


def _forms(
    connection: sqlite3.Connection, found: Findings, table: str, columns: dict[str, Form]
) -> None:
    for row in connection.execute(f"SELECT {', '.join(columns)} FROM {table}"):
        found.rows += 1
        for name, value in zip(columns, tuple(row), strict=True):
            if not columns[name](value):
                found.add(table, row[0], f"{name} is not of its form")


def _evidence(connection: sqlite3.Connection, found: Findings) -> None:
    """`event_evidence` says what the events themselves say."""
    for row in connection.execute(sql("evidence_differs")):
        found.add("event_evidence", f"{row[1]} of {row[0]}", "differs from what the event cites")
    found.rows += connection.execute("SELECT count(*) FROM event_evidence").fetchone()[0]


def _sealed(connection: sqlite3.Connection, found: Findings) -> None:
    """The tables that authorise have the rows that were written, and no others."""
    differing = sealed.differing(connection, found.key)
    if differing and found.key:
        found.before_key = not sealed.differing(connection, b"")
    for table, (then, now) in differing.items():
        found.add(table, "all", f"{then} rows were sealed, {now} are there, not the same ones")
    found.held = connection.execute("SELECT count(*) FROM held_rows").fetchone()[0]
    found.rows += len(sealed.SEALED)


UNSEALED = {
    "event_evidence": "made from the events and compared with them",
    "deliberation_session": "thoughts, kept a day; each row has a checksum",
    "working_thought": "thoughts, kept a day; each row has a checksum",
    "meta": "facts about the file; their form",
    "jobs.status, attempts, times": "how far a job is; their form",
}
"""Tables that could be changed unseen, and the check of each. None of them lets the companion
act."""
