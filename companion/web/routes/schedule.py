"""The schedule's API, for page and command line: list, set, change, skip, snooze, stop, remove."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request

from companion.ports.arrangements import Arrangements, MayNotArrange, NotArranged
from companion.ports.schedule import EntryUnknown, NothingRings
from companion.web.routes.api import _Body, body_of, channel_of
from companion.web.routes.pages import ID_MAX
from companion.web.routing import Router
from companion.web.site import Site, SiteOf
from companion.words.schedule import SNOOZE_S, EntryId, EntryKind, Firing, Upcoming
from companion.words.schedule_form import FIELDS, form_of

router = Router("/api/schedule")
EntryNumber = Annotated[int, Field(ge=1, le=ID_MAX)]


class New(_Body):
    """A new entry: its kind and the form of `words/schedule_form.py`."""

    kind: EntryKind
    form: dict[str, Any] = Field(max_length=16)


class Change(_Body):
    """What is given replaces what was."""

    form: dict[str, Any] = Field(max_length=16)


class Skip(_Body):
    """Whether the next moment is passed over."""

    skipping: bool = True


class Snooze(_Body):
    """For how long."""

    snooze_s: float = Field(SNOOZE_S, ge=1, le=6 * 3600)


class Nothing(_Body):
    """No arguments."""


@router.get("")
async def listed(site: SiteOf, kind: EntryKind | None = None) -> dict[str, Any]:
    """What is set, what comes first standing first."""
    found = clock_of(site).entries((kind,) if kind is not None else ())
    now = site.parts.clock.now().isoformat()
    return {"now": now, "entries": [as_json(one) for one in found]}


@router.post("")
async def add(site: SiteOf, request: Request) -> dict[str, Any]:
    """Save a new one; the answer is what then stands in the schedule."""
    new = await body_of(request, New)
    _known(new.form)
    return await arranged(site, request, f"set_{new.kind.value}", new.form)


@router.post("/stop")
async def stop_all(site: SiteOf, request: Request) -> dict[str, Any]:
    """Silence everything that rings."""
    return await _hushed(site, request, None, None)


@router.post("/snooze")
async def snooze_all(site: SiteOf, request: Request) -> dict[str, Any]:
    """Silence everything that rings, for a while."""
    wanted = await body_of(request, Snooze)
    return await _hushed(site, request, None, wanted.snooze_s)


@router.post("/{entry_id}")
async def change(site: SiteOf, request: Request, entry_id: EntryNumber) -> dict[str, Any]:
    """Replace what is given."""
    wanted = await body_of(request, Change)
    _known(wanted.form)
    payload = {"alarm_id": entry_id, **wanted.form}
    return await arranged(site, request, "change_alarm", payload)


@router.post("/{entry_id}/remove")
async def remove(site: SiteOf, request: Request, entry_id: EntryNumber) -> dict[str, Any]:
    """Take it out; `undo` of its line puts it back."""
    return await arranged(site, request, "cancel_alarm", {"alarm_id": entry_id})


@router.post("/{entry_id}/skip")
async def skip(site: SiteOf, request: Request, entry_id: EntryNumber) -> dict[str, Any]:
    """Pass over its next moment, or do not after all."""
    wanted = await body_of(request, Skip)
    payload = {"alarm_id": entry_id, "skipping": wanted.skipping}
    return await arranged(site, request, "skip_alarm", payload)


@router.post("/{entry_id}/stop")
async def stop(site: SiteOf, request: Request, entry_id: EntryNumber) -> dict[str, Any]:
    """Silence this one."""
    return await _hushed(site, request, EntryId(entry_id), None)


@router.post("/{entry_id}/snooze")
async def snooze(site: SiteOf, request: Request, entry_id: EntryNumber) -> dict[str, Any]:
    """Silence this one for a while."""
    wanted = await body_of(request, Snooze)
    return await _hushed(site, request, EntryId(entry_id), wanted.snooze_s)


@router.get("/{entry_id}/history")
async def history(site: SiteOf, entry_id: EntryNumber) -> dict[str, Any]:
    """What became of it, newest first."""
    found = await clock_of(site).history(EntryId(entry_id))
    return {"history": [firing_json(firing) for firing in found]}


@router.get("/{entry_id}/preview")
async def preview(site: SiteOf, entry_id: EntryNumber) -> dict[str, Any]:
    """What would happen if it were due now; nothing is done."""
    try:
        found = await clock_of(site).preview(EntryId(entry_id))
    except EntryUnknown as error:
        raise HTTPException(404, "no such entry") from error
    return {
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


async def arranged(
    site: Site, request: Request, operation: str, payload: Mapping[str, Any]
) -> dict[str, Any]:
    """Ask the house for it, and give what it says was then so."""
    try:
        result = await clock_of(site).arrange(operation, payload, channel_of(request))
    except MayNotArrange as error:
        raise HTTPException(403, str(error)) from error
    except NotArranged as error:
        raise HTTPException(422, str(error)) from error
    return dict(result.result_payload)


async def _hushed(
    site: Site, request: Request, entry_id: EntryId | None, snooze_s: float | None
) -> dict[str, Any]:
    clock, channel = clock_of(site), channel_of(request)
    try:
        if snooze_s is None:
            which = await clock.stop(entry_id, channel)
        else:
            which = await clock.snooze(entry_id, channel, snooze_s)
    except NothingRings as error:
        raise HTTPException(409, "nothing rings") from error
    except MayNotArrange as error:
        raise HTTPException(403, str(error)) from error
    return {"alarm_ids": list(which)}


def clock_of(site: Site) -> Arrangements:
    """The clock; 503 where the house has none."""
    if site.parts.arranging is None:
        raise HTTPException(503, "there is no clock in this house")
    return site.parts.arranging


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
