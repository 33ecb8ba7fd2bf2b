"""A damaged record, or one that another program changed: what the owner has done about it."""

from typing import Any

from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException
from starlette.requests import Request

from companion.ports.mending import Mending, NothingToMend
from companion.web.routes.api import body_of, channel_of
from companion.web.routing import Router
from companion.web.site import Site, SiteOf

router = Router()


class Settled(BaseModel):
    """What becomes of what is held back."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    keep: bool


@router.get("/api/record/held")
async def held(site: SiteOf) -> dict[str, Any]:
    """What does not act until the owner says so, and whether the record is damaged."""
    mending = _mending(site)
    lines = [{"ja": line.ja, "en": line.en} for line in mending.held()]
    return {"held": lines, "damaged": mending.damaged()}


@router.post("/api/record/held")
async def settle(site: SiteOf, request: Request) -> dict[str, Any]:
    """Keep it or throw it away; the house starts anew (409: nothing is held)."""
    wanted = await body_of(request, Settled)
    try:
        rows = await _mending(site).settle(keep=wanted.keep, channel=channel_of(request))
    except NothingToMend as error:
        raise HTTPException(409, str(error)) from error
    return {"rows": rows, "kept": wanted.keep}


@router.post("/api/record/rescue", status_code=202)
async def rescue(site: SiteOf) -> dict[str, Any]:
    """Begin a new record with what can be read; the house starts anew (409: it is whole)."""
    try:
        await _mending(site).rescue()
    except NothingToMend as error:
        raise HTTPException(409, str(error)) from error
    return {"begins_anew": True}


def _mending(site: Site) -> Mending:
    if site.parts.mending is None:
        raise HTTPException(404, "no record on a disk")
    return site.parts.mending
