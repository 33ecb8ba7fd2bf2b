"""Inbound topic: takes sentences of outside sources from the broker.

A bridge publishes to `companion/inbound/SOURCE` the JSON `{"token": ..., "text": ..., "sender":
...}`. The token is asked for here as at the webhook: a broker may let anybody in.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from companion.links.message import MqttMessage
from companion.links.mqtt import MqttLink
from companion.ports.part import ResidentSpec, Stage
from companion.service.wire_json import NotJson, read_object

log = logging.getLogger(__name__)
TOPIC = "companion/inbound/"
MOST_BYTES = 8192
MOST_WAITING = 32
"""Sentences that wait at most; a flood beyond them is dropped."""

Take = Callable[[str, str, str, str], Awaitable[object]]
"""(source, token, text, sender); raises `ValueError` or `PermissionError` for what is not taken."""


class InboundTopic:
    """Listens on a connection of its own."""

    def __init__(self, link: MqttLink, take: Take) -> None:
        """`take`: hands a sentence on."""
        self._link, self._take = link, take
        self._came: asyncio.Queue[tuple[str, str, str, str]] = asyncio.Queue(MOST_WAITING)

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("inbound topic", self.run, Stage.INTAKE),)

    async def run(self) -> None:
        """Listen until cancelled; a sentence is handed on when the one before it is."""
        self._link.on_message = self.heard
        self._link.subscribe((f"{TOPIC}+",))
        await self._link.start()
        try:
            while True:
                await self.hand_on()
        finally:
            await self._link.stop()

    def heard(self, message: MqttMessage) -> None:
        """A message came in. A retained sentence was said long ago: it is not heard again."""
        if message.retained or not message.topic.startswith(TOPIC):
            return
        source = message.topic.removeprefix(TOPIC)
        told = read_sentence(message.payload)
        if told is None or self._came.full():
            log.warning("a message on %s was not taken", message.topic)
            return
        self._came.put_nowait((source, *told))

    async def hand_on(self) -> None:
        """Wait for the next sentence and hand it on."""
        source, token, text, sender = await self._came.get()
        try:
            await self._take(source, token, text, sender)
        except (ValueError, PermissionError) as error:
            log.warning("a sentence of %s was not taken: %s", source, error)


def read_sentence(payload: bytes) -> tuple[str, str, str] | None:
    """Token, text and sender of a payload; None where it is none."""
    try:
        told = read_object(payload, most_bytes=MOST_BYTES)
    except NotJson:
        return None
    fields = (told.get("token"), told.get("text"), told.get("sender", ""))
    if not all(isinstance(one, str) for one in fields):
        return None
    return str(fields[0]), str(fields[1]), str(fields[2])
