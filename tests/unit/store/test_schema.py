"""The schema is pinned: whoever changes it writes a migration and says so here."""

import re
import sqlite3
from hashlib import blake2b
from pathlib import Path

import pytest

from companion.store import migrations
from companion.store.commits import connect
from companion.store.migrations import (
    NAMES,
    migrate,
    step_0004,
    step_0006,
    step_0008,
    step_0010,
)
from companion.store.migrations.sql import statements
from companion.store.queries import QueryUnknown, all_queries, sql
from companion.words.trust import Authority, TrustLabel

TABLES = {
    "action_decisions",
    "action_history",
    "action_results",
    "acts",
    "applied_plans",
    "approvals",
    "deliberation_session",
    "event_evidence",
    "events",
    "garden_events",
    "garden_state",
    "goals",
    "intents",
    "jobs",
    "meta",
    "plans",
    "revisions",
    "runtime_snapshots",
    "held_rows",
    "schedule_entries",
    "schedule_firings",
    "seals",
    "state",
    "tasks",
    "thinned",
    "working_thought",
}
START = "2026-11-21T18:00:00+00:00"
SKIP = ("skip", "self", "system", "system")
DRAINED = ("[]", "{}", "home", b"", b"", b"")
"""No evidence, no payload, no seal."""
PINNED = {
    "0001 first schema": "b32535522635105e",
    "0002 a record that survives": "43beeaebda2d8fee",
    "0003 the schedule": "712741cc687681a6",
    "0004 checks that cost nothing": "1569939e82adafa7",
    "0005 device reports leave the index": "619057afa51b863c",
    "0006 ids are given by the log": "7efbb446f7d815ed",
    "0007 moments beside the entries": "b5032f07335fe42d",
    "0008 what authorises is sealed": "ad7d09768457c4e5",
    "0009 what may go": "154dac5340b07635",
    "0010 plain ids": "afd793aff7750e37",
    "0011 the garden": "d3e177241f4f1a2f",
}


@pytest.fixture
def connection(tmp_path: Path) -> sqlite3.Connection:
    path = tmp_path / "memory_hash.db"
    migrate(str(path))
    return connect(path)


def test_s_07_the_tables_are_those_laid_down(connection: sqlite3.Connection) -> None:
    """B-105, B-106, S-07."""
    found = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%sqlite%'"
    ).fetchall()
    connection.close()
    assert {name for (name,) in found} == TABLES


def test_a_published_step_is_never_edited() -> None:
    """F27: what a user's file went through stays as it was; changes are a new step."""
    plainly = [old + new for old, new in step_0004.SAID.items()]
    ids = [*(old + new for old, new in step_0006.SAID.items()), step_0006.FIRST.strip()]
    plain = [*step_0010.TABLES, *(old + new for old, new in step_0010.SAID.items())]
    made = (
        statements("step_0001"),
        statements("step_0002", "step_0002_triggers"),
        statements("step_0003"),
        plainly,
        statements("step_0005"),
        ids,
        statements("step_0007"),
        step_0008.lay_out(),
        statements("step_0009"),
        plain,
        statements("step_0011"),
    )
    for schema, pinned in zip(made, PINNED.values(), strict=True):
        assert blake2b("\n".join(schema).encode(), digest_size=8).hexdigest() == pinned
    assert list(NAMES) == list(PINNED)


def test_only_ids_that_outlive_their_row_are_counted(tmp_path: Path) -> None:
    """P25: AUTOINCREMENT writes a page more with each row. An id that something else names for good
    is never given twice: of questions, alarms, intents; that of an event its chain sees to."""
    path = tmp_path / "memory_hash.db"
    migrate(str(path))
    connection = connect(path)
    counting = {
        str(name)
        for name, text in connection.execute("SELECT name, sql FROM sqlite_schema")
        if text and "AUTOINCREMENT" in text and not name.startswith("_")
    }
    connection.close()
    assert counting == {"approvals", "intents", "plans", "schedule_entries", "schedule_firings"}


def test_migrating_twice_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "memory_hash.db"
    migrate(str(path))
    before = sqlite3.connect(path)
    first = before.execute("SELECT sql FROM sqlite_schema").fetchall()
    before.close()
    migrate(str(path))
    after = sqlite3.connect(path)
    assert after.execute("SELECT sql FROM sqlite_schema").fetchall() == first
    after.close()


def test_every_query_is_valid_sql_for_the_schema(connection: sqlite3.Connection) -> None:
    """Named queries, one annotated file each; none is dead in the water."""
    for query in all_queries().values():
        names = {name: None for name in _names(query)}
        numbered = [int(number) for number in re.findall(r"\?(\d+)", query)]
        values = names or (None,) * (max(numbered) if numbered else query.count("?"))
        connection.execute(f"EXPLAIN {query}", values)
    connection.close()
    with pytest.raises(QueryUnknown):
        sql("no_such_query")


def _names(query: str) -> set[str]:
    return set(re.findall(r":([a-z_]+)", query))


def test_an_intent_is_dropped_only_with_a_reason(connection: sqlite3.Connection) -> None:
    """B-052, B-053, B-054: blocked names what it waits for, dropped says why."""
    insert = (
        "INSERT INTO intents (status, blocked_on, dropped_reason, priority, created_at, updated_at)"
        " VALUES (?, ?, ?, 4, 'now', 'now')"
    )
    connection.execute(insert, ("dropped", "", "rejected_by_user"))
    connection.execute(insert, ("blocked", "front door closed", ""))
    for status in ("dropped", "blocked", "lost"):
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(insert, (status, "", ""))
    connection.close()


def test_a_decision_can_never_be_searchable(connection: sqlite3.Connection) -> None:
    """B-075: not even by a mistake of ours."""
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute(
            sql("insert_event"),
            (
                *[1, "t", "deliberation_decision", "skip", "self", "system", "system"],
                "",
                "",
                1,
                *DRAINED,
            ),
        )
    connection.close()


def test_trust_and_authority_are_what_the_words_know(connection: sqlite3.Connection) -> None:
    """T-56, step 4: the plain checks let through and refuse what those of step 1 did."""
    good = [(t.value, a.value) for t in TrustLabel for a in Authority]
    bad = [("", "user"), ("Owner", "user"), ("self", ""), ("self", "SYSTEM"), ("owner ", "user")]
    for number, (trust, authority) in enumerate(good, start=1):
        connection.execute(sql("insert_event"), _row(number, trust, authority))
    for trust, authority in bad:
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(sql("insert_event"), _row(99, trust, authority))
    connection.close()


def _row(number: int, trust: str, authority: str) -> tuple[object, ...]:
    return (number, "t", "system", "noted", trust, authority, "system", "", "", 0, *DRAINED)


@pytest.mark.parametrize("query", ["wishes_unwalked", "events_never_erased", "events_recent_of"])
def test_what_is_asked_by_source_finds_its_index(
    connection: sqlite3.Connection, query: str
) -> None:
    """Step 5: a partial index is used only by who says its condition."""
    named = dict.fromkeys(_names(sql(query)))
    values = named or (1,) * sql(query).count("?")
    plan = connection.execute(f"EXPLAIN QUERY PLAN {sql(query)}", values)
    told = " ".join(row[3] for row in plan)
    connection.close()
    assert told.count("events_by_source") == sql(query).count("<> 'device_state'")


def test_a_record_of_before_gets_the_small_pages_and_keeps_its_rows(tmp_path: Path) -> None:
    """P25: with a step to take, where a copy was made anyway."""
    path = tmp_path / "memory_hash.db"
    migrate(str(path))
    connection = sqlite3.connect(path)
    for statement in ("page_size = 1024", "auto_vacuum = INCREMENTAL"):
        connection.execute(f"PRAGMA {statement}")
    connection.execute("VACUUM")
    connection.execute("INSERT INTO meta (key, value) VALUES ('kept', 'yes')")
    connection.commit()
    assert connection.execute("PRAGMA page_size").fetchone()[0] == 1024
    migrations._lay_out_anew(connection, str(path))
    assert connection.execute("PRAGMA page_size").fetchone()[0] == migrations.PAGE_BYTES
    kept = connection.execute("SELECT value FROM meta WHERE key = 'kept'").fetchone()
    connection.close()
    assert kept == ("yes",)
