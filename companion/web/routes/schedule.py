"""Schedule API: lists, sets, changes, skips, snoozes, stops and removes entries, for page and
command line."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route

from companion.ports.schedule_requests import (
    ScheduleRequests,
)
from companion.web.asked import Body, Json, Query, body_of, number_in, query_of
from companion.web.routes.api import channel_of
from companion.web.site import Site, site_of
from companion.words.schedule import SNOOZE_S, EntryId, EntryKind, Firing, Upcoming
from companion.words.schedule_form import FIELDS, form_of


class ListQuery(Query):
    """Kinds of entries to list; all where none is named."""

    kind: EntryKind | None = None


class New(Body):
    """A new entry: its kind and the form of `words/schedule_form.py`."""

    kind: EntryKind
    form: dict[str, Any] = Field(max_length=16)


class Change(Body):
    """Changes of an entry: each given key replaces the old value."""

    form: dict[str, Any] = Field(max_length=16)


class Skip(Body):
    """Whether the next moment is passed over."""

    skipping: bool = True


class Snooze(Body):
    """For how long."""

    snooze_s: float = Field(SNOOZE_S, ge=1, le=6 * 3600)


async def listed(request: Request) -> Json:
    """Saved entries, soonest first."""
    site = site_of(request)
    kind = query_of(request, ListQuery).kind
    found = clock_of(site).entries((kind,) if kind is not None else ())
    now = site.parts.clock.now().isoformat()
    return Json({"now": now, "entries": [as_json(one) for one in found]})


async def add(request: Request) -> Json:
    """Save a new one; the answer is what then stands in the schedule."""
    site = site_of(request)
    new = await body_of(request, New)
    _known(new.form)
    return Json(await request_schedule(site, request, f"set_{new.kind.value}", new.form))


async def stop_all(request: Request) -> Json:
    """Silence everything that rings."""
    site = site_of(request)
    return Json(await _hushed(site, request, None, None))


async def snooze_all(request: Request) -> Json:
    """Silence everything that rings, for a while."""
    site = site_of(request)
    wanted = await body_of(request, Snooze)
    return Json(await _hushed(site, request, None, wanted.snooze_s))


async def change(request: Request) -> Json:
    """Replace what is given."""
    site, entry_id = site_of(request), number_in(request, "entry_id")
    wanted = await body_of(request, Change)
    _known(wanted.form)
    payload = {"alarm_id": entry_id, **wanted.form}
    return Json(await request_schedule(site, request, "change_alarm", payload))


async def remove(request: Request) -> Json:
    """Take it out; `undo` of its line puts it back."""
    site, entry_id = site_of(request), number_in(request, "entry_id")
    return Json(await request_schedule(site, request, "cancel_alarm", {"alarm_id": entry_id}))


async def skip(request: Request) -> Json:
    """Pass over its next moment, or do not after all."""
    site, entry_id = site_of(request), number_in(request, "entry_id")
    wanted = await body_of(request, Skip)
    payload = {"alarm_id": entry_id, "skipping": wanted.skipping}
    return Json(await request_schedule(site, request, "skip_alarm", payload))


async def stop(request: Request) -> Json:
    """Silence this one."""
    site, entry_id = site_of(request), number_in(request, "entry_id")
    return Json(await _hushed(site, request, EntryId(entry_id), None))


async def snooze(request: Request) -> Json:
    """Silence this one for a while."""
    site, entry_id = site_of(request), number_in(request, "entry_id")
    wanted = await body_of(request, Snooze)
    return Json(await _hushed(site, request, EntryId(entry_id), wanted.snooze_s))


async def history(request: Request) -> Json:
    """Outcomes of one entry, newest first."""
    site, entry_id = site_of(request), number_in(request, "entry_id")
    found = await clock_of(site).history(EntryId(entry_id))
    return Json({"history": [firing_json(firing) for firing in found]})


async def preview(request: Request) -> Json:
    """Preview of an entry as if it were due now; nothing is done."""
    site, entry_id = site_of(request), number_in(request, "entry_id")
    found = await clock_of(site).preview(EntryId(entry_id))
    return Json(
        {
            "coming": [at.isoformat() for at in found.coming],
            "condition": found.condition,
            "steps": [
                {
                    "label": {"ja": step.label.ja, "en": step.label.en},
                    "possible": step.possible,
                    "why": {"ja": step.why.ja, "en": step.why.en},
                }
                for step in found.steps
            ],
        }
    )


async def request_schedule(
    site: Site, request: Request, operation: str, payload: Mapping[str, Any]
) -> dict[str, Any]:
    """Ask the house for it, and give what it says was then so."""
    result = await clock_of(site).request(operation, payload, channel_of(request))
    return dict(result.result_payload)


async def _hushed(
    site: Site, request: Request, entry_id: EntryId | None, snooze_s: float | None
) -> dict[str, Any]:
    clock, channel = clock_of(site), channel_of(request)
    if snooze_s is None:
        which = await clock.stop(entry_id, channel)
    else:
        which = await clock.snooze(entry_id, channel, snooze_s)
    return {"alarm_ids": list(which)}


def clock_of(site: Site) -> ScheduleRequests:
    """The clock; 503 where the house has none."""
    if site.parts.schedule_requests is None:
        raise HTTPException(503, "there is no clock in this house")
    return site.parts.schedule_requests


def _known(form: Mapping[str, Any]) -> None:
    if unknown := set(form) - FIELDS:
        raise HTTPException(422, f"unknown: {', '.join(sorted(unknown))}")


def as_json(one: Upcoming) -> dict[str, Any]:
    """An entry with its next moment."""
    return {
        "id": one.entry.id,
        "kind": one.entry.kind.value,
        "due": one.due.isoformat() if one.due else None,
        "state": "past" if one.past else (one.firing or one.entry).state.value,
        "skip": one.entry.skip.isoformat() if one.entry.skip else None,
        "form": form_of(one.entry),
    }


def firing_json(firing: Firing) -> dict[str, Any]:
    """One moment and what became of it."""
    return {
        "due": firing.due.isoformat(),
        "state": firing.state.value,
        "outcome": firing.outcome,
        "why": {"ja": firing.why.ja, "en": firing.why.en} if firing.why is not None else None,
        "closed_at": firing.closed_at.isoformat() if firing.closed_at else None,
        "event_id": firing.event_id or None,
    }


ROUTES = (
    Route("/api/schedule", listed, methods=["GET"]),
    Route("/api/schedule", add, methods=["POST"]),
    Route("/api/schedule/stop", stop_all, methods=["POST"]),
    Route("/api/schedule/snooze", snooze_all, methods=["POST"]),
    Route("/api/schedule/{entry_id}", change, methods=["POST"]),
    Route("/api/schedule/{entry_id}/remove", remove, methods=["POST"]),
    Route("/api/schedule/{entry_id}/skip", skip, methods=["POST"]),
    Route("/api/schedule/{entry_id}/stop", stop, methods=["POST"]),
    Route("/api/schedule/{entry_id}/snooze", snooze, methods=["POST"]),
    Route("/api/schedule/{entry_id}/history", history, methods=["GET"]),
    Route("/api/schedule/{entry_id}/preview", preview, methods=["GET"]),
)
