"""Port of screen masks: keeps the areas that the owner marked as television or picture, for each
camera."""

from collections.abc import Sequence
from typing import Protocol

from companion.words.mask import Mask

MOST_MASKS = 12
"""Rectangles of one camera."""


class ScreenMasks(Protocol):
    """Rectangles in which a person is a picture. They must outlive a restart."""

    def of(self, camera: str) -> tuple[Mask, ...]:
        """The masks of one camera."""

    async def put(self, camera: str, masks: Sequence[Mask], channel: str) -> None:
        """Replace those of one camera. Raises `ValueError` for more than `MOST_MASKS`."""
