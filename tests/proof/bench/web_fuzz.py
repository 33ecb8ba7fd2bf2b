"""Fuzz of the page: malformed requests at every route of the page, over a real socket.

Each request begins as a right one of some route; then one to four of its parts are spoiled: method,
ids in the path, query, headers, cookies, body. The bytes go out as they are, past every client
library that would refuse them. Two thirds carry a session, so that they come as far as the routes.
What must hold: no answer 5xx, no traceback, and the page still answers.
"""

import asyncio
import contextlib
import json
import logging
import random
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes

from companion.web.app import routes
from companion.web.guard import SESSION_COOKIE
from companion.web.keys import Keys
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.whole import living, shipped

IDS = ("F21",)
REQUESTS = {Effort.SHORT: 600, Effort.LONG: 8600}
SEED = 10
PASSWORD = "fuzzed against"
SESSIONS = 60
"""Each with its own limits, so that the requests are judged by the routes and not by the brakes."""
AT_ONCE = 8
ANSWER_S = 20.0
UNAVAILABLE = 503
"""Right where a part of the house is missing; in the whole house nothing is."""
_NEVER_RIGHT = frozenset({"/api/logout", "/api/sessions/end", "/api/password"})
"""With a right session these would end the sessions that the other requests need."""

ODD: tuple[str, ...] = (
    "²", "١", "１", "-1", "0", "1e400", "nan", "-inf", "9" * 30, "9" * 5000, "0x10", "1_0", "1.5",
    "", " ", "\x00", "\r\nX-Evil: 1", "../../etc/passwd", "%2e%2e%2f", "é", "名前", "🤖", "\u202e",
    "\ufeff1", "<script>alert(1)</script>", "' OR 1=1 --", "{{7*7}}", "a" * 2000, "null", "true",
)  # fmt: skip
RAW: tuple[bytes, ...] = (b"\xff\xfe", b"\xed\xa0\x80", b"\xb2", b"\x00", b"\xc0\xaf")
_KEYS = (
    "operation", "parameters", "answer", "text", "place", "on", "ids", "since", "until", "reason",
    "consequences", "password", "old", "new", "kind", "label", "when", "at", "date", "length",
    "minutes", "days", "days_of", "holidays", "sun", "side", "offset", "person", "movement", "does",
    "amount", "condition", "comparison", "value", "state", "missed", "manner", "timing", "actions",
    "type", "after_s", "weekdays", "offset_s", "snooze_s", "enabled", "due", "manners", "payload",
)  # fmt: skip
_QUERY = (
    "lang", "limit", "before", "after", "source", "kind", "ids", "since", "until", "text", "entry",
    "place", "days", "count", "at", "label",
)  # fmt: skip
_HEADERS = (
    "Last-Event-ID", "Content-Length", "Accept-Language", "Cookie", "Host", "Origin", "Range",
    "If-None-Match", "If-Modified-Since", "Transfer-Encoding", "Expect", "Connection", "Upgrade",
    "X-Companion-Token", "X-Companion-Page", "Content-Type", "Sec-Fetch-Site", "Accept",
    "X-Forwarded-For", "Forwarded", "User-Agent", "Content-Encoding", "X\tY", "", ":authority",
)  # fmt: skip
_METHODS = (
    "GET",
    "HEAD",
    "PUT",
    "DELETE",
    "PATCH",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "A" * 300,
    "g\xb2",
)
_VERSIONS = ("HTTP/1.0", "HTTP/0.9", "HTTP/9.9", "HTTP/2.0", "", "HTP/1.1", "HTTP/1.1 x")
_IDS = {"device_id": "light.hall_ceiling", "name": "hall"}
_PLACEHOLDER = re.compile(r"{(\w+)(?::\w+)?}")
_RIGHT: dict[str, Any] = {
    "/api/say": {"text": "turn on the light"},
    "/api/privacy": {"on": False},
    "/api/devices/{device_id}/operate": {"operation": "turn_on", "parameters": {}},
    "/api/approvals/{approval_id}": {"answer": "y"},
    "/api/login": {"password": "wrong password"},
    "/api/erase/find": {"text": "nothing has this"},
    "/api/erase": {"text": "nothing has this", "reason": "asked"},
    "/api/schedule": {"kind": "timer", "timing": {"type": "after", "after_s": 60}},
    "/api/schedule/{entry_id}": {"label": "x"},
    "/api/schedule/snooze": {"snooze_s": 60},
    "/api/schedule/page": {"kind": "timer", "when": "after", "length": "10"},
    "/api/schedule/page/sketch": {"kind": "alarm", "when": "daily", "at": "07:00"},
    "/api/schedule/page/{entry_id}": {"kind": "routine", "when": "daily", "at": "07:00"},
}


@dataclass
class Request:
    """One request, still in parts."""

    method: str
    path: bytes
    version: str = "HTTP/1.1"
    query: list[tuple[str, bytes]] = field(default_factory=list)
    headers: list[tuple[str, bytes]] = field(default_factory=list)
    body: bytes = b""
    length_is_right: bool = True

    def as_bytes(self) -> bytes:
        """As it goes over the wire."""
        asked = b"&".join(name.encode() + b"=" + value for name, value in self.query)
        target = self.path + (b"?" + asked if asked else b"")
        lines = [self.method.encode("latin-1") + b" " + target + b" " + self.version.encode()]
        lines += [name.encode("latin-1") + b": " + value for name, value in self.headers]
        if self.length_is_right and self.body:
            lines.append(b"Content-Length: %d" % len(self.body))
        return b"\r\n".join(lines) + b"\r\n\r\n" + self.body


@dataclass
class Found:
    """What came of it."""

    statuses: Counter[int] = field(default_factory=Counter)
    """0: closed without an answer, which HTTP allows for what is no HTTP."""
    wrong: list[str] = field(default_factory=list)
    """Requests that were answered 5xx (but 503, which is counted), or not at all in time."""
    tracebacks: list[str] = field(default_factory=list)


class Spoiler:
    """Makes requests by chance; the same seed makes the same ones."""

    def __init__(self, seed: int, port: int, page_token: str, cookies: Sequence[str]) -> None:
        self.chance = random.Random(seed)
        self._port, self._page_token, self._cookies = port, page_token, cookies
        self._routes = [
            (method, route.path)
            for route in routes()
            for method in sorted(route.methods or ())
            if method != "HEAD"
        ]

    def next(self) -> Request:
        """A request with one to four parts spoiled."""
        method, path = self.chance.choice(self._routes)
        request = self._right(method, path)
        ways = (
            self._path,
            self._path,
            self._query,
            self._query,
            self._header,
            self._header,
            self._json,
            self._json,
            self._json,
            self._bytes,
            self._method,
            self._version,
        )
        for way in self.chance.sample(ways, self.chance.randint(1, 4)):
            way(request)
        return request

    def _right(self, method: str, path: str) -> Request:
        filled = _PLACEHOLDER.sub(lambda found: _IDS.get(found[1], "1"), path)
        body = b"" if method == "GET" else json.dumps(_RIGHT.get(path, {})).encode()
        origin = f"http://127.0.0.1:{self._port}".encode()
        headers = [("Host", origin.removeprefix(b"http://")), ("Origin", origin)]
        headers.append(("X-Companion-Page", self._page_token.encode()))
        if path not in _NEVER_RIGHT and self.chance.random() < 0.67:
            cookie = self.chance.choice(self._cookies)
            headers.append(("Cookie", f"{SESSION_COOKIE}={cookie}".encode()))
        return Request(method, filled.encode(), headers=headers, body=body)

    def _odd(self) -> bytes:
        text = self.chance.choice((*ODD, None))
        return self.chance.choice(RAW) if text is None else text.encode()

    def _path(self, request: Request) -> None:
        parts = request.path.split(b"/")
        parts[self.chance.randrange(1, len(parts))] = quote_from_bytes(self._odd(), "").encode()
        request.path = b"/".join(parts)

    def _query(self, request: Request) -> None:
        for _ in range(self.chance.randint(1, 3)):
            value = quote_from_bytes(self._odd()).encode()
            request.query.append((self.chance.choice(_QUERY), value))

    def _header(self, request: Request) -> None:
        name = self.chance.choice(_HEADERS)
        value = self.chance.choice((self._odd(), b"x" * 70_000, b"chunked", b"bytes=0-,5-2,-9"))
        request.headers.insert(self.chance.randint(0, len(request.headers)), (name, value))

    def _method(self, request: Request) -> None:
        request.method = self.chance.choice(_METHODS)

    def _version(self, request: Request) -> None:
        request.version = self.chance.choice(_VERSIONS)

    def _json(self, request: Request) -> None:
        """Any JSON, with names that the routes know."""
        try:
            found = json.loads(request.body or b"{}")
        except (ValueError, RecursionError):
            found = {}
        for _ in range(self.chance.randint(1, 4)):
            keys = [*found, *_KEYS] if isinstance(found, dict) else [*_KEYS]
            if isinstance(found, dict):
                found[self.chance.choice(keys)] = self._value(3)
        if self.chance.random() < 0.1:
            found = self._value(2)
        request.body = json.dumps(found, ensure_ascii=self.chance.random() < 0.5).encode(
            "utf-8", "surrogatepass"
        )

    def _value(self, depth: int) -> Any:
        made: tuple[Callable[[], Any], ...] = (
            lambda: self.chance.choice(ODD),
            lambda: self.chance.choice((0, -1, 2**63, 10**400, 1e308, -0.0, 0.1)),
            lambda: self.chance.choice((float("nan"), float("inf"), float("-inf"))),
            lambda: self.chance.choice((None, True, False, "\ud800", "07:00", "2026-02-30")),
            lambda: [self._value(depth - 1) for _ in range(self.chance.randint(0, 4))],
            lambda: {self.chance.choice(_KEYS): self._value(depth - 1) for _ in range(3)},
        )
        return self.chance.choice(made if depth > 0 else made[:4])()

    def _bytes(self, request: Request) -> None:
        """A body that is no JSON, or not as long as it says."""
        deep = self.chance.choice((40, 5000, 60_000))
        request.body = self.chance.choice(
            (
                b"[" * deep,
                b'{"text":' * deep,
                b'{"a":[' * deep,
                b"\xef\xbb\xbf{}",
                b"\xff\xfe",
                b'{"text":1e999}',
                b"NaN",
                b'{"text":"\\ud800"}',
                b'{"on":1,"on":0}',
                b"{",
                b"\x00",
                request.body[: len(request.body) // 2],
                b" " * 100_000,
                b"1" * 5000,
            )
        )
        if self.chance.random() < 0.2:
            request.length_is_right = False
            length = self.chance.choice(
                (b"-1", b"\xb2", b"1e3", b"2000000", b"9" * 40, b"+5", b"5")
            )
            request.headers.append(("Content-Length", length))


class _Ear(logging.Handler):
    """Hears what must not be in the log."""

    def __init__(self, found: Found) -> None:
        super().__init__()
        self._found = found

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a traceback, and asyncio's and uvicorn's own reports of one."""
        if record.exc_info or (record.name == "asyncio" and record.levelno >= logging.ERROR):
            error = record.exc_info[1] if record.exc_info else None
            told = f"{record.name}: {record.getMessage()[:300]} {error!r}"
            self._found.tracebacks.append(told)


async def attack(
    port: int, state_dir: Path, cookies: Sequence[str], count: int, seed: int
) -> Found:
    """So many requests at the page of this port; `cookies` are tokens of living sessions."""
    found, ear = Found(), None
    spoiler = Spoiler(seed, port, Keys(state_dir).page_token(), cookies)
    requests = [spoiler.next().as_bytes() for _ in range(count)]
    ear = _Ear(found)
    logging.getLogger().addHandler(ear)
    places = asyncio.Semaphore(AT_ONCE)

    async def one(number: int, request: bytes) -> None:
        async with places:
            status = await _status(port, f"127.0.{1 + number % 200}.{2 + number % 50}", request)
        found.statuses[status] += 1
        if (status >= 500 and status != UNAVAILABLE) or status < 0:
            found.wrong.append(f"{status} {request[:300]!r}")

    try:
        async with asyncio.TaskGroup() as group:
            for number, request in enumerate(requests):
                group.create_task(one(number, request))
    finally:
        logging.getLogger().removeHandler(ear)
    return found


async def _status(port: int, source: str, request: bytes) -> int:
    """The status of the answer; 0: it was closed without one, -1: nothing came in time."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        writer.write(request)
        with contextlib.suppress(OSError):
            writer.write_eof()
        async with asyncio.timeout(ANSWER_S):
            line = await reader.readline()
        parts = line.split()
        return int(parts[1]) if len(parts) > 1 else 0
    except TimeoutError:
        return -1
    except OSError:
        return 0
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """The whole house, with a password and sessions, under so many malformed requests."""
    with tempfile.TemporaryDirectory(prefix="companion-fuzz-") as folder:
        settings = shipped(Path(folder))
        cookies = logged_in(settings.state_dir)
        async with living(settings) as (_, port):
            found = await attack(port, settings.state_dir, cookies, REQUESTS[effort], SEED)
            ask = f"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            ask += f"Cookie: {SESSION_COOKIE}={cookies[0]}\r\n\r\n"
            after = await _status(port, "127.0.0.1", ask.encode())
    detail = {
        "requests": found.statuses.total(),
        "statuses": {str(status): count for status, count in sorted(found.statuses.items())},
        "wrong": found.wrong[:20],
        "tracebacks": found.tracebacks[:20],
        "answered_afterwards": after,
    }
    wrong = len(found.wrong) + len(found.tracebacks) + found.statuses[UNAVAILABLE]
    wrong += after != 200
    return (
        Figure(
            id="F21",
            what=f"5xx, silence or tracebacks in {REQUESTS[effort]} malformed requests",
            value=wrong,
            limit=0,
            sense=Sense.AT_MOST,
            unit="",
            detail=detail,
        ),
    )


def logged_in(state_dir: Path) -> list[str]:
    """Tokens of sessions that the page will find when it starts; a password is set."""
    state_dir.mkdir(parents=True, exist_ok=True)
    keys = Keys(state_dir)
    keys.set_password(PASSWORD)
    cookies = [keys.sessions.begin() for _ in range(SESSIONS)]
    keys.sessions.store()
    return cookies
