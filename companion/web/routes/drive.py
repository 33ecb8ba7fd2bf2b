"""Drive: serves the place of the wheeled base, and takes the wish that it goes somewhere."""

from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route

from companion.web.asked import Body, Json, body_of
from companion.web.drive import drive_card
from companion.web.routes.api import channel_of
from companion.web.site import reader_of, site_of


class Go(Body):
    """The room it is to go to."""

    room: str = Field(min_length=1, max_length=64)


async def where(request: Request) -> Json:
    """Where it was seen a moment ago; `drive` is null where there is no base."""
    site, reader = site_of(request), reader_of(request)
    card = drive_card(site.parts.drive, reader.words, reader.names)
    return Json({"drive": None if card is None else card.as_json()})


async def go(request: Request) -> Json:
    """Ask it to go to a room; 202 means asked, the result is in the log once it was seen."""
    site = site_of(request)
    wanted = await body_of(request, Go)
    drive = site.parts.drive
    if drive is None or not drive.rooms():
        raise HTTPException(404, "there is no wheeled base")
    if wanted.room not in drive.rooms():
        raise HTTPException(
            422, f"no way to {wanted.room}; there is one to {', '.join(drive.rooms())}"
        )
    return Json({"event_id": await site.parts.desk.go_to(wanted.room, channel_of(request))}, 202)


ROUTES = (
    Route("/api/drive", where, methods=["GET"]),
    Route("/api/drive/go", go, methods=["POST"]),
)
