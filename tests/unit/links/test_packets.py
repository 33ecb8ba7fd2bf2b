"""What comes over the wire is cut into messages, wherever the reads fall (F18, F21)."""

import itertools
import random

import pytest

from companion.links.packets import HEAD_MOST, Malformed, MqttMessage, Packets

PUBACK, SUBACK = b"\x40\x02\x00\x07", b"\x90\x03\x00\x01\x01"
CAP = 100_000


class Heard:
    """Everything that one connection's bytes said."""

    def __init__(self) -> None:
        self.messages: list[MqttMessage] = []
        self.others: list[bytes] = []
        self.acknowledged: list[int] = []
        self.oversized = 0
        self.packets = Packets(
            lambda topic: 10 if topic == "small" else CAP,
            message=self.messages.append,
            others=self.others.append,
            acknowledge=self.acknowledged.append,
            oversized=self._too_long,
        )

    def _too_long(self) -> None:
        self.oversized += 1


def _publish(
    topic: str, payload: bytes, *, packet_id: int | None = None, kept: bool = False
) -> bytes:
    where = topic.encode()
    body = len(where).to_bytes(2, "big") + where
    body += b"" if packet_id is None else packet_id.to_bytes(2, "big")
    body += payload
    first = 0x30 | (packet_id is not None) << 1 | kept
    return bytes((first,)) + _length(len(body)) + body


def _length(length: int) -> bytes:
    digits = bytearray()
    while True:
        length, digit = divmod(length, 128)
        digits.append(digit | 128 * bool(length))
        if not length:
            return bytes(digits)


STREAM = (
    _publish("a", b"1")
    + PUBACK
    + _publish("b/ü", b"two", packet_id=513, kept=True)
    + SUBACK
    + _publish("small", b"x" * 11, packet_id=9)
    + _publish("long", b"y" * 90_000)
    + _publish("empty", b"")
)


def _read(pieces: list[bytes]) -> Heard:
    heard = Heard()
    for piece in pieces:
        heard.packets.feed(piece)
    return heard


def test_the_same_is_heard_wherever_the_reads_fall() -> None:
    """500 ways to cut one stream, byte by byte among them."""
    expected = [
        MqttMessage("a", b"1", retained=False),
        MqttMessage("b/ü", b"two", retained=True),
        MqttMessage("long", b"y" * 90_000, retained=False),
        MqttMessage("empty", b"", retained=False),
    ]
    chance = random.Random(18)
    for turn in range(500):
        cuts = sorted(chance.sample(range(1, 60), chance.randrange(12)))
        edges = [0, *(range(1, 60) if turn == 0 else cuts), len(STREAM)]
        heard = _read([STREAM[a:b] for a, b in itertools.pairwise(edges)])
        assert heard.messages == expected
        assert heard.others == [PUBACK, SUBACK]
        assert heard.acknowledged == [513, 9]
        assert heard.oversized == 1


def test_a_message_too_long_to_keep_is_let_go_as_it_comes() -> None:
    """Acknowledged, counted, never held whole; what follows it is heard."""
    stream = _publish("huge", b"z" * 5_000_000, packet_id=3) + _publish("after", b"1")
    heard = Heard()
    most = 0
    for at in range(0, len(stream), 4096):
        heard.packets.feed(stream[at : at + 4096])
        most = max(most, len(heard.packets._begun))
    assert (heard.oversized, heard.acknowledged) == (1, [3])
    assert [m.topic for m in heard.messages] == ["after"]
    assert most <= HEAD_MOST + 4096


@pytest.mark.parametrize(
    "wrong",
    [
        b"\x30\xff\xff\xff\xff\x01",  # a length of five bytes
        b"\x30\x01\x00",  # no room for a topic's length
        b"\x30\x03\x00\x05a",  # a topic longer than its packet
        b"\x32\x03\x00\x01a",  # QoS 1 without an id
        b"\x34\x05\x00\x01a\x00\x01",  # QoS 2, never asked for
        b"\x90\xff\xff\x7f" + b"x" * HEAD_MOST,  # a huge packet that is no message
    ],
)
def test_what_is_no_packet_is_refused(wrong: bytes) -> None:
    with pytest.raises(Malformed):
        Heard().packets.feed(wrong)


def test_any_bytes_are_heard_or_refused() -> None:
    """F21: 5,000 damaged streams; nothing but `Malformed` comes out."""
    chance = random.Random(21)
    begin = bytearray(STREAM[:80])
    for _ in range(5000):
        damaged = bytearray(begin)
        for _ in range(chance.randrange(1, 6)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        try:
            Heard().packets.feed(bytes(damaged))
        except Malformed:
            continue
