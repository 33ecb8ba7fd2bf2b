"""Check: verifies the whole record beside a running house, in a process of its own.

A full check hashes every row: in a thread it would keep the interpreter from the event loop, so it
is a child that is nicer than anybody else.
"""

import asyncio
import contextlib
import json
import logging
import os
import sqlite3
import sys
from dataclasses import dataclass
from pathlib import Path

from companion.ports.part import ResidentSpec, Stage
from companion.ports.record import KeyUnusable
from companion.store.anchor import SIGNATURE, check_anchor
from companion.store.key import key_of
from companion.store.quarantine import BY_ITSELF
from companion.store.sealed import SEALED
from companion.store.sqlite import Store
from companion.store.verify import Findings, verify

log = logging.getLogger(__name__)

AFTER_S, EVERY_S = 30.0, 24 * 3600.0
"""Real seconds from the start to the first check, and between two."""
NICE = 10
"""How far the check stands back behind everybody else."""
BETWEEN_S = 60.0
"""Real seconds between two checks at least."""


@dataclass(frozen=True, slots=True)
class Checked:
    """Result of a full check."""

    sound: bool
    events: int
    broken: int = 0
    first: str = ""
    tables: tuple[str, ...] = ()
    """Where."""
    before_key: bool = False
    """The tables that authorise are as they were sealed before the owner's key was put in place."""


class RecordCheck:
    """A resident: checks the whole record once the house is up, once a day, and when somebody else
    wrote to it or it could not be read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.last: Checked | None = None

    @property
    def damaged(self) -> bool:
        """True if the last check found damage that a rescue mends. Rows that another program put
        into a table that authorises wait for the owner's word instead."""
        last = self.last
        return last is not None and not last.sound and not self._only_held(last)

    def _only_held(self, checked: Checked) -> bool:
        left = set(checked.tables) - {SIGNATURE}
        if not left or (checked.before_key and left <= SEALED.keys()):
            return True
        return bool(self._store.quarantine) and left <= BY_ITSELF.keys()

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("record check", self.run, Stage.DRIVERS),)

    async def run(self) -> None:
        """Check until cancelled."""
        wait_s = AFTER_S
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait_s):
                    await self._store.disturbed.wait()
            self._store.disturbed.clear()
            await self.look()
            # What cannot be read is asked for again and again: one check tells as much as ten.
            await asyncio.sleep(BETWEEN_S)
            wait_s = EVERY_S

    async def look(self, nice: int = NICE) -> None:
        """Check now; `nice`: 0 where the owner waits for it."""
        checked = await check_in_child(self._store.path, nice)
        if checked is not None and checked.before_key:
            log.warning("a key was put in place: what was sealed before waits for the owner's word")
            if await self._hold_back():
                # From here on all is sealed with the key: a second look tells what else is wrong.
                checked = await check_in_child(self._store.path, nice)
        elif checked is not None and BY_ITSELF.keys() & set(checked.tables):
            await self._hold_back()
        if checked is None:
            log.warning("the record could not be checked; it is tried again later")
        elif not checked.sound:
            why = checked.first
            log.error("the record is not what was written, %s times: %s", checked.broken, why)
        self.last = checked

    async def _hold_back(self) -> bool:
        with contextlib.suppress(OSError):  # a full disk has a line of its own
            await self._store.quarantine_changes()
            return True
        return False


async def check_in_child(path: Path, nice: int = NICE) -> Checked | None:
    """A full check; None where no child could be started or it gave no answer."""
    try:
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "companion.store.check", str(path), str(nice)),
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
        facts = json.loads(out)
        return Checked(**{**facts, "tables": tuple(facts["tables"])})
    except (ValueError, TypeError, KeyError):
        return None


def main() -> None:
    """Check the record named on the command line; one JSON object on stdout."""
    path = Path(sys.argv[1])
    os.nice(int(sys.argv[2]))
    connection, found = sqlite3.connect(f"file:{path}?mode=ro", uri=True), Findings()
    try:
        found = verify(connection)
        check_anchor(path, connection, found, key_of(path))
    except KeyUnusable:
        raise  # says nothing of the record
    except (OSError, sqlite3.Error) as error:
        found.add("file", path.name, str(error))
    finally:
        connection.close()
    first = found.broken[0] if found.broken else None
    facts = {
        "sound": found.sound,
        "events": found.events,
        "broken": found.broken_count,
        "tables": sorted(found.tables),
        "before_key": found.before_key,
        "first": f"{first.table} {first.row}: {first.why}" if first else "",
    }
    sys.stdout.write(json.dumps(facts))


if __name__ == "__main__":
    main()
