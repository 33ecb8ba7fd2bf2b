"""The home of the crash benchmark: devices that outlive the service, and count what they are told.

Every wish asks for a value of its own (a brightness, a temperature), so that a command names the
wish it came from and a second one for the same wish is seen at the device, where it matters.
"""

import asyncio
import json
from collections import Counter
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import aiomqtt

LIGHTS = 6
HEATERS = 4
REACTION_S = 0.02
ROOT = "crash"


def light(number: int) -> str:
    """Id of one lamp that dims."""
    return f"light.lamp{number}"


def heater(number: int) -> str:
    """Id of one thermostat: to set it, the owner is asked."""
    return f"climate.heater{number}"


class CountingHome:
    """Lamps and thermostats on a broker. `told[(device, value)]` is how often each was told it."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self.told: Counter[tuple[str, float]] = Counter()
        self._up = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._noise: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Connect and announce."""
        self._task = asyncio.create_task(self._live(), name="counting home")
        async with asyncio.timeout(10):
            await self._up.wait()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        """Leave."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _live(self) -> None:
        async with aiomqtt.Client(self._host, self._port) as client:
            await client.subscribe(f"{ROOT}/+/+/set/#", qos=1)
            await self._announce(client)
            self._up.set()
            async for message in client.messages:
                with suppress(ValueError):
                    await self._hear(client, str(message.topic), message.payload)

    async def _announce(self, client: aiomqtt.Client) -> None:
        for number in range(LIGHTS):
            await self._tell(client, light(number), _LIGHT, {"state": "OFF"})
        for number in range(HEATERS):
            await self._tell(client, heater(number), _HEATER, None)

    async def _tell(
        self, client: aiomqtt.Client, device_id: str, form: dict[str, Any], state: Any
    ) -> None:
        domain, _, name = device_id.partition(".")
        base = f"{ROOT}/{domain}/{name}"
        topics = {key: leaf.replace("~", base) for key, leaf in form["topics"].items()}
        config = {
            "name": name,
            "unique_id": f"{ROOT}_{name}",
            "object_id": name,
            "default_entity_id": device_id,
            "availability_topic": f"{base}/availability",
            **form["config"],
            **topics,
        }
        config_topic = f"homeassistant/{domain}/{name}/config"
        await client.publish(config_topic, json.dumps(config), retain=True)
        await client.publish(f"{base}/availability", "online", retain=True)
        if state is not None:
            await client.publish(f"{base}/state", json.dumps(state), retain=True)
        else:
            await client.publish(f"{base}/mode", "heat", retain=True)
            await client.publish(f"{base}/temperature", "20.0", retain=True)

    async def _hear(self, client: aiomqtt.Client, topic: str, payload: Any) -> None:
        """Count first: what was told was told, whatever becomes of us."""
        _, domain, name, *_ = topic.split("/")
        text = bytes(payload).decode()
        device_id, base = f"{domain}.{name}", f"{ROOT}/{domain}/{name}"
        if domain == "light":
            wanted = json.loads(text)
            self.told[device_id, float(wanted.get("brightness", 0))] += 1
            await asyncio.sleep(REACTION_S)
            await client.publish(f"{base}/state", json.dumps(wanted), retain=True)
        else:
            self.told[device_id, float(text)] += 1
            await asyncio.sleep(REACTION_S)
            await client.publish(f"{base}/temperature", text, retain=True)


_LIGHT: dict[str, Any] = {
    "config": {"schema": "json", "brightness": True, "supported_color_modes": ["brightness"]},
    "topics": {"command_topic": "~/set", "state_topic": "~/state"},
}
_HEATER: dict[str, Any] = {
    "config": {
        "modes": ["off", "heat"],
        "min_temp": 5,
        "max_temp": 35,
        "temp_step": 0.1,
        "temperature_unit": "C",
    },
    "topics": {
        "mode_command_topic": "~/set/mode",
        "mode_state_topic": "~/mode",
        "temperature_command_topic": "~/set/temperature",
        "temperature_state_topic": "~/temperature",
    },
}
