"""Camera: the newest picture and its boxes; nothing is encoded while nobody looks."""

import json
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

from companion.ports.viewfinder import View
from companion.web.routing import Router
from companion.web.site import ReaderOf, Site, SiteOf
from companion.web.things import thing
from companion.words.language import Language

router = Router("/api/camera")


@router.get("/{name}.jpg")
async def picture(site: SiteOf, reader: ReaderOf, name: str) -> Response:
    """The JPEG; its boxes ride in `X-Companion-Boxes`, so both are of one moment."""
    view = await _view(site, name)
    found = boxes_of(view, reader.words.language)
    header = json.dumps(found, ensure_ascii=True, separators=(",", ":"))
    return Response(view.jpeg, media_type="image/jpeg", headers={"X-Companion-Boxes": header})


@router.get("/{name}")
async def boxes(site: SiteOf, reader: ReaderOf, name: str) -> dict[str, Any]:
    """What was found in the newest picture."""
    return boxes_of(await _view(site, name), reader.words.language)


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
