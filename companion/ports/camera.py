"""Port of a camera: gives the newest frame; a child process captures."""

from typing import Protocol

from companion.words.frame import Frame
from companion.words.language import Bilingual


class CameraGone(OSError):
    """Error: the camera cannot be opened or stopped delivering. The room is unknown then, never
    empty.

    The text holds the remedy, and no password; `words` is what the owner reads.
    """

    def __init__(self, text: str, ja: str = "") -> None:
        super().__init__(text)
        self.words = Bilingual(ja or text, text)


class CameraEnded(EOFError):
    """Error: a recorded source came to its end."""


class Camera(Protocol):
    """Camera of one room or screen.

    Must: `close` really stops capture (privacy); `next_frame` gives a frame not given
    before, the newest; raises `CameraGone` when none came for `stall_s` (driver setting).
    May: hold back for a second what shows nothing that the frame before did not; give frames that
    are not developed, with their `thin`; developing one later raises
    `CameraGone` when the camera is closed or its picture turns out to be damaged.
    """

    @property
    def name(self) -> str:
        """Config name, for example `hall`."""

    @property
    def place(self) -> str:
        """Room id it looks at."""

    @property
    def is_screen(self) -> bool:
        """It shows a screen and no room: nobody seen on it is in the house."""

    async def open(self) -> None:
        """Start capture. Raises `CameraGone` with the remedy in its text."""

    async def next_frame(self) -> Frame:
        """Wait for the next frame. Raises `CameraGone`, `CameraEnded`."""

    async def close(self) -> None:
        """Stop capture; idempotent."""
