"""Lookup: resolves names of other machines in a thread for which no local work waits.

A resolver that never answers keeps the thread that asks it for half a minute and cannot be
interrupted. asyncio asks in the default executor, which has a handful of threads for everybody: the
record's upkeep, backups, files. So every link asks here first: in a thread of its own, one for a
name however often it is tried, that ends with the process. A name without an answer in time counts
as absent.
"""

import asyncio
import ipaddress
import socket
import threading
from collections.abc import Callable
from contextlib import suppress

LOOKUP_S = 5.0
"""glibc asks each nameserver for 5 s, and then again; a home that answers does so in 0.1 s."""
_HERE = frozenset({"localhost", "ip6-localhost", ""})


class NameNotFound(OSError):
    """No such name, or nobody who could tell answered in time."""


class Lookups:
    """One thread for each name being looked up."""

    def __init__(self, ask: Callable[[str], object] | None = None) -> None:
        self._ask = ask or (lambda host: socket.getaddrinfo(host, None, type=socket.SOCK_STREAM))
        self._lock = threading.Lock()
        self._waiting: dict[str, list[Callable[[str], None]]] = {}

    async def find(self, host: str, wait_s: float = LOOKUP_S) -> None:
        """Until the resolver knows the name. Raises `NameNotFound`. An address is found at once."""
        if host in _HERE or _is_address(host):
            return
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[str] = loop.create_future()

        def told(why: str) -> None:
            with suppress(RuntimeError):  # the loop ended meanwhile
                loop.call_soon_threadsafe(_settle, answer, why)

        self._begin(host, told)
        try:
            async with asyncio.timeout(wait_s):
                why = await answer
        except TimeoutError:
            why = f"no answer within {wait_s:g} s"
        if why:
            raise NameNotFound(f"Name or service not known: {host} ({why})")

    def asking(self) -> int:
        """Names being looked up now, each by one thread."""
        return len(self._waiting)

    def _begin(self, host: str, told: Callable[[str], None]) -> None:
        with self._lock:
            new = host not in self._waiting
            self._waiting.setdefault(host, []).append(told)
        if new:
            name = f"look up {host}"
            threading.Thread(target=self._look, args=(host,), name=name, daemon=True).start()

    def _look(self, host: str) -> None:
        why = ""
        try:
            self._ask(host)
        except (OSError, UnicodeError) as error:
            why = str(error) or type(error).__name__
        with self._lock:
            waiting = self._waiting.pop(host)
        for told in waiting:
            told(why)


LOOKUPS = Lookups()
"""Those of this process."""


def _settle(answer: "asyncio.Future[str]", why: str) -> None:
    if not answer.done():
        answer.set_result(why)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]").partition("%")[0])
    except ValueError:
        return False
    return True
