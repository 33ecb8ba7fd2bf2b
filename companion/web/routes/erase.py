"""Routes of erasing find events for page and command line, show what an erasure takes, and erase
after a yes.

The first press erases nothing: the page names how many entries lose their content, what goes with
them and what stays. Only the owner erases; the guard has let nobody else this far.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Any

from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from companion.ports.erasure import Chosen, MayNotErase
from companion.web.asked import ID_MAX, Body, Json, Query, RowId, body_of, query_of
from companion.web.routes.api import channel_of
from companion.web.routes.pages import frame
from companion.web.site import Site, reader_of, site_of
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.number import whole_number

SHOWN = 20
"""Entries the page lists of what was found; of the others it tells the number."""
IDS_MAX, TEXT_MAX = 10_000, 200


class Wanted(Body):
    """Conditions of the events to erase; every condition given has to hold. A time without a zone
    is the home's."""

    ids: list[RowId] = Field(default_factory=list, max_length=IDS_MAX)
    since: datetime | None = None
    until: datetime | None = None
    text: str = Field("", max_length=TEXT_MAX)
    consequences: bool = True
    reason: str = Field("", max_length=TEXT_MAX)

    def chosen(self, zone: tzinfo | None) -> Chosen:
        """The same for the store."""
        return Chosen(
            ids=tuple(EventId(i) for i in self.ids),
            since=_at_home(self.since, zone),
            until=_at_home(self.until, zone),
            text=self.text,
        )


class PageQuery(Query):
    """Query of the page's form."""

    ids: str = ""
    since: str = ""
    until: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """Conditions in the address of the page, as the person wrote them."""

    ids: tuple[int, ...]
    since: str
    until: str
    text: str

    def wanted(self) -> Wanted:
        """As a request; a day begins at midnight at home, and the last one is meant whole.
        Raises `ValueError`."""
        return Wanted(
            ids=list(self.ids),
            since=datetime.combine(_day(self.since), time()) if self.since else None,
            until=datetime.combine(_day(self.until), time()) + timedelta(days=1)
            if self.until
            else None,
            text=self.text,
        )

    def anything(self) -> bool:
        """Whether anything was asked for."""
        return bool(self.ids or self.since or self.until or self.text)


async def find(request: Request) -> Json:
    """List the events that an erasure would take; nothing is changed."""
    site, reader = site_of(request), reader_of(request)
    wanted = await body_of(request, Wanted)
    try:
        found = await site.parts.eraser.find(
            wanted.chosen(reader.now.tzinfo),
            channel_of(request),
            consequences=wanted.consequences,
        )
    except MayNotErase:
        raise
    except OSError as error:
        raise HTTPException(503, str(error)) from error
    return Json(
        {
            "events": len(found.chosen) + len(found.quoting),
            "quoting": len(found.quoting),
            "voices": found.voices,
        }
    )


async def erase(request: Request) -> Json:
    """Take it away for good; 404 where nothing is meant, 503 while the disk takes nothing."""
    site, reader = site_of(request), reader_of(request)
    wanted = await body_of(request, Wanted)
    try:
        gone = await site.parts.eraser.erase(
            wanted.chosen(reader.now.tzinfo),
            wanted.reason,
            channel_of(request),
            consequences=wanted.consequences,
        )
    except MayNotErase:
        raise
    except OSError as error:
        raise HTTPException(503, str(error)) from error
    if gone is None:
        raise HTTPException(404, "no entry that still has content")
    return Json(
        {
            "event_id": gone.event_id,
            "emptied": gone.emptied,
            "derived_rows": gone.derived_rows,
            "overwritten": gone.overwritten,
            "voices": gone.voices,
        }
    )


async def page(request: Request) -> HTMLResponse:
    """Look for what is to go; with anything found, what goes, what stays, and the one button."""
    site, reader = site_of(request), reader_of(request)
    query = query_of(request, PageQuery)
    asked = Asked(_numbers(query.ids), query.since, query.until, query.text[:TEXT_MAX])
    context: dict[str, Any] = {
        "asked": asked,
        "pressed": "text" in request.query_params,
        "found": None,
        "lines": (),
        "wanted": {},
        "more": 0,
    }
    if asked.anything():
        try:
            wanted = asked.wanted()
        except ValueError as error:
            raise HTTPException(404) from error
        found = await site.parts.eraser.find(wanted.chosen(reader.now.tzinfo), "web")
        shown = await _events(site, found.chosen[-SHOWN:])
        context |= {
            "found": found,
            "lines": await reader.log.lines(shown, reader.now),
            "more": len(found.chosen) - len(shown),
            "wanted": wanted.model_dump(mode="json", exclude_defaults=True),
        }
    context |= await frame(site, reader, "log")
    return await site.draw(request, reader, "erase.html", context)


async def _events(site: Site, ids: Sequence[EventId]) -> list[Event]:
    found = [await site.parts.record.event(event_id) for event_id in reversed(ids)]
    return [event for event in found if event is not None]


def _numbers(ids: str) -> tuple[int, ...]:
    numbers = (whole_number(part, least=1, most=ID_MAX) for part in ids.split(","))
    return tuple(n for n in numbers if n is not None)[:IDS_MAX]


def _day(text: str) -> date:
    return datetime.fromisoformat(text).date()


def _at_home(at: datetime | None, zone: tzinfo | None) -> datetime | None:
    if at is None or at.tzinfo is not None:
        return at
    return at.replace(tzinfo=zone) if zone is not None else at.astimezone()


ROUTES = (
    Route("/api/erase/find", find, methods=["POST"]),
    Route("/api/erase", erase, methods=["POST"]),
    Route("/erase", page, methods=["GET"]),
)
