"""Guard: refuses every request that no rule allows, in front of every route."""

import asyncio
import hmac
import logging
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from urllib.parse import quote

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.service.tokens import Token
from companion.web.keys import Keys
from companion.web.limits import RequestBrake, RequestCap
from companion.web.sessions import SESSION, Session
from companion.web.visitor import PLACE, PROXIED, Visitor, is_loopback, visitor_of
from companion.words.number import whole_number

log = logging.getLogger(__name__)
SESSION_COOKIE, DEVICE_COOKIE = "companion_session", "companion_device"
_DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_PAGE_OF = {"ws": "http", "wss": "https"}
"""Scheme of the page that opens a socket of this scheme."""
VOICE_PROTOCOL = "companion.voice"
PAGE_TOKEN_PREFIX = "page."
"""A browser gives a socket no header of its own: the page's token comes as a subprotocol."""
BODY_LIMIT = 1024 * 1024
BODY_TIMEOUT_S = 10.0
"""For the whole body, however slowly it drips."""
SEND_TIMEOUT_S = 10.0
"""A client that takes nothing for so long is cut."""
TOKEN = "companion.token"
"""Key of a request's `state`: the token of a program outside, or None."""
INBOUND, TOOLS = "/api/inbound/", "/mcp"
"""Paths of programs outside: sentences of a source, and the tools (Model Context Protocol)."""
OPEN_PATHS = frozenset({"/login", "/api/login", "/pair", "/api/pair/use", "/favicon.ico"})
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
    "Permissions-Policy": "camera=(), microphone=(self), geolocation=()",
}
_SAFE = frozenset({"GET", "HEAD"})
CLIENT_LEFT: Message = {"type": "http.disconnect"}
SOCKET_ENDS: Message = {"type": "websocket.disconnect", "code": 1001}


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
        cap: RequestCap,
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
        asked = self._asked(scope)
        refusal = None
        if self._brake.wait_s(asked.counted_as):
            refusal = HTTPStatus.TOO_MANY_REQUESTS
        refusal = refusal or self._judge(scope, asked)
        with self._cap.hold(asked.counted_as, known=asked.is_known) as room:
            refusal = refusal or (None if room else HTTPStatus.SERVICE_UNAVAILABLE)
            if refusal is None:
                await self._pass(scope, receive, send, asked.session)
            else:
                await _refuse(scope, refusal, send)

    def _asked(self, scope: Scope) -> "_Asked":
        headers, visitor = Headers(scope=scope), visitor_of(scope)
        session = self._keys.sessions.find(session_of(headers))
        if session is not None and self._keys.sessions.used(session, visitor.address):
            asyncio.get_running_loop().run_in_executor(None, self._store_seen)
        token = self._token_for(str(scope["path"]), headers)
        scope.setdefault("state", {})[TOKEN] = token
        by_token = token is not None or self._cli_token_ok(headers)
        asked = _Asked(headers, visitor, session, by_token=by_token, token=token)
        place = (scope.get("state") or {}).get(PLACE)
        if place is not None:
            place.hold_as_known(asked.is_known)
        return asked

    def _store_seen(self) -> None:
        try:
            self._keys.sessions.store()
        except OSError as error:
            log.warning("when sessions were last used is not on disk yet: %s", error)

    def _judge(self, scope: Scope, asked: "_Asked") -> HTTPStatus | None:
        headers = asked.headers
        rules: tuple[Callable[[], HTTPStatus | None], ...] = (
            # Host and Origin are a browser's words; no browser comes over the UNIX socket.
            lambda: None if asked.visitor.over_unix else self._host(scope, headers),
            lambda: None if asked.visitor.over_unix else self._origin(scope, headers),
            lambda: _length(headers),
            lambda: None if asked.by_token else _token_missing(scope),
            lambda: None if asked.by_token else self._session(scope, asked),
            lambda: None if asked.by_token else self._page_token(scope, headers),
        )
        return next((status for rule in rules if (status := rule()) is not None), None)

    def _token_for(self, path: str, headers: Headers) -> Token | None:
        """The token of a program outside, where it opens this path; each opens its own only."""
        scheme, _, secret = headers.get("authorization", "").partition(" ")
        source = path.removeprefix(INBOUND)
        if scheme.lower() != "bearer" or not (path == TOOLS or source != path):
            return None
        token = self._keys.tokens.find(secret.strip())
        if token is None:
            return None
        fits = token.opens_tools() if path == TOOLS else token.hands_in(source)
        return token if fits else None

    def _cli_token_ok(self, headers: Headers) -> bool:
        given = headers.get("x-companion-token", "")
        return hmac.compare_digest(given.encode(), self._keys.cli_token.encode())

    def _host(self, scope: Scope, headers: Headers) -> HTTPStatus | None:
        """Only names we know, exactly one Host header: an unknown name is a rebinding try."""
        if len(headers.getlist("host")) != 1:
            return HTTPStatus.BAD_REQUEST
        host = headers["host"].lower()
        if (scope.get("state") or {}).get(PROXIED) and host in self._names:
            return None  # a proxy listens on a port of its own; its name is in the configuration
        server = scope.get("server") or ("", 0)
        known = {*self._names, "127.0.0.1", "[::1]", _bracket(str(server[0]).lower())}
        known |= _own_names() if not is_loopback(str(server[0])) else set()
        port = server[1]
        is_default = port == _DEFAULT_PORTS.get(scope["scheme"])
        if host in {f"{name}:{port}" for name in known} or (is_default and host in known):
            return None
        return None if host in self._names and ":" in host else HTTPStatus.MISDIRECTED_REQUEST

    def _origin(self, scope: Scope, headers: Headers) -> HTTPStatus | None:
        origin, host = headers.get("origin"), headers["host"].lower()
        scheme = _PAGE_OF.get(scope["scheme"], scope["scheme"])
        if origin is None or origin.lower() == f"{scheme}://{host}":
            return None
        if origin.lower() == f"https://{host}":
            log.warning(
                "a page of %s was refused: it is seen over https, but the request came over http. "
                "Name the proxy between in web.proxies",
                origin,
            )
        return HTTPStatus.FORBIDDEN

    def _session(self, scope: Scope, asked: "_Asked") -> HTTPStatus | None:
        if not self._keys.has_password():
            return None if asked.visitor.is_local else HTTPStatus.FORBIDDEN
        path = str(scope["path"])
        if path in OPEN_PATHS or path.startswith("/static/"):
            return None
        return None if asked.session is not None else HTTPStatus.UNAUTHORIZED

    def _page_token(self, scope: Scope, headers: Headers) -> HTTPStatus | None:
        """A POST or a socket comes from our own page; a foreign page cannot read the token."""
        if scope["type"] == "http" and scope["method"] in _SAFE:
            cross = headers.get("sec-fetch-site", "none") not in {"none", "same-origin"}
            api = str(scope["path"]).startswith("/api/")
            return HTTPStatus.FORBIDDEN if cross and api else None
        given = headers.get("x-companion-page", "") or _token_in(scope)
        token_ok = hmac.compare_digest(given.encode(), self._keys.page_token().encode())
        return None if token_ok and "origin" in headers else HTTPStatus.FORBIDDEN

    async def _pass(
        self, scope: Scope, receive: Receive, send: Send, session: Session | None
    ) -> None:
        in_time = timed(send)

        async def guarded_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(scope, MutableHeaders(scope=message))
            await in_time(message)

        sessions = self._keys.sessions
        until = _Until(
            (self.closing,) if session is None else (self.closing, sessions.ended(session)),
            None if session is None else sessions.left_s(session),
        )
        scope.setdefault("state", {})[SESSION] = session
        if scope["type"] == "websocket":
            await self._app(scope, _ended_with(until, receive), in_time)
        else:
            await self._app(scope, _capped(receive, until), guarded_send)


@dataclass(frozen=True, slots=True)
class _Asked:
    """One request, as far as it is known who asks."""

    headers: Headers
    visitor: Visitor
    session: Session | None
    by_token: bool
    token: Token | None = None

    @property
    def is_known(self) -> bool:
        """Whether it has places that strangers cannot take."""
        return self.session is not None or self.by_token or self.visitor.is_local

    @property
    def counted_as(self) -> str:
        """A session and a token count by themselves, not with others behind the same address."""
        if self.token is not None:
            return f"token {self.token.name}"
        return self.visitor.network if self.session is None else f"session {self.session.id}"


@dataclass(frozen=True, slots=True)
class _Until:
    """End of a request that waits: the server stops, or its session ends or expires."""

    events: tuple[asyncio.Event, ...]
    left_s: float | None


def timed(send: Send) -> Send:
    """The same, but a client that takes nothing for `SEND_TIMEOUT_S` is a `TimeoutError`."""

    async def in_time(message: Message) -> None:
        async with asyncio.timeout(SEND_TIMEOUT_S):
            await send(message)

    return in_time


def session_of(headers: Headers, name: str = SESSION_COOKIE) -> str:
    """The session cookie's value (or another's), or ""."""
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return morsel.value if morsel else ""


def _bracket(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def _own_names() -> set[str]:
    name = socket.gethostname().lower()
    return {name, f"{name}.local"}


def _token_in(scope: Scope) -> str:
    offered = scope.get("subprotocols") or ()
    found = (one for one in offered if one.startswith(PAGE_TOKEN_PREFIX))
    return str(next(found, "")).removeprefix(PAGE_TOKEN_PREFIX)


def _token_missing(scope: Scope) -> HTTPStatus | None:
    """Programs outside come with their token, also to a page without a password."""
    path = str(scope["path"])
    if path == TOOLS or path.startswith(INBOUND):
        return HTTPStatus.UNAUTHORIZED
    return None


def _length(headers: Headers) -> HTTPStatus | None:
    length = whole_number(headers.get("content-length", "0"), most=2**63 - 1)
    if length is None:
        return HTTPStatus.BAD_REQUEST
    return HTTPStatus.REQUEST_ENTITY_TOO_LARGE if length > BODY_LIMIT else None


def _capped(receive: Receive, ends: _Until) -> Receive:
    """Count what arrives and how long it takes; once the body is in, wait freely (SSE), until
    the client leaves, its session ends or the server stops."""
    seen = 0
    done = False
    until = asyncio.get_running_loop().time() + BODY_TIMEOUT_S

    async def read() -> Message:
        nonlocal seen, done
        if done:
            return await _unless(ends, receive)
        async with asyncio.timeout_at(until):
            message = await receive()
        seen += len(message.get("body", b""))
        done = not message.get("more_body", False)
        if seen > BODY_LIMIT:
            raise BodyTooLarge(f"more than {BODY_LIMIT} bytes")
        return message

    return read


def _ended_with(ends: _Until, receive: Receive) -> Receive:
    """The messages of a socket, until its session ends or the server stops."""

    async def read() -> Message:
        return await _unless(ends, receive, SOCKET_ENDS)

    return read


async def _unless(ends: _Until, receive: Receive, otherwise: Message = CLIENT_LEFT) -> Message:
    """The next message, or that the client left, which every other end amounts to."""
    message = asyncio.ensure_future(receive())
    stops = [asyncio.create_task(event.wait(), name="request ends") for event in ends.events]
    waited = {message, *stops}
    try:
        await asyncio.wait(waited, timeout=ends.left_s, return_when=asyncio.FIRST_COMPLETED)
        return message.result() if message.done() else otherwise
    finally:
        for task in waited:
            task.cancel()
        await asyncio.gather(*waited, return_exceptions=True)


def _add_headers(scope: Scope, headers: MutableHeaders) -> None:
    for name, value in SECURITY_HEADERS.items():
        headers[name] = value
    if not str(scope["path"]).startswith("/static/"):
        headers["Cache-Control"] = "no-store"


async def _refuse(scope: Scope, status: HTTPStatus, send: Send) -> None:
    """Refuse in one plain line; a person without a session is shown the door instead. A socket is
    closed before it opens, which a browser learns as that and no more."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
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
