"""Grants: lists what people have allowed ahead, gives it for a question, and takes it back."""

import contextlib
from datetime import datetime, timedelta
from typing import Any, Literal

from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route

from companion.ports.approvals import ApprovalAlreadyAnswered
from companion.ports.grants import Granted, Grants
from companion.web.asked import Body, Json, RowId, body_of, number_in
from companion.web.routes.api import channel_of
from companion.web.site import site_of
from companion.words.ids import ApprovalId, EventId


class Give(Body):
    """The matter of a question is allowed ahead, and the question gets its yes."""

    question: RowId
    shown: str = Field(min_length=1, max_length=64)
    lasts: Literal["hour", "today"]


async def listed(request: Request) -> Json:
    """Grants that hold now, oldest first, and the household's moment."""
    now = site_of(request).parts.clock.now()
    found = await _grants(request).listed()
    return Json({"now": now.isoformat(), "grants": [_plain(one) for one in found]})


async def give(request: Request) -> Json:
    """Allow the matter of a question ahead, and answer it with yes where it still waits."""
    site, wanted = site_of(request), await body_of(request, Give)
    channel, now = channel_of(request), site.parts.clock.now()
    question = ApprovalId(wanted.question)
    try:
        until = _until(wanted.lasts, now)
        granted = await _grants(request).give_for(question, until, channel, wanted.shown)
        with contextlib.suppress(ApprovalAlreadyAnswered):  # with yes: no grant comes of a no
            await site.parts.desk.answer(question, True, channel, wanted.shown)
    except KeyError as error:
        raise HTTPException(404, "no such question") from error
    return Json(_plain(granted))


async def revoke(request: Request) -> Json:
    """Take one back; it holds no more from now on."""
    number = number_in(request, "grant_id")
    try:
        await _grants(request).revoke(EventId(number), channel_of(request))
    except KeyError as error:
        raise HTTPException(404, "no such grant") from error
    return Json({"revoked": number})


def _grants(request: Request) -> Grants:
    grants = site_of(request).parts.grants
    if grants is None:
        raise HTTPException(503, "nothing keeps grants here")
    return grants


def _until(lasts: str, now: datetime) -> datetime:
    if lasts == "hour":
        return now + timedelta(hours=1)
    return now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)


def _plain(one: Granted) -> dict[str, Any]:
    return {
        "id": one.id,
        "label": {"ja": one.label.ja, "en": one.label.en},
        "given_at": one.given_at.isoformat(),
        "until": one.until.isoformat(),
        "max_risk": one.max_risk,
        "channel": one.channel,
    }


ROUTES = (
    Route("/api/grants", listed, methods=["GET"]),
    Route("/api/grants", give, methods=["POST"]),
    Route("/api/grants/{grant_id}/revoke", revoke, methods=["POST"]),
)
