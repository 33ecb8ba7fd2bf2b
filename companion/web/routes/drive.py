"""Drive: where the wheeled base is, and the wish that it goes somewhere."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request

from companion.web.drive import drive_card
from companion.web.routes.api import body_of, channel_of
from companion.web.routing import Router
from companion.web.site import ReaderOf, SiteOf

router = Router("/api/drive")


class Go(BaseModel):
    """The room it is to go to."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    room: str = Field(min_length=1, max_length=64)


@router.get("")
async def where(site: SiteOf, reader: ReaderOf) -> dict[str, Any]:
    """Where it was seen a moment ago; `drive` is null where there is no base."""
    card = drive_card(site.parts.drive, reader.words, reader.names)
    return {"drive": None if card is None else card.as_json()}


@router.post("/go", status_code=202)
async def go(site: SiteOf, request: Request) -> dict[str, Any]:
    """Ask it to go to a room; 202 means asked, the result is in the log once it was seen."""
    wanted = await body_of(request, Go)
    drive = site.parts.drive
    if drive is None or not drive.rooms():
        raise HTTPException(404, "there is no wheeled base")
    if wanted.room not in drive.rooms():
        raise HTTPException(422, f"no way to {wanted.room}; there is one to "
                            f"{', '.join(drive.rooms())}")  # fmt: skip
    return {"event_id": await site.parts.desk.go_to(wanted.room, channel_of(request))}
