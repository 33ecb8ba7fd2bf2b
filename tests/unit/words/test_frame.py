"""Frame: own pixels and lent ones, and whether a picture repeats."""

from datetime import UTC, datetime

import pytest

from companion.words.frame import Frame, Lent, NotDeveloped, Undeveloped, thin_step

SIDE = 200
PIXELS = bytes(at * 7 % 251 for at in range(SIDE * SIDE * 3))


class Owner:
    """Whose pixels are lent, and how many of them were asked for."""

    def __init__(self, pixels: bytes) -> None:
        self._pixels, self.asked = pixels, 0
        self.lent = Lent(len(pixels), self._piece)

    def _piece(self, begin: int, end: int) -> bytes:
        self.asked += len(self._pixels[begin:end])
        return self._pixels[begin:end]


def lent(pixels: bytes) -> Lent:
    return Owner(pixels).lent


def frame(pixels: bytes | Lent | Undeveloped, thin: bytes = b"") -> Frame:
    return Frame(pixels, SIDE, SIDE, datetime(2026, 11, 22, tzinfo=UTC), 0, 0.0, thin)


def test_pixels_are_given_as_bytes_whoever_has_them() -> None:
    assert frame(PIXELS).bgr is PIXELS
    assert frame(lent(PIXELS)).bgr == PIXELS


def test_a_picture_repeats_only_bit_by_bit() -> None:
    """F13: one different bit anywhere is another picture."""
    for at in (0, len(PIXELS) // 2, len(PIXELS) - 1):
        other = PIXELS[:at] + bytes((PIXELS[at] ^ 1,)) + PIXELS[at + 1 :]
        for one, two in ((PIXELS, other), (lent(PIXELS), lent(other)), (PIXELS, lent(other))):
            assert not frame(one).repeats(frame(two))
    assert frame(lent(PIXELS)).repeats(frame(PIXELS))
    assert frame(PIXELS, b"thin").repeats(frame(lent(PIXELS)))
    assert not frame(PIXELS).repeats(frame(PIXELS[:-3]))


def test_a_different_picture_is_known_by_its_beginning() -> None:
    """P16: every frame is asked; hardly any repeats."""
    one, two = Owner(PIXELS), Owner(bytes((1,)) + PIXELS[1:])
    assert not frame(one.lent).repeats(frame(two.lent))
    assert one.asked == two.asked < len(PIXELS)
    assert not frame(one.lent, b"a").repeats(frame(one.lent, b"b"))
    assert one.asked == two.asked


def test_a_thinned_picture_has_about_as_many_columns_whatever_the_width() -> None:
    assert [thin_step(width) for width in (32, 160, 320, 640, 1280, 1920)] == [1, 1, 2, 4, 8, 12]


def packed(data: bytes) -> Undeveloped:
    async def develop() -> bytes:
        return PIXELS

    return Undeveloped(len(PIXELS), lent(data), develop)


async def test_an_undeveloped_picture_has_pixels_once_somebody_waits_for_them() -> None:
    """P16."""
    shot = frame(packed(b"jpeg"), b"thin")
    with pytest.raises(NotDeveloped):
        _ = shot.bgr
    assert len(shot.pixels) == len(PIXELS)
    seen = await shot.developed()
    assert (seen.bgr, seen.thin, seen.at) == (PIXELS, b"thin", shot.at)
    assert await seen.developed() is seen


def test_an_undeveloped_picture_repeats_when_the_camera_gave_the_same_bytes() -> None:
    """F13."""
    assert frame(packed(b"jpeg"), b"a").repeats(frame(packed(b"jpeg"), b"a"))
    assert not frame(packed(b"jpeg"), b"a").repeats(frame(packed(b"jpeh"), b"a"))
    assert not frame(packed(b"jpeg")).repeats(frame(packed(b"jpeg2")))
    assert not frame(packed(b"jpeg")).repeats(frame(PIXELS))
