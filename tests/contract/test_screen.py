"""The screen as a source: real capture where there is a display, an honest refusal where not
(B-003, S-05). The suite of the port `Camera` holds for it too; its programs are brought here."""

import asyncio
import shutil
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.engines.eyes.scripted import ScriptedEyes
from companion.engines.vision.motion_gate import MotionGate
from companion.ports.camera import CameraGone
from companion.ports.senses import NotLooking
from companion.rooms.perception.queue import TriggerQueue
from companion.rooms.perception.sight import Sight
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.words.frame import Written
from companion.words.observation import Observation
from policies.desktop_watch import DesktopWatch, Settings
from tests.contract.camera_backends import jpegs
from tests.twins.clock import JumpClock

CLOCK = SystemClock(JumpClock().now().tzinfo)  # type: ignore[arg-type]


def screen(**settings: Any) -> Any:
    return plugins.build("hardware.camera", "screen", settings, {"clock": CLOCK, "name": "desk"})


@pytest.fixture
def grim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Wayland session whose grim gives the same picture each time, as a still desktop does."""
    (tmp_path / "shot.jpg").write_bytes(jpegs()[0])
    program = tmp_path / "grim"
    program.write_text(f"#!/bin/sh\necho run >> {tmp_path}/runs\ncat {tmp_path}/shot.jpg\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    return tmp_path / "runs"


def runs_of(grim: Path) -> str:
    return grim.read_text()


async def test_without_a_display_it_refuses_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """S-05: a headless device."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    with pytest.raises(CameraGone, match=r"no display here.*remove this line") as gone:
        await screen().open()
    assert "画面がありません" in gone.value.words.ja


async def test_a_still_desktop_is_read_and_shows_nobody(grim: Path) -> None:
    """B-003: text seen is all that comes of it: people on a screen are not in the house, and a
    screen that stands still is not frozen."""
    told: list[Observation] = []
    private = False

    async def take(seen: tuple[Observation, ...]) -> None:
        told.extend(seen)

    desk, clock = screen(fps=5, place="study"), JumpClock()
    eyes = ScriptedEyes([()], [Written("Meeting at 10", 0.97, (1, 1, 9, 9), "sign")])
    sight = Sight(
        [desk], eyes, gate=MotionGate, clock=clock, hand_over=take, private=lambda: private
    )
    assert (sight.cameras(), sight.screens()) == ((), ("desk",))
    watching = asyncio.create_task(DesktopWatch(Settings()).run(sight, TriggerQueue(clock), clock))
    try:
        async with asyncio.timeout(20):
            while len(eyes.read_in) < 3:
                await asyncio.sleep(0.05)
        assert {(o.subject, o.place, o.value) for o in told} == {("text", "study", "Meeting at 10")}
        assert eyes.looked_at == [], "no detector is run on a screen"
        private = True
        with pytest.raises(NotLooking):
            await sight.read("desk")
        before = runs_of(grim)
        await asyncio.sleep(0.3)
        assert runs_of(grim) == before, "S8: the screen is not captured while privacy is on"
        assert not [o for o in told if o.subject == "person"]
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        await sight.close()


async def test_a_program_that_cannot_read_the_screen_says_why(
    grim: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (grim.parent / "grim").write_text("#!/bin/sh\necho compositor refused >&2\nexit 1\n")
    desk = screen()
    await desk.open()
    with pytest.raises(CameraGone, match="compositor refused"):
        await desk.next_frame()


@pytest.fixture
def x_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A real X server with a white sign on it."""
    if shutil.which("Xvfb") is None or shutil.which("ffmpeg") is None:
        pytest.skip("no X server: Xvfb or ffmpeg is not installed")
    server = subprocess.Popen(
        ["Xvfb", ":97", "-screen", "0", "640x480x24", "-nolisten", "tcp", "-wr"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    try:
        yield ":97"
    finally:
        server.kill()
        server.wait()


async def test_a_real_x_screen_is_captured(x_server: str) -> None:
    """B-003: ffmpeg's x11grab on a real X server; its root is white."""
    desk = screen(display=x_server, fps=5)
    try:
        for _ in range(20):
            try:
                await desk.open()
                shot = await (await desk.next_frame()).developed()
                break
            except CameraGone:
                await asyncio.sleep(0.5)
        assert (shot.width, shot.height) == (640, 480)
        picture = np.frombuffer(shot.bgr, np.uint8).reshape(480, 640, 3)
        assert cv2.mean(picture)[0] > 200
    finally:
        await desk.close()
