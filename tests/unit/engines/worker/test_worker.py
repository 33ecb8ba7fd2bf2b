"""Worker processes: hang, crash, garbage and lack of memory become errors (F11, F12)."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from companion.engines.worker import life
from companion.engines.worker import worker as worker_module
from companion.engines.worker.child import LENGTHS, pack
from companion.engines.worker.worker import (
    Fall,
    Worker,
    WorkerCrashed,
    WorkerFailed,
    WorkerRefused,
    WorkerTimedOut,
    WorkerUnavailable,
)
from companion.service.supervision import until

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def _toy_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERE))
    monkeypatch.setattr(worker_module, "BACK_OFF_FIRST_S", 0.05)


@asynccontextmanager
async def running(
    memory_limit_mb: int | None = None,
    after_fall: Callable[[Fall], Mapping[str, Any]] | None = None,
    **settings: Any,
) -> AsyncIterator[Worker]:
    toy = Worker(
        "toy_worker", settings, name="toy", memory_limit_mb=memory_limit_mb, after_fall=after_fall
    )
    await toy.start()
    try:
        yield toy
    finally:
        await toy.stop()


async def test_header_and_blob_go_there_and_back() -> None:
    async with running() as toy:
        big = bytes(range(256)) * 8192
        header, blob = await toy.call({"do": "echo", "text": "灯り"}, big, deadline_s=10)
        assert header == {"do": "echo", "text": "灯り"}
        assert blob == big[::-1]


async def test_an_exception_in_the_child_is_refused_and_the_child_lives_on() -> None:
    async with running() as toy:
        pid = toy.pid
        with pytest.raises(WorkerRefused, match="no such thing") as caught:
            await toy.call({"do": "raise"}, deadline_s=10)
        assert caught.value.kind == "LookupError"
        await toy.call({"do": "echo"}, deadline_s=10)
        assert toy.pid == pid


async def test_an_answer_is_told_as_far_as_it_is_written() -> None:
    """Issue 13, point 3: speech begins while the model still writes."""
    told: list[str] = []
    call = {"do": "words", "words": ["こん", "ばん", "は。"]}
    async with running() as toy:
        header, _ = await toy.call(call, deadline_s=10, told=told.append)
        await toy.call({"do": "echo"}, deadline_s=10)
    assert told == ["こん", "こんばん", "こんばんは。"]
    assert header == {"text": told[-1]}


async def test_a_frozen_child_is_killed_after_the_deadline_and_comes_back() -> None:
    """F11: detect <= deadline + 1 s; the service goes on."""
    async with running() as toy:
        pid = toy.pid
        began = time.monotonic()
        with pytest.raises(WorkerTimedOut, match=r"within 0\.3 s"):
            await toy.call({"do": "freeze"}, deadline_s=0.3)
        assert time.monotonic() - began <= 1.3
        await toy.call({"do": "echo"}, deadline_s=20)
        assert toy.pid != pid
        assert toy.restarts == 1


async def test_a_long_call_is_cancelled_without_losing_the_model() -> None:
    """F11, T-41: the deadline of a call that can stop does not cost the loaded model."""
    async with running() as toy:
        pid = toy.pid
        with pytest.raises(WorkerTimedOut):
            await toy.call({"do": "long"}, deadline_s=0.2)
        await toy.call({"do": "echo"}, deadline_s=10)
        assert (toy.pid, toy.restarts) == (pid, 0)


async def test_a_deadline_counts_from_when_the_prompt_was_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """B13: on a slow machine each call's deadline cut the reading, and the model never woke."""
    monkeypatch.setattr(life, "PING_EVERY_S", 0.05)
    async with running(counts=True) as toy:
        header, _ = await toy.call({"do": "read", "seconds": 4.0}, deadline_s=2.0)
        assert header == {"read": True}
        with pytest.raises(WorkerTimedOut):
            await toy.call({"do": "steps", "seconds": 3.0}, deadline_s=1.0)


async def test_what_is_late_in_a_long_step_is_not_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """B13: what a killed model has read is lost; its caller is told at the deadline all the same,
    and the next call is served by the same model."""
    monkeypatch.setattr(life, "PING_EVERY_S", 0.05)
    async with running(counts=True) as toy:
        pid = toy.pid
        with pytest.raises(WorkerTimedOut):
            await toy.call({"do": "step", "seconds": 4.0}, deadline_s=2.0)
        await toy.call({"do": "echo"}, deadline_s=10)
        assert (toy.pid, toy.restarts) == (pid, 0)


async def test_what_hangs_after_it_got_on_is_killed_by_the_next_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """F11: the patience with a long step ends."""
    monkeypatch.setattr(life, "PING_EVERY_S", 0.05)
    monkeypatch.setattr(worker_module, "STEP_S", 2.0)
    async with running(counts=True) as toy:
        pid = toy.pid
        with pytest.raises(WorkerTimedOut):
            await toy.call({"do": "step", "seconds": 600.0}, deadline_s=1.0)
        await toy.call({"do": "echo"}, deadline_s=20)
        assert toy.pid != pid


async def test_cancel_stops_the_running_call_which_still_replies() -> None:
    async with running() as toy:
        call = asyncio.create_task(toy.call({"do": "long"}, deadline_s=20))
        await asyncio.sleep(0.1)
        await toy.cancel()
        header, _ = await call
        assert header == {"stopped": True}


async def test_a_cancelled_caller_stops_the_child_and_its_reply_is_dropped() -> None:
    async with running() as toy:
        call = asyncio.create_task(toy.call({"do": "long"}, deadline_s=20))
        await asyncio.sleep(0.1)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        header, _ = await toy.call({"do": "echo", "n": 2}, deadline_s=10)
        assert header["n"] == 2


async def test_a_segfault_is_a_crash_with_the_last_words_and_the_child_comes_back() -> None:
    """F12: SIGSEGV in the worker; no restart of the main process."""
    async with running() as toy:
        with pytest.raises(WorkerCrashed, match=r"exit -11.*native code says goodbye"):
            await toy.call({"do": "crash"}, deadline_s=10)
        assert not toy.ready()
        assert "restarting" in toy.why_down
        header, _ = await toy.call({"do": "echo", "again": 1}, deadline_s=20)
        assert header["again"] == 1


@pytest.mark.parametrize(
    "garbage",
    [
        b"\xff" * 64,
        LENGTHS.pack(4, 0) + b"oops",
        LENGTHS.pack(2, 0) + b"[]",
        pack({"id": 1}),
        pack({"id": [], "op": "reply"}),
        pack({"id": 1, "op": "reply", "reply": 7}),
        pack({"id": 1, "op": "reply", "reply": ["x"]}),
    ],
)
async def test_garbage_from_the_child_is_a_crash_and_the_child_comes_back(garbage: bytes) -> None:
    """F10: nothing a child writes can end the service."""
    async with running() as toy:
        with pytest.raises(WorkerCrashed, match="garbage"):
            await toy.call({"do": "babble", "hex": garbage.hex()}, deadline_s=20)
        await toy.call({"do": "echo"}, deadline_s=20)


async def test_a_child_killed_while_idle_is_revived_unasked() -> None:
    async with running() as toy:
        assert toy.pid is not None
        os.kill(toy.pid, signal.SIGKILL)
        for _ in range(200):
            await asyncio.sleep(0.05)
            if toy.restarts and toy.ready():
                break
        assert toy.ready()


async def test_memory_limit_refuses_what_is_too_much() -> None:
    """F12: the limit is the child's own; the parent is untouched."""
    async with running(memory_limit_mb=256) as toy:
        with pytest.raises(WorkerRefused, match="MemoryError"):
            await toy.call({"do": "grow", "mb": 400}, deadline_s=10)
        header, _ = await toy.call({"do": "grow", "mb": 10}, deadline_s=10)
        assert header["size"] == 10 * 2**20


@pytest.mark.parametrize(("deed", "counts"), [("long", True), ("freeze", True), ("freeze", False)])
async def test_a_call_that_gets_no_further_is_silent_long_before_its_deadline(
    deed: str, counts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F11: a native call that hangs while its process lives, and a process that is stopped."""
    monkeypatch.setattr(life, "PING_EVERY_S", 0.02)
    async with running(counts=counts) as toy:
        assert toy.silent_s() == 0
        call = asyncio.create_task(toy.call({"do": deed}, deadline_s=20))
        await asyncio.sleep(0.6)
        assert toy.silent_s() > 0.4
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
        assert toy.silent_s() == 0


@pytest.mark.parametrize(("deed", "counts"), [("steps", True), ("long", False)])
async def test_a_call_that_gets_on_is_not_silent(
    deed: str, counts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F11: what cannot count its steps is alive as long as its control thread answers."""
    monkeypatch.setattr(life, "PING_EVERY_S", 0.02)
    async with running(counts=counts) as toy:
        call = asyncio.create_task(toy.call({"do": deed, "seconds": 1.0}, deadline_s=20))
        await asyncio.sleep(0.7)
        assert toy.silent_s() < 0.5
        await toy.cancel()
        await call


async def test_b15_a_long_step_of_computing_is_not_silent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a busy machine one step of a prompt took 15 s: the page said "it does not answer" in red,
    again and again, about a model that was computing all the time."""
    monkeypatch.setattr(life, "PING_EVERY_S", 0.02)
    monkeypatch.setattr(life, "CPU_SIGN_S", 0.02)
    async with running(counts=True) as toy:
        call = asyncio.create_task(toy.call({"do": "burn", "cpu_s": 600}, deadline_s=60))
        child = toy._child
        assert child is not None
        await until(lambda: child.silent_s() > 1.0 and toy.silent_s() < child.silent_s() / 2)
        assert not child.gets_on(0.5)
        await toy.cancel()
        await call


@pytest.mark.parametrize(("deed", "code", "by_us"), [("abort", -6, False), ("freeze", -9, True)])
async def test_how_a_child_fell_decides_how_the_next_begins(
    deed: str, code: int, by_us: bool
) -> None:
    """F12."""
    falls: list[Fall] = []

    def smaller(fall: Fall) -> dict[str, Any]:
        falls.append(fall)
        return {"n_ctx": 4096}

    async with running(after_fall=smaller, n_ctx=8192) as toy:
        with pytest.raises(WorkerFailed):
            await toy.call({"do": deed}, deadline_s=0.3 if by_us else 10)
        header, _ = await toy.call({"do": "settings"}, deadline_s=20)
        assert header["n_ctx"] == 4096
    assert [(fall.exit_code, fall.by_us) for fall in falls] == [(code, by_us)]


async def test_a_child_out_of_memory_leaves_its_parent_as_it_was() -> None:
    """F12: main RSS untouched, and the loop goes on all the while."""
    own = psutil.Process()
    async with running(memory_limit_mb=256) as toy:
        await toy.call({"do": "grow", "mb": 10}, deadline_s=10)
        before, ticks = own.memory_info().rss, 0
        call = asyncio.create_task(toy.call({"do": "grow", "mb": 400}, deadline_s=10))
        while not call.done():
            await asyncio.sleep(0.001)
            ticks += 1
        assert isinstance(call.exception(), WorkerRefused)
        assert ticks > 0
        assert own.memory_info().rss - before < 8 * 2**20


async def test_a_module_that_cannot_load_says_why() -> None:
    """T-15: no model file is a reason, not an accident."""
    toy = Worker("toy_worker", {"refuse": True}, name="toy")
    with pytest.raises(WorkerUnavailable, match=r"model\.gguf"):
        await toy.start()
    with pytest.raises(WorkerUnavailable, match=r"model\.gguf"):
        await toy.call({"do": "echo"}, deadline_s=1)
    await toy.stop()


async def test_a_module_that_does_not_exist_says_so() -> None:
    toy = Worker("no_such_module_at_all", {}, name="toy")
    with pytest.raises(WorkerUnavailable, match="no_such_module_at_all"):
        await toy.start()


async def test_call_before_start_is_unavailable() -> None:
    with pytest.raises(WorkerUnavailable, match="not started"):
        await Worker("toy_worker", {}, name="toy").call({"do": "echo"}, deadline_s=1)


async def test_stop_and_start_again() -> None:
    async with running() as toy:
        await toy.stop()
        with pytest.raises(WorkerUnavailable, match="stopped"):
            await toy.call({"do": "echo"}, deadline_s=1)
        await toy.start()
        await toy.call({"do": "echo"}, deadline_s=10)


async def test_threads_of_numeric_libraries_are_limited_and_do_not_spin() -> None:
    """llm.md section 3: OpenMP spinning collapses a shared machine."""
    async with running(threads=3) as toy:
        wanted = {"OMP_NUM_THREADS": "3", "OMP_WAIT_POLICY": "PASSIVE"}
        for key, value in wanted.items():
            header, _ = await toy.call({"do": "env", "key": key}, deadline_s=10)
            assert header["value"] == value


def test_the_child_dies_with_its_parent() -> None:
    """A service killed with -9 leaves no model behind in memory."""
    script = (
        "import asyncio, sys, time\n"
        f"sys.path.insert(0, {str(HERE)!r})\n"
        "from companion.engines.worker.worker import Worker\n"
        "async def main():\n"
        "    w = Worker('toy_worker', {}, name='toy'); await w.start()\n"
        "    print(w.pid, flush=True); await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child_pid = int(parent.stdout.readline())
        parent.kill()
        parent.wait()
    ends = time.monotonic() + 5
    while Path(f"/proc/{child_pid}/cmdline").exists() and time.monotonic() < ends:
        if not Path(f"/proc/{child_pid}/cmdline").read_bytes():
            break
        time.sleep(0.05)
    else:
        assert not Path(f"/proc/{child_pid}").exists()


async def test_a_revival_that_fails_is_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without memory or descriptors no child can be made: the revival died in silence, and
    "restarting" stood on the page for ever."""
    monkeypatch.setattr("companion.service.residents.RESTART_FROM_S", 0.01)
    async with running() as toy:
        spawn, tries = toy._spawn, list[int]()

        async def failing() -> Any:
            tries.append(1)
            if len(tries) < 3:
                raise BlockingIOError(11, "Resource temporarily unavailable")
            return await spawn()

        monkeypatch.setattr(toy, "_spawn", failing)
        assert toy.pid is not None
        os.kill(toy.pid, signal.SIGKILL)
        async with asyncio.timeout(30):
            while not (toy.ready() and len(tries) >= 3):
                await asyncio.sleep(0.01)
        await toy.call({"do": "echo"}, deadline_s=10)


async def test_a_start_that_is_given_up_leaves_no_socket_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """F11: a house that stops while a worker starts; both ends were left to the collector."""
    made: list[socket.socket] = []
    pair = socket.socketpair

    def kept() -> tuple[socket.socket, socket.socket]:
        made.extend(both := pair())
        return both

    async def never(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(socket, "socketpair", kept)
    monkeypatch.setattr(asyncio, "create_subprocess_exec", never)
    toy = Worker("toy_worker", {}, name="toy")
    start = asyncio.create_task(toy.start())
    async with asyncio.timeout(60):
        await until(lambda: len(made) == 2)
    start.cancel()
    await asyncio.wait({start})
    assert [end.fileno() for end in made] == [-1, -1]
