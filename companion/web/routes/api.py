"""JSON API: answers the page and the command line alike."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route

from companion.home.taught import Lesson
from companion.ports.approvals import ApprovalAlreadyAnswered, NotAsShown
from companion.ports.desk import NothingToUndo
from companion.web.asked import ID_MAX, Body, Json, Query, RowId, body_of, number_in, query_of
from companion.web.site import reader_of, site_of
from companion.words.approval import ApprovalQuestion
from companion.words.event import Event, EventSource
from companion.words.health import Health
from companion.words.ids import ApprovalId, DeviceId, EventId
from companion.words.said import Said


class LogQuery(Query):
    """Filter of the log."""

    limit: Annotated[int, Field(ge=1, le=500)] = 50
    before: Annotated[int, Field(ge=0, le=ID_MAX)] | None = None
    after: Annotated[int, Field(ge=0, le=ID_MAX)] | None = None
    source: tuple[EventSource, ...] = ()


class Operate(Body):
    """One device operation."""

    operation: str = Field(max_length=64)
    parameters: dict[str, str | int | float | bool] = Field(default_factory=dict, max_length=8)


class Answer(Body):
    """`y` or `n`."""

    answer: str = Field(pattern="^[yn]$")
    shown: str = Field("", max_length=64)
    """Hash of the act that the person saw; a yes holds for this act alone."""


class AnswerOfMany(Answer):
    """`y` or `n` to one of several questions."""

    id: RowId
    shown: str = Field(min_length=1, max_length=64)


class Answers(Body):
    """One answer to each of several questions, answered together."""

    answers: list[AnswerOfMany] = Field(min_length=1, max_length=20)


class UndoSeveral(Body):
    """Acts to take back, the last one done first."""

    events: list[RowId] = Field(min_length=1, max_length=50)


class Taught(Body):
    """The owner's lesson about an act."""

    lesson: Lesson


class Say(Body):
    """A typed sentence."""

    text: str = Field(min_length=1, max_length=2000)
    place: str = Field("", max_length=64)
    """Id of the room it is said in, where the screen knows it."""
    corrects: RowId | None = None
    """The sentence that was heard wrongly, where this one is said instead of it."""


class Privacy(Body):
    """Whether privacy is wanted."""

    on: bool


async def log(request: Request) -> Json:
    """Newest first, each with its sentence in the reader's language."""
    site, reader = site_of(request), reader_of(request)
    asked = query_of(request, LogQuery)
    events = await site.parts.record.recent(
        limit=asked.limit,
        before=EventId(asked.before) if asked.before is not None else None,
        after=EventId(asked.after) if asked.after is not None else None,
        sources=asked.source,
    )
    lines = await reader.log.lines(events, reader.now)
    return Json(
        {
            "events": [
                {**event_json(e), "line": x.as_json()} for e, x in zip(events, lines, strict=True)
            ]
        }
    )


async def why(request: Request) -> Json:
    """The why-chain as steps."""
    site, reader, event_id = site_of(request), reader_of(request), number_in(request, "event_id")
    if await site.parts.record.event(EventId(event_id)) is None:
        raise HTTPException(404, "no such event")
    chain = await site.parts.record.chain(EventId(event_id))
    steps = await reader.chain(EventId(event_id)).steps(chain)
    return Json({"event_id": event_id, "steps": [s.as_json() for s in steps]})


async def devices(request: Request) -> Json:
    """Every device with its state; unknown is null."""
    site, reader = site_of(request), reader_of(request)
    cards = reader.devices.cards(reader.now)
    return Json(
        {"connected": site.parts.house.connected(), "devices": [c.as_json() for c in cards]}
    )


async def operate(request: Request) -> Json:
    """Ask for one operation; 202 means asked, the result is in the log once it was seen."""
    site, device_id = site_of(request), str(request.path_params["device_id"])
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
    except ValueError as error:
        raise HTTPException(422, str(error)) from error
    return Json({"event_id": event_id}, 202)


async def undo(request: Request) -> Json:
    """Take an action back; 409 with the reason where it cannot be."""
    site, event_id = site_of(request), number_in(request, "event_id")
    done = await site.parts.desk.undo(EventId(event_id), channel_of(request))
    return Json({"event_id": done}, 202)


async def undo_several(request: Request) -> Json:
    """Take several acts back, each by itself; 409 with the reasons where none of them can be."""
    site = site_of(request)
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
    return Json({"event_ids": done, "left": left}, 202)


async def teach(request: Request) -> Json:
    """Take the owner's lesson about an act: `wrong`, `never` again, or `free` of both."""
    site, event_id = site_of(request), number_in(request, "event_id")
    given = await body_of(request, Taught)
    try:
        done = await site.parts.desk.teach(EventId(event_id), given.lesson, channel_of(request))
    except KeyError as error:
        raise HTTPException(404, "no such act") from error
    return Json({"event_id": done})


async def forget(request: Request) -> Json:
    """Believe an event no more: what was remembered from it goes, the record stays."""
    site, event_id = site_of(request), number_in(request, "event_id")
    try:
        gone = await site.parts.desk.forget(EventId(event_id), channel_of(request))
    except KeyError as error:
        raise HTTPException(404, "no such event") from error
    return Json({"events": gone.events, "removed": gone.removed, "restored": gone.restored})


async def approvals(request: Request) -> Json:
    """Unanswered questions, oldest first, and the household's moment."""
    site = site_of(request)
    now, pending = site.parts.clock.now(), await site.parts.approvals.pending()
    questions = [{**_question(q), "in_front": q.is_in_front(now)} for q in pending]
    return Json({"now": now.isoformat(), "pending": questions})


async def answer(request: Request) -> Json:
    """Answer once; the first answer holds (409 afterwards). 410: it has changed since it was
    asked."""
    site, approval_id = site_of(request), number_in(request, "approval_id")
    given = await body_of(request, Answer)
    try:
        question = await site.parts.desk.answer(
            ApprovalId(approval_id), given.answer == "y", channel_of(request), given.shown
        )
    except KeyError as error:
        raise HTTPException(404, "no such question") from error
    return Json(_question(question))


async def answer_several(request: Request) -> Json:
    """Answer several questions together, each by itself; 409 with the reasons where none could
    be, 410 where one of them has changed since it was asked."""
    site, given = site_of(request), await body_of(request, Answers)
    done: list[dict[str, Any]] = []
    left: dict[int, str] = {}
    has_changed = False
    for one in given.answers:
        try:
            question = await site.parts.desk.answer(
                ApprovalId(one.id), one.answer == "y", channel_of(request), one.shown
            )
        except (KeyError, ApprovalAlreadyAnswered, NotAsShown, PermissionError) as error:
            left[one.id] = str(error)
            has_changed |= isinstance(error, NotAsShown)
        else:
            done.append(_question(question))
    if not done:
        raise HTTPException(410 if has_changed else 409, "; ".join(left.values()))
    return Json({"answered": done, "left": left})


async def say(request: Request) -> Json:
    """A sentence of the owner; the answer comes over the stream."""
    site = site_of(request)
    said = await body_of(request, Say)
    if said.place and said.place not in {place.id for place in site.parts.places}:
        raise HTTPException(422, f"no such room: {said.place}")
    corrects = None if said.corrects is None else EventId(said.corrects)
    if corrects is not None:
        heard = await site.parts.record.event(corrects)
        if heard is None or not heard.user_text:
            raise HTTPException(422, "no such sentence")
    event_id = await site.parts.desk.say(
        Said(said.text, channel_of(request), place=said.place, corrects=corrects)
    )
    return Json({"event_id": event_id}, 202)


async def stop(request: Request) -> Json:
    """Stop what is being done now."""
    site = site_of(request)
    return Json({"event_id": await site.parts.desk.stop(channel_of(request))})


async def privacy(request: Request) -> Json:
    """Close or open every camera at the source."""
    site = site_of(request)
    wanted = await body_of(request, Privacy)
    await site.parts.desk.set_privacy(wanted.on, channel_of(request))
    return Json({"privacy": site.parts.desk.privacy()})


def _was(trouble: Health | None) -> dict[str, Any] | None:
    if trouble is None:
        return None
    what = {"ja": trouble.what.ja, "en": trouble.what.en}
    return {"since": trouble.since.isoformat(), "what": what}


async def health(request: Request) -> Json:
    """Every part, worst first."""
    site = site_of(request)
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
    return Json({"parts": parts, "privacy": site.parts.desk.privacy()})


async def vitals(request: Request) -> Json:
    """Kept samples, oldest first."""
    site = site_of(request)
    return Json({"samples": [v.as_json() for v in site.parts.vitals.history()]})


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
        "shown": question.shown_hash,
    }


ROUTES = (
    Route("/api/log", log, methods=["GET"]),
    Route("/api/why/{event_id}", why, methods=["GET"]),
    Route("/api/devices", devices, methods=["GET"]),
    Route("/api/devices/{device_id}/operate", operate, methods=["POST"]),
    Route("/api/undo/{event_id}", undo, methods=["POST"]),
    Route("/api/undo", undo_several, methods=["POST"]),
    Route("/api/teach/{event_id}", teach, methods=["POST"]),
    Route("/api/forget/{event_id}", forget, methods=["POST"]),
    Route("/api/approvals", approvals, methods=["GET"]),
    Route("/api/approvals", answer_several, methods=["POST"]),
    Route("/api/approvals/{approval_id}", answer, methods=["POST"]),
    Route("/api/say", say, methods=["POST"]),
    Route("/api/stop", stop, methods=["POST"]),
    Route("/api/privacy", privacy, methods=["POST"]),
    Route("/api/health", health, methods=["GET"]),
    Route("/api/vitals", vitals, methods=["GET"]),
)
