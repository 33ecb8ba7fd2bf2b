"""A home that talks: `python -m companion.bench.publisher PORT [lamp]`.

Says `ready`; for each line `TOPIC COUNT RATE` on stdin publishes that many numbered payloads with
QoS 0 (RATE messages a second, 0 as fast as it can; `#` in the topic becomes the number modulo
16) and answers `done`. With `lamp` it has one, which obeys at once.
"""

import sys
import time
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

SENSORS, LAMP = 16, "bench/lamp"


def _obey(client: Client, userdata: Any, message: MQTTMessage) -> None:
    """The lamp does as it is told, at once, and says so."""
    client.publish(LAMP, message.payload, qos=1)


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
        began = time.monotonic()
        for number in range(int(count)):
            client.publish(topic.replace("#", str(number % SENSORS)), f"{number}")
            ahead_s = number / float(rate) - (time.monotonic() - began) if float(rate) else 0.0
            if ahead_s > 0:
                time.sleep(ahead_s)
        client.publish(topic.replace("#", "last"), "done", qos=1).wait_for_publish()
        print("done", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), lamp="lamp" in sys.argv[2:])
