"""Broker: takes the configured broker, else starts mosquitto as a child, else amqtt in this process
(ADR 0007).

A broker of our own listens on loopback only, keeps nothing on disk and ends with us.
"""

import asyncio
import contextlib
import inspect
import logging
import os
import shutil
import socket
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from random import randrange
from typing import Any

from companion.links.mqtt import BrokerAddress
from companion.ports.part import ResidentSpec, Stage

log = logging.getLogger("companion.broker")

START_TRIES = 3
START_TIMEOUT_S = 8.0
STOP_TIMEOUT_S, STOP_TRIES = 3.0, 3
REVIVE_WAIT_S = 1.0
LONGEST_REVIVE_WAIT_S = 4.0
"""As long as the link waits: a broker of our own is to be back within 5 s too."""
ASK_EVERY_S, ANSWER_S, SILENT_TIMES = 5.0, 5.0, 3
"""How often a broker of our own is asked whether it is still there, how long that may take, and how
often in a row it may not answer before it is ended and started anew: stopped or locked up it would
hold the home until somebody looked, since it never ends by itself. Half a minute at most."""
_CONNECT = b"\x10\x0c\x00\x04MQTT\x04\x02\x00\x05\x00\x00"
"""MQTT 3.1.1: a clean session without a name. The kernel takes connections for a process that
hangs; only an answer shows that it lives."""
_DISCONNECT = b"\xe0\x00"
_END_WITH_PARENT = (
    "import ctypes, os, sys; ctypes.CDLL(None).prctl(1, 15, 0, 0, 0); "
    "os.execv(sys.argv[1], sys.argv[1:])"
)
"""PR_SET_PDEATHSIG: the kernel sends TERM to mosquitto when we die, however we die. Set by a
Python in between, for a function between fork and exec is unsafe beside threads."""


class BrokerUnavailable(RuntimeError):
    """No broker could be started; the text says what was tried and the remedy."""


class BrokerKind(StrEnum):
    """Kind of broker that carries the home."""

    CONFIGURED = "configured"
    MOSQUITTO = "mosquitto"
    AMQTT = "amqtt"


async def _nothing() -> None:
    return


async def _forever() -> None:
    await asyncio.Event().wait()


@dataclass(slots=True)
class Broker:
    """A broker that can be reached at `address`."""

    address: BrokerAddress
    kind: BrokerKind
    pid: int | None = None
    """Of the child process, if it is one."""
    _stop: Callable[[], Awaitable[None]] = _nothing
    _watch: Callable[[], Awaitable[None]] = _forever

    @property
    def host(self) -> str:
        """Host name or address."""
        return self.address.host

    @property
    def port(self) -> int:
        """TCP port."""
        return self.address.port

    async def stop(self) -> None:
        """End a broker of our own; a configured one is left alone."""
        await self._stop()

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The watch over a broker of our own."""
        return (ResidentSpec("broker", self.watch, Stage.DRIVERS, finishes=True),)

    async def watch(self) -> None:
        """Until cancelled: bring a child that ended back, on its port, with back-off."""
        await self._watch()


async def start_broker(
    configured: BrokerAddress | None,
    state_dir: Path,
    *,
    kind: BrokerKind | None = None,
    port: int | None = None,
) -> Broker:
    """Give a broker: `configured`, else mosquitto if installed, else amqtt in-process.

    `kind` forces one of the two own brokers; `port` a loopback port (default: a free one).
    Raises `BrokerUnavailable`. A configured broker is not waited for: the link does that.
    """
    if configured is not None:
        return Broker(configured, BrokerKind.CONFIGURED)
    program = find_mosquitto()
    if kind is BrokerKind.AMQTT or (kind is None and program is None):
        return await _start_amqtt(port or free_port())
    if program is None:
        raise BrokerUnavailable("mosquitto is not installed; apt-get install mosquitto")
    await asyncio.to_thread(state_dir.mkdir, parents=True, exist_ok=True)
    child = _Mosquitto(program, state_dir)
    for _ in range(1 if port else START_TRIES):
        if await child.start(port or free_port()):
            return child.broker()
    raise BrokerUnavailable(
        f"mosquitto did not start on port {child.port}: taken, or see {child.log_file}"
    )


def find_mosquitto() -> str | None:
    """Path of mosquitto; Debian puts it where a user's PATH does not look."""
    return shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


def free_port() -> int:
    """A TCP port nobody listens on at loopback now.

    It lies below the range from which Linux and IANA lend ports to outgoing connections (32768 and
    49152 upwards, RFC 6335): a lent one can be another process's before the caller has bound it.
    """
    return next(port for port in iter(partial(randrange, 20_000, 32_768), None) if _free(port))


def _free(port: int) -> bool:
    """Whether we could listen there; else somebody else's broker would be taken for ours."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


class _Mosquitto:
    """mosquitto as a child process."""

    def __init__(self, program: str, state_dir: Path) -> None:
        self._program = program
        self._config = state_dir / "mosquitto.conf"
        self.log_file = state_dir / "mosquitto.log"
        self._process: asyncio.subprocess.Process | None = None
        self.port = 0
        self._stopping = False

    def broker(self) -> Broker:
        """The broker as callers see it."""
        address = BrokerAddress(host="127.0.0.1", port=self.port)
        pid = self._process.pid if self._process else None
        return Broker(address, BrokerKind.MOSQUITTO, pid, self.stop, self.watch)

    async def start(self, port: int) -> bool:
        """Start on `port`; False when it ended or did not listen in time."""
        self.port = port
        if not _free(port):
            return False
        self._config.write_text(_mosquitto_config(port), encoding="utf-8")
        with self.log_file.open("ab") as out:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-Sc",
                _END_WITH_PARENT,
                self._program,
                "-c",
                str(self._config),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                # Ctrl-C is for the house: it ends the broker last, in its own order.
                start_new_session=True,
            )
        if await _listening(port, START_TIMEOUT_S, self._process):
            return True
        await self._end_process()
        return False

    async def stop(self) -> None:
        """End it; idempotent."""
        self._stopping = True
        await self._end_process()

    async def watch(self) -> None:
        """Bring it back when it ends by itself, or answers no more."""
        wait_s = REVIVE_WAIT_S
        while not self._stopping and self._process is not None:
            code = await self._end_of(self._process)
            if self._stopping:
                return
            log.warning("mosquitto ended with %s; starting it again in %.0f s", code, wait_s)
            await asyncio.sleep(wait_s)
            wait_s = min(wait_s * 2, LONGEST_REVIVE_WAIT_S)
            if await self.start(self.port):
                wait_s = REVIVE_WAIT_S

    async def _end_of(self, process: asyncio.subprocess.Process) -> int:
        """Wait for its end, which is brought about when it hangs; give its exit code."""
        ended, silent = asyncio.ensure_future(process.wait()), 0
        try:
            while not (await asyncio.wait({ended}, timeout=ASK_EVERY_S))[0]:
                silent = 0 if await _answers(self.port) else silent + 1
                if silent >= SILENT_TIMES and not self._stopping:
                    log.warning("mosquitto does not answer any more; ending it")
                    process.kill()
            return ended.result()
        finally:
            ended.cancel()

    async def _end_process(self) -> None:
        process = self._process
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        try:
            async with asyncio.timeout(STOP_TIMEOUT_S):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


def _mosquitto_config(port: int) -> str:
    user = "user root\n" if os.geteuid() == 0 else ""
    return (
        f"{user}listener {port} 127.0.0.1\n"
        "allow_anonymous true\n"
        "set_tcp_nodelay true\n"
        "persistence false\n"
        "message_size_limit 1048576\n"
        # The default of 1000 drops states silently when many devices report at once.
        "max_queued_messages 20000\n"
        "log_dest stderr\nlog_type error\nlog_type warning\n"
    )


async def _listening(
    port: int, timeout_s: float, process: asyncio.subprocess.Process | None = None
) -> bool:
    for _ in range(int(timeout_s / 0.05)):
        if process is not None and process.returncode is not None:
            return False
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            await writer.wait_closed()
            return True
        await asyncio.sleep(0.05)
    return False


async def _answers(port: int) -> bool:
    """Whether the broker at this loopback port accepts a client now."""
    try:
        async with asyncio.timeout(ANSWER_S):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(_CONNECT)
                accepted = await reader.readexactly(4)
                writer.write(_DISCONNECT)
            finally:
                writer.close()
    except (OSError, TimeoutError, asyncio.IncompleteReadError):
        return False
    return accepted[:1] == b"\x20"


async def _start_amqtt(port: int) -> Broker:
    from amqtt.broker import Broker as Amqtt

    # It logs every client that leaves at warning level; its errors still show.
    logging.getLogger("amqtt").setLevel(logging.ERROR)
    config: dict[str, Any] = {
        "listeners": {"default": {"type": "tcp", "bind": f"127.0.0.1:{port}"}},
        "plugins": {"amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}},
    }
    broker = Amqtt(config)
    await broker.start()
    address = BrokerAddress(host="127.0.0.1", port=port, mqtt5=False)

    async def stop() -> None:
        for _ in range(STOP_TRIES):
            try:
                async with asyncio.timeout(STOP_TIMEOUT_S):
                    await broker.shutdown()
                return
            except TimeoutError:
                # In Python 3.11 a read that ends while it is cancelled loses the cancellation
                # (bpo-42130); amqtt then waits for that reader for ever. It is cancelled again.
                await _cancel(_tasks_in(Path(inspect.getfile(Amqtt)).parent))
            except asyncio.CancelledError:
                # amqtt's own tasks end so too.
                if (task := asyncio.current_task()) is not None and task.cancelling():
                    raise
                return
        log.warning("amqtt did not stop; port %d may stay taken until we end", port)

    return Broker(address, BrokerKind.AMQTT, None, stop)


def _tasks_in(package: Path) -> set[asyncio.Task[Any]]:
    """The tasks of this loop that run a package's own code."""
    coroutines = {task: task.get_coro() for task in asyncio.all_tasks()}
    return {
        task
        for task, coroutine in coroutines.items()
        if inspect.iscoroutine(coroutine)
        and Path(coroutine.cr_code.co_filename).is_relative_to(package)
    }


async def _cancel(tasks: set[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks, timeout=STOP_TIMEOUT_S)
