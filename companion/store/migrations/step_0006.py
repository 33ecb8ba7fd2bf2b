"""Step 6: the highest id ever given is written with what is promised, not with each event.

AUTOINCREMENT wrote its page of 4 KiB again for every event, although ids are given by the one who
chains (`log.ChainHead`). He keeps the same line of `sqlite_sequence` now, in each FULL commit: at
most a second behind. Only the text of the schema changes, as in step 4.
"""

import sqlite3

from companion.store.migrations.step_0004 import rewrite

SAID = {"id INTEGER PRIMARY KEY AUTOINCREMENT": "id INTEGER PRIMARY KEY"}
"""Old text -> new text."""
FIRST = """
INSERT INTO sqlite_sequence (name, seq)
SELECT 'events', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'events')
"""


def give_ids_ourselves(connection: sqlite3.Connection) -> None:
    """Change the text; the line is there from the start. Raises `ValueError` as `rewrite`."""
    connection.execute(FIRST)
    rewrite(connection, SAID)
