"""Step 8: tables that authorise are sealed (ADR 0032).

- `seals`: of each such table how many rows it has and a sum over them, moved by triggers.
- `held_rows`: rows that were found not to be ours, out of the way until the owner says.
"""

import sqlite3

from companion.store import sealed
from companion.store.key import key_of
from companion.store.migrations.sql import statements


def lay_out() -> list[str]:
    """The statements of the tables and triggers."""
    made = (sealed.TABLE, *statements("step_0008"), *sealed.triggers())
    return [statement.strip().rstrip(";") for statement in made]


def seal(connection: sqlite3.Connection) -> None:
    """Make them, and take the rows that are there now as the ones that were written."""
    for statement in lay_out():
        connection.execute(statement)
    record = sealed.file_of(connection)
    sealed.seal_anew(connection, key_of(record) if record.name else b"")
