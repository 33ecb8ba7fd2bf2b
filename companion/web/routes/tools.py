"""Tools: the API by which `companion mcp` passes on the calls of a program on this machine."""

from typing import Any

from pydantic import Field
from starlette.requests import Request
from starlette.routing import Route

from companion.service.tokens import Token, TokenKind
from companion.web.asked import Body, Json, Query, body_of, query_of
from companion.web.site import site_of
from companion.web.tools import Tools

STDIO = "stdio"
"""Name under which such calls stand in the log."""


class Width(Query):
    """How much the program may."""

    kind: TokenKind


class Call(Body):
    """One call."""

    kind: TokenKind
    arguments: dict[str, Any] = Field(default_factory=dict, max_length=16)


async def listed(request: Request) -> Json:
    """The tools of this width."""
    tools, token = _tools(request), _token(query_of(request, Width).kind)
    rows = [
        {"name": tool.name, "about": tool.about, "schema": tool.schema()}
        for tool in tools.listed(token)
    ]
    return Json({"tools": rows})


async def call(request: Request) -> Json:
    """Call one; 422 with the reason where it cannot be."""
    given = await body_of(request, Call)
    name, arguments = str(request.path_params["name"]), given.arguments
    return Json({"told": await _tools(request).call(name, arguments, _token(given.kind))})


def _tools(request: Request) -> Tools:
    return Tools(parts=site_of(request).parts)


def _token(kind: TokenKind) -> Token:
    """The owner's own command line needs no token; its width is what was chosen there."""
    return Token(name=STDIO, kind=kind, sha256="", since="")


ROUTES = (
    Route("/api/tools", listed, methods=["GET"]),
    Route("/api/tools/{name}", call, methods=["POST"]),
)
