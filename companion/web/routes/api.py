"""JSON API, the same for the page and the command line."""

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request

from companion.home.taught import Lesson
from companion.ports.approvals import ApprovalAlreadyAnswered
from companion.ports.desk import NothingToUndo
from companion.ports.house import DeviceUnavailable, DeviceUnknown, HouseUnreachable
from companion.web.routes.pages import ID_MAX, EventNumber
from companion.web.routing import Router
from companion.web.site import ReaderOf, SiteOf
from companion.words.approval import ApprovalQuestion
from companion.words.event import Event, EventSource
from companion.words.health import Health
from companion.words.ids import ApprovalId, DeviceId, EventId
from companion.words.said import Said

router = Router("/api")
Limit = Annotated[int, Field(ge=1, le=500)]
Position = Annotated[int, Field(ge=0, le=ID_MAX)] | None
B = TypeVar("B", bound=BaseModel)


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Operate(_Body):
    """One device operation."""

    operation: str = Field(max_length=64)
    parameters: dict[str, str | int | float | bool] = Field(default_factory=dict, max_length=8)


class Answer(_Body):
    """`y` or `n`."""

    answer: str = Field(pattern="^[yn]$")


class UndoSeveral(_Body):
    """Acts to take back, the last one done first."""

    events: list[EventNumber] = Field(min_length=1, max_length=50)


class Taught(_Body):
    """What is said of an act."""

    lesson: Lesson


class Say(_Body):
    """A typed sentence."""

    text: str = Field(min_length=1, max_length=2000)
    place: str = Field("", max_length=64)
    """Id of the room it is said in, where the screen knows it."""


class Privacy(_Body):
    """Whether privacy is wanted."""

    on: bool


async def body_of(request: Request, model: type[B]) -> B:
    """Parse in pydantic's own parser, which bounds nesting; raises 422."""
    try:
        return model.model_validate_json(await request.body())
    except ValidationError as error:
        raise HTTPException(422, "; ".join(e["msg"] for e in error.errors())) from error


@router.get("/log")
async def log(
    site: SiteOf,
    reader: ReaderOf,
    limit: Limit = 50,
    before: Position = None,
    after: Position = None,
    source: list[EventSource] | None = None,
) -> dict[str, Any]:
    """Newest first, each with its sentence in the reader's language."""
    events = await site.parts.record.recent(
        limit=limit,
        before=EventId(before) if before is not None else None,
        after=EventId(after) if after is not None else None,
        sources=tuple(source or ()),
    )
    lines = await reader.log.lines(events, reader.now)
    return {
        "events": [
            {**event_json(e), "line": x.as_json()} for e, x in zip(events, lines, strict=True)
        ]
    }


@router.get("/why/{event_id}")
async def why(site: SiteOf, reader: ReaderOf, event_id: EventNumber) -> dict[str, Any]:
    """The why-chain as steps."""
    if await site.parts.record.event(EventId(event_id)) is None:
        raise HTTPException(404, "no such event")
    chain = await site.parts.record.chain(EventId(event_id))
    steps = await reader.chain(EventId(event_id)).steps(chain)
    return {"event_id": event_id, "steps": [s.as_json() for s in steps]}


@router.get("/devices")
async def devices(site: SiteOf, reader: ReaderOf) -> dict[str, Any]:
    """Every device with its state; unknown is null."""
    cards = reader.devices.cards(reader.now)
    return {"connected": site.parts.house.connected(), "devices": [c.as_json() for c in cards]}


@router.post("/devices/{device_id}/operate", status_code=202)
async def operate(site: SiteOf, request: Request, device_id: str) -> dict[str, Any]:
    """Ask for one operation; 202 means asked, the result is in the log once it was seen."""
    wanted = await body_of(request, Operate)
    device = site.parts.house.device(DeviceId(device_id))
    if device is None:
        raise HTTPException(404, "no such device")
    if wanted.operation not in device.operations:
        raise HTTPException(422, f"{device_id} takes {', '.join(device.operations) or 'nothing'}")
    try:
        event_id = await site.parts.desk.operate(
            device.id, wanted.operation, wanted.parameters, channel_of(request)
        )
    except DeviceUnknown as error:
        raise HTTPException(404, "no such device") from error
    except (HouseUnreachable, DeviceUnavailable) as error:
        raise HTTPException(503, str(error)) from error
    except ValueError as error:
        raise HTTPException(422, str(error)) from error
    return {"event_id": event_id}


@router.post("/undo/{event_id}", status_code=202)
async def undo(site: SiteOf, request: Request, event_id: EventNumber) -> dict[str, Any]:
    """Take an action back; 409 with the reason where it cannot be."""
    try:
        done = await site.parts.desk.undo(EventId(event_id), channel_of(request))
    except NothingToUndo as error:
        raise HTTPException(409, str(error)) from error
    return {"event_id": done}


@router.post("/undo", status_code=202)
async def undo_several(site: SiteOf, request: Request) -> dict[str, Any]:
    """Take several acts back, each by itself; 409 with the reasons where none of them can be."""
    wanted = await body_of(request, UndoSeveral)
    done: list[int] = []
    left: dict[int, str] = {}
    for event_id in wanted.events:
        try:
            done.append(await site.parts.desk.undo(EventId(event_id), channel_of(request)))
        except NothingToUndo as error:
            left[event_id] = str(error)
    if not done:
        raise HTTPException(409, "; ".join(left.values()))
    return {"event_ids": done, "left": left}


@router.post("/teach/{event_id}")
async def teach(site: SiteOf, request: Request, event_id: EventNumber) -> dict[str, Any]:
    """What the owner says of an act: `wrong`, `never` again, or `free` of both."""
    given = await body_of(request, Taught)
    try:
        done = await site.parts.desk.teach(EventId(event_id), given.lesson, channel_of(request))
    except KeyError as error:
        raise HTTPException(404, "no such act") from error
    except PermissionError as error:
        raise HTTPException(403, str(error)) from error
    return {"event_id": done}


@router.post("/forget/{event_id}")
async def forget(site: SiteOf, request: Request, event_id: EventNumber) -> dict[str, Any]:
    """Believe an event no more: what was remembered from it goes, the record stays."""
    try:
        gone = await site.parts.desk.forget(EventId(event_id), channel_of(request))
    except KeyError as error:
        raise HTTPException(404, "no such event") from error
    except PermissionError as error:
        raise HTTPException(403, str(error)) from error
    return {"events": gone.events, "removed": gone.removed, "restored": gone.restored}


@router.get("/approvals")
async def approvals(site: SiteOf) -> dict[str, Any]:
    """Unanswered questions, oldest first, and the household's moment."""
    pending = [_question(q) for q in await site.parts.approvals.pending()]
    return {"now": site.parts.clock.now().isoformat(), "pending": pending}


@router.post("/approvals/{approval_id}")
async def answer(site: SiteOf, request: Request, approval_id: EventNumber) -> dict[str, Any]:
    """Answer once; the first answer holds (409 afterwards)."""
    given = await body_of(request, Answer)
    try:
        question = await site.parts.desk.answer(
            ApprovalId(approval_id), given.answer == "y", channel_of(request)
        )
    except KeyError as error:
        raise HTTPException(404, "no such question") from error
    except ApprovalAlreadyAnswered as error:
        raise HTTPException(409, str(error)) from error
    except PermissionError as error:
        raise HTTPException(403, str(error)) from error
    return _question(question)


@router.post("/say", status_code=202)
async def say(site: SiteOf, request: Request) -> dict[str, Any]:
    """A sentence of the owner; the answer comes over the stream."""
    said = await body_of(request, Say)
    if said.place and said.place not in {place.id for place in site.parts.places}:
        raise HTTPException(422, f"no such room: {said.place}")
    event_id = await site.parts.desk.say(Said(said.text, channel_of(request), place=said.place))
    return {"event_id": event_id}


@router.post("/stop")
async def stop(site: SiteOf, request: Request) -> dict[str, Any]:
    """Stop what is being done now."""
    return {"event_id": await site.parts.desk.stop(channel_of(request))}


@router.post("/privacy")
async def privacy(site: SiteOf, request: Request) -> dict[str, Any]:
    """Close or open every camera at the source."""
    wanted = await body_of(request, Privacy)
    await site.parts.desk.set_privacy(wanted.on, channel_of(request))
    return {"privacy": site.parts.desk.privacy()}


def _was(trouble: Health | None) -> dict[str, Any] | None:
    if trouble is None:
        return None
    what = {"ja": trouble.what.ja, "en": trouble.what.en}
    return {"since": trouble.since.isoformat(), "what": what}


@router.get("/health")
async def health(site: SiteOf) -> dict[str, Any]:
    """Every part, worst first."""
    parts = [
        {
            "part": h.part,
            "status": h.status.value,
            "since": h.since.isoformat(),
            "what": {"ja": h.what.ja, "en": h.what.en},
            "remedy": {"ja": h.remedy.ja, "en": h.remedy.en} if h.remedy else None,
            "last_trouble": _was(h.last_trouble),
        }
        for h in site.parts.desk.health()
    ]
    return {"parts": parts, "privacy": site.parts.desk.privacy()}


@router.get("/vitals")
async def vitals(site: SiteOf) -> dict[str, Any]:
    """Kept samples, oldest first."""
    return {"samples": [v.as_json() for v in site.parts.vitals.history()]}


def channel_of(request: Request) -> str:
    """`cli` for the command line's token, `web` for the page; never the caller's word."""
    return "cli" if request.headers.get("x-companion-token") else "web"


def event_json(event: Event) -> Mapping[str, Any]:
    """An event as plain values."""
    return {
        "id": event.id,
        "at": event.at.isoformat(),
        "source": event.source.value,
        "kind": event.kind,
        "trust": event.trust.value,
        "authority": event.authority.value,
        "channel": event.channel,
        "origin": event.origin,
        "user_text": event.user_text,
        "assistant_text": event.assistant_text,
        "evidence_event_ids": list(event.evidence_event_ids),
        "payload": dict(event.payload),
    }


def _question(question: ApprovalQuestion) -> dict[str, Any]:
    return {
        "id": question.id,
        "decision_event_id": question.decision_event_id,
        "summary": {"ja": question.summary.ja, "en": question.summary.en},
        "impact": {"ja": question.impact.ja, "en": question.impact.en},
        "risk": question.risk,
        "asked_at": question.asked_at.isoformat(),
        "status": question.status.value,
        "answered_by": question.answered_by,
    }
