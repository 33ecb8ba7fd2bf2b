"""Routines 予定: serves the list of entries and rules, and the form that makes and changes an
entry."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from companion.ports.schedule_requests import ScheduleRequestRefused
from companion.web.asked import Query, RowId, body_of, number_in, query_of
from companion.web.lines import LogLine
from companion.web.reader import Reader
from companion.web.routes.pages import frame
from companion.web.routes.schedule import clock_of, request_schedule
from companion.web.schedule_fields import offer
from companion.web.schedule_form import FieldWrong, FormReader, PageForm
from companion.web.schedule_said import Saying
from companion.web.schedule_view import Would, entry_of, rows, would
from companion.web.site import Site, reader_of, site_of
from companion.words.event import EventSource
from companion.words.schedule import Entry, EntryKind
from companion.words.schedule_form import FormWrong, entry_from_form

CHANGES = 4
"""Lines about the schedule itself, each with its undo."""
_CHANGES = ("set_", "change_", "cancel_", "skip_")


class RoutinesQuery(Query):
    """The entry that the form changes, or the kind of a new one."""

    edit: RowId | None = None
    new: EntryKind = EntryKind.ALARM


async def routines(request: Request) -> HTMLResponse:
    """Routines 予定: what is set and comes next, a form for more, the rules that run."""
    site, reader = site_of(request), reader_of(request)
    asked = query_of(request, RoutinesQuery)
    parts = site.parts
    clock = parts.schedule_requests
    entry = entry_of(clock, asked.edit) if clock is not None and asked.edit is not None else None
    context = {
        "entries": await rows(clock, _saying(site, reader), reader) if clock is not None else (),
        "has_clock": clock is not None,
        "offer": offer(parts, reader, entry, asked.new),
        "changes": await _changes(site, reader),
        "policies": parts.policies,
        **await frame(site, reader, "routines"),
    }
    return await site.draw(request, reader, "routines.html", context)


async def add(request: Request) -> Response:
    """Save what the form says; what is wrong with it is told by its field."""
    site, reader = site_of(request), reader_of(request)
    form = await body_of(request, PageForm)
    return await _saved(site, reader, request, form, None)


async def sketch(request: Request) -> Response:
    """Preview of the form: its sentence, its next moment, and its outcome if it were due now."""
    site, reader = site_of(request), reader_of(request)
    form = await body_of(request, PageForm)
    try:
        drawn = [await _sketched(site, reader, form)]
        if (beside := _reading(site, reader).beside(form)) is not None:
            drawn.append(await _sketched(site, reader, beside))
    except FieldWrong as error:
        return JSONResponse(_wrong(error, reader))
    except (FormWrong, ScheduleRequestRefused) as error:
        return JSONResponse({"sentence": "", "error": str(error)})
    (_, first), steps = drawn[0], [step for _, found in drawn for step in found.steps]
    return JSONResponse(
        {
            "sentence": ("。" if reader.words.ja else ". ").join(text for text, _ in drawn),
            "next": first.coming[0] if first.coming else "",
            "condition": drawn[-1][1].condition,
            "steps": [
                {"text": step.text, "possible": step.possible, "why": step.why} for step in steps
            ],
        }
    )


async def _sketched(site: Site, reader: Reader, form: PageForm) -> tuple[str, Would]:
    """The sentence of one entry, and what would happen."""
    payload = _reading(site, reader).payload_of(form)
    entry = entry_from_form(payload, form.kind, reader.now)
    found = await clock_of(site).sketch(form.kind, payload)
    sentence = reader.words.of(_saying(site, reader).sentence(entry))
    return reader.words.plain(sentence), would(found, form.kind, reader)


async def change(request: Request) -> Response:
    """Change one as the form says."""
    site, reader, entry_id = site_of(request), reader_of(request), number_in(request, "entry_id")
    form = await body_of(request, PageForm)
    before = entry_of(clock_of(site), entry_id)
    if before is None:
        raise HTTPException(404, reader.words("wrong.gone"))
    return await _saved(site, reader, request, form, before)


async def _saved(
    site: Site, reader: Reader, request: Request, form: PageForm, before: Entry | None
) -> Response:
    reading = _reading(site, reader)
    beside = reading.beside(form) if before is None else None
    try:
        payload = reading.payload_of(form, before)
        # Both are read before either is saved: half of a form is never kept.
        second = reading.payload_of(beside) if beside is not None else None
    except FieldWrong as error:
        return JSONResponse(_wrong(error, reader), status_code=422)
    operation = f"set_{form.kind.value}"
    if before is not None:
        operation, payload = "change_alarm", {"alarm_id": int(before.id), **payload}
    # The routine first: its actions may be refused, an alarm is not.
    if second is not None:
        await request_schedule(site, request, "set_routine", second)
    return JSONResponse(await request_schedule(site, request, operation, payload))


def _wrong(error: FieldWrong, reader: Reader) -> dict[str, Any]:
    return {"sentence": "", "field": error.field, "error": reader.words(error.key)}


def _reading(site: Site, reader: Reader) -> FormReader:
    return FormReader(site.parts.house, reader.names, reader.now)


def _saying(site: Site, reader: Reader) -> Saying:
    return Saying(site.parts.house, reader.names, reader.now.tzinfo, site.parts.people)


async def _changes(site: Site, reader: Reader) -> tuple[LogLine, ...]:
    """The last changes of the schedule that can still be taken back."""
    results = await site.parts.record.recent(limit=60, sources=(EventSource.ACTION_RESULT,))
    mine = [e for e in results if e.kind.partition(".")[2].startswith(_CHANGES)]
    return await reader.log.lines(mine[:CHANGES], reader.now)


ROUTES = (
    Route("/routines", routines, methods=["GET"]),
    Route("/api/schedule/page", add, methods=["POST"]),
    Route("/api/schedule/page/sketch", sketch, methods=["POST"]),
    Route("/api/schedule/page/{entry_id}", change, methods=["POST"]),
)
