"""Mending: takes the owner's answer to a damaged record, or to one that another program changed."""

from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route

from companion.ports.mending import Mending
from companion.web.asked import Body, Json, body_of
from companion.web.routes.api import channel_of
from companion.web.site import Site, site_of


class Settled(Body):
    """The owner's choice about rows that are held back."""

    keep: bool


async def held(request: Request) -> Json:
    """Rows that are held back until the owner allows them, and whether the record is damaged."""
    site = site_of(request)
    mending = _mending(site)
    lines = [{"ja": line.ja, "en": line.en} for line in mending.held()]
    return Json({"held": lines, "damaged": mending.damaged()})


async def settle(request: Request) -> Json:
    """Keep it or throw it away; the house starts anew (409: nothing is held)."""
    site = site_of(request)
    wanted = await body_of(request, Settled)
    mending = _mending(site)
    rows = await mending.settle(keep=wanted.keep, channel=channel_of(request))
    after = BackgroundTask(mending.begin_again, rescue=False)
    return Json({"rows": rows, "kept": wanted.keep}, background=after)


async def rescue(request: Request) -> Json:
    """Begin a new record with what can be read; the house starts anew (409: it is whole)."""
    mending = _mending(site_of(request))
    await mending.needs_rescue()
    after = BackgroundTask(mending.begin_again, rescue=True)
    return Json({"begins_anew": True}, 202, background=after)


def _mending(site: Site) -> Mending:
    if site.parts.mending is None:
        raise HTTPException(404, "no record on a disk")
    return site.parts.mending


ROUTES = (
    Route("/api/record/held", held, methods=["GET"]),
    Route("/api/record/held", settle, methods=["POST"]),
    Route("/api/record/rescue", rescue, methods=["POST"]),
)
