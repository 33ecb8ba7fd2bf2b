"""Systemd: sends the service manager its messages (sd_notify(3)), as often as it wants them.

No library: the protocol is one datagram of `KEY=value` lines to the socket systemd names in
`NOTIFY_SOCKET`. Without one, nothing is sent and nothing changes.
"""

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncIterator, Callable, Iterable, MutableMapping

from companion.words.health import Health, HealthStatus
from companion.words.language import Language
from companion.words.number import whole_number

WORKING_S = 15.0
"""How long systemd waits for more word of a long piece of work: half of the unit's
`WatchdogSec`."""
STATUS_CHARS = 300
"""`systemctl status` shows one line; what is longer is cut."""


class Systemd:
    """The far end of `NOTIFY_SOCKET`; silent where there is none."""

    def __init__(self, address: str = "", *, watchdog_s: float | None = None) -> None:
        """`address`: path, or `@name` in the abstract space. `watchdog_s`: the longest silence
        allowed (`WatchdogSec`), None where nobody watches."""
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self.watchdog_s = watchdog_s
        self._said = ""

    @classmethod
    def of(cls, environment: MutableMapping[str, str]) -> "Systemd":
        """As systemd set it: `NOTIFY_SOCKET`, `WATCHDOG_USEC`, `WATCHDOG_PID`. They are taken
        out, so that no child (mosquitto does) reports itself ready in our name."""
        address = environment.pop("NOTIFY_SOCKET", "")
        watchdog_us = whole_number(environment.pop("WATCHDOG_USEC", ""), least=1, most=2**63 - 1)
        meant = environment.pop("WATCHDOG_PID", "") in ("", str(os.getpid()))
        watched = bool(address) and meant and watchdog_us is not None
        return cls(address, watchdog_s=watchdog_us / 1e6 if watched and watchdog_us else None)

    @property
    def listens(self) -> bool:
        """Whether anybody is told."""
        return bool(self._address)

    def ready(self) -> None:
        """Page, record and house are up (the model comes later)."""
        self._send("READY=1")

    def stopping(self) -> None:
        """An orderly stop has begun."""
        self._send("STOPPING=1", "STATUS=stopping")

    def alive(self) -> None:
        """Feed the watchdog. Only the event loop may say so, see `pulse`."""
        self._send("WATCHDOG=1")

    def working(self, more_s: float) -> None:
        """A long piece of work is going on: allow it so many seconds more."""
        self._send(f"EXTEND_TIMEOUT_USEC={int(more_s * 1e6)}", "WATCHDOG=1")

    def status(self, text: str) -> None:
        """One line for `systemctl status`; the same twice is sent once."""
        line = " ".join(text.split())[:STATUS_CHARS]
        if line != self._said:
            self._said = line
            self._send(f"STATUS={line}")

    def _send(self, *lines: str) -> None:
        if not self._address:
            return
        # A manager that went away or is busy must not take the service with it; a lost
        # WATCHDOG=1 is followed by the next.
        with contextlib.suppress(OSError), _datagrams() as post:
            post.setblocking(False)
            post.connect(self._address)
            post.send("\n".join(lines).encode())


@contextlib.asynccontextmanager
async def long_work(systemd: Systemd) -> AsyncIterator[None]:
    """While a piece of work takes minutes (the rescue of a long record), systemd hears that they
    are wanted."""

    async def say() -> None:
        while True:
            systemd.working(WORKING_S)
            await asyncio.sleep(WORKING_S / 3)

    saying = asyncio.create_task(say(), name="word of a long piece of work")
    try:
        yield
    finally:
        saying.cancel()


def status_teller(
    systemd: Systemd, parts: Callable[[], Iterable[Health]], language: Language
) -> Callable[[], None]:
    """Tells systemd the one line of `systemctl status` each time it is called."""
    return lambda: systemd.status(status_line(parts(), language))


def _datagrams() -> socket.socket:
    return socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)


def status_line(parts: Iterable[Health], language: Language) -> str:
    """`ready`, or what is wrong, worst first: `broker: Lost (refused) ...`."""
    wrong = [h for h in parts if h.status in (HealthStatus.DOWN, HealthStatus.DEGRADED)]
    if wrong:
        sign = "一部停止" if language is Language.JA else "degraded"
        return f"{sign}: " + "; ".join(f"{h.part}: {h.what.get(language)}" for h in wrong)
    if waiting := [h.part for h in parts if h.status is HealthStatus.STARTING]:
        sign = "起動中" if language is Language.JA else "starting"
        return f"{sign}: {', '.join(waiting)}"
    return "稼働中" if language is Language.JA else "ready"
