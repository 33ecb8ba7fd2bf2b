"""Step 4: the checks of `events`, said so that a row does not pay for them (ADR 0009).

SQLite 3.40 answers `x IN (three or more)` inside a CHECK by building a table of the choices, for
every row anew: two such checks were 4 of the 9 microseconds that a row cost. The same said with
`=` and OR refuses the same and costs nothing. Only the text of the schema changes, no row does:
SQLite's own procedure for a change that does not touch what lies on the disk (its "ALTER TABLE"
page, section 7).
"""

import sqlite3
from collections.abc import Mapping

SAID = {
    "trust IN ('self','owner','household','guest','observed')": (
        "trust = 'observed' OR trust = 'self' OR trust = 'household' OR trust = 'owner'"
        " OR trust = 'guest'"
    ),
    "authority IN ('user','public','system')": (
        "authority = 'public' OR authority = 'system' OR authority = 'user'"
    ),
}
"""Old text -> new text."""


def say_plainly(connection: sqlite3.Connection) -> None:
    """Change the checks. Raises `ValueError` as `rewrite`."""
    rewrite(connection, SAID)


def rewrite(connection: sqlite3.Connection, said: Mapping[str, str], table: str = "events") -> None:
    """Change the text of one table, and no row. Raises `ValueError` where it is not what the steps
    before left."""
    query = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?"
    text = str(connection.execute(query, (table,)).fetchone()[0])
    for old, new in said.items():
        if text.count(old) != 1:
            raise ValueError(f"the table {table} is not as it was made")
        text = text.replace(old, new)
    version = int(connection.execute("PRAGMA schema_version").fetchone()[0])
    connection.execute("PRAGMA writable_schema = ON")
    try:
        change = "UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?"
        connection.execute(change, (text, table))
        connection.execute(f"PRAGMA schema_version = {version + 1}")
    finally:
        connection.execute("PRAGMA writable_schema = OFF")
