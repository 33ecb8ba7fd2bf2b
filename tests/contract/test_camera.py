"""The port `Camera`: one suite over every driver found (F13, T18)."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zoneinfo import ZoneInfo

import cv2
import numpy as np
import pytest

from companion.engines.eyes.scripted import ScriptedEyes
from companion.engines.vision.motion_gate import MotionGate
from companion.ports.camera import Camera, CameraEnded, CameraGone
from companion.ports.senses import NotLooking
from companion.rooms.perception.sight import Sight
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.service.supervision import until
from companion.words.frame import Frame, Lent, NotDeveloped, Undeveloped, thin_step
from companion.words.observation import Observation
from hardware.camera.capture.parent import CaptureChild, _Wait
from hardware.camera.rtsp_or_mjpeg import Settings as NetworkSettings
from tests.contract.camera_backends import CLIPS, Backend, OneRoom, backend, raws
from tests.slow_time import at_real_rate
from tests.twins.clock import JumpClock

FAMILY = "hardware.camera"
CLOCK = SystemClock(ZoneInfo("UTC"))
MORE = ("rtsp_or_mjpeg:rtsp", "jetson_csi:gst")
"""The same drivers over another real source: RTSP beside MJPEG, GStreamer beside a twin of it."""
drivers = pytest.mark.parametrize("name", plugins.discover(FAMILY))
sources = pytest.mark.parametrize("name", [*plugins.discover(FAMILY), *MORE])
JPEGS = pytest.mark.parametrize("name", ["picamera2", "rtsp_or_mjpeg", "rtsp_or_mjpeg:rtsp"])
NETWORK = pytest.mark.parametrize("name", ["rtsp_or_mjpeg", "rtsp_or_mjpeg:rtsp"])


@asynccontextmanager
async def driven(name: str, **settings: Any) -> AsyncIterator[tuple[Any, Backend]]:
    """A driver, not yet open, and what stands behind it."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as path:
        async with backend(name, Path(folder), path) as behind:
            camera = built(name, {**behind.settings, **settings}, behind.scenery)
            try:
                yield camera, behind
            finally:
                await camera.close()


def built(name: str, settings: dict[str, Any], scenery: OneRoom | None = None) -> Any:
    house = {"clock": CLOCK, "name": "hall", "scenery": scenery or OneRoom()}
    return plugins.build(FAMILY, name.partition(":")[0], settings, house)


@asynccontextmanager
async def opened(name: str, **settings: Any) -> AsyncIterator[Any]:
    async with driven(name, **settings) as (camera, _):
        await camera.open()
        yield camera


@sources
async def test_frames_are_whole_new_and_in_order(name: str) -> None:
    async with opened(name) as camera:
        frames = [await (await camera.next_frame()).developed() for _ in range(4)]
    for shot in frames:
        assert len(shot.pixels) == len(shot.bgr) == shot.width * shot.height * 3
        assert shot.at.tzinfo is not None
    numbers, times = [f.number for f in frames], [f.t_s for f in frames]
    assert numbers == sorted(set(numbers))
    assert times == sorted(set(times))


@sources
async def test_a_picture_that_is_held_stays_as_it_was_given(name: str) -> None:
    """P16: pictures may be lent; whoever holds one keeps it, past the next ones and the end."""
    async with opened(name) as camera:
        held = [await camera.next_frame() for _ in range(2)]
        as_given = [await pixels(shot) for shot in held]
        for _ in range(3):
            await camera.next_frame()
        assert [await pixels(shot) for shot in held] == as_given
        held.append(await camera.next_frame())
        as_given.append(await pixels(held[-1]))
    assert [await pixels(shot) for shot in held] == as_given
    for shot in held:
        assert shot.repeats(shot)
        if not isinstance(shot.pixels, Undeveloped):
            assert shot.thin in (b"", thinned(shot))


async def pixels(shot: Frame) -> bytes:
    return (await shot.developed()).bgr


def thinned(shot: Frame) -> bytes:
    """By the definition in `companion.words.frame`."""
    step, row = thin_step(shot.width), shot.width * 3
    rows = (shot.bgr[at : at + row] for at in range(0, shot.height * row, step * row))
    return b"".join(line[1 :: 3 * step] for line in rows)


async def test_what_shows_nothing_new_is_held_back_and_what_changes_is_not(tmp_path: Path) -> None:
    """P16, P15: of a still room a frame a second; somebody who comes in is seen in their first."""
    path, enters = tmp_path / "room.avi", 33
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, (320, 240))
    for n in range(45):
        picture = np.tile(np.linspace(60, 180, 320), (240, 1))[..., None].repeat(3, 2)
        if n >= enters:
            picture[100:200, 150:180] = 20
        writer.write(picture.astype(np.uint8))
    writer.release()
    numbers: list[int] = []
    async with opened("video_file", path=str(path), pace="fast", loop=False, still_s=1.0) as camera:
        with suppress(CameraEnded):
            while True:
                numbers.append((await camera.next_frame()).number)
    assert numbers == [*range(16), 20, 25, 30, *range(enters, 45)]


@JPEGS
async def test_a_jpeg_is_decoded_when_somebody_looks(name: str) -> None:
    """P16: until then only its thinned grey is made of it. Held past its slot's turn it is still
    the same picture, with or without pixels; once shut, only what was developed is there."""
    async with opened(name) as camera:
        shots = [await camera.next_frame() for _ in range(5)]
        late = [await pixels(shot) for shot in shots[:3]]
    for shot, found in zip(shots, late, strict=False):
        assert isinstance(shot.pixels, Undeveloped)
        assert isinstance(shot.pixels.packed, Lent)
        packed = np.frombuffer(shot.pixels.packed.piece(0, len(shot.pixels.packed)), np.uint8)
        picture = cv2.imdecode(packed, cv2.IMREAD_COLOR)
        assert picture is not None
        assert found == picture.tobytes() == await pixels(shot)
        step = thin_step(shot.width)
        wanted = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[:: step // 2, :: step // 2]
        size = -(-shot.height // step), -(-shot.width // step)
        grey = np.frombuffer(shot.thin, np.uint8).reshape(size).astype(float)
        assert abs(grey - cv2.resize(wanted, size[::-1], interpolation=cv2.INTER_AREA)).mean() < 3
    with pytest.raises(NotDeveloped):
        _ = shots[3].bgr
    with pytest.raises(CameraGone, match="is closed"):
        await shots[3].developed()


async def test_pictures_are_decoded_while_the_next_is_awaited() -> None:
    """P24: who looks does not wait for the camera, nor the camera for who looks; one who asks and
    goes takes nobody else's picture along."""
    async with opened("picamera2") as camera:
        one, two = [await camera.next_frame() for _ in range(2)]
        waiting = asyncio.create_task(camera.next_frame())
        gone = asyncio.create_task(one.developed())
        await asyncio.sleep(0)
        gone.cancel()
        both = await asyncio.gather(two.developed(), one.developed(), one.developed())
        assert (await waiting).number > two.number
        assert both[1].bgr == both[2].bgr != both[0].bgr
        assert both[0].bgr == await pixels(two)
    with pytest.raises(asyncio.CancelledError):
        await gone


async def test_a_capture_process_that_dies_or_hangs_decodes_nothing() -> None:
    """F13: the one who looks hears it in time, and the camera can be opened again."""
    for what, says in ((signal.SIGKILL, "died"), (signal.SIGSTOP, "did not decode a picture")):
        async with opened("picamera2", stall_s=0.3) as camera:
            shot = await camera.next_frame()
            pid = camera.pid
            os.kill(pid, what)
            with pytest.raises(CameraGone, match=says):
                await shot.developed()
            assert not alive(pid)
            with pytest.raises(CameraGone, match="is closed"):
                await camera.next_frame()
            await camera.open()
            assert await (await camera.next_frame()).developed()


@drivers
async def test_it_knows_its_name_and_place(name: str) -> None:
    async with driven(name) as (camera, _):
        port: Camera = camera
        assert (port.name, port.place, port.is_screen) == ("hall", "hall", False)


@drivers
async def test_a_closed_camera_gives_nothing_and_opens_again(name: str) -> None:
    """T18: `close` really stops capture."""
    async with opened(name) as camera:
        await camera.next_frame()
        await camera.close()
        await camera.close()
        with pytest.raises(CameraGone):
            await camera.next_frame()
        await camera.open()
        assert (await camera.next_frame()).width > 0


@drivers
async def test_closing_ends_a_frame_being_waited_for(name: str) -> None:
    """T18: privacy does not wait for the next frame."""
    async with opened(name) as camera:
        await camera.next_frame()
        waiting = asyncio.create_task(_drain(camera))
        await asyncio.sleep(0.05)
        await camera.close()
        with pytest.raises(CameraGone):
            await asyncio.wait_for(waiting, 2.0)


@sources
async def test_while_privacy_is_on_nothing_is_read_from_the_source(name: str) -> None:
    """S8, T18: counted at the source itself: 0 frames, and no process left that could read."""
    private, clock = False, JumpClock()
    async with driven(name) as (camera, behind):
        sight = Sight(
            [camera],
            ScriptedEyes([()]),
            gate=MotionGate,
            clock=clock,
            hand_over=_nobody,
            private=lambda: private,
        )
        await sight.motion("hall")
        pid = getattr(camera, "pid", None)
        private = True
        with pytest.raises(NotLooking):
            await sight.motion("hall")
        assert pid is None or not alive(pid)
        if (server := behind.server) is not None:
            # It learns that its reader is gone when it writes; until then a picture counts as read.
            async with asyncio.timeout(20):
                await until(lambda: server.connections == 0)
        before = behind.read and behind.read()
        for _ in range(5):
            with pytest.raises(NotLooking):
                await sight.look("hall")
            await asyncio.sleep(0.05)
        assert (behind.read and behind.read()) == before
        assert server is None or server.connections == 0
        private = False
        await sight.motion("hall")
        assert behind.read is None or behind.read() > (before or 0)


async def _nobody(observations: tuple[Observation, ...]) -> None:
    """Nobody listens."""


async def _drain(camera: Camera) -> None:
    while True:
        await camera.next_frame()


def alive(pid: int) -> bool:
    """Whether it runs; one that ended and waits for its parent to notice does not."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


async def test_close_ends_the_capture_process() -> None:
    """T18: nothing keeps the device after this returns."""
    async with opened("video_file") as camera:
        await camera.next_frame()
        pid = camera.pid
        await camera.close()
    assert not alive(pid)


async def test_a_stalled_capture_is_gone_in_time_with_a_remedy() -> None:
    """F13: a stall is bounded and the child is killed."""
    async with opened("video_file", stall_s=0.3) as camera:
        await camera.next_frame()
        pid = camera.pid
        os.kill(pid, signal.SIGSTOP)
        began = time.monotonic()
        with pytest.raises(CameraGone, match=r"no frame for 0\.3 s.*Check that"):
            await camera.next_frame()
        assert time.monotonic() - began < 1.5
        assert not alive(pid)


async def test_a_capture_process_that_dies_is_a_gone_camera() -> None:
    """F13: a decoder's abort never ends the service."""
    async with opened("video_file") as camera:
        await camera.next_frame()
        os.kill(camera.pid, signal.SIGKILL)
        with pytest.raises(CameraGone, match="died"):
            await _drain(camera)
        await camera.open()
        assert await camera.next_frame()


@at_real_rate
@pytest.mark.parametrize("name", ["video_file", "rtsp_or_mjpeg", "picamera2", "jetson_csi"])
async def test_a_slow_reader_gets_the_newest_frame_only(name: str) -> None:
    async with opened(name, fps=10 if name == "video_file" else 60) as camera:
        first = await camera.next_frame()
        await asyncio.sleep(1.0)
        late, after = await camera.next_frame(), await camera.next_frame()
    assert late.number - first.number >= 8
    assert after.number - late.number <= 2


async def test_fast_skips_no_sampled_frame_and_does_not_wait() -> None:
    """Analysis at 5 fps of the clip's own clock."""
    clip = {"path": str(CLIPS / "walkin_b.mp4"), "pace": "fast", "loop": False}
    camera = built("video_file", clip)
    await camera.open()
    began = time.monotonic()
    times = [(await camera.next_frame()).t_s for _ in range(128)]
    with pytest.raises(CameraEnded):
        await camera.next_frame()
    await camera.close()
    assert times == pytest.approx([i * 0.2 for i in range(128)])
    assert time.monotonic() - began < 15


async def test_a_file_that_is_no_video_is_gone_with_the_remedy(tmp_path: Path) -> None:
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"no video" * 100)
    async with opened("video_file", path=str(broken)) as camera:
        with pytest.raises(CameraGone, match=r"cannot be opened.*readable video file"):
            await camera.next_frame()


async def test_a_looped_clip_goes_on_with_growing_time() -> None:
    async with opened("video_file", pace="fast") as camera:
        times = [(await camera.next_frame()).t_s for _ in range(30)]
    assert times == sorted(set(times))
    assert times[-1] > 4.1


async def test_wide_frames_are_shrunk() -> None:
    async with opened("video_file", max_width=320) as camera:
        shot = await camera.next_frame()
    assert (shot.width, shot.height) == (320, 180)


PROGRAMS = pytest.mark.parametrize("name", ["picamera2", "jetson_csi"])


@PROGRAMS
async def test_a_program_that_hangs_is_gone_in_time_and_ended(name: str) -> None:
    """F13: with the program dies what it was started by, so that the camera is free again."""
    async with driven(name, stall_s=0.5) as (camera, behind):
        await camera.open()
        await camera.next_frame()
        program = int((behind.folder / "pid").read_text())
        (behind.folder / "hung").touch()
        with pytest.raises(CameraGone, match="no frame for"):
            await _drain(camera)
        assert not alive(program)
        (behind.folder / "hung").unlink()
        await camera.open()
        assert (await camera.next_frame()).width == 320


async def test_a_video_that_is_taken_away_is_told_in_either_language(tmp_path: Path) -> None:
    """B10: the Japanese page said 'cannot be opened as a video', then "tried again in 0 s"."""
    camera = built("video_file", {"path": str(tmp_path / "gone.mp4")})
    await camera.open()
    with pytest.raises(CameraGone, match="cannot be opened as a video") as gone:
        await camera.next_frame()
    assert "動画として開けません" in gone.value.words.ja
    assert "cannot" not in gone.value.words.ja
    with pytest.raises(CameraGone, match=r"cannot be opened .* tried again in [1-9]") as gone:
        await camera.open()
    assert "動画として開けません" in gone.value.words.ja


@PROGRAMS
async def test_a_program_that_fails_says_why_in_both_languages(name: str) -> None:
    """F13: its last word, and what to do."""
    async with driven(name) as (camera, behind):
        (behind.folder / "broken").write_text("no cameras available")
        await camera.open()
        with pytest.raises(CameraGone, match=r"no cameras available.*ribbon cable") as gone:
            await camera.next_frame()
        assert "ケーブル" in gone.value.words.ja
        with pytest.raises(CameraGone, match="no cameras available; tried again in") as gone:
            await camera.open()
        assert "no cameras available）、あと" in gone.value.words.ja


async def test_the_raspberry_pi_is_asked_for_small_jpegs() -> None:
    async with driven("picamera2", number=1, turned=True) as (camera, behind):
        await camera.open()
        await camera.next_frame()
        asked = (behind.folder / "asked").read_text().splitlines()
    assert asked[asked.index("--camera") + 1] == "1"
    assert asked[asked.index("--codec") + 1] == "mjpeg"
    assert asked[asked.index("--rotation") + 1] == "180"
    assert asked[-2:] == ["-o", "-"]


async def test_the_jetson_is_asked_for_raw_pixels_of_the_size() -> None:
    async with driven("jetson_csi") as (camera, behind):
        await camera.open()
        shot = await camera.next_frame()
        asked = (behind.folder / "asked").read_text().splitlines()
    assert shot.bgr in raws()
    assert asked[:3] == ["-q", "nvarguscamerasrc", "sensor-id=0"]
    assert "video/x-raw,format=BGR,width=320,height=240,framerate=20000/1000" in asked


@pytest.mark.parametrize(("name", "program"), [("picamera2", "rpicam"), ("jetson_csi", "gst-")])
async def test_a_missing_program_says_what_to_install(
    name: str, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    camera = built(name, {})
    with pytest.raises(CameraGone, match=rf"{program}.*sudo apt install") as gone:
        await camera.open()
    assert "sudo apt install" in gone.value.words.ja


MODULE = """
import cv2, numpy
class Picamera2:
    def __init__(self, number): self.number, self.shot = number, 0
    def create_video_configuration(self, **asked): return asked
    def configure(self, asked): self.size = asked["main"]["size"]
    def start(self): pass
    def capture_file(self, out, format):
        import time; time.sleep(0.05); self.shot += 1
        pixels = numpy.full((self.size[1], self.size[0], 3), 40 + self.shot, numpy.uint8)
        out.write(cv2.imencode("." + format, pixels)[1].tobytes())
"""
SYSTEM_PYTHON = """#!/bin/sh
[ "$1" = -I ] || exit 9
shift
PYTHONPATH={folder} exec {python} "$@"
"""


async def test_the_module_picamera2_is_used_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a module of our own in its place, in a Python that is not ours: the real one needs a
    Raspberry Pi, and the numpy it was built with."""
    (tmp_path / "picamera2.py").write_text(MODULE)
    python = tmp_path / "python3"
    python.write_text(SYSTEM_PYTHON.format(folder=tmp_path, python=sys.executable))
    python.chmod(0o755)
    module = plugins.load("hardware.camera", "picamera2")
    monkeypatch.setattr(module, "SYSTEM_PYTHON", str(python))
    camera = built("picamera2", {"via": "module", "width": 64, "height": 48})
    await camera.open()
    try:
        shot = await (await camera.next_frame()).developed()
        assert (shot.width, shot.height, len(shot.bgr)) == (64, 48, 64 * 48 * 3)
    finally:
        await camera.close()


SECRET = "s3cret/%?#pass"


def shown_of(pid: int) -> str:
    """What every user of the machine can see of a process, and its owner."""
    process = Path(f"/proc/{pid}")
    return (
        f"{process.joinpath('cmdline').read_bytes()!r}{process.joinpath('environ').read_bytes()!r}"
    )


async def test_a_password_is_told_to_nobody(caplog: pytest.LogCaptureFixture) -> None:
    """S-23, T14: not in errors, not in logs, not in the list of processes, not in a repr."""
    caplog.set_level("DEBUG")
    async with driven("rtsp_or_mjpeg", user="owner", password=SECRET) as (camera, behind):
        await camera.open()
        await camera.next_frame()
        told = shown_of(camera.pid)
        assert behind.server is not None
        await behind.server.stop()
        with pytest.raises(CameraGone) as gone:
            await _drain(camera)
        told += str(gone.value) + gone.value.words.ja + repr(camera)
        with pytest.raises(CameraGone, match="does not answer") as gone:
            await camera.open()
        told += str(gone.value) + gone.value.words.ja + caplog.text
    assert "127.0.0.1" in told
    assert "s3cret" not in told
    assert "/cam" not in told


@pytest.mark.parametrize("wrong", [{"url": "s3cret"}, {"url": "ftp://u:s3cret@h/"}, {"pasword": 1}])
def test_wrong_settings_are_reported_without_the_password(wrong: dict[str, Any]) -> None:
    with pytest.raises(plugins.PlugInSettingsWrong) as refused:
        built("rtsp_or_mjpeg", {"url": "rtsp://u:s3cret@cam/1"} | wrong)
    assert "s3cret" not in str(refused.value)


def test_a_login_goes_into_the_address_whole() -> None:
    settings = NetworkSettings.model_validate(
        {"url": "rtsp://old:login@cam:8554/1?x=y", "user": "owner", "password": SECRET}
    )
    assert settings.address() == "rtsp://owner:s3cret%2F%25%3F%23pass@cam:8554/1?x=y"
    assert settings.host() == ("cam", 8554)


@NETWORK
async def test_a_network_camera_that_hangs_or_goes_is_gone_and_seen_again(name: str) -> None:
    """F13: gone within the stall, back within 5 s of its return."""
    async with driven(name, stall_s=0.5) as (camera, behind):
        assert behind.server is not None
        await camera.open()
        await camera.next_frame()
        behind.server.hung = True
        with pytest.raises(CameraGone, match=r"no frame for|stopped giving"):
            await _drain(camera)
        await behind.server.stop()
        with pytest.raises(CameraGone, match="does not answer"):
            await camera.open()
        behind.server.hung = False
        await behind.server.start()
        await camera.open()
        assert (await camera.next_frame()).width == 320


async def test_a_network_camera_without_pictures_is_tried_ever_more_seldom() -> None:
    """F13: an attempt costs a process, and a wrong password must not lock the camera."""
    async with driven("rtsp_or_mjpeg", max_width=0) as (_, behind):
        assert behind.server is not None
        wrong = built("rtsp_or_mjpeg", {"url": f"http://127.0.0.1:{behind.server.port}/none"})
        await wrong.open()
        with pytest.raises(CameraGone, match="gives no pictures"):
            await wrong.next_frame()
        with pytest.raises(CameraGone, match="tried again in 1 s"):
            await wrong.open()


def test_the_wait_between_attempts_grows_to_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """F13: 1..60 s; within five minutes never more than 2 s, so that a return is seen in 5 s."""
    now = 1000.0
    monkeypatch.setattr("hardware.camera.capture.parent.time.monotonic", lambda: now)
    wait, waits = _Wait(), []
    for _ in range(400):
        wait.longer()
        waits.append(round(wait.left_s()))
        now += wait.left_s()
    assert waits[:3] == [1, 2, 2]
    assert waits[-1] == max(waits) == 60
    wait.over()
    assert wait.left_s() == 0


async def test_a_missing_usb_camera_says_what_to_do() -> None:
    """F13."""
    camera: CaptureChild = built("usb", {"device": 63})
    with pytest.raises(CameraGone, match=r"no /dev/video63\. Plug the camera in"):
        await camera.open()
