"""A home that talks: `python -m tests.proof.bench.publisher PORT [lamp]`.

Says `ready`; for each line `TOPIC COUNT RATE` on stdin publishes that many numbered payloads with
QoS 0 (RATE messages a second, 0 as fast as it can; `#` in the topic becomes the number modulo
16) and answers `done`. With `lamp` it has one, which obeys at once.

At a rate the packets are made by hand and sent a hundredth of a second's at a time: real sensors do
not compute on the companion's machine, as paho would.
"""

import socket
import sys
import time
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

SENSORS, LAMP = 16, "bench/lamp"
TICKS_PER_S = 100
_CONNECT = b"\x10\x0c\x00\x04MQTT\x04\x02\x00\x00\x00\x00"
"""MQTT 3.1.1, clean session, no keep-alive, an id of the broker's choice."""


def _obey(client: Client, userdata: Any, message: MQTTMessage) -> None:
    """The lamp does as it is told, at once, and says so."""
    client.publish(LAMP, message.payload, qos=1)


def _packet(topic: str, number: int) -> bytes:
    """PUBLISH with QoS 0. Topic and payload are short: a length of one byte."""
    where, said = topic.replace("#", str(number % SENSORS)).encode(), str(number).encode()
    body = len(where).to_bytes(2, "big") + where + said
    return bytes((0x30, len(body))) + body


def _talk(port: int, topic: str, count: int, rate: float) -> None:
    """So many a second; late ticks are made up for."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as sock:
        sock.sendall(_CONNECT)
        assert sock.recv(4)[3] == 0, "the broker refuses us"
        began, sent = time.monotonic(), 0
        while sent < count:
            due = min(count, 1 + int((time.monotonic() - began) * rate))
            sock.sendall(b"".join(_packet(topic, number) for number in range(sent, due)))
            sent = due
            time.sleep(1 / TICKS_PER_S)
        sock.sendall(b"\xe0\x00")


def main(port: int, *, lamp: bool = False) -> None:
    """Serve lines from stdin until it ends."""
    client = Client(CallbackAPIVersion.VERSION2)
    client.max_inflight_messages_set(1000)
    if lamp:
        client.on_connect = lambda client, *_: client.subscribe(f"{LAMP}/set", 1)
        client.on_message = _obey
    client.connect("127.0.0.1", port)
    client.loop_start()
    print("ready", flush=True)
    for line in sys.stdin:
        topic, count, rate = line.split()
        if float(rate):
            _talk(port, topic, int(count), float(rate))
        else:
            for number in range(int(count)):
                client.publish(topic.replace("#", str(number % SENSORS)), f"{number}")
        client.publish(topic.replace("#", "last"), "done", qos=1).wait_for_publish()
        print("done", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), lamp="lamp" in sys.argv[2:])
