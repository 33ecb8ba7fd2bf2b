"""Lamps that take their time: `python -m tests.proof.bench.lamps PORT DELAY_S ID...`.

Each announces itself by MQTT discovery and, told `ON` or `OFF`, does it DELAY_S later and says so.
Says `ready` when they listen, and lives until its stdin ends.
"""

import json
import socket
import sys
import time
from collections.abc import Sequence
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

TOPIC = "bench/lamp/{}"


def _at_once(client: Client, userdata: Any, sock: Any) -> None:
    """Small packets are not kept back: what is measured is us."""
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def main(port: int, delay_s: float, names: Sequence[str]) -> None:
    """Serve until stdin ends."""

    def obey(client: Client, userdata: Any, message: MQTTMessage) -> None:
        time.sleep(delay_s)
        client.publish(message.topic.removesuffix("/set"), message.payload, qos=1, retain=True)

    def listen(client: Client, *_: Any) -> None:
        client.subscribe([(f"{TOPIC.format(name)}/set", 1) for name in names])
        for name in names:
            said = {"name": name.replace("_", " "), "uniq_id": name, "obj_id": name}
            wire = {"cmd_t": f"{TOPIC.format(name)}/set", "stat_t": TOPIC.format(name)}
            config = json.dumps(said | wire)
            client.publish(f"homeassistant/light/{name}/config", config, qos=1, retain=True)
            client.publish(TOPIC.format(name), "OFF", qos=1, retain=True)

    client = Client(CallbackAPIVersion.VERSION2)
    client.on_connect, client.on_message = listen, obey
    client.on_subscribe = lambda *_: print("ready", flush=True)
    client.on_socket_open = _at_once
    client.connect("127.0.0.1", port)
    client.loop_start()
    sys.stdin.read()


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3:])
