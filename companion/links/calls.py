"""Calls over MQTT: let the companions of one home tell each other which wake word they heard.

The topic is not retained, and a message only ever keeps this companion quiet for one call: it names
no device and commands nothing.
"""

import asyncio
import json
import logging
from collections.abc import Callable
from math import isfinite

from companion.links.message import MqttMessage
from companion.links.mqtt import MqttLink
from companion.ports.part import ResidentSpec, Stage
from companion.service.wire_json import read_object
from companion.words.call import CallHeard

log = logging.getLogger(__name__)

TOPIC = "companion/calls"
MOST_BYTES = 512
ID_CHARS = 64
LOUDEST_DB = 60.0
"""No sound in a room is louder above its noise."""


class Calls:
    """Tells of calls and hears of them. No call is queued while the broker is away."""

    def __init__(self, link: MqttLink) -> None:
        self._link = link
        self.hear: Callable[[CallHeard], None] = lambda call: None
        """Called in the event loop for each, our own included."""
        link.on_message = self._take
        link.subscribe((TOPIC,))

    async def tell(self, call: CallHeard) -> None:
        """Tell the others. Raises `HouseUnreachable`, `CommandUnconfirmed`."""
        told = {
            "device": call.device,
            "place": call.place,
            "loudness_db": round(call.loudness_db, 1),
        }
        await self._link.publish(TOPIC, json.dumps(told))

    async def run(self) -> None:
        """Keep the connection until cancelled."""
        await self._link.start()
        try:
            await asyncio.Event().wait()
        finally:
            await self._link.stop()

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("calls", self.run, Stage.INTAKE),)

    def _take(self, message: MqttMessage) -> None:
        if message.retained or message.topic != TOPIC:
            return
        try:
            self.hear(_read(message.payload))
        except (ValueError, KeyError, TypeError) as error:
            log.info("a call of another companion was not understood: %s", error)


def _read(payload: bytes) -> CallHeard:
    """Raises `ValueError`, `KeyError`, `TypeError` for what is none."""
    told = read_object(payload, most_bytes=MOST_BYTES)
    device, place, loudness_db = told["device"], told["place"], told["loudness_db"]
    if not isinstance(device, str) or not isinstance(place, str):
        raise ValueError("device and place are no texts")
    if isinstance(loudness_db, bool) or not isinstance(loudness_db, int | float):
        raise ValueError("loudness_db is no number")
    if not isfinite(loudness_db) or not device:
        raise ValueError("no device, or no loudness")
    bounded = max(-LOUDEST_DB, min(LOUDEST_DB, float(loudness_db)))
    return CallHeard(device[:ID_CHARS], place[:ID_CHARS], bounded)
