"""Step 10: tables that nobody counts by give their ids themselves (ADR 0034).

AUTOINCREMENT writes its line of `sqlite_sequence` with each row, one page more in most commits. It
is there so that an id is never given twice, which counts for events, approvals, alarms and
intents. Of these six nothing outlives the row that would name its id. Only the text changes.
"""

import sqlite3

from companion.store.migrations.step_0004 import rewrite

TABLES = (
    *("revisions", "applied_plans", "jobs"),
    *("runtime_snapshots", "deliberation_session", "working_thought"),
)


SAID = {" PRIMARY KEY AUTOINCREMENT": " PRIMARY KEY"}
"""Old text -> new text."""


def give_plain_ids(connection: sqlite3.Connection) -> None:
    """Change the text of each. Raises `ValueError` as `rewrite`."""
    for table in TABLES:
        rewrite(connection, SAID, table)
        connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
