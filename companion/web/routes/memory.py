"""Memory 記憶: serves what people told, to read, search, confirm, correct and forget.

Only the owner changes it: the guard lets nobody else this far, and the desk asks for the label
again.
"""

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from companion.ports.told import ToldRequests
from companion.web.asked import Body, Json, Query, RowId, body_of, number_in, query_of
from companion.web.feedback import shown_of
from companion.web.memory import view_of
from companion.web.routes.api import channel_of
from companion.web.routes.pages import frame
from companion.web.site import reader_of, site_of
from companion.words.areas import HOUSEHOLD_LIST, HouseholdListValue, Standing, value_in
from companion.words.ids import EventId
from companion.words.summary import Span

T = TypeVar("T")
TEXT_MAX, SENTENCE_MAX, EVENTS_MAX = 100, 2000, 500


class Sought(Query):
    """Words to look for in memory."""

    q: str = Field("", max_length=TEXT_MAX)


class Forgotten(Body):
    """Lines of the log that are to be believed no more."""

    events: list[RowId] = Field(min_length=1, max_length=EVENTS_MAX)


class FeedbackForgotten(Body):
    """Keys of the household's signs."""

    keys: list[str] = Field(min_length=1, max_length=EVENTS_MAX)


class Corrected(Body):
    """The right sentence, or the right value."""

    right: str = Field(min_length=1, max_length=SENTENCE_MAX, pattern=r"\S")
    whole: bool = False
    """True where it is a sentence for sure."""


class Settled(Body):
    """How far a preference may be used."""

    standing: Standing


async def page(request: Request) -> HTMLResponse:
    """Page of what people told, by person; a search also shows what else was said."""
    site, reader = site_of(request), reader_of(request)
    sought = query_of(request, Sought).q.strip()
    view = view_of(site.parts, reader)
    people = await view.people(sought) if view is not None else ()
    said = await view.said(sought, people) if view is not None else ()
    learnt = await site.parts.feedback.learnt() if site.parts.feedback is not None else ()
    lists = await site.parts.state.rows(HOUSEHOLD_LIST)
    context = {
        "people": people,
        "lists": [held for row in lists if (held := value_in(row, HouseholdListValue))],
        "said": said,
        "sought": sought,
        "shown": [shown_of(one, reader) for one in learnt],
        "summaries": {
            span.value: await view.summaries(span) if view is not None and not sought else ()
            for span in Span
        },
    }
    context |= await frame(site, reader, "more")
    return await site.draw(request, reader, "memory.html", context)


async def told(request: Request) -> Json:
    """Every told thing that still rests on something believed, the newest first."""
    site, reader = site_of(request), reader_of(request)
    view = view_of(site.parts, reader)
    people = await view.people(query_of(request, Sought).q) if view is not None else ()
    every = [one.as_json() for person in people for one in (*person.holds, *person.over)]
    return Json({"told": every})


async def forget(request: Request) -> Json:
    """Believe lines of the log no more, nor any other telling of what they told."""
    wanted = await body_of(request, Forgotten)
    events = [EventId(i) for i in wanted.events]
    gone = await _done(request, lambda desk, channel: desk.forget(events, channel))
    return Json({"forgotten": list(gone)})


async def feedback(request: Request) -> Json:
    """The household's signs about acts by undo, by hand, by yes and no; the strongest first."""
    shown = site_of(request).parts.feedback
    found = await shown.learnt() if shown is not None else ()
    reader = reader_of(request)
    return Json({"feedback": [shown_of(one, reader).as_json() for one in found]})


async def forget_feedback(request: Request) -> Json:
    """Forget the household's signs about acts."""
    wanted = await body_of(request, FeedbackForgotten)
    many = await _done(request, lambda desk, channel: desk.forget_feedback(wanted.keys, channel))
    return Json({"forgotten": many})


async def correct(request: Request) -> Json:
    """Put the right value or sentence in the place of what a line told."""
    wanted, event_id = await body_of(request, Corrected), EventId(number_in(request, "event_id"))
    event = await _done(
        request,
        lambda desk, channel: desk.correct(
            event_id, wanted.right.strip(), channel, whole=wanted.whole
        ),
    )
    return Json({"event_id": event.id, "text": event.user_text})


async def settle(request: Request) -> Json:
    """Confirm a preference, or take it back."""
    wanted, key = await body_of(request, Settled), str(request.path_params["memory_id"])
    await _done(request, lambda desk, channel: desk.settle(key, wanted.standing, channel))
    return Json({"standing": wanted.standing.value})


async def _done(request: Request, work: Callable[[ToldRequests, str], Coroutine[Any, Any, T]]) -> T:
    """Ask the desk; 403 for anybody but the owner, 404 for what is not there."""
    desk = site_of(request).parts.told_requests
    if desk is None:
        raise HTTPException(404, "nothing is remembered here")
    try:
        return await work(desk, channel_of(request))
    except KeyError as error:
        raise HTTPException(404, "no such memory") from error


ROUTES = (
    Route("/api/memory", told, methods=["GET"]),
    Route("/api/memory/forget", forget, methods=["POST"]),
    Route("/api/memory/feedback", feedback, methods=["GET"]),
    Route("/api/memory/feedback/forget", forget_feedback, methods=["POST"]),
    Route("/api/memory/{event_id}/correct", correct, methods=["POST"]),
    Route("/api/memory/{memory_id}/settle", settle, methods=["POST"]),
    Route("/memory", page, methods=["GET"]),
)
