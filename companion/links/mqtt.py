"""MQTT link: keeps one connection to the broker, renews it when it is lost, and never replays a
command.

Built on aiomqtt. This module adds: TCP_NODELAY (without it a QoS 1 round trip waits for a delayed
ACK, 48-96 ms instead of 0.3-0.6), reconnect with back-off, a bound on what is in flight, a cap on
payloads, and a fresh client per connection, so that nothing queued inside paho can be sent again
after a reconnect.

It speaks MQTT 5 where the broker does: CONNECT names the largest packet that is taken, and such a
broker sends no larger one. MQTT 3.1.1 has no such limit: there paho reads a whole message, up to
256 MB, before this module drops it, and only the broker's own limit keeps it small.
"""

import asyncio
import contextlib
import logging
import socket
import ssl
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import cast

import aiomqtt
from aiomqtt.exceptions import MqttConnectError
from aiomqtt.types import PayloadType
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from companion.links.backlog import Backlog, BacklogQueue
from companion.links.entering import enter
from companion.links.message import MqttMessage
from companion.links.rate_limit import TokenBucket
from companion.links.wire_log import wire_log
from companion.ports.house import CommandUnconfirmed, HouseUnreachable
from companion.service.lookup import LOOKUPS
from companion.service.residents import Resident, ResidentReport, Stand, end_if_asked

log = logging.getLogger("companion.home")

NODELAY = ((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),)
FIRST_WAIT_S = 1.0
UNREACHED_WAIT_S = 4.0
"""Longest wait while nobody listens: a broker that returned is found within 5 s."""
REFUSED_WAIT_S = 30.0
"""Longest wait while the broker answers and refuses us (password): no use to hurry."""
_WRONG_LOGIN = frozenset({4, 5, 134, 135})
"""CONNACK: bad user name or password, not authorised (MQTT 3.1.1 and 5)."""
HEAR_AT_ONCE = 8
"""Messages heard in one turn of the loop: below 1 ms of work, so that others have theirs."""
MOST_PACKET_BYTES = 2**21
"""Largest packet that a broker may send: over the longest cap on a payload, which is 1 MiB."""
ANSWER_S = 5.0
"""Longest wait for the broker's answer to one request."""
_NO_SUCH_VERSION = frozenset({1, 132})
"""CONNACK: the broker does not speak this version of MQTT (MQTT 3.1.1 and 5)."""
STABLE_S = 10.0
"""A connection that lived this long starts the back-off anew; a flapping one does not."""
LATELY_S = 60.0
"""A broker that is away is tried within this time, the longest wait and an unanswered try of 10 s
included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokerAddress:
    """Where the broker is and how to show ourselves to it."""

    host: str
    port: int = 1883
    username: str = ""
    password: str = field(default="", repr=False)
    tls: bool = False
    ca_file: str = ""
    """PEM file of the broker's authority; "" trusts the system's."""
    mqtt5: bool = True
    """False for a broker that is known to speak MQTT 3.1.1 only."""


PAYLOAD_BYTES = 131_072
"""Longest message that is read."""
CONFIRM_S = 5.0
"""Real seconds to wait for the broker's PUBACK."""


@dataclass(slots=True)
class LinkCounts:
    """Counts of the link, for health and tests."""

    connects: int = 0
    received: int = 0
    oversized: int = 0
    """Dropped for their length before anything looked inside."""
    merged: int = 0
    """Replaced by a newer one of their topic before anybody looked."""
    dropped: int = 0
    """Pushed out: more waited than there is room for."""
    misread: int = 0
    """Ended in a mistake of ours; the next one is heard all the same."""
    published: int = 0


class MqttLink:
    """One MQTT connection, kept up in the background from `start` to `stop`.

    `on_message` and `on_connection` are called in the event loop, in order, and must not
    block; `on_connection(True)` comes after the standing subscriptions were asked for.
    """

    def __init__(
        self,
        address: BrokerAddress,
        *,
        client_id: str = "",
        will: tuple[str, str] | None = None,
        max_inflight: int = 20,
        rate_limit: TokenBucket | None = None,
    ) -> None:
        """`will`: topic and payload the broker sends, retained, when we are gone without a word.
        `rate_limit`: how much is looked at in a storm; None for all there is time for."""
        self.address = address
        self.counts = LinkCounts()
        self.on_message: Callable[[MqttMessage], None] = lambda message: None
        self.on_connection: Callable[[bool], None] = lambda up: None
        self.last_error = ""
        self.larger: dict[str, int] = {}
        """Topics with a cap of their own, in bytes, over `PAYLOAD_BYTES`."""
        self.first: set[str] = set()
        """Topics that are heard before the others when much waits."""
        self._rate_limit = rate_limit
        self._client_id = client_id or None
        self._will = None if will is None else aiomqtt.Will(*will, qos=1, retain=True)
        self._max_inflight = max_inflight
        self._slots = asyncio.Semaphore(max_inflight)
        self._topics: set[str] = set()
        self._client: aiomqtt.Client | None = None
        self._lost: asyncio.Future[None] | None = None
        self._mqtt5 = address.mqtt5
        self._stirred_at = time.monotonic()
        self._wanted: asyncio.Queue[tuple[str, bool]] = asyncio.Queue()
        self._up = asyncio.Event()
        self._pause: Callable[[float], Awaitable[None]] = asyncio.sleep
        """Between two tries; a test may leave the waiting out."""
        self._resident = Resident(
            "mqtt link",
            self._keep_up,
            longest_pause_s=UNREACHED_WAIT_S,
            pause=lambda pause_s: self._pause(pause_s),
            told=self._fell,
        )

    async def start(self) -> None:
        """Begin to connect; returns at once."""
        self._resident.start()

    async def stop(self) -> None:
        """Leave the broker; idempotent."""
        await self._resident.stop()

    def trying(self) -> bool:
        """Whether the broker is reached or really being tried: the link lives, and lately began a
        connection or lost one."""
        lately = time.monotonic() - self._stirred_at < LATELY_S
        return self._resident.running() and (lately or self.connected())

    def falls(self) -> int:
        """How often a mistake of ours ended the link."""
        return self._resident.falls

    def _fell(self, told: ResidentReport) -> None:
        """Something ended the link that no broker should be able to end."""
        if told.stand is Stand.STOPPED:
            error = told.error
            self.last_error = f"a mistake of ours: {type(error).__name__}: {error}"[:160]

    def connected(self) -> bool:
        """Whether a publish would be tried now."""
        return self._client is not None

    async def wait_connected(self, timeout_s: float) -> bool:
        """Wait for the connection at most `timeout_s` real seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                await self._up.wait()
        return self.connected()

    def subscribe(self, topics: Iterable[str]) -> None:
        """Want these topics from now on and after every reconnect.

        Asking again for one makes the broker send its retained message again, which a
        device announced later on the same topic needs.
        """
        for topic in topics:
            self._topics.add(topic)
            self._wanted.put_nowait((topic, True))

    def unsubscribe(self, topics: Iterable[str]) -> None:
        """Want these topics no longer."""
        for topic in topics:
            self._topics.discard(topic)
            self._wanted.put_nowait((topic, False))

    async def publish(self, topic: str, payload: PayloadType, *, retain: bool = False) -> None:
        """Send one message with QoS 1, now or not at all: it is never queued for later.

        Raises `HouseUnreachable` (not sent) or `CommandUnconfirmed` (sent, no PUBACK).
        """
        async with self._slots:
            client, lost = self._client, self._lost
            if client is None or lost is None:
                raise HouseUnreachable(f"no connection to the broker: {self.last_error}")
            sending = asyncio.create_task(
                client.publish(topic, payload, qos=1, retain=retain, timeout=CONFIRM_S)
            )
            try:
                await asyncio.wait({sending, lost}, return_when=asyncio.FIRST_COMPLETED)
                await self._outcome(sending)
            finally:
                sending.cancel()
        self.counts.published += 1

    async def _outcome(self, sending: asyncio.Task[None]) -> None:
        """Tell sent from not sent. Only an error code of paho's own proves `not sent`."""
        if not sending.done():
            raise CommandUnconfirmed("the connection broke before the broker confirmed")
        error = sending.exception()
        if isinstance(error, aiomqtt.MqttCodeError):
            raise HouseUnreachable(f"not sent: {error}") from error
        if error is not None:
            raise CommandUnconfirmed(f"no confirmation: {error}") from error

    async def _keep_up(self) -> None:
        wait_s = FIRST_WAIT_S
        while True:
            began = self._stirred_at = time.monotonic()
            try:
                longest_s = await self._one_connection()
            finally:
                self._stirred_at = time.monotonic()
            # The way out of a connection may end in an error of its own, in the place of the
            # cancellation: the caller that stops the link must not wait for the next one.
            end_if_asked()
            if time.monotonic() - began > STABLE_S:
                wait_s = FIRST_WAIT_S
            await self._pause(min(wait_s, longest_s))
            wait_s = min(wait_s * 2, longest_s)

    async def _one_connection(self) -> float:
        """Live one connection to its end; give the longest wait before the next."""
        backlog: Backlog[aiomqtt.Message] = Backlog(self.first)
        waiting = BacklogQueue(backlog, wanted=self._short_enough, rest_s=self._rest_s)
        client = self._new_client(waiting)
        try:
            await LOOKUPS.find(self.address.host)
            await self._enter(client)
            try:
                await self._serve(client, waiting)
            finally:
                await client.__aexit__(None, None, None)
                self._count(backlog)
                self.counts.dropped += len(backlog)
        except MqttConnectError as error:
            self.last_error = str(error)
            return REFUSED_WAIT_S if _shut_out(error) else UNREACHED_WAIT_S
        except (aiomqtt.MqttError, OSError, ValueError) as error:
            self.last_error = str(error)
        return UNREACHED_WAIT_S

    async def _enter(self, client: aiomqtt.Client) -> None:
        """Connect. A broker that refuses the version of MQTT, or accepts TCP and does not answer,
        is tried with the other version next."""
        try:
            await enter(client)
        except MqttConnectError as error:
            if _code(error) in _NO_SUCH_VERSION:
                self._try_the_other_version()
            raise
        except aiomqtt.MqttError as error:
            if not isinstance(error.__cause__, OSError):
                self._try_the_other_version()
            raise

    def _try_the_other_version(self) -> None:
        if self.address.mqtt5:
            self._mqtt5 = not self._mqtt5
            if not self._mqtt5:
                log.warning(
                    "the broker %s does not answer to MQTT 5: set a limit to the size of a "
                    "message there, else a single one may take 256 MB here",
                    self.address.host,
                )

    def _new_client(self, waiting: BacklogQueue) -> aiomqtt.Client:
        at = self.address
        client = aiomqtt.Client(
            at.host,
            at.port,
            # Protocol levels of the specifications: 5 of MQTT 5, 4 of MQTT 3.1.1.
            protocol=aiomqtt.ProtocolVersion(5 if self._mqtt5 else 4),
            properties=_packet_limit() if self._mqtt5 else None,
            username=at.username or None,
            password=at.password or None,
            tls_context=ssl.create_default_context(cafile=at.ca_file or None) if at.tls else None,
            identifier=self._client_id,
            will=self._will,
            socket_options=NODELAY,
            keepalive=15,
            # Called once, with `maxsize`, for the client's only queue.
            queue_type=cast("type[asyncio.Queue[aiomqtt.Message]]", lambda maxsize: waiting),
            timeout=ANSWER_S,
            logger=wire_log,
        )
        client.pending_calls_threshold = self._max_inflight + 64
        return client

    async def _serve(self, client: aiomqtt.Client, waiting: BacklogQueue) -> None:
        while not self._wanted.empty():
            self._wanted.get_nowait()  # all of it is in `_topics`
        for topics in _in_batches(sorted(self._topics)):
            await client.subscribe([(topic, 1) for topic in topics])
        self.counts.connects += 1
        self.last_error = ""
        self._lost = asyncio.get_running_loop().create_future()
        self._client = client
        self._up.set()
        self.on_connection(True)
        reading = asyncio.create_task(self._read(client, waiting), name="mqtt-read")
        asking = asyncio.create_task(self._subscribing(client), name="mqtt-subscribe")
        try:
            await asyncio.wait({reading, asking}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._up.clear()
            self._client = None
            self._lost.set_result(None)
            self.on_connection(False)
            reading.cancel()
            asking.cancel()
            ended = await asyncio.gather(reading, asking, return_exceptions=True)
        for error in ended:
            if isinstance(error, Exception):
                raise error

    async def _read(self, client: aiomqtt.Client, waiting: BacklogQueue) -> None:
        """Hear messages until the connection is lost, which raises `MqttError`."""
        async for message in client.messages:
            self._hear(message)
            for _ in range(min(HEAR_AT_ONCE - 1, waiting.qsize())):
                self._hear(waiting.get_nowait())
            self._count(waiting.backlog)

    def _rest_s(self) -> float:
        return 0.0 if self._rate_limit is None else self._rate_limit.rest_s()

    def _hear(self, came: aiomqtt.Message) -> None:
        message = MqttMessage(str(came.topic), came.payload, bool(came.retain))
        self.counts.received += 1
        if self._rate_limit is not None and not message.retained:
            # What the broker kept comes once after a subscription: no storm is made of it.
            self._rate_limit.spend()
        try:
            self.on_message(message)
        # The edge of the wire: a message that ends in a mistake of ours costs itself only.
        except Exception:
            self.counts.misread += 1
            log.exception("a message on %r could not be read", message.topic[:128])

    def _short_enough(self, message: aiomqtt.Message) -> bool:
        """Whether a payload is short enough to be looked at; a longer one is counted."""
        most = self.larger.get(str(message.topic), PAYLOAD_BYTES)
        if len(message.payload) <= most:
            return True
        self.counts.oversized += 1
        return False

    def _count(self, backlog: Backlog[aiomqtt.Message]) -> None:
        """Take over what the backlog let go since."""
        self.counts.merged += backlog.merged
        self.counts.dropped += backlog.dropped
        backlog.merged = backlog.dropped = 0

    async def _subscribing(self, client: aiomqtt.Client) -> None:
        """Ask for topics wanted since; a refusal ends the connection, which asks again."""
        while True:
            topic, want = await self._wanted.get()
            batch = {topic: want}
            while not self._wanted.empty() and len(batch) < 64:
                topic, want = self._wanted.get_nowait()
                batch[topic] = want
            if asked := [(t, 1) for t, want in batch.items() if want]:
                await client.subscribe(asked)
            if left := [t for t, want in batch.items() if not want]:
                await client.unsubscribe(left)
            end_if_asked()


def _packet_limit() -> Properties:
    made = cast("Callable[[int], Properties]", Properties)  # paho gives its constructor no types
    limit = made(PacketTypes.CONNECT)
    limit.MaximumPacketSize = MOST_PACKET_BYTES
    return limit


def _shut_out(error: MqttConnectError) -> bool:
    """Whether the broker does not want us (name, password); else it is only not ready yet."""
    return _code(error) in _WRONG_LOGIN


def _code(error: MqttConnectError) -> int:
    return error.rc if isinstance(error.rc, int) else int(getattr(error.rc, "value", 0))


def _in_batches(topics: list[str], size: int = 64) -> Iterable[list[str]]:
    return (topics[i : i + size] for i in range(0, len(topics), size))
