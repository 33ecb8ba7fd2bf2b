"""Wyoming events: read and write the protocol between voice programs of a home, within bounds.

The package `wyoming` reads whatever length a peer announces; here a length is looked at first.
"""

import asyncio

from wyoming.event import Event

from companion.service.wire_json import read_object

MOST_BYTES = 65_536
"""Longest header, data or payload of an event; sound comes in pieces of some kilobytes."""


async def read_event(reader: asyncio.StreamReader) -> Event:
    """One event. Raises `ValueError` for what is none or too long, `EOFError` at the end."""
    line = await reader.readline()
    if not line:
        raise EOFError("they left")
    head = read_object(line, most_bytes=MOST_BYTES)
    kind, data = head.get("type"), head.get("data") or {}
    if not isinstance(kind, str) or not isinstance(data, dict):
        raise ValueError("no event")
    lengths = [head.get(key) or 0 for key in ("data_length", "payload_length")]
    if not all(isinstance(n, int) and 0 <= n <= MOST_BYTES for n in lengths):
        raise ValueError("too long")
    if lengths[0]:
        more = read_object(await reader.readexactly(lengths[0]), most_bytes=MOST_BYTES)
        data = {**data, **more}
    payload = await reader.readexactly(lengths[1]) if lengths[1] else None
    return Event(type=kind, data=data, payload=payload)
