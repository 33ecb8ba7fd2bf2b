"""Migrations: one file per step, applied in order, each in its own transaction (F27)."""

import re

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from companion.store.migrations import step_0001

STEPS = Migrations("companion")
_STATEMENT_END = re.compile(r";\s*\n(?=CREATE|ALTER|DROP|INSERT|UPDATE|DELETE|\s*\Z)")


def statements(schema: str) -> list[str]:
    """Split a step's SQL into statements; `executescript` would commit the transaction."""
    return [part.strip() for part in _STATEMENT_END.split(schema) if part.strip()]


@STEPS(name="0001 first schema")
def first_schema(db: Database) -> None:
    """Step 1."""
    for statement in statements(step_0001.SCHEMA):
        db.conn.execute(statement)


def migrate(path: str) -> None:
    """Bring the file at `path` to the newest schema. Raises `sqlite3.Error`."""
    db = Database(path)
    try:
        STEPS.apply(db)
    finally:
        db.close()
