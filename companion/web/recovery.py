"""Recovery page: tells the fault and the remedy when the house cannot start.

It says what is wrong, where, and what to do; it can be asked to try again. It needs neither the
configuration nor the record, and listens on loopback until a password is set.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol
from zoneinfo import ZoneInfo

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from companion.web.app import STATIC, gone, listen
from companion.web.asked import body_of
from companion.web.guard import Guard
from companion.web.keys import Keys
from companion.web.limits import LoginBrake, RequestCap
from companion.web.parts import Address, WebSettings
from companion.web.reader import language_of
from companion.web.routes import door
from companion.web.site import templates
from companion.web.texts import Words
from companion.web.times import age
from companion.words.alarm_backup import Heard, Ring
from companion.words.language import Bilingual, Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """Why it did not start, and what to do about it."""

    what: Bilingual
    remedy: Bilingual
    lines: tuple[Bilingual, ...] = ()
    """As the part says it: `config.yaml:12: llm.engine: ...`, an error with its own remedy."""
    damaged: bool = False
    """Whether the record was found damaged, so that it may be begun anew without asking."""
    rescuable: bool = False
    """Whether beginning the record anew with what can be read may help."""
    mended: Callable[[], bool] | None = None
    """Whether it is over, where that can be seen without the owner; may block."""


class Waking(Protocol):
    """Alarm that rings while the house cannot start."""

    def heard(self) -> Heard:
        """The alarms that ring, the next one, and the parts that can sound."""

    async def stop(self) -> int:
        """Silence; gives how many rang."""


@dataclass(frozen=True, kw_only=True)
class RecoveryPage:
    """One page, a button to try again, and one for what rings."""

    trouble: Trouble
    state_dir: Path
    language: Language = Language.EN
    address: WebSettings = field(default_factory=lambda: Address(port=8440))
    waking: Waking | None = None
    again: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the owner asked to try again."""
    rescue: asyncio.Event = field(default_factory=asyncio.Event)
    """Set with it when the record is to be begun anew with what can be read."""

    async def serve(self, started: Callable[[str], None]) -> None:
        """Serve until cancelled. Raises `OSError` when the port is taken."""
        keys = Keys(self.state_dir)
        await listen(self.app(keys), self.address, keys, self.state_dir, started)

    def app(self, keys: Keys | None = None) -> ASGIApp:
        """The application behind the same guard as the page's."""
        keys, brake = keys or Keys(self.state_dir), LoginBrake()

        async def login(request: Request) -> Response:
            given = await body_of(request, door.Login)
            await door.check_password(request, keys, brake, given.password)
            return await door.with_session(request, keys)

        async def page(request: Request) -> HTMLResponse:
            return self._draw(request, keys, login=request.path_params["path"] == "login")

        app = Starlette(
            routes=[
                Mount("/static", StaticFiles(directory=STATIC), name="static"),
                Route("/api/login", login, methods=["POST"]),
                Route("/api/recovery", self._told),
                Route("/api/recovery/retry", self._retry, methods=["POST"]),
                Route("/api/recovery/rescue", self._rescue, methods=["POST"]),
                Route("/api/recovery/silence", self._silence, methods=["POST"]),
                Route("/api/{path:path}", _nothing_else),
                Route("/{path:path}", page),
            ],
            exception_handlers={HTTPException: _refused, ClientDisconnect: gone},
        )
        return Guard(app, keys=keys, allowed_hosts=self.address.allowed_hosts, cap=RequestCap())

    async def _told(self, request: Request) -> JSONResponse:
        what, remedy = self.trouble.what, self.trouble.remedy
        return JSONResponse(
            {
                "mode": "recovery",
                "what": {"ja": what.ja, "en": what.en},
                "remedy": {"ja": remedy.ja, "en": remedy.en},
                "lines": [line.en for line in self.trouble.lines],
                "rescuable": self.trouble.rescuable,
                "alarms": _as_json(self._heard()),
            }
        )

    async def _retry(self, request: Request) -> Response:
        return Response(status_code=202, background=BackgroundTask(self.again.set))

    async def _rescue(self, request: Request) -> Response:
        if not self.trouble.rescuable:
            raise HTTPException(409, "the record is not what keeps it from starting")
        self.rescue.set()
        return Response(status_code=202, background=BackgroundTask(self.again.set))

    async def _silence(self, request: Request) -> JSONResponse:
        stopped = await self.waking.stop() if self.waking is not None else 0
        return JSONResponse({"stopped": stopped})

    def _draw(self, request: Request, keys: Keys, *, login: bool) -> HTMLResponse:
        words = Words(language_of(request, self.language))
        heard = self._heard()
        state = _state_of(heard)
        text = (
            templates()
            .get_template("recovery.html")
            .render(
                t=words,
                lang=words.language.value,
                trouble=self.trouble,
                page_token=keys.page_token(),
                login=login,
                alarms=_Alarms(heard, words.language),
                state=state,
            )
        )
        headers = {"X-Recovery-State": state}
        return HTMLResponse(text, status_code=200 if login else 503, headers=headers)

    def _heard(self) -> Heard:
        return self.waking.heard() if self.waking is not None else Heard(kept=False)


class _Alarms:
    """The alarms that ring and the next one, as the page shows them."""

    def __init__(self, heard: Heard, language: Language) -> None:
        self._now = datetime.now(ZoneInfo(heard.zone))
        self._language = language
        self.kept, self.by = heard.kept, heard.by
        self.ringing = [self._told(ring) for ring in heard.ringing]
        self.next = self._told(heard.next) if heard.next is not None else ""

    def _told(self, ring: Ring) -> str:
        clock = age(ring.at, self._now, self._language).clock
        return f"{clock} {ring.label}".strip()


def _state_of(heard: Heard) -> str:
    """Changes when the page has something else to show."""
    return f"{len(heard.ringing)} {heard.next.at.timestamp() if heard.next else 0:.0f}"


def _as_json(heard: Heard) -> dict[str, Any]:
    def told(ring: Ring) -> dict[str, Any]:
        at = ring.at.astimezone(ZoneInfo(heard.zone))
        return {"kind": ring.kind.value, "at": at.isoformat(), "label": ring.label}

    return {
        "kept": heard.kept,
        "by": list(heard.by),
        "ringing": [told(ring) for ring in heard.ringing],
        "next": told(heard.next) if heard.next is not None else None,
    }


async def _nothing_else(request: Request) -> Response:
    raise HTTPException(503, "recovery mode; see the page")


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": str(error.detail)}, error.status_code, headers=error.headers)
