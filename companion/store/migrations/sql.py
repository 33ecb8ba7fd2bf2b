"""SQL of the steps: `step_NNNN.sql` beside this module, statement by statement."""

import re
import sqlite3
from pathlib import Path

_STATEMENT_END = re.compile(r";\s*\n(?=CREATE|ALTER|DROP|INSERT|UPDATE|DELETE|\s*\Z)")
_HEAD = re.compile(r"\A(?:--.*\n|\n)+")


def statements(*files: str) -> list[str]:
    """Statements of the files, in order, for example of `statements("step_0001")`."""
    texts = (Path(__file__).with_name(f"{file}.sql").read_text("utf-8") for file in files)
    schemas = (_HEAD.sub("", text) for text in texts)
    parts = (part for schema in schemas for part in _STATEMENT_END.split(schema))
    return [part.strip() for part in parts if part.strip()]


def execute(file: str, connection: sqlite3.Connection) -> None:
    """Execute a file, one statement after the other; `executescript` would commit."""
    for statement in statements(file):
        connection.execute(statement)
