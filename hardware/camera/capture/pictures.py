"""Pictures in shared memory, as the service holds them while somebody uses them."""

import asyncio
import mmap

from hardware.camera.capture.line import Line
from hardware.camera.capture.memory import DARK_ROOM, DEVELOPED, DEVELOPED_SIZE, TO_DEVELOP


class PictureDamaged(ValueError):
    """Error: the JPEG cannot be decoded."""


class LentPicture:
    """Picture that still lies in a slot of shared memory, behind a `Lent`; valid while its frame is
    held."""

    __slots__ = ("__weakref__", "_begin", "_own", "_shared", "_size", "developed")

    def __init__(self, shared: mmap.mmap, begin: int, size: int) -> None:
        self._shared, self._begin, self._size = shared, begin, size
        self._own: bytes | None = None
        self.developed: bytes | None = None
        """Its pixels, where it is JPEG and somebody looked."""

    def piece(self, begin: int, end: int) -> bytes:
        """Some of its bytes."""
        if self._own is not None:
            return self._own[begin:end]
        return self._shared[self._begin + begin : self._begin + min(end, self._size)]

    def whole(self) -> bytes:
        """All of it."""
        return self.piece(0, self._size)

    def keep(self) -> None:
        """Copy it out: the slot is wanted, or goes."""
        if self._own is None:
            self._own = self.whole()


class DarkRoom:
    """Decoder in the capture process that turns JPEGs into pixels, one after the other."""

    def __init__(self, shared: mmap.mmap, line: Line) -> None:
        self._shared, self._line = shared, line
        self._lock = asyncio.Lock()

    async def develop(self, picture: LentPicture, size: tuple[int, int], wait_s: float) -> bytes:
        """The picture's pixels, `size` being their width and height; the picture keeps them, for
        others may look too.

        Raises `PictureDamaged`, `TimeoutError`, and `ConnectionError` when the process died or
        the camera was closed.
        """
        async with self._lock:
            if picture.developed is None:
                picture.developed = await self._pixels(picture.whole(), size, wait_s)
            return picture.developed

    async def _pixels(self, packed: bytes, size: tuple[int, int], wait_s: float) -> bytes:
        await self._line.settled(wait_s)  # until then the memory is the process's
        if self._shared.closed:
            raise ConnectionError("closed")
        self._shared[DARK_ROOM : DARK_ROOM + len(packed)] = packed
        came = DEVELOPED_SIZE.unpack(await self._line.ask(TO_DEVELOP.pack(len(packed)), wait_s))
        if came != size:
            raise PictureDamaged(f"{came[0]}x{came[1]} instead of {size[0]}x{size[1]}")
        if self._shared.closed:
            raise ConnectionError("closed")
        return self._shared[DEVELOPED : DEVELOPED + size[0] * size[1] * 3]

    def close(self) -> None:
        """Stop developing pictures."""
        self._line.close()
