"""What capabilities are built from in their contract: twins and simulators, by name."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.ports.camera import CameraGone
from companion.ports.senses import Look, Motion, Standing
from companion.ports.tool_servers import ToolAnswer, ToolServer, ToolServerGone
from companion.service import plugins
from companion.words.audio import AudioClip
from companion.words.language import Language
from companion.words.observation import Observation
from tests.twins.clock import JumpClock
from tests.twins.floor import FloorTwin
from tests.twins.home import PLACES, HouseTwin
from tests.twins.schedule import quiet_schedule
from tests.twins.spoken import SpokenTwin


class BlindSenses:
    """Port `Senses` of a home whose only camera is unplugged (F13)."""

    def cameras(self) -> tuple[str, ...]:
        return ("hall",)

    def screens(self) -> tuple[str, ...]:
        return ()

    async def motion(self, camera: str) -> Motion:
        raise CameraGone("unplugged")

    async def read(self, camera: str, motion: Motion | None = None) -> tuple[Observation, ...]:
        raise CameraGone("unplugged")

    async def look(self, camera: str, motion: Motion | None = None) -> Look:
        raise CameraGone("unplugged")

    def standing(self, camera: str) -> Standing:
        return Standing()

    async def report(self, camera: str, observations: tuple[Observation, ...]) -> None:
        return None

    def private(self) -> bool:
        return False

    def pace(self) -> float:
        return 1.0


class KeptOutlet:
    """Port `SoundOutlet`: keeps what it is sent."""

    def __init__(self) -> None:
        self.sent: list[AudioClip] = []
        self.ended = 0
        self.gone = ""

    async def send(self, clip: AudioClip) -> None:
        self.sent.append(clip)

    def end(self) -> None:
        self.ended += 1

    def trouble(self) -> str:
        return self.gone


class NoServers:
    """No tool server answers."""

    async def call(
        self, server: ToolServer, tool: str, arguments: Mapping[str, Any], timeout_s: float
    ) -> ToolAnswer:
        raise ToolServerGone("there is none")

    async def listed(self, server: ToolServer, timeout_s: float) -> tuple[str, ...]:
        raise ToolServerGone("there is none")


@asynccontextmanager
async def body(state_dir: Path) -> AsyncIterator[Mapping[str, Any]]:
    """Everything a plug-in of this home may ask for by name."""
    clock = JumpClock()
    has: dict[str, Any] = {
        "clock": clock,
        "tool_servers": NoServers(),
        "house": HouseTwin(),
        "senses": BlindSenses(),
        "places": PLACES,
        "cameras": {},
        "language": Language.EN,
        "state_dir": state_dir,
        "name": "it",
        "floor": FloorTwin(),
        "outlet": KeptOutlet(),
    }
    has["spoken"] = SpokenTwin()
    has["speaker"] = plugins.build("hardware.speaker", "simulated", {}, has)
    has["schedule"] = quiet_schedule(clock)
    has["drive"] = plugins.build("hardware.drive", "simulated", {}, has)
    await has["drive"].open()
    try:
        yield has
    finally:
        await has["drive"].close()


def built(family: str, name: str, has: Mapping[str, Any]) -> Any:
    """Build one found plug-in; skip, with the reason, what this machine or home lacks."""
    try:
        return plugins.build(family, name, {}, has)
    except (plugins.PlugInNeeds, plugins.PlugInSettingsWrong, ImportError) as missing:
        pytest.skip(f"{family}.{name}: {missing}")
