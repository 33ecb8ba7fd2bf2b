"""Parent side of capture: a child process behind the camera port's promises.

The child keeps only the newest frame, is killed when it gives nothing for `stall_s`, and its
death is a `CameraGone`, never the end of the service (F13). Stalls are real seconds.
"""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any

from companion.ports.camera import CameraEnded, CameraGone
from companion.ports.clock import Clock
from companion.words.frame import Frame

FIRST_FRAME_GRACE_S = 10.0
"""Starting an interpreter with OpenCV takes seconds on a busy small board."""


class CaptureChild:
    """One source, read by a child of its own. Implements the port `Camera`."""

    def __init__(
        self,
        name: str,
        place: str,
        source: Mapping[str, Any],
        *,
        clock: Clock,
        stall_s: float,
        remedy: str,
    ) -> None:
        self._name, self._place, self._source = name, place, dict(source)
        self._clock, self._stall_s, self._remedy = clock, stall_s, remedy
        self._child: asyncio.subprocess.Process | None = None
        self._fresh = True

    @property
    def name(self) -> str:
        """Config name."""
        return self._name

    @property
    def place(self) -> str:
        """Room id it looks at."""
        return self._place

    @property
    def pid(self) -> int | None:
        """The child's process id while it captures; for tests of faults."""
        return self._child.pid if self._child else None

    async def open(self) -> None:
        """Start the child. A source that cannot be opened shows with the first frame."""
        if self._child is not None:
            return
        self._child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "hardware.capture_child"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
            limit=2**22,
        )
        self._fresh, self._opened_at = True, self._clock.now()
        assert self._child.stdin is not None
        self._child.stdin.write(json.dumps(self._source).encode() + b"\n")

    async def next_frame(self) -> Frame:
        """The newest frame not given before. Raises `CameraGone`, `CameraEnded`."""
        child = self._child
        if child is None:
            raise CameraGone(f"camera {self._name} is closed")
        wait_s = self._stall_s + (FIRST_FRAME_GRACE_S if self._fresh else 0.0)
        try:
            header, pixels = await asyncio.wait_for(_ask(child), wait_s)
        except TimeoutError:
            await self.close()
            raise self._gone(f"gave no frame for {wait_s:g} s") from None
        except (asyncio.IncompleteReadError, ConnectionError, ValueError):
            await self.close()
            raise self._gone("its capture process died") from None
        except asyncio.CancelledError:
            await self.close()  # a half-read frame would garble the next one
            raise
        if "gone" in header:
            await self.close()
            raise self._gone(str(header["gone"]))
        if "ended" in header:
            raise CameraEnded(f"camera {self._name}: the recording is over")
        self._fresh = False
        t_s = float(header["t_s"])
        return Frame(
            pixels,
            int(header["width"]),
            int(header["height"]),
            self._opened_at + timedelta(seconds=t_s),
            int(header["number"]),
            t_s,
        )

    async def close(self) -> None:
        """Kill the child, so that capture has really stopped when this returns (T18)."""
        child, self._child = self._child, None
        if child is None:
            return
        assert child.stdin is not None
        child.stdin.close()
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        await child.wait()

    def _gone(self, why: str) -> CameraGone:
        return CameraGone(f"camera {self._name} {why}. {self._remedy}")


async def _ask(child: asyncio.subprocess.Process) -> tuple[dict[str, Any], bytes]:
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(b"n")
    line = await child.stdout.readline()
    if not line:
        raise ConnectionError("end of file")
    header = json.loads(line)
    size = int(header.get("width", 0)) * int(header.get("height", 0)) * 3
    return header, await child.stdout.readexactly(size) if size else b""
