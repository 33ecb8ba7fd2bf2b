"""Packets: what came over the wire, cut into messages and the rest (MQTT 3.1.1, section 2).

paho reads a packet with four system calls and a dozen objects, some 100 µs; in a storm of 5,000
reports a second that is half a core before anybody has looked at one of them. Here a message
costs 1 to 2 µs, so that what the newest of its topic replaces was never worth more. Everything but
messages is handed on to paho as it came.
"""

from collections.abc import Callable
from dataclasses import dataclass

PUBLISH = 0x30
HEAD_MOST = 70_000
"""Bytes within which the topic of any message ends: it has 65,535 at most."""


@dataclass(frozen=True, slots=True)
class MqttMessage:
    """One message as it came; `retained` means it may be old."""

    topic: str
    payload: bytes
    retained: bool


class Malformed(ValueError):
    """No MQTT packet begins like this."""


class Packets:
    """Cuts one connection's bytes. What a caller is given: `message` for each one, `others` with
    the bytes of every other packet, `acknowledge` with the id of each message that wants it,
    `oversized` for each one that is longer than `cap` of its topic, which is never kept."""

    def __init__(
        self,
        cap: Callable[[str], int],
        *,
        message: Callable[[MqttMessage], None],
        others: Callable[[bytes], None],
        acknowledge: Callable[[int], object],
        oversized: Callable[[], None],
    ) -> None:
        self._cap, self._message, self._others = cap, message, others
        self._acknowledge, self._oversized = acknowledge, oversized
        self._begun = b""
        self._skip = 0
        """Bytes still to come of a message too long to keep."""

    def feed(self, data: bytes) -> None:
        """What was read. Raises `Malformed`: nothing after it can be trusted."""
        if self._skip:
            skipped = min(self._skip, len(data))
            self._skip -= skipped
            data = data[skipped:]
        buffer = self._begun + data if self._begun else data
        at, end = 0, len(buffer)
        while (span := _span(buffer, at, end)) is not None:
            body, stop = span
            if stop > end:
                if end - at >= HEAD_MOST:
                    at = self._too_long(buffer, at, body, stop, end)
                break
            if buffer[at] & 0xF0 == PUBLISH:
                self._take(buffer, at, body, stop)
            else:
                self._others(buffer[at:stop])
            at = stop
        self._begun = buffer[at:]

    def _take(self, buffer: bytes, at: int, body: int, stop: int) -> None:
        topic, begins = self._head(buffer, at, body, stop)
        if stop - begins > self._cap(topic):
            self._oversized()
            return
        self._message(MqttMessage(topic, buffer[begins:stop], bool(buffer[at] & 1)))

    def _head(self, buffer: bytes, at: int, body: int, stop: int) -> tuple[str, int]:
        """The topic, and where the payload begins; acknowledged when that is wanted."""
        begins = body + 2 + (buffer[body] << 8 | buffer[body + 1]) if body + 2 <= stop else stop + 1
        quality = buffer[at] >> 1 & 3
        if begins + 2 * (quality > 0) > stop or quality > 1:
            raise Malformed("a message that ends before its topic, or of a quality nobody asked")
        topic = str(buffer[body + 2 : begins], "utf-8", "replace")
        if quality:
            self._acknowledge(buffer[begins] << 8 | buffer[begins + 1])
            begins += 2
        return topic, begins

    def _too_long(self, buffer: bytes, at: int, body: int, stop: int, end: int) -> int:
        """A long message not yet whole: let go at once if it will not be kept. Gives where to go
        on."""
        if buffer[at] & 0xF0 != PUBLISH:
            raise Malformed("a packet longer than any but a message can be")
        length = buffer[body] << 8 | buffer[body + 1]
        begins = body + 2 + length + 2 * (buffer[at] >> 1 & 1)
        topic = str(buffer[body + 2 : body + 2 + length], "utf-8", "replace")
        if stop - begins <= self._cap(topic):
            return at
        self._head(buffer, at, body, stop)
        self._oversized()
        self._skip = stop - end
        return end


def _span(buffer: bytes, at: int, end: int) -> tuple[int, int] | None:
    """Where the packet's body begins and ends; None while not even its length is there."""
    if at + 2 > end:
        return None
    length = buffer[at + 1]
    if length < 128:
        return at + 2, at + 2 + length
    length &= 127
    for place in (1, 2, 3):
        if at + 1 + place >= end:
            return None
        digit = buffer[at + 1 + place]
        length |= (digit & 127) << (7 * place)
        if digit < 128:
            return at + 2 + place, at + 2 + place + length
    raise Malformed("a length of more than four bytes")
