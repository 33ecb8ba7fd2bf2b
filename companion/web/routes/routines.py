"""Routines 予定: what is set and comes next, the form that makes and changes it, the rules that
run; and what the form asks while it is filled in."""

from typing import Annotated, Any

from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from companion.ports.arrangements import NotArranged
from companion.web.lines import LogLine
from companion.web.reader import Reader
from companion.web.routes.api import body_of
from companion.web.routes.pages import ID_MAX, frame
from companion.web.routes.schedule import arranged, clock_of
from companion.web.routing import Router
from companion.web.schedule_fields import offer
from companion.web.schedule_form import FieldWrong, FormReader, PageForm
from companion.web.schedule_said import Saying
from companion.web.schedule_view import Would, entry_of, rows, would
from companion.web.site import ReaderOf, Site, SiteOf
from companion.words.event import EventSource
from companion.words.schedule import Entry, EntryKind
from companion.words.schedule_form import FormWrong, entry_from_form

router = Router()
EntryNumber = Annotated[int, Field(ge=1, le=ID_MAX)]
CHANGES = 4
"""Lines about the schedule itself, each with its undo."""
_CHANGES = ("set_", "change_", "cancel_", "skip_")


@router.get("/routines")
async def routines(
    request: Request,
    site: SiteOf,
    reader: ReaderOf,
    edit: EntryNumber | None = None,
    new: EntryKind = EntryKind.ALARM,
) -> HTMLResponse:
    """Routines 予定: what is set and comes next, a form for more, the rules that run."""
    parts = site.parts
    clock = parts.arranging
    entry = entry_of(clock, edit) if clock is not None and edit is not None else None
    context = {
        "entries": await rows(clock, _saying(site, reader), reader) if clock is not None else (),
        "has_clock": clock is not None,
        "offer": offer(parts, reader, entry, new),
        "changes": await _changes(site, reader),
        "policies": parts.policies,
        **await frame(site, reader, "routines"),
    }
    return await site.draw(request, reader, "routines.html", context)


@router.post("/api/schedule/page")
async def add(site: SiteOf, reader: ReaderOf, request: Request) -> Response:
    """Save what the form says; what is wrong with it is told by its field."""
    form = await body_of(request, PageForm)
    return await _saved(site, reader, request, form, None)


@router.post("/api/schedule/page/sketch")
async def sketch(site: SiteOf, reader: ReaderOf, request: Request) -> Response:
    """What the form means so far: its sentence, its next moment, what would happen now."""
    form = await body_of(request, PageForm)
    try:
        drawn = [await _sketched(site, reader, form)]
        if (beside := _reading(site, reader).beside(form)) is not None:
            drawn.append(await _sketched(site, reader, beside))
    except FieldWrong as error:
        return JSONResponse(_wrong(error, reader))
    except (FormWrong, NotArranged) as error:
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


@router.post("/api/schedule/page/{entry_id}")
async def change(
    site: SiteOf, reader: ReaderOf, request: Request, entry_id: EntryNumber
) -> Response:
    """Change one as the form says."""
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
        await arranged(site, request, "set_routine", second)
    return JSONResponse(await arranged(site, request, operation, payload))


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
