"""The page as one ASGI application, and `serve`, the resident that runs it."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import uvicorn
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from companion.web.bells import bells_of
from companion.web.guard import BodyTooLarge, Guard, is_loopback
from companion.web.keys import Keys
from companion.web.limits import ConnectionCap, LoginBrake
from companion.web.parts import WebParts, WebSettings
from companion.web.reader import language_of, reader_for
from companion.web.routes import api, camera, door, erase, live, mending, pages, routines, schedule
from companion.web.routing import Application, Malformed
from companion.web.site import Site, site_of
from companion.web.wire import Wire, quiet

log = logging.getLogger(__name__)
STATIC = Path(__file__).parent / "static"


def build_app(parts: WebParts, *, allowed_hosts: Sequence[str] = ()) -> ASGIApp:
    """The application behind its guard."""
    keys = Keys(parts.state_dir)
    routes = [
        route
        for module in (camera, routines, schedule, api, live, erase, mending, door, pages)
        for route in module.router.routes
    ]
    app = Application(
        [*routes, Mount("/static", StaticFiles(directory=STATIC), name="static")],
        {
            HTTPException: _told,
            Malformed: _malformed,
            BodyTooLarge: _too_large,
            TimeoutError: _too_slow,
            Exception: _broken,
        },
    )
    app.state.site = Site(parts=parts, keys=keys, brake=LoginBrake())
    return Guard(app, keys=keys, allowed_hosts=allowed_hosts, cap=ConnectionCap())


async def serve(
    parts: WebParts, settings: WebSettings, *, started: Callable[[str], None] | None = None
) -> None:
    """Serve the page until cancelled; `started` is told the address once it listens.

    Bound to loopback until a password is set (T8). Raises `OSError` when the port is taken.
    """
    keys = Keys(parts.state_dir)
    await listen(build_app(parts, allowed_hosts=settings.allowed_hosts), settings, keys, started)


async def listen(
    app: ASGIApp, settings: WebSettings, keys: Keys, started: Callable[[str], None] | None
) -> None:
    """Serve an application of ours until cancelled; see `serve`."""
    host = settings.host if keys.has_password() else "127.0.0.1"
    if host != settings.host and not is_loopback(settings.host):
        log.warning("the page stays on 127.0.0.1 until a password is set")
    config = uvicorn.Config(
        app,
        host=host,
        port=settings.port,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        http=Wire,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=1,
    )
    logging.getLogger("uvicorn.error").addFilter(quiet)
    await _Server(config, started).run_until_cancelled()


class _Server(uvicorn.Server):
    """uvicorn in our loop: no signal handlers of its own, and it stops when cancelled."""

    def __init__(self, config: uvicorn.Config, started: Callable[[str], None] | None) -> None:
        super().__init__(config)
        self._told_started = started

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals belong to the household."""
        yield

    async def run_until_cancelled(self) -> None:
        """Serve; on cancellation close within `timeout_graceful_shutdown` and pass it on."""
        serving = asyncio.create_task(self._serve_or_raise(), name="page server")
        try:
            await asyncio.shield(serving)
        finally:
            self.should_exit = True
            if not serving.done():
                await serving

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Listen, then say where."""
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started and self._told_started is not None:
            self._told_started(self.address())

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Let the live streams end by themselves first; then as uvicorn does."""
        if isinstance(self.config.app, Guard):
            self.config.app.closing.set()
        await super().shutdown(sockets)  # type: ignore[arg-type]

    def address(self) -> str:
        """`http://127.0.0.1:8440/` with the port really bound."""
        bound = self.servers[0].sockets[0].getsockname()
        host = f"[{bound[0]}]" if ":" in bound[0] else bound[0]
        return f"http://{host}:{bound[1]}/"

    async def _serve_or_raise(self) -> None:
        # uvicorn calls sys.exit when it cannot bind; that would end the whole house.
        try:
            await self.serve()
        except SystemExit as error:
            where = f"{self.config.host}:{self.config.port}"
            raise OSError(
                f"the page cannot listen on {where}: the port is in use. Stop what uses it, or "
                "choose another port with web.port in the configuration"
            ) from error


async def _told(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if request.url.path.startswith("/api/"):
        body = {"error": str(error.detail)}
        return JSONResponse(body, status_code=error.status_code, headers=error.headers)
    return await _error_page(request, error.status_code)


async def _malformed(request: Request, error: Exception) -> Response:
    """A number that is none: 422 for programs, "not found" for people."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": str(error)}, status_code=422)
    return await _error_page(request, 404)


async def _broken(request: Request, error: Exception) -> Response:
    log.error("the page failed at %s", request.url.path, exc_info=error)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": "the page failed; see the log"}, status_code=500)
    return await _error_page(request, 500)


async def _too_large(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, status_code=413)


async def _too_slow(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": "the request took too long"}, status_code=408)


async def _error_page(request: Request, status: int) -> Response:
    """What, what still works, what to do, and how to silence what rings; needs no record."""
    site = site_of(request)
    reader = reader_for(site.parts, language_of(request, site.parts.language))
    key = "error.404" if status in {404, 405} else "error.500"
    ringing = bells_of(site.parts.arranging, reader.words, reader.now)
    frame = {"place": "lost", "pending": (), "unwell": (), "now": reader.now, "bells": ringing}
    context = {**frame, "what": key}
    return await site.draw(request, reader, "error.html", context, status=status)
