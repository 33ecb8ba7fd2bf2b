"""The page as one ASGI application, and `serve`, the resident that runs it."""

import asyncio
import contextlib
import logging
import socket
import ssl
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from companion.web.asked import Malformed
from companion.web.bells import bells_of
from companion.web.guard import TOOLS, BodyTooLarge, Guard
from companion.web.keys import Keys
from companion.web.limits import LoginBrake, RequestCap
from companion.web.listener import Listener
from companion.web.mcp_face import McpFace
from companion.web.parts import WebParts, WebSettings
from companion.web.places import Holder, Place, Places
from companion.web.proxied import proxied
from companion.web.reader import language_of, reader_for
from companion.web.refused import STATUS, refusal_of
from companion.web.routes import (
    api,
    camera,
    door,
    drive,
    erase,
    garden,
    grants,
    inbound,
    live,
    memory,
    mending,
    pages,
    plan,
    routines,
    scenes,
    schedule,
    tools,
    voice,
    worlds,
)
from companion.web.site import Site, site_of
from companion.web.tls import tls_context
from companion.web.unix_socket import listen_on
from companion.web.visitor import is_loopback, is_within, network_of
from companion.web.wire import Wire

log = logging.getLogger(__name__)
BACKLOG = 128
"""Connections the kernel holds until they are accepted."""
STATIC = Path(__file__).parent / "static"
SOCKET_WIRE = "companion.web.socket_wire:SocketWire"
MESSAGE_BYTES = 64 * 1024
"""Longest message of a socket: two seconds of sound; the page sends a tenth of one at a time."""


def sockets() -> list[WebSocketRoute]:
    """Every web socket of the page."""
    return [*voice.SOCKETS]


def routes() -> list[Route]:
    """Every route of the page, in the order in which they are tried."""
    asked = (camera, routines, schedule, api, drive, live, erase, memory, mending, plan)
    modules = (*asked, garden, grants, inbound, tools, scenes, voice, worlds, door, pages)
    return [route for module in modules for route in module.ROUTES]


def build_app(
    parts: WebParts,
    *,
    allowed_hosts: Sequence[str] = (),
    keys: Keys | None = None,
    settings: WebSettings | None = None,
    mcp: McpFace | None = None,
) -> ASGIApp:
    """The application behind its guard. `settings`: where it listens, for the page to tell.
    `mcp`: serves programs outside; None: there is no such path."""
    keys = keys or Keys(parts.state_dir)
    app = Starlette(
        routes=[
            *routes(),
            *sockets(),
            *([] if mcp is None else [Route(TOOLS, mcp)]),
            Mount("/static", StaticFiles(directory=STATIC), name="static"),
        ],
        exception_handlers={
            HTTPException: _told,
            Malformed: _malformed,
            **dict.fromkeys(STATUS, _refused),
            BodyTooLarge: _too_large,
            TimeoutError: _too_slow,
            ClientDisconnect: gone,
            Exception: _broken,
        },
    )
    app.state.site = Site(parts=parts, keys=keys, brake=LoginBrake(), settings=settings)
    return Guard(app, keys=keys, allowed_hosts=allowed_hosts, cap=RequestCap())


async def serve(
    parts: WebParts,
    settings: WebSettings,
    *,
    started: Callable[[str], None] | None = None,
    mcp: McpFace | None = None,
) -> None:
    """Serve the page until cancelled; `started` is told the address once it listens.

    Bound to loopback until a password is set. Raises `OSError` when the port is taken.
    """
    keys = Keys(parts.state_dir)
    app = build_app(
        parts, allowed_hosts=settings.allowed_hosts, keys=keys, settings=settings, mcp=mcp
    )
    await listen(app, settings, keys, parts.state_dir, started)


async def listen(
    app: ASGIApp,
    settings: WebSettings,
    keys: Keys,
    state_dir: Path,
    started: Callable[[str], None] | None,
) -> None:
    """Serve an application of ours until cancelled; see `serve`."""
    at = await _where(settings, keys, state_dir)
    config = uvicorn.Config(
        proxied(app, settings.proxies),
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws=SOCKET_WIRE,
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=False,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=1,
    )
    closing = app.closing if isinstance(app, Guard) else asyncio.Event()
    await _Server(config, at, closing, started).run_until_cancelled()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Where:
    """Where it listens."""

    host: str
    port: int
    tls: ssl.SSLContext | None
    proxies: tuple[str, ...]
    state_dir: Path


async def _where(settings: WebSettings, keys: Keys, state_dir: Path) -> _Where:
    """The configured address. Without a password, and with a certificate that cannot be used, it
    is this machine alone: nothing that was to be encrypted goes over the network in the clear."""
    host, tls = settings.host, None
    if not keys.has_password() and not is_loopback(host):
        log.warning("the page stays on 127.0.0.1 until a password is set")
        host = "127.0.0.1"
    if settings.https:
        try:
            tls = await asyncio.to_thread(tls_context, settings, state_dir)
        except OSError as error:  # ssl.SSLError too
            log.error("HTTPS cannot be offered, the page stays on 127.0.0.1 over HTTP: %s", error)
            host = "127.0.0.1"
    return _Where(
        host=host, port=settings.port, tls=tls, proxies=tuple(settings.proxies), state_dir=state_dir
    )


class _Server(uvicorn.Server):
    """uvicorn in our loop: no signal handlers of its own, listeners of ours, and it stops when
    cancelled."""

    def __init__(
        self,
        config: uvicorn.Config,
        at: _Where,
        closing: asyncio.Event,
        started: Callable[[str], None] | None,
    ) -> None:
        super().__init__(config)
        self.servers = []
        self._at, self._closing, self._told_started = at, closing, started
        self._places = Places()
        self._listeners: list[Listener] = []

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals belong to the household."""
        yield

    async def run_until_cancelled(self) -> None:
        """Serve; on cancellation close within `timeout_graceful_shutdown` and pass it on."""
        serving = asyncio.create_task(self.serve(), name="page server")
        try:
            await asyncio.shield(serving)
        finally:
            self.should_exit = True
            if not serving.done():
                await serving

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen on the network and on the UNIX socket, then say where."""
        bound = await self._bind()
        self._listeners = [
            Listener(one, self._place_of_peer, self._protocol, self._at.tls) for one in bound
        ]
        try:
            local = await asyncio.to_thread(listen_on, self._at.state_dir)
        except OSError as error:
            log.warning(
                "no UNIX socket in %s (%s): the command line asks over the page's port, and is "
                "kept out when that is full",
                self._at.state_dir,
                error,
            )
        else:
            self._listeners.append(Listener(local, self._place_of_unix, self._protocol))
        self.started = True
        if self._told_started is not None:
            self._told_started(self.address())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the live streams end by themselves first; then as uvicorn does."""
        self._closing.set()
        for listener in self._listeners:
            await listener.close()
        await super().shutdown(sockets)

    def address(self) -> str:
        """`http://127.0.0.1:8440/` with the port really bound."""
        bound = self._listeners[0].socket.getsockname()
        host = f"[{bound[0]}]" if ":" in bound[0] else bound[0]
        return f"http{'s' if self._at.tls else ''}://{host}:{bound[1]}/"

    async def _bind(self) -> list[socket.socket]:
        """A listening socket for each address of the host. Raises `OSError`."""
        host, port = self._at.host, self._at.port
        loop, made = asyncio.get_running_loop(), []
        try:
            found = await loop.getaddrinfo(
                host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )
            for family, *_, address in dict.fromkeys(found):
                one = socket.socket(family, socket.SOCK_STREAM)
                made.append(one)
                one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                one.bind(address)
                one.listen(BACKLOG)
        except OSError as error:
            for one in made:
                one.close()
            raise OSError(
                f"the page cannot listen on {host}:{port}: {error.strerror or error}. If the port "
                "is in use, stop what uses it, or choose another with web.port in the configuration"
            ) from error
        return made

    def _place_of_peer(self, peer: Any) -> Place:
        address = str(peer[0])
        # A proxy's clients are told apart by their requests, not by its connections.
        is_near = is_loopback(address) or is_within(address, self._at.proxies)
        return self._places.enter(network_of(address), Holder.LOCAL if is_near else Holder.STRANGER)

    def _place_of_unix(self, peer: Any) -> Place:
        return self._places.enter("unix socket", Holder.UNIX)

    def _protocol(self, place: Place) -> asyncio.Protocol:
        return Wire(place, config=self.config, server_state=self.server_state)


async def _told(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if request.url.path.startswith("/api/"):
        body = {"error": str(error.detail)}
        return JSONResponse(body, status_code=error.status_code, headers=error.headers)
    return await _error_page(request, error.status_code)


async def _refused(request: Request, error: Exception) -> Response:
    """A refusal of the house; a mistake of ours goes on to be told as one."""
    refusal = refusal_of(error)
    if refusal is None:
        raise error
    return await _told(request, HTTPException(*refusal))


async def _malformed(request: Request, error: Exception) -> Response:
    """A number that is none: 422 for programs, "not found" for people."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": str(error)}, status_code=422)
    return await _error_page(request, 404)


async def _broken(request: Request, error: Exception) -> Response:
    """A mistake of ours. Starlette raises it again, and uvicorn logs it with its traceback."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": "the page failed; see the log"}, status_code=500)
    return await _error_page(request, 500)


async def _too_large(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, status_code=413)


async def _too_slow(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": "the request took too long"}, status_code=408)


async def gone(request: Request, error: Exception) -> Response:
    """The client left before its body was in: nobody reads this, and it is no mistake of ours."""
    return Response(status_code=400)


async def _error_page(request: Request, status: int) -> Response:
    """Error page: the error, the parts that still work, the remedy, and a button that silences an
    alarm; needs no record."""
    site = site_of(request)
    reader = reader_for(site.parts, language_of(request, site.parts.language))
    key = "error.404" if status in {404, 405} else "error.500"
    ringing = bells_of(site.parts.schedule_requests, reader.words, reader.now)
    frame = {"place": "lost", "pending": (), "unwell": (), "now": reader.now, "bells": ringing}
    context = {**frame, "what": key}
    return await site.draw(request, reader, "error.html", context, status=status)
