"""Sources of pictures: what comes as JPEG stays JPEG (P16), and only whole ones come (F13)."""

import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.camera.capture import sources
from hardware.camera.capture.sources import Shot, device_shots, file_shots, program_shots
from tests.unit.hardware.camera.capture.test_jpeg import picture, with_segment


def test_a_program_may_put_thumbnails_into_its_pictures_and_anything_between(
    tmp_path: Path,
) -> None:
    whole = [with_segment(picture(seed=n), picture(16, 16, seed=9)) for n in range(3)]
    stream = b"--p\r\n\r\n" + whole[0] + b"\xff\xd8\xff\xd9" + whole[1] + b"\r\n" + whole[2]
    (tmp_path / "stream").write_bytes(stream + picture()[:50])
    cat = f"import sys; sys.stdout.buffer.write(open({str(tmp_path / 'stream')!r}, 'rb').read())"
    shots = list(program_shots({"command": [sys.executable, "-c", cat]}))
    assert [shot.picture for shot in shots] == [*whole, None]
    gone = shots[-1].gone
    assert gone is not None
    assert "ended" in gone.en


def test_motion_jpeg_in_a_file_is_not_decoded(tmp_path: Path) -> None:
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, (64, 48))
    for level in (60, 120, 180):
        writer.write(np.full((48, 64, 3), level, np.uint8))
    writer.release()
    taken = [shot.taken() for shot in file_shots({"path": str(path), "fps": 5})]
    assert [shot.t_s for shot in taken[:-1]] == pytest.approx([0.0, 0.2, 0.4])
    levels = []
    for shot in taken[:-1]:
        assert isinstance(shot.picture, bytes)
        pixels = sources.unpacked(shot.picture)
        assert pixels is not None
        levels.append(round(cv2.mean(pixels)[0] / 60))
    assert levels == [1, 2, 3]
    assert taken[-1] == Shot(None)


class Device:
    """A V4L2 device as OpenCV shows it: unconverted pictures are one row of bytes."""

    def __init__(self, codec: str, gives: bytes) -> None:
        self._gives, self._left = gives, 3
        self.props = {cv2.CAP_PROP_FOURCC: cv2.VideoWriter.fourcc(*codec)}

    def __call__(self, *_: object) -> "Device":
        return self

    def set(self, prop: int, value: float) -> bool:
        if prop != cv2.CAP_PROP_FOURCC:
            self.props[prop] = value  # type: ignore[assignment]
        return True

    def get(self, prop: int) -> float:
        return self.props.get(prop, 0)

    def isOpened(self) -> bool:
        return True

    def grab(self) -> bool:
        self._left -= 1
        return self._left >= 0

    def retrieve(self, *_: Any) -> tuple[bool, Any]:
        if self.props.get(cv2.CAP_PROP_CONVERT_RGB, 1):
            return True, np.full((48, 64, 3), 7, np.uint8)
        return True, np.frombuffer(self._gives, np.uint8)[None, :]


def pictures(device: Device, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    monkeypatch.setattr("hardware.camera.capture.sources.cv2.VideoCapture", device)
    shots = [shot.taken() for shot in device_shots({"device": 0})]
    gone = shots.pop().gone
    assert gone is not None
    assert "stopped delivering" in gone.en
    return [shot.picture for shot in shots]


def test_a_devices_jpeg_comes_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """No device stands here: the twin gives what OpenCV's source says it does, padding too."""
    padded = picture() + bytes(100)
    assert pictures(Device("MJPG", padded), monkeypatch) == [padded] * 3


def test_a_device_without_jpeg_is_decoded_by_opencv(monkeypatch: pytest.MonkeyPatch) -> None:
    found = pictures(Device("YUYV", b""), monkeypatch)
    assert [one.shape for one in found] == [(48, 64, 3)] * 3


def test_a_device_that_only_says_jpeg_is_decoded_from_its_second_picture_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = pictures(Device("MJPG", b"something else"), monkeypatch)
    assert found[0] == b""
    assert [one.shape for one in found[1:]] == [(48, 64, 3)] * 2
