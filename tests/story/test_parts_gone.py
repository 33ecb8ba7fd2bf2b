"""Degraded, not dead (R5): with any one of model, broker, camera and disk gone, and any two at
once, a reachable device obeys the page, and the page says what is wrong and when it came back."""

import asyncio
import json
import shutil
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from companion.app import Companion
from companion.household import until
from companion.links.broker import free_port
from companion.settings import Llm, Settings
from companion.web.keys import Keys
from companion.web.reader import reader_for
from companion.words.event import EventSource
from companion.words.health import Health, HealthStatus
from companion.words.ids import DeviceId, EventId
from companion.words.language import Language
from tests.story.whole_house import SCENARIOS, awake, settings_for

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(180)]
LIGHT = DeviceId("light.hall")
PARTS = ("broker", "camera", "disk")
BACK_S = 10.0
"""Real seconds within which what came back must be in use again and say so. The goal is 5 s
(R5); a loaded test machine is given twice that."""


class Mosquitto:
    """A broker of the owner's own, at a fixed port, that can go and come back."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")
        assert program is not None
        nowhere = subprocess.DEVNULL
        self._process = await asyncio.create_subprocess_exec(
            program, "-p", str(self.port), stdout=nowhere, stderr=nowhere
        )
        async with asyncio.timeout(10):
            while not await self._answers():
                await asyncio.sleep(0.05)

    async def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            await self._process.wait()
            self._process = None

    async def _answers(self) -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return False
        writer.close()
        await writer.wait_closed()
        return True


class Faults:
    """Takes parts away and gives them back."""

    def __init__(self, house: Companion, mosquitto: Mosquitto) -> None:
        self.house, self.mosquitto = house, mosquitto
        self.take: dict[str, Callable[[], Awaitable[None]]] = {
            "broker": self._broker_away,
            "camera": self._camera_away,
            "disk": self._disk_away,
        }
        self.give: dict[str, Callable[[], Awaitable[None]]] = {
            "broker": mosquitto.start,
            "camera": self._camera_back,
            "disk": self._disk_back,
        }

    async def _broker_away(self) -> None:
        await self.mosquitto.stop()

    async def _camera_away(self) -> None:
        camera: Any = self.house.cameras[0]
        camera._view = "unplugged"
        await camera.close()

    async def _camera_back(self) -> None:
        camera: Any = self.house.cameras[0]
        camera._view = camera.name

    async def _disk_away(self) -> None:
        """The writer is refused by SQLite, as on a disk that turned read-only (F4)."""

        def refuse(connection: sqlite3.Connection) -> None:
            connection.execute("PRAGMA query_only = ON")

        await self.house.store._writer.write(refuse)

    async def _disk_back(self) -> None:
        self.house.store._writer._connection.execute("PRAGMA query_only = OFF")


@asynccontextmanager
async def living(settings: Settings) -> AsyncIterator[tuple[Companion, Faults, str]]:
    """The house on a broker of its own, with its page."""
    mosquitto = Mosquitto(free_port())
    await mosquitto.start()
    try:
        mqtt = settings.mqtt.model_copy(update={"host": "127.0.0.1", "port": mosquitto.port})
        settings = settings.model_copy(update={"mqtt": mqtt})
        async with awake(settings) as house:
            assert house.dollhouse is not None
            await house.dollhouse.clock.start()
            yield house, Faults(house, mosquitto), await house.address
    finally:
        await mosquitto.stop()


def part(house: Companion, name: str) -> Health | None:
    label = {"disk": "record", "camera": f"camera {house.cameras[0].name}"}.get(name, name)
    return next((h for h in house.board.all() if h.part == label), None)


def ill(house: Companion, name: str) -> bool:
    health = part(house, name)
    return health is not None and health.status in (HealthStatus.DOWN, HealthStatus.DEGRADED)


async def page(house: Companion, at: str, path: str, body: object = None) -> tuple[int, Any]:
    """One request to the real page, as the command line of the device would make it."""
    token = Keys.token_file(house.state_dir).read_text(encoding="utf-8").strip()
    command = ["curl", "-sS", "-m", "20", "-w", "\n%{http_code}", "-H"]
    command += [f"X-Companion-Token: {token}", at.rstrip("/") + path]
    if body is not None:
        command += ["-H", "Content-Type: application/json", "-d", json.dumps(body)]
    asked = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    out, _ = await asked.communicate()
    text, _, status = out.decode().rpartition("\n")
    return int(status), json.loads(text) if text.startswith("{") else text


async def obeys(house: Companion, at: str) -> None:
    """The light is switched from the page, and seen to be switched."""
    state = house.house.state(LIGHT)
    assert state is not None
    wanted = "turn_off" if state.value == "on" else "turn_on"
    status, _ = await page(house, at, f"/api/devices/{LIGHT}/operate", {"operation": wanted})
    assert status in (200, 202)
    aim = wanted.removeprefix("turn_")

    def switched() -> bool:
        now = house.house.state(LIGHT)
        return now is not None and now.value == aim

    async with asyncio.timeout(BACK_S):
        await until(switched)


async def is_refused(house: Companion, at: str) -> None:
    """Nothing reaches the light, and that is the result, soon; nothing waits to be done later."""
    status, asked = await page(house, at, f"/api/devices/{LIGHT}/operate", {"operation": "turn_on"})
    assert status in (200, 202), asked
    async with asyncio.timeout(BACK_S + 20):
        while not await _ended_after(house, int(asked["event_id"])):
            await asyncio.sleep(0.1)


async def _ended_after(house: Companion, event_id: int) -> bool:
    """A result, or the referee's word that it cannot be."""
    sources = (EventSource.ACTION_RESULT, EventSource.GM_JUDGEMENT)
    newer = await house.record.recent(limit=10, after=EventId(event_id), sources=sources)
    return any(e.source is EventSource.ACTION_RESULT or e.kind != "ok" for e in newer)


async def trial(house: Companion, faults: Faults, at: str, gone: tuple[str, ...]) -> None:
    """Take parts away, use the house, give them back, read the board."""
    for name in gone:
        await faults.take[name]()
    if "disk" in gone:  # a disk is known to be gone once something is to be written
        await page(house, at, "/api/stop", {})
    async with asyncio.timeout(30):
        await until(lambda: all(ill(house, name) for name in gone))
    if "broker" not in gone:
        await obeys(house, at)
    else:
        await is_refused(house, at)
    status, board = await page(house, at, "/api/health")
    assert status == 200
    assert {row["status"] for row in board["parts"]} & {"down", "degraded"}
    for name in gone:
        await faults.give[name]()
    async with asyncio.timeout(BACK_S + 20):
        await until(lambda: not any(ill(house, name) for name in gone))
    for name in gone:
        health = part(house, name)
        assert health is not None
        assert health.last_trouble is not None, name
        assert health.since >= health.last_trouble.since
    await obeys(house, at)


async def recorded(house: Companion, kinds: set[str]) -> None:
    written: set[str] = set()
    for _ in range(int(BACK_S / 0.1)):
        written = {e.kind for e in await house.store.record.recent(limit=2000)}
        if kinds <= written:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"not in the record: {kinds - written}; there are {written}")


async def test_any_one_or_two_of_broker_camera_and_disk_may_go(tmp_path: Path) -> None:
    """Issue 3, done when: singles and pairs without the model's part."""
    gone = [*((p,) for p in PARTS), *combinations(PARTS, 2)]
    async with living(settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path, speed=1.0)) as (
        house,
        faults,
        at,
    ):
        for parts in gone:
            await trial(house, faults, at, parts)
        await recorded(house, {"part_ill", "part_well", "device_control.light_turn_on"})
        ids = [e.id for e in await house.store.record.recent(limit=500)]
        assert ids == sorted(ids, reverse=True)
        assert house.held.written_late > 0


async def test_the_same_while_the_model_is_gone(tmp_path: Path) -> None:
    """Issue 3, done when: the model alone, and together with each of the others."""
    settings = settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path, speed=1.0)
    missing = {"model_path": str(tmp_path / "no-such-model.gguf")}
    settings = settings.model_copy(update={"llm": Llm(engine="xllamacpp", settings=missing)})
    async with living(settings) as (house, faults, at):
        async with asyncio.timeout(30):
            await until(lambda: ill(house, "llm"))
        for parts in ((), *((p,) for p in PARTS)):
            await trial(house, faults, at, parts)
        assert ill(house, "llm")


async def test_every_part_that_can_be_ill_has_a_name_in_both_languages(tmp_path: Path) -> None:
    """Japanese and English are equals on the health board, findings and residents alike."""
    async with awake(settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path)) as house:
        parts = {resident.name for resident in house.household._residents}
        parts |= {*(await house._findings()), "config", "ranker"}
    for language in Language:
        names = reader_for(house.web, language).names
        assert not [part for part in parts if names.part(part) == part], language
