"""Mask マスク: the area in which a camera sees a television or a picture, by the owner's word."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mask:
    """マスク: a rectangle in shares (0..1) of the picture, so that it outlives a new resolution."""

    x: float
    y: float
    width: float
    height: float

    def __post_init__(self) -> None:
        """Raises `ValueError` for a rectangle that is empty or not wholly in the picture."""
        inside = 0 <= self.x < self.x + self.width <= 1 + 1e-6
        if not (inside and 0 <= self.y < self.y + self.height <= 1 + 1e-6):
            raise ValueError("a mask lies within the picture: x, y, width, height from 0 to 1")

    def in_pixels(self, width: int, height: int) -> tuple[int, int, int, int]:
        """x, y, width, height in a picture so large."""
        return (
            round(self.x * width),
            round(self.y * height),
            round(self.width * width),
            round(self.height * height),
        )
