"""Seals: chain event rows over a salted hash of their content (ADR 0015).

    digest = H(salt, content)            content: what may be erased, and its salt with it
    chain  = H(chain before, id, digest, header)      header: what stays

Once content and salt are gone nothing can be guessed from the digest, and the chain still
verifies: it is over the digest, not over the content. SHA-256 cut to 16 bytes.
"""

import os
from collections.abc import Sequence
from hashlib import sha256

SEAL_BYTES = 16
"""Of digest, chain and salt. A second preimage of 128 bits is out of anybody's reach."""
GENESIS = bytes(SEAL_BYTES)
"""Seal before the first event."""
_SEPARATOR = "\x1f"


def content_of(
    user_text: bytes, assistant_text: bytes, payload: bytes, decision: bytes, result: bytes
) -> bytes:
    """One event's content as bytes, its decision's and result's JSON (or b"") with it. The
    lengths stand in front, so that no text can move from one field into the next."""
    return b"%d,%d,%d,%d;%b%b%b%b%b" % (
        len(user_text),
        len(assistant_text),
        len(payload),
        len(decision),
        user_text,
        assistant_text,
        payload,
        decision,
        result,
    )


def header_of(fields: Sequence[str]) -> bytes:
    """The part of an event that an erasure leaves, as bytes. Raises `ValueError` for a field with
    control bytes, which would blur the end of the field."""
    header = _SEPARATOR.join(fields)
    if header.count(_SEPARATOR) != len(fields) - 1 or "\x00" in header:
        raise ValueError(f"a header field of an event holds control characters: {fields!r}")
    return header.encode()


def digest_of(salt: bytes, content: bytes) -> bytes:
    """The salted hash of one event's content (`content_of`)."""
    return sha256(salt + content).digest()[:SEAL_BYTES]


def link_of(before: bytes, event_id: int, digest: bytes, header: bytes) -> bytes:
    """The chain at one event."""
    return sha256(b"%b%b%d\x1f%b" % (before, digest, event_id, header)).digest()[:SEAL_BYTES]


def checksum(values: Sequence[object]) -> bytes:
    """8 bytes over one row of a table beside the events: SQLite would not notice a flipped bit
    (limits 2.9). No secret and no salt: such rows are deleted, not emptied."""
    return sha256(_SEPARATOR.join(map(str, values)).encode()).digest()[:8]


class Salts:
    """Fresh salts, from the kernel's randomness in batches: one system call for 256 of them."""

    def __init__(self) -> None:
        self._pool: list[bytes] = []

    def next(self) -> bytes:
        """One salt, never given twice; safe from any thread."""
        while True:
            try:
                return self._pool.pop()
            except IndexError:
                fresh = os.urandom(256 * SEAL_BYTES)
                ends = range(SEAL_BYTES, len(fresh) + 1, SEAL_BYTES)
                self._pool.extend(fresh[end - SEAL_BYTES : end] for end in ends)
