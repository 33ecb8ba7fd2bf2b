"""Inbound: the webhook by which a bridge of the owner hands in sentences of its source.

`POST /api/inbound/SOURCE` with `Authorization: Bearer TOKEN`; the token is made for this one source
(`companion tokens add SOURCE --kind inbound`), and the guard lets nothing else through.
"""

from typing import Annotated

from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route

from companion.ports.inbound import LONGEST_WAIT_S, SENDER_CHARS, TEXT_CHARS, NoSuchSource
from companion.web.asked import Body, Json, body_of
from companion.web.site import site_of


class Sentence(Body):
    """One sentence from outside."""

    text: str = Field(min_length=1, max_length=TEXT_CHARS)
    sender: str = Field("", max_length=SENDER_CHARS)
    """Name of its author there; it lends no authority."""
    wait_s: Annotated[float, Field(ge=0, le=LONGEST_WAIT_S)] = 0.0
    """How long to wait for the answer; 0: not at all."""


async def say(request: Request) -> Json:
    """202 with the event's id; with `wait_s` 200 and the answer, or null."""
    site, source = site_of(request), str(request.path_params["source"])
    given = await body_of(request, Sentence)
    inbound = site.parts.inbound
    if inbound is None:
        raise HTTPException(503, "nothing takes sentences from outside here")
    try:
        if given.wait_s:
            answer = await inbound.ask(source, given.text, given.sender, given.wait_s)
            return Json({"answer": answer})
        return Json({"event_id": await inbound.say(source, given.text, given.sender)}, 202)
    except NoSuchSource as error:
        raise HTTPException(404, str(error)) from error
    except ValueError as error:
        raise HTTPException(422, str(error)) from error


ROUTES = (Route("/api/inbound/{source}", say, methods=["POST"]),)
