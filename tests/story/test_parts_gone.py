"""Degraded, not dead (R5): with any one of model, broker, camera and disk gone, and any two at
once, a reachable device obeys the page, and the page says what is wrong and when it came back.

A lamp of the doll's house is behind the broker; one of a hub (Home Assistant) is not, and is what
can still be reached while the broker is gone."""

import asyncio
import html
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
from companion.links.broker import free_port
from companion.service.settings import HomeAssistantLink, Links, Llm
from companion.service.supervision import until
from companion.web.reader import reader_for
from companion.web.unix_socket import token_file
from companion.words.event import EventSource
from companion.words.health import Health, HealthStatus
from companion.words.ids import DeviceId, EventId
from companion.words.language import Language
from tests.story.whole_house import SCENARIOS, awake, settings_for
from tests.twins.hub import TwinHub
from tests.unit.engines.llm.test_openai_http import ScriptedServer

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(180)]
LIGHT = DeviceId("light.hall")
ATTIC = DeviceId("light.attic")
PARTS = ("llm", "broker", "camera", "disk")
BACK_S = 10.0
"""Real seconds within which what came back must be in use again and say so. The goal is 5 s
(R5); a loaded test machine is given twice that."""
PATIENT_S = 60.0
"""Real seconds that an order may take on a busy machine; one that was lost never comes."""


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
        async with asyncio.timeout(60):
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


class ModelServer:
    """A model of the owner's own on another machine (`openai_http`), that can go and come back."""

    def __init__(self) -> None:
        self.port = free_port()
        self._says = ScriptedServer()
        self._listening: asyncio.Server | None = None

    async def start(self) -> None:
        serve = self._says.serve
        self._listening = await asyncio.start_server(serve, "127.0.0.1", self.port)

    async def stop(self) -> None:
        listening, self._listening = self._listening, None
        if listening is not None:
            listening.close()
            await listening.wait_closed()


class Faults:
    """Takes parts away and gives them back."""

    def __init__(self, house: Companion, mosquitto: Mosquitto, model: ModelServer) -> None:
        self.house, self.mosquitto = house, mosquitto
        self.take: dict[str, Callable[[], Awaitable[None]]] = {
            "llm": model.stop,
            "broker": self._broker_away,
            "camera": self._camera_away,
            "disk": self._disk_away,
        }
        self.give: dict[str, Callable[[], Awaitable[None]]] = {
            "llm": model.start,
            "broker": mosquitto.start,
            "camera": self._camera_back,
            "disk": self._disk_back,
        }

    async def _broker_away(self) -> None:
        await self.mosquitto.stop()

    async def _camera_away(self) -> None:
        camera: Any = self.house.body.cameras[0]
        camera._view = "unplugged"
        await camera.close()

    async def _camera_back(self) -> None:
        camera: Any = self.house.body.cameras[0]
        camera._view = camera.name

    async def _disk_away(self) -> None:
        """The writer is refused by SQLite, as on a disk that turned read-only (F4)."""

        def refuse(connection: sqlite3.Connection) -> None:
            connection.execute("PRAGMA query_only = ON")

        await self.house.storage.store._writer.write(refuse)

    async def _disk_back(self) -> None:
        self.house.storage.store._writer._connection.execute("PRAGMA query_only = OFF")


@asynccontextmanager
async def living(folder: Path, llm: Llm | None = None) -> AsyncIterator[tuple[Companion, Faults]]:
    """The house on a broker of its own, beside a hub; with its page and, unless another is named,
    a model on a server."""
    mosquitto, model, hub = Mosquitto(free_port()), ModelServer(), TwinHub()
    hub.add(ATTIC, "off", attributes={"friendly_name": "Attic", "supported_color_modes": ["hs"]})
    for start in (mosquitto.start, model.start, hub.start):
        await start()
    settings = settings_for(str(SCENARIOS / "nobody.yaml"), folder, speed=1.0)
    (folder / "home_assistant.token").write_text("good")
    (folder / "home_assistant.token").chmod(0o600)
    served = Llm(engine="openai_http", settings={"url": f"http://127.0.0.1:{model.port}/v1"})
    changed = {
        "mqtt": settings.mqtt.model_copy(update={"host": "127.0.0.1", "port": mosquitto.port}),
        "links": Links(home_assistant=HomeAssistantLink(url=hub.url)),
        "llm": llm or served,
    }
    try:
        async with awake(settings.model_copy(update=changed)) as house:
            assert house.foundations.dollhouse is not None
            await house.foundations.dollhouse.clock.start()
            await until(lambda: house.home.house.state(ATTIC) is not None)
            yield house, Faults(house, mosquitto, model)
    finally:
        for stop in (mosquitto.stop, model.stop, hub.stop):
            await stop()


def part(house: Companion, name: str) -> Health | None:
    label = {"disk": "record", "camera": f"camera {house.body.cameras[0].name}"}.get(name, name)
    return next((h for h in house.foundations.board.all() if h.part == label), None)


def ill(house: Companion, name: str) -> bool:
    health = part(house, name)
    return health is not None and health.status in (HealthStatus.DOWN, HealthStatus.DEGRADED)


async def page(house: Companion, at: str, path: str, body: object = None) -> tuple[int, Any]:
    """One request to the real page, as the command line of the device would make it; what a person
    would read of it where it is no JSON."""
    token = token_file(house.foundations.state_dir).read_text(encoding="utf-8").strip()
    command = ["curl", "-sS", "-m", "20", "-w", "\n%{http_code}", "-H"]
    command += [f"X-Companion-Token: {token}", at.rstrip("/") + path]
    if body is not None:
        command += ["-H", "Content-Type: application/json", "-d", json.dumps(body)]
    asked = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    out, _ = await asked.communicate()
    text, _, status = out.decode().rpartition("\n")
    return int(status), json.loads(text) if text.startswith("{") else html.unescape(text)


async def obeys(house: Companion, at: str, light: DeviceId = LIGHT) -> None:
    """The light is switched from the page, and seen to be switched."""
    state = house.home.house.state(light)
    assert state is not None
    wanted = "turn_off" if state.value == "on" else "turn_on"
    status, _ = await page(house, at, f"/api/devices/{light}/operate", {"operation": wanted})
    assert status in (200, 202)
    aim = wanted.removeprefix("turn_")

    def switched() -> bool:
        now = house.home.house.state(light)
        return now is not None and now.value == aim

    async with asyncio.timeout(PATIENT_S):
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
    newer = await house.storage.record.recent(limit=10, after=EventId(event_id), sources=sources)
    return any(e.source is EventSource.ACTION_RESULT or e.kind != "ok" for e in newer)


async def trial(house: Companion, faults: Faults, at: str, gone: tuple[str, ...]) -> None:
    """Take parts away, use the house, give them back, read the page."""
    for name in gone:
        await faults.take[name]()
    if "disk" in gone:  # a disk is known to be gone once something is to be written
        await page(house, at, "/api/stop", {})
    if "llm" in gone:  # and a server once something is asked of it
        await page(house, at, "/api/say", {"text": "What do you think of the moon?"})
    async with asyncio.timeout(30):
        await until(lambda: all(ill(house, name) for name in gone))
    await obeys(house, at, ATTIC)
    if "broker" not in gone:
        await obeys(house, at)
    else:
        await is_refused(house, at)
    await _says_what_is_wrong(house, at, gone)
    for name in gone:
        await faults.give[name]()
    async with asyncio.timeout(BACK_S + 20):
        await until(lambda: not any(ill(house, name) for name in gone))
    await _says_when_it_came_back(house, at, gone)
    await obeys(house, at)


def _parts(house: Companion, names: tuple[str, ...]) -> list[Health]:
    return [found for name in names if (found := part(house, name)) is not None]


async def _stands_on(house: Companion, at: str, path: str, texts: set[str]) -> bool:
    status, shown = await page(house, at, path)
    assert status == 200
    return bool(texts) and all(text in shown for text in texts)


async def _says_what_is_wrong(house: Companion, at: str, gone: tuple[str, ...]) -> None:
    """At the top of the first page; how many entries wait may change while it is fetched."""
    async with asyncio.timeout(BACK_S):
        while not await _stands_on(house, at, "/", {h.what.en for h in _parts(house, gone)}):
            await asyncio.sleep(0.1)


async def _says_when_it_came_back(house: Companion, at: str, gone: tuple[str, ...]) -> None:
    """On the page, and only once all is well: what was wrong, from when to when."""
    async with asyncio.timeout(BACK_S):
        await until(lambda: all(h.status is HealthStatus.OK for h in _parts(house, gone)))
    back = _parts(house, gone)
    assert len(back) == len(gone)
    for health in back:
        assert health.last_trouble is not None, health.part
        assert health.since >= health.last_trouble.since
    was = {h.last_trouble.what.en for h in back if h.last_trouble is not None}
    ended = {f'<time datetime="{h.since.isoformat()}">' for h in back}
    assert await _stands_on(house, at, "/more", was | ended)


async def recorded(house: Companion, kinds: set[str]) -> None:
    written: set[str] = set()
    for _ in range(int(BACK_S / 0.1)):
        written = {e.kind for e in await house.storage.store.record.recent(limit=2000)}
        if kinds <= written:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"not in the record: {kinds - written}; there are {written}")


async def test_any_one_or_two_of_model_broker_camera_and_disk_may_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 3, done when: the four, and the six pairs of them."""
    # Half a minute of grace for each of four trials would say nothing more.
    monkeypatch.setattr("companion.service.steadiness.DOWN_AFTER_S", 1.0)
    monkeypatch.setattr("companion.service.steadiness.OFTEN", 99)
    gone = [*((p,) for p in PARTS), *combinations(PARTS, 2)]
    async with living(tmp_path) as (house, faults):
        at = await house.page.server.address
        for parts in gone:
            await trial(house, faults, at, parts)
        await recorded(house, {"part_ill", "part_well", "device_control.light_turn_on"})
        ids = [e.id for e in await house.storage.store.record.recent(limit=500)]
        assert ids == sorted(ids, reverse=True)
        assert house.storage.events.written_late > 0


async def test_the_same_where_no_model_ever_came(tmp_path: Path) -> None:
    """Issue 3, done when: the real engine without its file, and the page all the same."""
    missing = {"model_path": str(tmp_path / "no-such-model.gguf")}
    async with living(tmp_path, Llm(engine="xllamacpp", settings=missing)) as (house, _):
        at = await house.page.server.address
        async with asyncio.timeout(30):
            await until(lambda: ill(house, "llm"))
        await obeys(house, at)
        await _says_what_is_wrong(house, at, ("llm",))


async def test_every_part_that_can_be_ill_has_a_name_in_both_languages(tmp_path: Path) -> None:
    """Japanese and English are equals on the health board, findings and residents alike."""
    async with awake(settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path)) as house:
        parts = {place.resident.name for place in house.service.supervisor._places}
        parts |= {*(await house.service.health.look()), "config", "ranker"}
    for language in Language:
        names = reader_for(house.page.web, language).names
        assert not [part for part in parts if names.part(part) == part], language
