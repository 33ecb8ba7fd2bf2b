"""LLM in a worker process: what every local runtime shares (T-14, T-15, F11, F12).

A runtime's plug-in module adds its own `Settings` and a `serve` for the child; this module
finds the model file, names it by its hash, and turns worker errors into the port's errors.
"""

import asyncio
import os
import time
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from companion.engines.weights import MODELS_DIR, WeightsMissing, find_model, sha256_of
from companion.engines.worker import (
    Worker,
    WorkerCrashed,
    WorkerRefused,
    WorkerTimedOut,
    WorkerUnavailable,
)
from companion.ports.llm import (
    ModelCrashed,
    ModelPreempted,
    ModelTimedOut,
    ModelUnavailable,
)
from companion.words.llm import LlmReply, LlmRequest, LlmRequestPurpose

SLOT_OF_PURPOSE = {
    LlmRequestPurpose.SYNC_CONVERSATION: 0,
    LlmRequestPurpose.ASYNC_DELIBERATION_DECISION: 1,
    LlmRequestPurpose.ASYNC_DELIBERATION_THOUGHT: 2,
    LlmRequestPurpose.ASYNC_AUTONOMY_MESSAGE_RENDER: 3,
    LlmRequestPurpose.ASYNC_WRITE_PLAN: 4,
    LlmRequestPurpose.ASYNC_MINI_EPISODE: 4,
}
"""One KV sequence per purpose: one unrelated call on a shared one costs the whole prefix
(limits.md 2.8). The two background purposes share."""

SLOTS = 5


class ModelSettings(BaseModel):
    """Settings every local runtime has."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model_path: Path | None = Field(
        None, description="GGUF file; empty: the best pinned model found in models_dir"
    )
    models_dir: Path = Field(MODELS_DIR, description="where `companion models fetch` puts them")
    n_ctx: int = Field(
        8192, ge=1024, description="tokens kept in memory, all purposes together (29 kB each, 1.5B)"
    )
    threads: int | None = Field(None, ge=1, description="empty: cores - 1, at least 1")
    step_tokens: int = Field(
        64, ge=16, le=2048, description="prompt tokens between two chances to preempt"
    )
    memory_limit_mb: int | None = Field(
        4096, ge=256, description="private memory of the worker; the mapped model is not counted"
    )

    def thread_count(self) -> int:
        """Threads to use; all cores collapse when anything else runs (llm.md 3)."""
        return self.threads or max(1, len(os.sched_getaffinity(0)) - 1)


class ProcessLlm:
    """One model in one worker process; implements the port for one request at a time."""

    def __init__(self, module: str, settings: ModelSettings) -> None:
        self._module = module
        self._settings = settings
        self._worker: Worker | None = None
        self._name = ""
        self._why_down = "not started"

    async def start(self) -> None:
        """Find, hash and load the model. Raises `ModelUnavailable` with the remedy."""
        await self.stop()
        try:
            path = find_model(self._settings.model_path, self._settings.models_dir)
            digest = await asyncio.to_thread(sha256_of, path)
            worker = self._new_worker(path)
            await worker.start()
        except (WeightsMissing, WorkerUnavailable, OSError) as error:
            self._why_down = str(error)
            raise ModelUnavailable(str(error)) from error
        self._worker = worker
        self._name = f"{path.stem}@{digest[:12]}"

    async def stop(self) -> None:
        """Unload the model."""
        worker, self._worker, self._why_down = self._worker, None, "stopped"
        if worker is not None:
            await worker.stop()

    async def complete(self, request: LlmRequest) -> LlmReply:
        """Answer one request; `deadline_s` real seconds from now. Raises the port's errors."""
        if self._worker is None:
            raise ModelUnavailable(self._why_down)
        began = time.monotonic()
        header = _header(request)
        try:
            reply, _ = await self._worker.call(header, deadline_s=request.deadline_s)
        except WorkerTimedOut as error:
            raise ModelTimedOut(str(error)) from error
        except WorkerCrashed as error:
            raise ModelCrashed(str(error)) from error
        except (WorkerUnavailable, WorkerRefused) as error:
            raise ModelUnavailable(str(error)) from error
        if reply["finish"] == "cancelled":
            raise ModelPreempted(f"{request.purpose} gave way to a more urgent request")
        return LlmReply(**reply, took_s=time.monotonic() - began, model=self._name)

    async def preempt(self) -> None:
        """Stop the running request at its next token or prompt step (T-41)."""
        if self._worker is not None:
            await self._worker.cancel()

    def ready(self) -> bool:
        """Whether the model is loaded and its process lives."""
        return self._worker is not None and self._worker.ready()

    def why_down(self) -> str:
        """Reason and remedy while not ready, else ""."""
        return self._worker.why_down if self._worker is not None else self._why_down

    def model_name(self) -> str:
        """`name@first 12 of sha256`, or "" before loading."""
        return self._name

    def pid(self) -> int | None:
        """Process id of the worker, for vitals and fault tests."""
        return self._worker.pid if self._worker is not None else None

    def _new_worker(self, path: Path) -> Worker:
        chosen = {
            **self._settings.model_dump(mode="json"),
            "model_path": str(path),
            "threads": self._settings.thread_count(),
            "slots": SLOTS,
        }
        limit = self._settings.memory_limit_mb
        return Worker(self._module, chosen, name=f"llm {path.stem}", memory_limit_mb=limit)


def _header(request: LlmRequest) -> dict[str, Any]:
    return {
        "messages": [{"role": m.role, "content": m.content} for m in request.messages],
        "max_tokens": request.max_tokens,
        "grammar": request.grammar,
        "temperature": request.temperature,
        "stop": list(request.stop),
        "seed": request.seed,
        "slot": SLOT_OF_PURPOSE[request.purpose],
    }
