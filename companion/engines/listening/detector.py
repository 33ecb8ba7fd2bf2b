"""Detector of wake word and voice activity: asks a worker."""

from collections.abc import Mapping
from typing import Any

from companion.engines.worker.worker import Worker, WorkerFailed
from companion.ports.listening import BlockHeard, ListeningUnavailable

DEADLINE_S = 5.0
"""A block takes some milliseconds; on a busy machine a process may wait its turn."""


class WorkerDetector:
    """Detector whose worker is started by the first sound and restarted after a crash."""

    def __init__(
        self,
        wake: str,
        vad: str,
        *,
        wake_settings: Mapping[str, Any] | None = None,
        vad_settings: Mapping[str, Any] | None = None,
    ) -> None:
        """`wake` and `vad` name engines; their settings are theirs."""
        asked = {
            "wake": wake,
            "vad": vad,
            "wake_settings": dict(wake_settings or {}),
            "vad_settings": dict(vad_settings or {}),
            "threads": 1,
        }
        self._worker = Worker("companion.engines.listening.detecting", asked, name="listening")
        self._started = False
        self._failed = ""

    @property
    def pid(self) -> int | None:
        """Process id of the worker while it serves; for tests of faults."""
        return self._worker.pid

    async def hear(self, sound: bytes, *, speech: bool = True) -> tuple[BlockHeard, ...]:
        """Speech and wake words in each block. Raises `ListeningUnavailable`."""
        told = await self._ask({"speech": speech}, sound)
        return tuple(BlockHeard(str(wake), float(found)) for wake, found in told["heard"])

    async def reset(self) -> None:
        """Forget the sound so far. Raises `ListeningUnavailable`."""
        if self._started:
            await self._ask({"reset": True})

    def why_down(self) -> str:
        """Reason of the last failed call or start; "" while it serves or was not asked yet."""
        return self._failed or (self._worker.why_down if self._started else "")

    async def close(self) -> None:
        """End the worker; idempotent."""
        self._started = False
        await self._worker.stop()

    async def _ask(self, header: Mapping[str, Any], sound: bytes = b"") -> dict[str, Any]:
        try:
            if not self._started:
                await self._worker.start()
                self._started = True
            told, _ = await self._worker.call(header, sound, deadline_s=DEADLINE_S)
        except WorkerFailed as error:
            self._failed = f"wake word and voice activity gave no answer: {error}"
            raise ListeningUnavailable(self._failed) from error
        self._failed = ""
        return told
