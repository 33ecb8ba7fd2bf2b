"""Scenes 場面: serves the scenes to play, and takes their turns."""

from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from companion.ports.scene_plays import ScenePlays
from companion.web.asked import Body, Json, Query, body_of, query_of
from companion.web.routes.pages import frame
from companion.web.site import reader_of, site_of

LINE_MAX, TAG_MAX = 400, 100


class Role(Query):
    """Role that the reader plays."""

    role: str = Field("", max_length=40)


class Turn(Body):
    """Typed turn: a role ("" for none), the chosen act, and its line."""

    role: str = Field("", max_length=40)
    tag: str = Field("", max_length=TAG_MAX)
    text: str = Field("", max_length=LINE_MAX)


async def listed(request: Request) -> HTMLResponse:
    """Page of all scenes with their roles."""
    site, reader, plays = site_of(request), reader_of(request), plays_of(request)
    scenes = [(name, await plays.shown(name, reader.words.language, "")) for name in plays.names()]
    context = {"scenes": scenes, **await frame(site, reader, "more")}
    return await site.draw(request, reader, "scenes.html", context)


async def page(request: Request) -> HTMLResponse:
    """Page of one scene: the stage, the next turn, and the turns so far."""
    site, reader = site_of(request), reader_of(request)
    role, name = query_of(request, Role).role, str(request.path_params["name"])
    shown = await plays_of(request).shown(name, reader.words.language, role)
    context = {"scene": shown, "name": name, "role": role, **await frame(site, reader, "more")}
    return await site.draw(request, reader, "scene.html", context)


async def turn(request: Request) -> Json:
    """Play on by one typed turn."""
    typed, name = await body_of(request, Turn), str(request.path_params["name"])
    language = reader_of(request).words.language
    said = f"{typed.tag} {typed.text}".strip()
    await plays_of(request).go_on(name, language, typed.role, said)
    return Json({"played": name})


async def again(request: Request) -> Json:
    """Begin a scene anew."""
    name = str(request.path_params["name"])
    await plays_of(request).begin_again(name, reader_of(request).words.language)
    return Json({"begun": name})


def plays_of(request: Request) -> ScenePlays:
    """The scenes of this house; 404 where there are none."""
    plays = site_of(request).parts.scenes
    if plays is None:
        raise HTTPException(404, "there are no scenes here")
    return plays


ROUTES = (
    Route("/scenes", listed, methods=["GET"]),
    Route("/scenes/{name}", page, methods=["GET"]),
    Route("/api/scenes/{name}/turn", turn, methods=["POST"]),
    Route("/api/scenes/{name}/again", again, methods=["POST"]),
)
