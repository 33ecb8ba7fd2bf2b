"""Parent side of the capture process: makes a child process behave as the camera port promises.

The child keeps only the newest frame, is killed when it gives nothing for `stall_s`, and its
death is a `CameraGone`, never the end of the service. Stalls are real seconds.

Pictures lie in memory shared with the child, in slots that take turns. A frame is lent from there:
hardly any is looked at, and copying it costs as much as gating it. A picture that is still held
when its slot's turn comes is copied out first. A JPEG picture is lent as JPEG, and the child makes
pixels of it for each reader.
"""

import asyncio
import json
import math
import mmap
import os
import time
import weakref
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

from companion.ports.camera import CameraEnded, CameraGone
from companion.ports.clock import Clock
from companion.words.frame import Frame, Lent, Undeveloped
from companion.words.language import Bilingual
from hardware import capture_process
from hardware.camera.capture.line import Line, pair
from hardware.camera.capture.memory import (
    ANSWER,
    ENDED,
    GONE,
    PACKED,
    SHARED_BYTES,
    SLOT_BYTES,
    SLOTS,
)
from hardware.camera.capture.pictures import DarkRoom, LentPicture, PictureDamaged

CHILD = "hardware.camera.capture.child"
FIRST_FRAME_GRACE_S = 10.0
"""Starting an interpreter with OpenCV takes seconds on a busy small board."""
BACK_OFF_FIRST_S, BACK_OFF_SOON_S, BACK_OFF_MAX_S = 1.0, 2.0, 60.0
"""Wait after an attempt that gave no picture: it doubles to 2 s, so that a camera that returns is
seen within 5 s; after `PATIENCE_S` of that on to 60 s, for each attempt costs a process."""
PATIENCE_S = 300.0
KEEPS_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(4 * 2**20), "MALLOC_TRIM_THRESHOLD_": str(8 * 2**20)}
"""glibc's: the child keeps memory for a picture up to 720p instead of asking for it anew each time,
whose 400 page faults cost twice the decoding (2.3 against 0.8 ms a look)."""


class CaptureChild:
    """Camera whose source is read by a child process. Implements the port `Camera`."""

    def __init__(
        self,
        name: str,
        place: str,
        source: Mapping[str, Any],
        *,
        clock: Clock,
        stall_s: float,
        remedy: Bilingual,
    ) -> None:
        self._name, self._place, self._source = name, place, dict(source)
        self._clock, self._stall_s, self._remedy = clock, stall_s, remedy
        self._child: asyncio.subprocess.Process | None = None
        self._shared: mmap.mmap | None = None
        self._line: Line | None = None
        self._dark_room: DarkRoom | None = None
        self._lent: list[weakref.ref[LentPicture] | None] = [None] * SLOTS
        self._slot = 0
        self._fresh = True
        self._wait = _Wait()
        self._why = Bilingual("映像がありません", "gave no picture")
        """Why the last attempt gave nothing."""

    @property
    def name(self) -> str:
        """Config name."""
        return self._name

    @property
    def place(self) -> str:
        """Room id it looks at."""
        return self._place

    @property
    def is_screen(self) -> bool:
        """It looks at a room."""
        return False

    @property
    def pid(self) -> int | None:
        """The child's process id while it captures; for tests of faults."""
        return self._child.pid if self._child else None

    async def open(self) -> None:
        """Start the child. A source that cannot be opened shows with the first frame.

        Raises `CameraGone` where the last attempts gave nothing and it is too soon for another.
        """
        if self._child is not None:
            return
        if left_s := self._wait.left_s():
            soon_s = math.ceil(left_s)
            raise self._gone(
                f"{self._why.en}; tried again in {soon_s} s",
                f"{self._why.ja}、あと{soon_s}秒でやり直します",
            )
        memory = os.memfd_create("frames")
        frames, counter = pair()
        pixels, dark_room = pair()
        try:
            os.ftruncate(memory, SHARED_BYTES)
            self._child = await capture_process.started(
                CHILD, memory, counter.fileno(), dark_room.fileno(), env=KEEPS_MEMORY
            )
            self._shared = mmap.mmap(memory, SHARED_BYTES)
        except BaseException:
            frames.close()
            pixels.close()
            raise
        finally:
            counter.close()
            dark_room.close()
            os.close(memory)
        self._line = Line(frames)
        self._dark_room = DarkRoom(self._shared, Line(pixels))
        self._fresh, self._opened_at = True, self._clock.now()
        with suppress(ConnectionError):  # it died at once, which shows with the first frame
            self._line.tell(json.dumps(self._asked_of_child()).encode())

    def _asked_of_child(self) -> Mapping[str, Any]:
        """The source; a still picture must not look like a stalled camera."""
        still_s = min(float(self._source.get("still_s") or 0.0), self._stall_s / 2)
        return {**self._source, "still_s": still_s}

    async def next_frame(self) -> Frame:
        """The newest frame not given before. Raises `CameraGone`, `CameraEnded`."""
        line = self._line
        if line is None:
            raise self._closed()
        self._slot = (self._slot + 1) % SLOTS
        self._keep(self._slot)
        answer = await self._answer(line)
        given = _Given._make(ANSWER.unpack_from(answer))
        if given.kind == GONE:
            await self._give_up()
            ja, _, en = answer[ANSWER.size :].decode(errors="replace").partition("\n")
            self._why = Bilingual(f"映像がありません（{ja}）", en)
            raise self._gone(self._why.en, self._why.ja)
        if given.kind == ENDED:
            raise CameraEnded(f"camera {self._name}: the recording is over")
        if self._shared is None:
            raise self._closed()
        if self._fresh:
            self._fresh = False
            self._wait.over()
        return self._frame(self._shared, given)

    def _frame(self, shared: mmap.mmap, given: "_Given") -> Frame:
        _, width, height, number, t_s, count, thin = given
        begin = self._slot * SLOT_BYTES
        lent = LentPicture(shared, begin, count)
        self._lent[self._slot] = weakref.ref(lent)
        picture = Lent(count, lent.piece)
        pixels: Lent | Undeveloped = picture
        if given.kind == PACKED:
            develop = partial(self._develop, lent, width, height)
            pixels = Undeveloped(width * height * 3, picture, develop)
        at, behind = self._opened_at + timedelta(seconds=t_s), begin + count
        return Frame(pixels, width, height, at, number, t_s, shared[behind : behind + thin])

    async def _develop(self, picture: LentPicture, width: int, height: int) -> bytes:
        """Pixels of a JPEG this camera gave. Raises `CameraGone`; a process that does not come to
        an end with it is killed."""
        if picture.developed is not None:
            return picture.developed
        if self._dark_room is None:
            raise self._closed()
        try:
            return await self._dark_room.develop(picture, (width, height), self._stall_s)
        except TimeoutError:
            await self.close()
            en = f"did not decode a picture in {self._stall_s:g} s"
            raise self._gone(en, f"{self._stall_s:g}秒たっても画像を読めません") from None
        except PictureDamaged:
            raise self._gone("gave a damaged picture", "壊れた画像を出しました") from None
        except ConnectionError:
            if self._child is None:
                raise self._closed() from None
            await self.close()
            raise self._died() from None

    def _keep(self, slot: int) -> None:
        """Give the holders of the slot's picture a copy before the slot is used again."""
        held, self._lent[slot] = self._lent[slot], None
        if held is not None and (lent := held()) is not None:
            lent.keep()

    async def close(self) -> None:
        """Kill the child and all it started, so that capture has really stopped when this
        returns."""
        child, self._child = self._child, None
        shared, self._shared = self._shared, None
        line, self._line = self._line, None
        dark_room, self._dark_room = self._dark_room, None
        for door in (line, dark_room):
            if door is not None:
                door.close()
        if shared is not None:
            for slot in range(SLOTS):
                self._keep(slot)
            shared.close()
        if child is not None:
            await capture_process.ended(child)

    async def _answer(self, line: Line) -> bytes:
        wait_s = self._stall_s + (FIRST_FRAME_GRACE_S if self._fresh else 0.0)
        try:
            return await line.ask(bytes((self._slot,)), wait_s)
        except TimeoutError:
            await self._give_up()
            en, ja = f"gave no frame for {wait_s:g} s", f"{wait_s:g}秒間映像がありません"
            raise self._gone(en, ja) from None
        except ConnectionError:
            if self._line is not line:
                raise self._closed() from None
            await self._give_up()
            raise self._died() from None
        except asyncio.CancelledError:
            await self.close()  # an answer nobody took would be mistaken for the next one
            raise

    async def _give_up(self) -> None:
        if self._fresh and self._child is not None:
            self._wait.longer()
        await self.close()

    def _died(self) -> CameraGone:
        return self._gone("its capture process died", "読み取りの処理が落ちました")

    def _closed(self) -> CameraGone:
        return CameraGone(f"camera {self._name} is closed", f"カメラ {self._name} は閉じています")

    def _gone(self, en: str, ja: str) -> CameraGone:
        remedy = self._remedy
        return CameraGone(
            f"camera {self._name} {en}. {remedy.en}", f"カメラ {self._name}: {ja}。{remedy.ja}"
        )


class _Wait:
    """Back-off between attempts that gave no picture at all."""

    def __init__(self) -> None:
        self._since = self._until = 0.0
        self._step_s = 0.0

    def left_s(self) -> float:
        """How long to wait still."""
        return max(0.0, self._until - time.monotonic())

    def longer(self) -> None:
        """One more attempt gave nothing."""
        now = time.monotonic()
        self._since = self._since or now
        most_s = BACK_OFF_SOON_S if now - self._since < PATIENCE_S else BACK_OFF_MAX_S
        self._step_s = min(2 * self._step_s or BACK_OFF_FIRST_S, most_s)
        self._until = now + self._step_s

    def over(self) -> None:
        """A picture came."""
        self._since = self._until = self._step_s = 0.0


class _Given(NamedTuple):
    """The fields of `ANSWER`."""

    kind: int
    width: int
    height: int
    number: int
    t_s: float
    picture_bytes: int
    thin_bytes: int
