"""Site: holds the parts that every route shares, and draws a page."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse

from companion.ports.push_to_talk import Phone
from companion.web.keys import Keys
from companion.web.limits import LoginBrake
from companion.web.pairing import Pairing
from companion.web.parts import WebParts, WebSettings
from companion.web.reader import LANGUAGE_COOKIE, Reader, language_of, reader_for
from companion.web.times import clock

if TYPE_CHECKING:
    from jinja2 import Environment, Template

PLACES = (
    ("now", "/"),
    ("log", "/log"),
    ("routines", "/routines"),
    ("home", "/home"),
    ("more", "/more"),
)
"""The five places of the frame, the same on phone and desk (PAGE.md, Frame)."""


@dataclass(slots=True)
class Drawing:
    """Templates and texts that pages are drawn with. It comes with the first page: a home whose
    pages nobody opens need not hold its 1.5 MB. And it comes beside the loop, which it would stop
    for 0.1 s."""

    _made: "Environment | None" = None
    _drawn: "dict[str, Template]" = field(default_factory=dict)
    _loading: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def template(self, name: str) -> "Template":
        """One page's template; read and compiled when it is first asked for."""
        if name not in self._drawn:
            async with self._loading:
                self._drawn[name] = await asyncio.to_thread(self._load, name)
        return self._drawn[name]

    def _load(self, name: str) -> "Template":
        self._made = self._made or templates()
        return self._made.get_template(name)


@dataclass(frozen=True, kw_only=True)
class Site:
    """Shared by all routes."""

    parts: WebParts
    keys: Keys
    brake: LoginBrake
    pairing: Pairing = field(default_factory=Pairing)
    settings: WebSettings | None = None
    """Where the page listens; None in a test without a server."""
    drawing: Drawing = field(default_factory=Drawing)
    voices: set[Phone] = field(default_factory=set)
    """Browsers that are connected as microphones now."""

    async def draw(
        self,
        request: Request,
        reader: Reader,
        template: str,
        context: Mapping[str, Any],
        *,
        status: int = 200,
    ) -> HTMLResponse:
        """Render one page; names in `context` join those every page has."""
        text = (await self.drawing.template(template)).render(
            t=reader.words,
            names=reader.names,
            lang=reader.words.language.value,
            persona=reader.words.of(self.parts.persona),
            places=PLACES,
            path=request.url.path,
            page_token=self.keys.page_token(),
            **context,
        )
        response = HTMLResponse(text, status_code=status)
        if "lang" in request.query_params:
            response.set_cookie(
                LANGUAGE_COOKIE, reader.words.language.value, max_age=31536000, samesite="strict"
            )
        return response


def templates() -> "Environment":
    """The templates; autoescape is always on, an untold name is an error."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("companion.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        # An upgrade lays new ones beside a program that still runs: pages keep to their own.
        auto_reload=False,
    )
    made.filters["clock"] = clock
    return made


def site_of(request: HTTPConnection) -> Site:
    """The site behind a request."""
    site = request.app.state.site
    assert isinstance(site, Site)
    return site


def reader_of(request: Request) -> Reader:
    """The reader of a request, with their language."""
    site = site_of(request)
    return reader_for(site.parts, language_of(request, site.parts.language))
