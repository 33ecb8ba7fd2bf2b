"""LLM process: runs a local model in a worker process, for every local runtime.

A runtime's plug-in module adds its own `Settings` and a `serve` for the child; this module
finds the model file, names it by its hash, and turns worker errors into the port's errors.
"""

import asyncio
import contextlib
import importlib.metadata
import logging
import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from companion.engines.llm_runtime.prefix_store import PrefixStore, clear
from companion.engines.llm_runtime.request_queue import PREEMPTS_TO
from companion.engines.weights import MODELS_DIR, WeightsMissing, find_model, sha256_of
from companion.engines.worker.worker import (
    Fall,
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
from companion.words.llm import LlmReply, LlmRequest, LlmRequestPurpose, Prefix, PromptMessage
from companion.words.trigger import Priority

log = logging.getLogger(__name__)

SLOT_OF_PURPOSE = {
    LlmRequestPurpose.ASYNC_WRITE_PLAN: 0,
    LlmRequestPurpose.ASYNC_MINI_EPISODE: 0,
    LlmRequestPurpose.ASYNC_GOAL_PLAN: 0,
    LlmRequestPurpose.ASYNC_GARDEN_DECISION: 0,
    LlmRequestPurpose.ASYNC_GARDEN_TALK: 0,
    LlmRequestPurpose.ASYNC_AUTONOMY_MESSAGE_RENDER: 1,
    LlmRequestPurpose.ASYNC_DELIBERATION_THOUGHT: 2,
    LlmRequestPurpose.ASYNC_DELIBERATION_DECISION: 3,
    LlmRequestPurpose.SYNC_CONVERSATION: 4,
}
"""One KV sequence per purpose: one unrelated call on a shared one costs the whole prefix
(limits.md 2.8). The background purposes share. Where the memory is full, the server empties the
idle slot of the lowest number, so the one that a person waits for has the highest."""

SLOTS = 5

CTX_FLOOR = 2048
"""Below this not even one prompt of ours fits."""
IDLE_STEP_TOKENS = 16
"""Prompt tokens between two chances to stop what nobody waits for. Measured with the 1.5 B on one
thread: a step of 16 takes 0.6 s, of 32 0.95 s and of 64 1.7 s; below 16 a step gets no shorter."""
_NO_MEMORY = (-signal.SIGABRT, -signal.SIGKILL)
"""How a lack of memory ends a process: `std::bad_alloc` aborts, the kernel kills."""
PREFIX_ACTION_DEADLINE_S = 20.0
"""Measured: 20 MB in 10 ms; an SD card at 20 MB/s takes 3 s for the 1.5 B's 66 MB."""


class ModelSettings(BaseModel):
    """Settings that every local runtime has."""

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
    prefix_cache_mb: int = Field(
        512, ge=0, description="most disk for evaluated prompt prefixes (llm-prefix); 0: keep none"
    )

    def thread_count(self) -> int:
        """Threads to use; all cores collapse when anything else runs (llm.md 3)."""
        return self.threads or max(1, len(os.sched_getaffinity(0)) - 1)


class ProcessLlm:
    """Model in one worker process. Implements the port for one request at a time."""

    def __init__(
        self, module: str, settings: ModelSettings, *, package: str, state_dir: Path
    ) -> None:
        """`package`: the runtime's distribution, whose version a kept prefix depends on."""
        self._module, self._package = module, package
        self._settings = settings
        self._kept_in = state_dir / "llm-prefix"
        self._shelf: PrefixStore | None = None
        self._worker: Worker | None = None
        self._name = ""
        self._why_down = "not started"
        self._n_ctx = settings.n_ctx
        self._without_memory = 0
        self._starts = 0

    async def start(self) -> None:
        """Find, hash and load the model. Raises `ModelUnavailable` with the remedy."""
        await self.stop()
        try:
            path = find_model(self._settings.model_path, self._settings.models_dir)
            digest = await asyncio.to_thread(sha256_of, path)
            await self._open_shelf(digest)
            worker = self._new_worker(path)
            await worker.start()
        except (WeightsMissing, WorkerUnavailable, OSError) as error:
            self._why_down = str(error)
            if isinstance(error, WorkerUnavailable):
                self._ran_out_of_memory()
            raise ModelUnavailable(str(error)) from error
        self._worker = worker
        self._starts += 1
        self._name = f"{path.stem}@{digest[:12]}"

    async def stop(self) -> None:
        """Unload the model."""
        worker, self._worker, self._why_down = self._worker, None, "stopped"
        if worker is not None:
            await worker.stop()

    async def complete(self, request: LlmRequest) -> LlmReply:
        """Answer one request; `deadline_s` real seconds from now. Raises the port's errors."""
        began = time.monotonic()
        header = _header(request, self._settings.step_tokens)
        reply = await self._asked(header, request.deadline_s, request.told)
        if reply["finish"] == "cancelled":
            raise ModelPreempted(f"{request.purpose} gave way to a more urgent request")
        self._without_memory = 0
        return LlmReply(**reply, took_s=time.monotonic() - began, model=self._name)

    async def restore_prefix(self, prefix: Prefix) -> bool:
        """Load the evaluated prefix from the disk; False where there is none that fits."""
        purpose, messages = prefix
        if (shelf := self._shelf) is None:
            return False
        slot, key = SLOT_OF_PURPOSE[purpose], shelf.key(messages)
        path = await asyncio.to_thread(shelf.find, slot, key)
        if path is None:
            return False
        try:
            header = {"state": "restore", "slot": slot, "file": path.name}
            reply = await self._asked(
                {**header, "messages": _messages(messages)}, PREFIX_ACTION_DEADLINE_S
            )
        except (ModelUnavailable, ModelTimedOut, ModelCrashed) as error:
            # The file is whole, yet this runtime will not have it: never offered again.
            log.warning("the prefix of %s was not restored: %s", purpose, error)
            await asyncio.to_thread(path.unlink, missing_ok=True)
            return False
        return bool(reply["tokens"])

    async def save_prefix(self, prefix: Prefix) -> bool:
        """Keep the evaluated prefix on the disk; a failure is no error, only a slower start."""
        purpose, messages = prefix
        if (shelf := self._shelf) is None:
            return False
        slot = SLOT_OF_PURPOSE[purpose]
        fresh = shelf.fresh(slot)
        try:
            header = {"state": "save", "slot": slot, "file": fresh.name}
            await self._asked(header, PREFIX_ACTION_DEADLINE_S)
            return await asyncio.to_thread(shelf.seal, slot, shelf.key(messages))
        except (ModelUnavailable, ModelTimedOut, ModelCrashed, OSError) as error:
            log.warning("the prefix of %s was not saved: %s", purpose, error)
            with contextlib.suppress(OSError):
                fresh.unlink(missing_ok=True)
            return False

    async def forget(self) -> None:
        """Delete the prompts that are kept on the disk, also those of an earlier configuration."""
        await asyncio.to_thread(clear, self._kept_in)

    async def preempt(self) -> None:
        """Stop the running request at its next token or prompt step."""
        if self._worker is not None:
            await self._worker.cancel()

    def ready(self) -> bool:
        """Whether the model is loaded and its process lives."""
        return self._worker is not None and self._worker.ready()

    def why_down(self) -> str:
        """Reason and remedy while not ready, else ""."""
        return self._worker.why_down if self._worker is not None else self._why_down

    def silent_s(self) -> float:
        """Real seconds the running request has shown no token, no prompt step and no computing."""
        return self._worker.silent_s() if self._worker is not None else 0.0

    def life(self) -> tuple[int, int]:
        """Changes with every loading of the model: what was evaluated before is gone."""
        return self._starts, self._worker.restarts if self._worker is not None else 0

    def model_name(self) -> str:
        """`name@first 12 of sha256`, or "" before loading."""
        return self._name

    def context_tokens(self) -> int:
        """Tokens kept in memory now: fewer than configured after two lacks of memory."""
        return self._n_ctx

    def pid(self) -> int | None:
        """Process id of the worker, for vitals and fault tests."""
        return self._worker.pid if self._worker is not None else None

    async def _asked(
        self,
        header: Mapping[str, Any],
        deadline_s: float,
        told: Callable[[str], None] | None = None,
    ) -> dict[str, Any]:
        if self._worker is None:
            raise ModelUnavailable(self._why_down)
        try:
            reply, _ = await self._worker.call(header, deadline_s=deadline_s, told=told)
        except WorkerTimedOut as error:
            raise ModelTimedOut(str(error)) from error
        except WorkerCrashed as error:
            raise ModelCrashed(str(error)) from error
        except (WorkerUnavailable, WorkerRefused) as error:
            raise ModelUnavailable(str(error)) from error
        return reply

    async def _open_shelf(self, digest: str) -> None:
        if not self._settings.prefix_cache_mb:
            return
        self._shelf = PrefixStore(
            self._kept_in,
            of=(digest, self._package, _version(self._package), self._n_ctx, SLOTS),
            limit_bytes=self._settings.prefix_cache_mb * 2**20,
        )
        try:
            await asyncio.to_thread(self._shelf.open)
        except OSError as error:
            log.warning("no prefixes are kept: %s", error)
            self._shelf = None

    def _ran_out_of_memory(self) -> dict[str, Any]:
        """The second time in a row the model gets a smaller memory."""
        self._without_memory += 1
        if self._without_memory >= 2 and self._n_ctx > CTX_FLOOR:
            self._n_ctx = max(CTX_FLOOR, self._n_ctx // 2)
            log.warning("the model ran out of memory: loaded with %d tokens from now", self._n_ctx)
        return {"n_ctx": self._n_ctx}

    def _fell(self, fall: Fall) -> dict[str, Any]:
        if fall.by_us or fall.exit_code not in _NO_MEMORY:
            return {}
        return self._ran_out_of_memory()

    def _new_worker(self, path: Path) -> Worker:
        chosen = {
            **self._settings.model_dump(mode="json"),
            "model_path": str(path),
            "n_ctx": self._n_ctx,
            "threads": self._settings.thread_count(),
            "slots": SLOTS,
            "state_folder": str(self._shelf.folder) if self._shelf is not None else "",
        }
        return Worker(
            self._module,
            chosen,
            name=f"llm {path.stem}",
            memory_limit_mb=self._settings.memory_limit_mb,
            after_fall=self._fell,
        )


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def step_tokens_of(request: LlmRequest, most: int) -> int:
    """Prompt tokens after which this request can be stopped; 0: read as the runtime likes."""
    if request.priority <= PREEMPTS_TO:
        return 0
    idle = request.priority >= Priority.GARDEN and not request.reads_ahead
    return min(most, IDLE_STEP_TOKENS) if idle else most


def _messages(messages: Sequence[PromptMessage]) -> list[dict[str, str]]:
    return [{"role": m.role, "content": m.content} for m in messages]


def _header(request: LlmRequest, most_step_tokens: int) -> dict[str, Any]:
    return {
        "messages": _messages(request.messages),
        "step_tokens": step_tokens_of(request, most_step_tokens),
        "max_tokens": request.max_tokens,
        "grammar": request.grammar,
        "temperature": request.temperature,
        "stop": list(request.stop),
        "seed": request.seed,
        "slot": SLOT_OF_PURPOSE[request.purpose],
    }
