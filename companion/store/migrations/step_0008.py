"""Step 8: tables that authorise are sealed (ADR 0032).

- `seals`: of each such table how many rows it has and a sum over them, moved by triggers.
- `held_rows`: rows that were found not to be ours, out of the way until the owner says.
"""

import sqlite3

from companion.store import sealed
from companion.store.key import key_of

HELD = """
CREATE TABLE held_rows (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  row TEXT NOT NULL,
  found_at TEXT NOT NULL,
  checksum BLOB NOT NULL
);
"""


CHECKED = {"held_rows": ("name", "row", "found_at")}
"""Columns that each checksum covers, in order."""


def lay_out(connection: sqlite3.Connection) -> None:
    """The tables and triggers."""
    for statement in (sealed.TABLE, HELD, *sealed.triggers()):
        connection.execute(statement.strip().rstrip(";"))


def seal(connection: sqlite3.Connection) -> None:
    """Take the rows that are there now as the ones that were written."""
    sealed.seal_anew(connection, key_of(sealed.file_of(connection)))
