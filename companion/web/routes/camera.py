"""Camera: serves the newest picture and its boxes, and encodes none while nobody looks."""

import json
from dataclasses import asdict
from typing import Any

from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from companion.ports.screen_masks import MOST_MASKS
from companion.ports.viewfinder import View
from companion.web.asked import Body, Json, body_of
from companion.web.routes.api import channel_of
from companion.web.site import Site, reader_of, site_of
from companion.web.things import thing
from companion.words.language import Language
from companion.words.mask import Mask


class MaskBody(Body):
    """One rectangle in shares of the picture."""

    x: float = Field(ge=0, le=1)
    y: float = Field(ge=0, le=1)
    width: float = Field(gt=0, le=1)
    height: float = Field(gt=0, le=1)


class Masks(Body):
    """All rectangles of one camera; they replace those before."""

    masks: list[MaskBody] = Field(max_length=MOST_MASKS)


async def picture(request: Request) -> Response:
    """The JPEG; its boxes ride in `X-Companion-Boxes`, so both are of one moment."""
    site, reader, name = site_of(request), reader_of(request), str(request.path_params["name"])
    view = await _view(site, name)
    found = boxes_of(view, reader.words.language) | {"masks": _masks(site, name)}
    header = json.dumps(found, ensure_ascii=True, separators=(",", ":"))
    return Response(view.jpeg, media_type="image/jpeg", headers={"X-Companion-Boxes": header})


async def boxes(request: Request) -> Json:
    """Detections in the newest picture."""
    site, reader, name = site_of(request), reader_of(request), str(request.path_params["name"])
    return Json(boxes_of(await _view(site, name), reader.words.language))


def boxes_of(view: View, language: Language) -> dict[str, Any]:
    """Boxes in pixels of the picture, with the moment the detector last looked.

    `name` is the reader's word for the label; `age_s` how much older than the picture they are.
    """
    age_s = (view.at - view.looked_at).total_seconds() if view.looked_at else 0.0
    return {
        "width": view.width,
        "height": view.height,
        "at": view.at.isoformat(),
        "looked_at": view.looked_at.isoformat() if view.looked_at else None,
        "age_s": round(max(0.0, age_s), 1),
        "detections": [
            {
                "label": d.label,
                "name": thing(d.label, language),
                "score": round(d.score, 3),
                "box": list(d.box),
            }
            for d in view.detections[:50]
        ],
    }


async def put_masks(request: Request) -> Json:
    """Where this camera sees a television or a picture: nobody in there is in the room."""
    site, name = site_of(request), str(request.path_params["name"])
    if name not in site.parts.cameras or site.parts.screen_masks is None:
        raise HTTPException(404, "no such camera")
    given = await body_of(request, Masks)
    try:
        masks = [Mask(one.x, one.y, one.width, one.height) for one in given.masks]
    except ValueError as error:
        raise HTTPException(422, str(error)) from error
    await site.parts.screen_masks.put(name, masks, channel_of(request))
    return Json({"masks": _masks(site, name)})


def _masks(site: Site, name: str) -> list[dict[str, float]]:
    kept = site.parts.screen_masks
    return [asdict(mask) for mask in kept.of(name)] if kept else []


async def _view(site: Site, name: str) -> View:
    """404 for no such camera, 409 while privacy is on, 503 when no picture arrives."""
    if name not in site.parts.cameras:
        raise HTTPException(404, "no such camera")
    if site.parts.desk.privacy():
        raise HTTPException(409, "privacy is on")
    view = await site.parts.viewfinder.view(name)
    if view is None:
        raise HTTPException(503, "no picture is arriving")
    return view


ROUTES = (
    Route("/api/camera/{name}.jpg", picture, methods=["GET"]),
    Route("/api/camera/{name}", boxes, methods=["GET"]),
    Route("/api/camera/{name}/masks", put_masks, methods=["POST"]),
)
