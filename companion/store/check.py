"""The whole record checked beside a running house, in a process of its own (P22, F5).

A full check hashes every row: in a thread it would keep the interpreter from the event loop, so it
is a child that is nicer than anybody else.
"""

import asyncio
import contextlib
import json
import os
import sqlite3
import sys
from dataclasses import dataclass
from pathlib import Path

from companion.store.anchor import check_anchor
from companion.store.key import key_of
from companion.store.verify import Findings, verify

AFTER_S, EVERY_S = 30.0, 24 * 3600.0
"""Real seconds from the start to the first check, and between two."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What a full check said."""

    sound: bool
    events: int
    broken: int = 0
    first: str = ""


class RecordCheck:
    """A resident: checks the whole record once the house is up, and once a day."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.last: Checked | None = None

    async def run(self) -> None:
        """Check until cancelled."""
        wait_s = AFTER_S
        while True:
            await asyncio.sleep(wait_s)
            self.last = await check_in_child(self._path)
            wait_s = EVERY_S


async def check_in_child(path: Path) -> Checked | None:
    """A full check; None where no child could be started or it gave no answer."""
    try:
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "companion.store.check", str(path)),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
    except OSError:
        return None
    try:
        out, _ = await child.communicate()
    except asyncio.CancelledError:
        with contextlib.suppress(ProcessLookupError):
            child.kill()
        await child.wait()
        raise
    try:
        return Checked(**json.loads(out))
    except (ValueError, TypeError):
        return None


def main() -> None:
    """Check the record named on the command line; one JSON object on stdout."""
    os.nice(10)
    path = Path(sys.argv[1])
    connection, found = sqlite3.connect(f"file:{path}?mode=ro", uri=True), Findings()
    try:
        found = verify(connection)
        check_anchor(path, connection, found, key_of(path))
    except (OSError, ValueError, sqlite3.Error) as error:
        found.add("file", path.name, str(error))
    finally:
        connection.close()
    first = found.broken[0] if found.broken else None
    facts = {
        "sound": found.sound,
        "events": found.events,
        "broken": found.broken_count,
        "first": f"{first.table} {first.row}: {first.why}" if first else "",
    }
    sys.stdout.write(json.dumps(facts))


if __name__ == "__main__":
    main()
