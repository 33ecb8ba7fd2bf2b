"""A home that talks: `python -m companion.bench.publisher PORT`.

Says `ready`; for each line `TOPIC COUNT RATE` on stdin publishes that many numbered payloads with
QoS 0 (RATE messages a second, 0 as fast as it can; `#` in the topic becomes the number modulo
16) and answers `done`.
"""

import sys
import time

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

SENSORS = 16


def main(port: int) -> None:
    """Serve lines from stdin until it ends."""
    client = Client(CallbackAPIVersion.VERSION2)
    client.max_inflight_messages_set(1000)
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
    main(int(sys.argv[1]))
