"""Clip model: a small network in a worker process that is asked about one clip of sound at a time.

The worker starts with the first clip, so that a home that never asks pays nothing for it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from companion.engines.weights import MODELS_DIR
from companion.engines.wheel_files import WheelFiles
from companion.engines.worker.worker import Worker, WorkerFailed
from companion.ports.listening import ListeningUnavailable
from companion.words.audio import HEARING_RATE_HZ, AudioClip


class Settings(BaseModel):
    """Settings of a clip model and of its worker."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    models_dir: Path = Field(MODELS_DIR, description="folder of the models")
    deadline_s: float = Field(10.0, gt=0, description="a slower answer restarts the worker")


class ClipModel:
    """One network of one file, in a worker of its own."""

    def __init__(
        self, settings: Settings, *, name: str, program: str, weights: WheelFiles, remedy: str
    ) -> None:
        """`name` is used in errors; `program` is the worker's module, which is told the file;
        `remedy` says how to get the weights."""
        self._settings, self._name, self._program = settings, name, program
        self._weights, self._remedy = weights, remedy
        self._worker: Worker | None = None

    @property
    def pid(self) -> int | None:
        """Process id of the worker while it serves; for tests of faults."""
        return self._worker.pid if self._worker is not None else None

    async def ask(self, clip: AudioClip) -> Mapping[str, Any]:
        """Ask the network about the clip. Raises `ListeningUnavailable`, `ValueError` for
        another sample rate."""
        if clip.rate_hz != HEARING_RATE_HZ:
            raise ValueError(f"{clip.rate_hz} Hz; the {self._name} takes {HEARING_RATE_HZ}")
        try:
            worker = await self._started()
            told, _ = await worker.call({}, clip.pcm, deadline_s=self._settings.deadline_s)
        except WorkerFailed as error:
            raise ListeningUnavailable(f"the {self._name} gave no answer: {error}") from error
        return told

    async def _started(self) -> Worker:
        if self._worker is None:
            where = self._settings.models_dir
            paths = self._weights.paths(where)
            if not paths:
                raise ListeningUnavailable(f"no {self._name} in {where}: {self._remedy}")
            worker = Worker(self._program, {"file": str(paths[0])}, name=self._name)
            await worker.start()
            self._worker = worker
        return self._worker

    async def close(self) -> None:
        """End the worker; idempotent."""
        worker, self._worker = self._worker, None
        if worker is not None:
            await worker.stop()
