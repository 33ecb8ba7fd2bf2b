"""How pictures are laid into the shared memory: as they came, thinned, shrunk, turned (P16)."""

import mmap

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from hardware.camera.capture import memory
from hardware.camera.capture.slots import Memory, reduced
from hardware.camera.capture.sources import Shot

Picture = npt.NDArray[np.uint8]
TURNED_RIGHT = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"
"""Orientation 6: the camera hangs on its side."""


def scene(width: int, height: int) -> Picture:
    """Soft shapes, as a camera sees them."""
    rows, columns = np.mgrid[0:height, 0:width]
    grey = 120 + 60 * np.sin(columns / width * 9) + 50 * np.cos(rows / height * 7)
    return np.dstack([grey, grey * 0.9, grey * 0.8]).clip(0, 255).astype(np.uint8)


def packed(picture: Picture) -> bytes:
    return cv2.imencode(".jpg", picture)[1].tobytes()


@pytest.fixture
def shared() -> mmap.mmap:
    return mmap.mmap(-1, memory.SHARED_BYTES)


def laid(
    shared: mmap.mmap, given: Picture | bytes, max_width: int = 0
) -> tuple[tuple[int, ...], bytes]:
    """Kind, width and height, and the thinned form."""
    answer = Memory.of(shared, max_width).lay(Shot(given, 7, 1.5), 1)
    assert answer is not None
    kind, width, height, number, t_s, count, thin = memory.ANSWER.unpack(answer)
    assert (number, t_s) == (7, 1.5)
    behind = memory.SLOT_BYTES + count
    return (kind, width, height), shared[behind : behind + thin]


@pytest.mark.parametrize(
    "size", [(64, 48), (160, 120), (320, 240), (640, 480), (801, 599), (1920, 1080)]
)
@pytest.mark.parametrize("max_width", [0, 320, 1280])
def test_a_jpeg_is_laid_as_it_came_with_its_thinned_grey(
    shared: mmap.mmap, size: tuple[int, int], max_width: int
) -> None:
    """P16: of as many rows and columns as thinning its pixels would give."""
    picture = scene(*size)
    as_jpeg, grey = laid(shared, packed(picture), max_width)
    assert shared[memory.SLOT_BYTES :][: len(packed(picture))] == packed(picture)
    as_pixels, green = laid(shared, picture, max_width)
    assert as_jpeg == (memory.PACKED, *as_pixels[1:])
    assert len(grey) == len(green)
    one, two = (np.frombuffer(plane, np.uint8).astype(float) for plane in (grey, green))
    assert np.abs(one - two).mean() < 4


def test_its_pixels_have_the_size_that_was_told(shared: mmap.mmap) -> None:
    data = packed(scene(640, 480))
    shared[memory.DARK_ROOM : memory.DARK_ROOM + len(data)] = data
    told, _ = laid(shared, data, 320)
    size = memory.DEVELOPED_SIZE.unpack(Memory.of(shared, 320).develop(len(data)))
    assert size == told[1:] == (320, 240)
    pixels = np.frombuffer(shared[memory.DEVELOPED :][: 320 * 240 * 3], np.uint8)
    wanted = cv2.resize(scene(640, 480), (320, 240), interpolation=cv2.INTER_AREA)
    assert np.abs(pixels.reshape(240, 320, 3).astype(float) - wanted).mean() < 3


def test_a_camera_that_hangs_on_its_side_may_say_so(shared: mmap.mmap) -> None:
    """The decoder turns the picture, whole as reduced."""
    upright = packed(scene(640, 480))
    data = (
        upright[:2] + b"\xff\xe1" + (len(TURNED_RIGHT) + 2).to_bytes(2) + TURNED_RIGHT + upright[2:]
    )
    told, grey = laid(shared, data)
    shared[memory.DARK_ROOM : memory.DARK_ROOM + len(data)] = data
    assert told[1:] == memory.DEVELOPED_SIZE.unpack(Memory.of(shared, 0).develop(len(data)))
    assert told[1:] == (480, 640)
    assert len(grey) == 160 * 214


@pytest.mark.parametrize("spoilt", [b"", b"no picture", packed(scene(64, 48))[:200]])
def test_of_a_damaged_picture_nobody_hears(shared: mmap.mmap, spoilt: bytes) -> None:
    """F13: who asked waits for the next one, or until the camera counts as stalled."""
    assert Memory.of(shared, 0).lay(Shot(spoilt), 0) is None
    shared[memory.DARK_ROOM : memory.DARK_ROOM + len(spoilt)] = spoilt
    assert memory.DEVELOPED_SIZE.unpack(Memory.of(shared, 0).develop(len(spoilt))) == (0, 0)


def test_too_large_pictures_are_refused_by_name(shared: mmap.mmap) -> None:
    data = packed(np.zeros((16, 16, 3), np.uint8))
    at = data.index(b"\xff\xc0")
    huge = data[: at + 5] + (5000).to_bytes(2) + (9000).to_bytes(2) + data[at + 9 :]
    answer = Memory.of(shared, 0).lay(Shot(huge), 0)
    assert answer is not None
    assert memory.ANSWER.unpack_from(answer)[0] == memory.GONE
    assert "too large: 9000x5000" in answer[memory.ANSWER.size :].decode()


def test_the_decoder_reduces_as_far_as_the_gate_allows() -> None:
    for width, height in ((640, 480), (1280, 720), (2560, 1440)):
        grey, size = reduced(packed(scene(width, height)), (height, width), 0)
        assert grey is not None
        assert grey.shape == (height * 160 // width, 160)
        assert size == (height, width)
