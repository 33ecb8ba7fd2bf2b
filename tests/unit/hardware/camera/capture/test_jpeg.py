"""JPEG as bytes: sizes and ends without decoding (P16, F13)."""

import cv2
import numpy as np
import pytest

from hardware.camera.capture import jpeg


def picture(
    width: int = 64, height: int = 48, *, progressive: bool = False, seed: int = 0
) -> bytes:
    chance = np.random.default_rng(seed)
    pixels = chance.integers(0, 255, (height, width, 3), np.uint8)
    flags = [cv2.IMWRITE_JPEG_PROGRESSIVE, int(progressive)]
    return cv2.imencode(".jpg", pixels, flags)[1].tobytes()


def with_segment(packed: bytes, inside: bytes, marker: int = 0xE1) -> bytes:
    """Something between the beginning and the rest, as cameras put thumbnails there."""
    length = (len(inside) + 2).to_bytes(2)
    return packed[:2] + bytes((0xFF, marker)) + length + inside + packed[2:]


@pytest.mark.parametrize("progressive", [False, True])
def test_its_size_is_read_from_its_header(progressive: bool) -> None:
    packed = picture(123, 77, progressive=progressive)
    assert jpeg.size_of(packed) == (77, 123)
    assert jpeg.size_of(with_segment(packed, picture(16, 16))) == (77, 123)


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xd8\xff", b"no picture", picture()[:20], b"\xff\xd8\xff\xda\0\x02" * 9]
)
def test_what_is_no_jpeg_has_no_size(data: bytes) -> None:
    assert jpeg.size_of(data) is None


@pytest.mark.parametrize("progressive", [False, True])
def test_it_ends_where_it_ends_and_not_in_its_thumbnail(progressive: bool) -> None:
    packed = with_segment(picture(progressive=progressive), picture(16, 16, seed=1))
    assert jpeg.end_of(b"--p\r\n" + packed + b"\r\n--p" + picture(), 5) == 5 + len(packed)


def test_a_part_of_one_has_no_end_yet() -> None:
    packed = with_segment(picture(), picture(16, 16, seed=1))
    ends = {jpeg.end_of(packed[:n], 0) for n in range(3, len(packed))}
    assert ends == {None}


def test_what_only_begins_like_one_is_damaged() -> None:
    assert jpeg.end_of(b"\xff\xd8\xff\xe0\0\x04..text, and no marker", 0) == jpeg.DAMAGED
    assert jpeg.end_of(b"\xff\xd8\xff\xd9....", 0) == jpeg.DAMAGED
