"""Benchmark of the process: memory once all is ready, and exec to READY=1, beside bare imports.

The service is started as systemd starts it, with a notify socket of ours; the home has devices, so
that it also makes itself ready to be spoken to (tables of both languages). Peer is a Python that
only imports the libraries. Both have their bytecode compiled, as the installer leaves it.
"""

import asyncio
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.links.broker import BrokerUnavailable, start_broker
from companion.store.bulk import append_all
from companion.store.sqlite import record_path
from tests.proof.bench.append import draft
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.footage import CLIPS, NO_CLIPS
from tests.proof.bench.link import announce
from tests.proof.bench.whole import CONFIG

IDS = ("P21", "P22")
EVENTS = {Effort.SHORT: 20_000, Effort.LONG: 1_000_000}
ROUNDS = {Effort.SHORT: 2, Effort.LONG: 7}
WITH_CAMERA, WITHOUT_CAMERA, START_TIMES = 120.0, 75.0, 3.0
"""Limits of memory (MB) and of the start."""
LIBRARIES = "import asyncio, sqlite3, json, pydantic, starlette, uvicorn, aiomqtt"
VISION = f"{LIBRARIES}, numpy, cv2"
_RSS = "; print(next(l for l in open('/proc/self/status') if l.startswith('VmRSS')).split()[1])"
CLIP = "static_room_a.mp4"
_NO_CAMERA = "capabilities: {device_control: , speak: }\n"
_CAMERA = (
    "cameras: {{hall: {{driver: video_file, path: {clip}, place: room, loop: true}}}}\n"
    "capabilities: {{device_control: , vision_perception: , speak: }}\n"
    "policies: {{camera_watch: }}\n"
)
START_TIMEOUT_S = 60.0
SETTLE_S, STEADY_S, SETTLED_AFTER_S = 5.0, 3.0, 30.0
"""After READY tables are opened and what reads sentences is loaded: memory is looked at once it has
stood still so long, and not before the first of these."""
STEADY_MB = 0.1


@dataclass(frozen=True)
class Start:
    """One start of the service."""

    ready_s: float
    rss_mb: float


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Interleaved starts: imports alone, a home without cameras, one with a camera."""
    if not (CLIPS / CLIP).is_file():
        return tuple(NotMeasured(id=goal, why=NO_CLIPS) for goal in IDS)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            broker = await start_broker(None, folder)
        except BrokerUnavailable as error:
            return tuple(NotMeasured(id=goal, why=str(error)) for goal in IDS)
        try:
            await announce(broker)
            return await asyncio.to_thread(_measured, folder, broker.port, effort)
        finally:
            await broker.stop()


def _measured(folder: Path, broker_port: int, effort: Effort) -> tuple[Figure, ...]:
    plain = _home(folder / "plain", broker_port)
    watched = _home(folder / "camera", broker_port, _CAMERA.format(clip=CLIPS / CLIP))
    _fill(folder / "plain" / "state", EVENTS[effort])
    floors: list[float] = []
    starts: dict[Path, list[Start]] = {plain: [], watched: []}
    with _environment(folder) as (environment, post):
        for wet in range(ROUNDS[effort] + 1):  # the first round compiles and is not counted
            took_s = _floor_s(environment)
            began = {path: _start(path, environment, post) for path in starts}
            if wet:
                floors.append(took_s)
                for path, start in began.items():
                    starts[path].append(start)
        floor_mb = {what: _floor_mb(what, environment) for what in (LIBRARIES, VISION)}
    return (
        _memory("with a camera", starts[watched], WITH_CAMERA, floor_mb[VISION]),
        _memory("without a camera", starts[plain], WITHOUT_CAMERA, floor_mb[LIBRARIES]),
        _readiness(starts[plain], floors, EVENTS[effort]),
    )


def _memory(which: str, starts: Sequence[Start], limit: float, floor_mb: float) -> Figure:
    rss = statistics.median(start.rss_mb for start in starts)
    return Figure(
        id="P21",
        what=f"memory once all is ready, {which}, without models",
        value=rss,
        limit=limit,
        sense=Sense.AT_MOST,
        unit="MB",
        detail={"imports_alone_mb": round(floor_mb, 1), "ratio": round(rss / floor_mb, 2)},
    )


def _readiness(starts: Sequence[Start], floors: Sequence[float], events: int) -> Figure:
    ready_s = [start.ready_s for start in starts]
    ratios = [ours / bare for ours, bare in zip(ready_s, floors, strict=True)]
    return Figure(
        id="P22",
        what=f"exec to READY=1 with {events:,} events",
        value=statistics.median(ratios),
        limit=START_TIMES,
        sense=Sense.AT_MOST,
        against="a Python that only imports the libraries, numpy and cv2 included",
        detail={
            "ready_s": round(statistics.median(ready_s), 3),
            "imports_s": round(statistics.median(floors), 3),
        },
    )


def _home(folder: Path, broker_port: int, camera: str = "") -> Path:
    """A real home over MQTT, with or without a camera that is watched."""
    folder.mkdir()
    path = folder / "config.yaml"
    sheet = CONFIG.parent / "personas" / "koto.yaml"
    path.write_text(
        f"state_dir: state\navatar: {{sheet: {sheet}}}\nllm: {{engine: scripted}}\n"
        "web: {port: 0}\n"
        "home: {kind: mqtt, places: [{id: room, name: {ja: 部屋, en: room}}]}\n"
        f"mqtt: {{host: 127.0.0.1, port: {broker_port}}}\n"
        f"{camera or _NO_CAMERA}",
        encoding="utf-8",
    )
    return path


def _fill(state_dir: Path, events: int) -> None:
    state_dir.mkdir(parents=True)
    append_all(record_path(state_dir), (draft(number) for number in range(events)))


@contextmanager
def _environment(folder: Path) -> Iterator[tuple[dict[str, str], socket.socket]]:
    """What processes are started with: compiled bytecode in the folder, and a notify socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as post:
        post.bind(str(folder / "notify"))
        env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        env |= _unit_environment()
        env["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
        env["NOTIFY_SOCKET"] = str(folder / "notify")
        yield env, post


def _unit_environment() -> dict[str, str]:
    """What the unit sets beside HOME."""
    unit = CONFIG.parents[1] / "systemd" / "companion.service"
    lines = unit.read_text(encoding="utf-8").splitlines()
    words = [w for line in lines if line.startswith("Environment=") for w in line[12:].split()]
    return {k: v for k, _, v in (word.partition("=") for word in words) if k != "HOME"}


def _floor_s(environment: dict[str, str]) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", VISION], check=True, env=environment)
    return time.perf_counter() - began


def _floor_mb(what: str, environment: dict[str, str]) -> float:
    command = [sys.executable, "-c", what + _RSS]
    told = subprocess.run(command, check=True, env=environment, capture_output=True, text=True)
    return int(told.stdout) / 1024


def _start(config: Path, environment: dict[str, str], post: socket.socket) -> Start:
    """Start the service, wait for READY=1, look at its memory, stop it. Raises `TimeoutError`."""
    command = [sys.executable, "-m", "companion", "run", "--config", str(config)]
    post.settimeout(START_TIMEOUT_S)
    began = time.perf_counter()
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        while b"READY=1" not in post.recv(4096):
            pass
        ready_s = time.perf_counter() - began
        return Start(ready_s, _settled_mb(process.pid))
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        _forget(post)


def _settled_mb(pid: int) -> float:
    """Resident memory once it stands still; what it is then, should it never."""
    began = still_since = time.monotonic()
    before = _rss_mb(pid)
    while (now := time.monotonic()) - began < SETTLED_AFTER_S:
        time.sleep(0.25)
        found = _rss_mb(pid)
        if abs(found - before) > STEADY_MB:
            before, still_since = found, now
        if now - began > SETTLE_S and now - still_since > STEADY_S:
            break
    return _rss_mb(pid)


def _rss_mb(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def _forget(post: socket.socket) -> None:
    """What the last one said after READY is nobody's business."""
    post.setblocking(False)
    try:
        while True:
            post.recv(4096)
    except BlockingIOError:
        return
