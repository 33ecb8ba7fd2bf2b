"""MQTT wire of the doll's house: one connection carries all devices and tells the judge what
passes.

Discovery, availability and states are retained and told again when `homeassistant/status`
says `online`. The wire also gives the clock its barrier: an echo through the broker, behind
which everything sent before has been delivered.
"""

import asyncio
import json
import logging
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

import aiomqtt

from companion.dollhouse.clock import SimClock
from companion.dollhouse.devices import ROOT, CommandRefused, SimDevice
from companion.service.residents import Resident, end_if_asked

log = logging.getLogger("companion.dollhouse")

NODELAY = ((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),)
"""Without it each hop waits for a delayed ACK."""

STRANGERS = "strangers"
"""First level of the topics of things that are not of the house."""

ECHO_TIMEOUT_S = 2.0
"""Real seconds; after it the broker counts as down and time goes on without it."""

RECONNECT_S = 0.5


class DeviceWire:
    """Connection that carries reports out and commands in, from `start` to `stop`."""

    def __init__(
        self,
        devices: Sequence[SimDevice],
        clock: SimClock,
        *,
        host: str,
        port: int,
        prefix: str = "homeassistant",
        username: str | None = None,
        password: str | None = None,
    ) -> None:
        self._devices = tuple(devices)
        self._clock = clock
        self._host, self._port, self._prefix = host, port, prefix
        self._login = (username, password)
        self._out: asyncio.Queue[tuple[str, str, bool]] = asyncio.Queue()
        self._up = asyncio.Event()
        self._echoes: dict[str, asyncio.Event] = {}
        self._echo_number = 0
        self._jobs: set[asyncio.Task[None]] = set()
        self._resident = Resident("doll's house wire", self._keep_up, longest_pause_s=RECONNECT_S)
        self._unsettled = False
        """Something went out since the last echo."""
        self.refused = 0
        """Commands no device understood."""
        self.stranger_commanded: Callable[[str, str], None] = lambda thing, payload: None
        """Hears of a command to a thing of nobody's."""
        for device in self._devices:
            device.on_report = partial(self._report, device)

    async def start(self, timeout_s: float = 10.0) -> None:
        """Connect and announce; real seconds. Raises `TimeoutError` when no broker answers."""
        self._resident.start()
        try:
            async with asyncio.timeout(timeout_s):
                await self._up.wait()
        except TimeoutError:
            await self.stop()
            raise TimeoutError(f"no MQTT broker at {self._host}:{self._port}") from None
        self._clock.barrier(self._settle_if_sent)
        await self.settle()

    async def stop(self) -> None:
        """Say that every device is offline, and leave."""
        self._clock.drop_barrier(self._settle_if_sent)
        if self._up.is_set():
            for device in self._devices:
                self._out.put_nowait((device.topic("availability"), "offline", True))
            await self.settle()
        for task in self._jobs:
            task.cancel()
        self._resident.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)
        await self._resident.stop()

    async def settle(self) -> None:
        """Return when everything sent before has gone through the broker."""
        if not self._up.is_set():
            return
        self._echo_number += 1
        word = str(self._echo_number)
        heard = self._echoes[word] = asyncio.Event()
        self._out.put_nowait((self._echo_topic(), word, False))
        try:
            async with asyncio.timeout(ECHO_TIMEOUT_S):
                await heard.wait()
        except TimeoutError:
            log.warning("the broker does not echo; time goes on without it")
        finally:
            self._echoes.pop(word, None)

    async def _settle_if_sent(self) -> None:
        """The clock's barrier. The product's own commands hold the clock until the broker has
        confirmed them, and so passed them on to us; only our reports need the echo."""
        if self._unsettled or not self._out.empty():
            self._unsettled = False
            await self.settle()

    def _echo_topic(self) -> str:
        return f"{ROOT}/echo/{id(self)}"

    def _report(self, device: SimDevice) -> None:
        self._unsettled = True
        online = "online" if device.available() else "offline"
        self._out.put_nowait((device.topic("availability"), online, True))
        if device.available():
            for topic, payload in device.told().items():
                self._out.put_nowait((topic, payload, True))

    def _announce(self) -> None:
        for device in self._devices:
            topic, message = device.discovery(self._prefix)
            self._out.put_nowait((topic, json.dumps(message, ensure_ascii=False), True))
        for device in self._devices:
            self._report(device)

    async def _keep_up(self) -> None:
        while True:
            try:
                async with aiomqtt.Client(
                    self._host,
                    self._port,
                    username=self._login[0],
                    password=self._login[1],
                    socket_options=NODELAY,
                    timeout=5,
                ) as client:
                    await self._serve(client)
            except (aiomqtt.MqttError, OSError) as error:
                log.info("doll's house: broker at %s:%s: %s", self._host, self._port, error)
            self._up.clear()
            end_if_asked()
            await asyncio.sleep(RECONNECT_S)

    async def _serve(self, client: aiomqtt.Client) -> None:
        await client.subscribe(
            [
                (f"{ROOT}/+/+/set/#", 1),
                (f"{STRANGERS}/+/set", 1),
                (f"{self._prefix}/status", 1),
                (self._echo_topic(), 0),
            ]
        )
        while not self._out.empty():
            self._out.get_nowait()
        self._announce()
        self._up.set()
        pump = asyncio.create_task(self._pump(client), name="doll's house reports")
        try:
            async for message in client.messages:
                self._hear(message)
        finally:
            pump.cancel()
            await asyncio.wait({pump})

    async def _pump(self, client: aiomqtt.Client) -> None:
        """Send what is waiting; a lost connection ends it, and `_serve` with it."""
        with suppress(aiomqtt.MqttError):
            while True:
                topic, payload, retain = await self._out.get()
                await client.publish(topic, payload, qos=0, retain=retain)
                end_if_asked()

    def _hear(self, message: aiomqtt.Message) -> None:
        topic = str(message.topic)
        payload = message.payload if isinstance(message.payload, bytes) else b""
        text = payload.decode("utf-8", "replace")
        if topic == self._echo_topic():
            if text in self._echoes:
                self._echoes[text].set()
        elif topic == f"{self._prefix}/status":
            if text == "online":
                self._announce()
        elif not message.retain:
            self._command(topic, text)

    def announce(self, device_id: str, name: str, area: str) -> None:
        """A thing of nobody's announces itself, as anybody on the broker could."""
        domain, _, own = device_id.partition(".")
        config = {
            "name": name,
            "unique_id": own,
            "object_id": own,
            "state_topic": f"{STRANGERS}/{own}",
            "device": {"identifiers": [own], "name": name, "suggested_area": area},
        }
        if domain != "sensor":
            config["command_topic"] = f"{STRANGERS}/{own}/set"
        topic = f"{self._prefix}/{domain}/{own}/config"
        self.shout(topic, json.dumps(config, ensure_ascii=False))
        self.shout(f"{STRANGERS}/{own}", "OFF" if domain != "sensor" else "0")

    def write(self, device_id: str, text: str) -> None:
        """It reports this."""
        self.shout(f"{STRANGERS}/{device_id.partition('.')[2]}", text)

    def shout(self, topic: str, payload: str) -> None:
        """Publish anything, retained."""
        self._unsettled = True
        self._out.put_nowait((topic, payload, True))

    def _command(self, topic: str, payload: str) -> None:
        if topic.startswith(f"{STRANGERS}/"):
            self.stranger_commanded(topic.split("/")[1], payload)
            return
        device = next((d for d in self._devices if topic.startswith(d.topic("set"))), None)
        if device is None:
            self.refused += 1
            return
        leaf = topic.removeprefix(device.topic("set")).strip("/")
        job = asyncio.create_task(self._obey(device, leaf, payload), name=f"obey {topic}")
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)

    async def _obey(self, device: SimDevice, leaf: str, payload: str) -> None:
        try:
            await device.obey(leaf, payload)
        except CommandRefused as refusal:
            self.refused += 1
            log.info("%s: %s", device.plan.id, refusal)
