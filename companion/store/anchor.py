"""Anchors: write the end of the chain beside the record, so that a cut-off tail is noticed.

It proves: the record still holds the event the anchor names, unchanged, and so everything before
it. It cannot prove that events after the newest anchor (at most a minute) were not cut off; nor,
without a key, that nobody rewrote record and anchor together. With a key (0600, better kept where
this user cannot read it, for example systemd's LoadCredential) the anchor carries an HMAC that only
its holder can make.
"""

import hmac
import json
import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from companion.store.key import key_of
from companion.store.queries import sql
from companion.store.verify import Findings

SIGNATURE = "signature"
"""Under which name an anchor is found that holds and that nobody signed: made before the key was
put in place, or by somebody who lacks it. A rescue mends nothing there."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """The end of the chain at one moment."""

    event_id: int
    chain: str
    """Hexadecimal."""
    at: str

    def signature(self, key: bytes) -> str:
        """The HMAC over it."""
        text = f"{self.event_id}\x1f{self.chain}\x1f{self.at}"
        return hmac.new(key, text.encode(), "sha256").hexdigest()


def anchor_path(record: Path) -> Path:
    """Path of a record's anchor."""
    return record.with_name(record.name + ".anchor")


def write_anchor(record: Path, anchor: Anchor, key: bytes) -> None:
    """Write it whole, or leave the old one; signed unless `key` is empty. Raises `OSError`."""
    facts = {"event_id": anchor.event_id, "chain": anchor.chain, "at": anchor.at}
    if key:
        facts["hmac"] = anchor.signature(key)
    path = anchor_path(record)
    new = path.with_name(path.name + ".new")
    descriptor = os.open(new, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    try:
        os.write(descriptor, json.dumps(facts).encode())
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    os.replace(new, path)


def anchor_end(record: Path, at: str) -> None:
    """Write down where a record ends that nobody has open, signed where a key is used. Raises
    `OSError`, `KeyUnusable`, `sqlite3.DatabaseError`."""
    with closing(sqlite3.connect(f"file:{record}?mode=ro", uri=True)) as connection:
        row = connection.execute(sql("chain_end")).fetchone()
    last, chain = (row[0], bytes(row[1]).hex()) if row else (0, "")
    write_anchor(record, Anchor(last, chain, at), key_of(record))


def check_anchor(
    record: Path, connection: sqlite3.Connection, found: Findings, key: bytes = b""
) -> str:
    """Compare the record with its anchor: `ok`, `signed`, `missing`, `unsigned` or `broken`."""
    try:
        facts = json.loads(anchor_path(record).read_text(encoding="utf-8"))
        anchor = Anchor(int(facts["event_id"]), str(facts["chain"]), str(facts["at"]))
    except FileNotFoundError:
        return "missing"
    except (OSError, ValueError, KeyError, TypeError) as error:
        found.add("anchor", anchor_path(record).name, f"it cannot be read: {error}")
        return "broken"
    signed = facts.get("hmac", "")
    if key and signed and not hmac.compare_digest(anchor.signature(key), str(signed)):
        found.add("anchor", anchor.event_id, "its signature is not of this key")
        return "broken"
    if not _holds(connection, anchor):
        found.add("anchor", anchor.event_id, "the record does not hold the event it names")
        return "broken"
    if key and not signed:
        found.add(SIGNATURE, anchor.event_id, "the anchor is not signed, as before there was a key")
        return "broken"
    if key:
        return "signed"
    return "unsigned" if "hmac" in facts else "ok"


def _holds(connection: sqlite3.Connection, anchor: Anchor) -> bool:
    if anchor.event_id == 0:
        return True
    with suppress(sqlite3.DatabaseError):
        row = connection.execute(
            "SELECT hex(chain) FROM events WHERE id = ?", (anchor.event_id,)
        ).fetchone()
        if row is not None:
            return str(row[0]).lower() == anchor.chain
        # The event may have been thinned before the next anchor was written; the chain goes on
        # behind it, which is for `verify` to say.
        run = connection.execute(
            "SELECT 1 FROM thinned WHERE first_id <= ?1 AND last_id >= ?1", (anchor.event_id,)
        ).fetchone()
        return run is not None
    return False
