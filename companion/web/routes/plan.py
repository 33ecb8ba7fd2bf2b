"""Plan 計画: serves the page of the plan, and takes what people ask of it."""

from collections.abc import Awaitable, Callable

from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from companion.ports.approvals import NotAsShown
from companion.ports.plan import NothingToResume, PlanDesk
from companion.web.asked import Body, Json, body_of
from companion.web.plan_pane import plan_pane
from companion.web.routes.api import channel_of
from companion.web.routes.pages import frame
from companion.web.site import reader_of, site_of
from companion.words.ids import EventId
from companion.words.plan import GoalId

PURPOSE_CHARS = 200


class Purposed(Body):
    """The purpose in the owner's words."""

    text: str = Field(min_length=1, max_length=PURPOSE_CHARS, pattern=r"\S")


class ListAllowed(Body):
    """A goal, and the hash of the list that was shown."""

    goal: str = Field(pattern=r"^G\d{1,6}$")
    shown: str = Field(min_length=1, max_length=64)


class Answered(Body):
    """`y` or `n`."""

    answer: str = Field(pattern="^[yn]$")


async def page(request: Request) -> HTMLResponse:
    """Page of the plan."""
    site, reader = site_of(request), reader_of(request)
    context = {**await plan_pane(site, reader), **await frame(site, reader, "more")}
    return await site.draw(request, reader, "plan.html", context)


async def told(request: Request) -> Json:
    """The same as JSON, for the command line."""
    site, reader = site_of(request), reader_of(request)
    found = await plan_pane(site, reader)
    run, plan = found["plan"].run, found["plan"]
    return Json(
        {
            "purpose": "" if plan.purpose is None else plan.purpose.text,
            "stand": run.stand.value,
            "reason": run.reason,
            "task": run.task,
            "summary": "" if run.summary is None else reader.words.of(run.summary),
            "goals": found["goals"],
            "question": found["question"],
        }
    )


async def set_purpose(request: Request) -> Json:
    """Work for this."""
    wanted = await body_of(request, Purposed)
    return await _done(request, lambda desk, channel: desk.set_purpose(wanted.text, channel))


async def drop_purpose(request: Request) -> Json:
    """Work for nothing any more."""
    return await _done(request, lambda desk, channel: desk.drop_purpose(channel))


async def allow(request: Request) -> Json:
    """Allow the acts of a goal's tasks together, as they were shown."""
    wanted = await body_of(request, ListAllowed)
    return await _done(request, lambda desk, channel: _allow(desk, wanted, channel))


async def _allow(desk: PlanDesk, wanted: ListAllowed, channel: str) -> EventId:
    try:
        granted = await desk.allow(GoalId(wanted.goal), wanted.shown, channel)
    except NotAsShown as error:
        raise HTTPException(410, str(error)) from error
    return granted.id


async def interrupt(request: Request) -> Json:
    """Let the task in hand wait."""
    return await _done(request, lambda desk, channel: desk.interrupt(channel))


async def resume(request: Request) -> Json:
    """Go on."""
    return await _done(request, lambda desk, channel: desk.resume(channel))


async def discard(request: Request) -> Json:
    """Let the interrupted task go."""
    return await _done(request, lambda desk, channel: desk.discard(channel))


async def answer(request: Request) -> Json:
    """Answer the question of the task in hand."""
    said = await body_of(request, Answered)
    return await _done(request, lambda desk, channel: desk.answer(said.answer == "y", channel))


async def _done(request: Request, work: Callable[[PlanDesk, str], Awaitable[object]]) -> Json:
    """Ask the desk: 403 for who may not, 409 where there is nothing of the kind."""
    desk = site_of(request).parts.plan
    if desk is None:
        raise HTTPException(404, "nothing plans here")
    try:
        return Json({"done": await work(desk, channel_of(request))})
    except NothingToResume as error:
        raise HTTPException(409, str(error)) from error
    except ValueError as error:
        raise HTTPException(422, str(error)) from error


ROUTES = (
    Route("/api/plan", told, methods=["GET"]),
    Route("/api/plan/purpose", set_purpose, methods=["POST"]),
    Route("/api/plan/drop", drop_purpose, methods=["POST"]),
    Route("/api/plan/interrupt", interrupt, methods=["POST"]),
    Route("/api/plan/resume", resume, methods=["POST"]),
    Route("/api/plan/discard", discard, methods=["POST"]),
    Route("/api/plan/allow", allow, methods=["POST"]),
    Route("/api/plan/answer", answer, methods=["POST"]),
    Route("/plan", page, methods=["GET"]),
)
