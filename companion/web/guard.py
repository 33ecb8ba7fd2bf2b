"""Guard: default-deny in front of every route (threats T8, T9, T12; fault F20)."""

import asyncio
import hmac
import ipaddress
import socket
from collections.abc import Callable, Sequence
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from urllib.parse import quote

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.web.keys import Keys
from companion.web.limits import ConnectionCap, RequestBrake
from companion.words.number import whole_number

SESSION_COOKIE = "companion_session"
BODY_LIMIT = 1024 * 1024
BODY_TIMEOUT_S = 10.0
"""For the whole body, however slowly it drips."""
SEND_TIMEOUT_S = 10.0
"""A client that takes nothing for so long is cut (F20)."""
OPEN_PATHS = frozenset({"/login", "/api/login", "/favicon.ico"})
"""Reachable without a session; everything else is denied by default."""
SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_SAFE = frozenset({"GET", "HEAD"})


class BodyTooLarge(ValueError):
    """The body passed `BODY_LIMIT` while it was read."""


class Guard:
    """ASGI middleware; each rule answers with a status to refuse, or None to let pass."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        keys: Keys,
        allowed_hosts: Sequence[str],
        cap: ConnectionCap,
    ) -> None:
        self._app = app
        self._keys = keys
        self._names = {"localhost", *(h.lower() for h in allowed_hosts)}
        self._cap = cap
        self._brake = RequestBrake()
        self.closing = asyncio.Event()
        """Set when the server stops: who waits for a message is told the client left."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Judge the request, then pass it on with the body capped and headers added."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        with self._cap.hold(_client(scope)) as room:
            refusal = None if room else HTTPStatus.SERVICE_UNAVAILABLE
            if self._brake.wait_s(_client(scope)):
                refusal = HTTPStatus.TOO_MANY_REQUESTS
            refusal = refusal or self._judge(scope)
            if refusal is None:
                await self._pass(scope, receive, send)
            else:
                await _refuse(scope, refusal, send)

    def _judge(self, scope: Scope) -> HTTPStatus | None:
        headers = Headers(scope=scope)
        by_token = self._cli_token_ok(headers)
        rules: tuple[Callable[[], HTTPStatus | None], ...] = (
            lambda: self._host(scope, headers),
            lambda: self._origin(headers),
            lambda: _length(headers),
            lambda: None if by_token else self._session(scope, headers),
            lambda: None if by_token else self._page_token(scope, headers),
        )
        return next((status for rule in rules if (status := rule()) is not None), None)

    def _cli_token_ok(self, headers: Headers) -> bool:
        given = headers.get("x-companion-token", "")
        return hmac.compare_digest(given.encode(), self._keys.cli_token.encode())

    def _host(self, scope: Scope, headers: Headers) -> HTTPStatus | None:
        """Only names we know, exactly one Host header: an unknown name is a rebinding try (T9)."""
        if len(headers.getlist("host")) != 1:
            return HTTPStatus.BAD_REQUEST
        host = headers["host"].lower()
        server = scope.get("server") or ("", 0)
        known = {*self._names, "127.0.0.1", "[::1]", _bracket(str(server[0]).lower())}
        known |= _own_names() if not is_loopback(str(server[0])) else set()
        port = server[1]
        if host in {f"{name}:{port}" for name in known} or (port == 80 and host in known):
            return None
        return None if host in self._names and ":" in host else HTTPStatus.MISDIRECTED_REQUEST

    def _origin(self, headers: Headers) -> HTTPStatus | None:
        origin = headers.get("origin")
        if origin is not None and origin.lower() != f"http://{headers['host'].lower()}":
            return HTTPStatus.FORBIDDEN
        return None

    def _session(self, scope: Scope, headers: Headers) -> HTTPStatus | None:
        if not self._keys.has_password():
            return None if is_loopback(_client(scope)) else HTTPStatus.FORBIDDEN
        path = str(scope["path"])
        if path in OPEN_PATHS or path.startswith("/static/"):
            return None
        value = session_of(headers)
        return None if self._keys.session_valid(value) else HTTPStatus.UNAUTHORIZED

    def _page_token(self, scope: Scope, headers: Headers) -> HTTPStatus | None:
        """A POST comes from our own page; a foreign page cannot read the token (T9)."""
        if scope["method"] in _SAFE:
            cross = headers.get("sec-fetch-site", "none") not in {"none", "same-origin"}
            api = str(scope["path"]).startswith("/api/")
            return HTTPStatus.FORBIDDEN if cross and api else None
        given = headers.get("x-companion-page", "")
        token_ok = hmac.compare_digest(given.encode(), self._keys.page_token().encode())
        return None if token_ok and "origin" in headers else HTTPStatus.FORBIDDEN

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        in_time = timed(send)

        async def guarded_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(scope, MutableHeaders(scope=message))
            await in_time(message)

        await self._app(scope, _capped(receive, self.closing), guarded_send)


def timed(send: Send) -> Send:
    """The same, but a client that takes nothing for `SEND_TIMEOUT_S` is a `TimeoutError`."""

    async def in_time(message: Message) -> None:
        async with asyncio.timeout(SEND_TIMEOUT_S):
            await send(message)

    return in_time


def is_loopback(address: str) -> bool:
    """Whether an address cannot be reached from another machine."""
    try:
        return ipaddress.ip_address(address.strip("[]")).is_loopback
    except ValueError:
        return address == "localhost"


def session_of(headers: Headers) -> str:
    """The session cookie's value, or ""."""
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(SESSION_COOKIE)
    except CookieError:
        return ""
    return morsel.value if morsel else ""


def _client(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _bracket(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def _own_names() -> set[str]:
    name = socket.gethostname().lower()
    return {name, f"{name}.local"}


def _length(headers: Headers) -> HTTPStatus | None:
    length = whole_number(headers.get("content-length", "0"), most=2**63 - 1)
    if length is None:
        return HTTPStatus.BAD_REQUEST
    return HTTPStatus.REQUEST_ENTITY_TOO_LARGE if length > BODY_LIMIT else None


def _capped(receive: Receive, closing: asyncio.Event) -> Receive:
    """Count what arrives and how long it takes; once the body is in, wait freely (SSE), until
    the client leaves or the server stops."""
    seen = 0
    done = False
    until = asyncio.get_running_loop().time() + BODY_TIMEOUT_S

    async def read() -> Message:
        nonlocal seen, done
        if done:
            return await _unless(closing, receive)
        async with asyncio.timeout_at(until):
            message = await receive()
        seen += len(message.get("body", b""))
        done = not message.get("more_body", False)
        if seen > BODY_LIMIT:
            raise BodyTooLarge(f"more than {BODY_LIMIT} bytes")
        return message

    return read


async def _unless(closing: asyncio.Event, receive: Receive) -> Message:
    """The next message, or that the client left, which a stopping server amounts to."""
    message = asyncio.ensure_future(receive())
    stop = asyncio.create_task(closing.wait(), name="server stops")
    try:
        await asyncio.wait({message, stop}, return_when=asyncio.FIRST_COMPLETED)
        return message.result() if message.done() else {"type": "http.disconnect"}
    finally:
        for task in (message, stop):
            task.cancel()
        await asyncio.gather(message, stop, return_exceptions=True)


def _add_headers(scope: Scope, headers: MutableHeaders) -> None:
    for name, value in SECURITY_HEADERS.items():
        headers[name] = value
    if not str(scope["path"]).startswith("/static/"):
        headers["Cache-Control"] = "no-store"


async def _refuse(scope: Scope, status: HTTPStatus, send: Send) -> None:
    """Refuse in one plain line; a person without a session is shown the door instead."""
    path = str(scope["path"])
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    wants_page = scope["method"] == "GET" and not path.startswith("/api/")
    if status is HTTPStatus.UNAUTHORIZED and wants_page:
        status = HTTPStatus.SEE_OTHER
        headers.append((b"location", f"/login?next={quote(path)}".encode()))
    start: Message = {"type": "http.response.start", "status": int(status), "headers": headers}
    _add_headers(scope, MutableHeaders(scope=start))
    await send(start)
    await send({"type": "http.response.body", "body": status.phrase.encode()})
