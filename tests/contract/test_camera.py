"""The port `Camera`: one suite over every driver found (F13, T18)."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from companion import plugins
from companion.clock import SystemClock
from companion.ports.camera import Camera, CameraEnded, CameraGone
from companion.words.frame import Frame
from hardware.capture import CaptureChild
from tests.twins.sight import frame

FAMILY = "hardware.camera"
CLIPS = Path(__file__).parents[1] / "data" / "video"
CLOCK = SystemClock(ZoneInfo("UTC"))
drivers = pytest.mark.parametrize("name", plugins.discover(FAMILY))


class OneRoom:
    """Port `Scenery`: one camera, a new frame every 10 ms."""

    def __init__(self) -> None:
        self._given = 0

    def cameras(self) -> tuple[str, ...]:
        return ("hall",)

    def place(self, camera: str) -> str:
        return "hall"

    async def next_frame(self, camera: str) -> Frame:
        await asyncio.sleep(0.01)
        self._given += 1
        return frame(self._given * 0.2, number=self._given)


def section(name: str) -> dict[str, Any]:
    """Settings for this suite; skips with the reason where the part is absent."""
    if name == "usb" and not Path("/dev/video0").exists():
        pytest.skip("no V4L2 camera: there is no /dev/video0")
    if name == "video_file":
        return {"path": str(CLIPS / "static_room_a.mp4"), "place": "hall", "loop": True}
    return {"place": "hall"}


def built(name: str, settings: dict[str, Any]) -> Any:
    house = {"clock": CLOCK, "name": "hall", "scenery": OneRoom()}
    return plugins.build(FAMILY, name, settings, house)


@asynccontextmanager
async def opened(name: str, **settings: Any) -> AsyncIterator[Any]:
    camera = built(name, {**section(name), **settings})
    try:
        await camera.open()
        yield camera
    finally:
        await camera.close()


@drivers
async def test_frames_are_whole_new_and_in_order(name: str) -> None:
    async with opened(name) as camera:
        frames = [await camera.next_frame() for _ in range(4)]
    for shot in frames:
        assert len(shot.bgr) == shot.width * shot.height * 3
        assert shot.at.tzinfo is not None
    numbers, times = [f.number for f in frames], [f.t_s for f in frames]
    assert numbers == sorted(set(numbers))
    assert times == sorted(set(times))


@drivers
async def test_it_knows_its_name_and_place(name: str) -> None:
    camera: Camera = built(name, section(name))
    assert (camera.name, camera.place) == ("hall", "hall")


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


async def _drain(camera: Camera) -> None:
    while True:
        await camera.next_frame()


def alive(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
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


async def test_a_slow_reader_gets_the_newest_frame_only() -> None:
    async with opened("video_file", fps=10) as camera:
        first = await camera.next_frame()
        await asyncio.sleep(1.0)
        late, after = await camera.next_frame(), await camera.next_frame()
    assert late.number - first.number >= 8
    assert after.number == late.number + 1


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


async def test_a_missing_usb_camera_says_what_to_do() -> None:
    """F13."""
    camera: CaptureChild = built("usb", {"device": 63})
    with pytest.raises(CameraGone, match=r"no /dev/video63\. Plug the camera in"):
        await camera.open()
