"""Draft 課題案: a task that is proposed for a goal, before code has settled it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from companion.home.device_operation import operation_of
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.sorts import NOT_READ, Wanted
from companion.words.device import Device, Domain
from companion.words.language import Bilingual


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """課題案: kind, slots and the moment before which it does not begin."""

    kind: str
    slots: Mapping[str, Any] = field(default_factory=dict)
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """計画案: how a purpose was read, and the tasks proposed for it, most important first."""

    name: Bilingual
    judgment: Bilingual
    drafts: tuple[Draft, ...]
    planner: str = "rules"
    serves: frozenset[str] | None = None
    """Acts on devices that serve it, as `domain.operation`; None: those of the purpose's theme."""
    goes_on: bool = True
    """False where it is done once, whatever the purpose says of days."""
    wanted: Wanted = NOT_READ
    """The sorts of tasks that the purpose wants, as the model of `sorts.py` reads it."""
    ordered: tuple[Draft, ...] = ()
    """Tasks that its words order: no reading by likeness leaves them out."""
    likest: tuple[Draft, ...] = ()
    """Acts on devices that are likest to the purpose, for a plan without any."""


def tell(ja: str, en: str, at: datetime | None = None) -> Draft:
    """A sentence to tell."""
    return Draft(kind="tell", slots={"ja": ja, "en": en}, at=at)


def ask(ja: str, en: str, at: datetime | None = None, hours: float = 6.0) -> Draft:
    """A question that is answered with yes or no."""
    return Draft(kind="ask", slots={"ja": ja, "en": en, "hours": hours}, at=at)


def report(at: datetime | None = None) -> Draft:
    """The report at the end."""
    return Draft(kind="report", at=at)


def find(question: str, at: datetime | None = None) -> Draft:
    """Something to look up beyond the home."""
    return Draft(kind="research", slots={"question": question}, at=at)


def wait(until: datetime) -> Draft:
    """That time passes until a moment."""
    return Draft(kind="wait", slots={"until": until.isoformat()}, at=None)


def bring(
    home: HomeView,
    domain: Domain,
    does: str,
    rooms: tuple[str, ...] = (),
    *,
    at: datetime | None = None,
    value: float | str | None = None,
    most: int = 1,
) -> Iterator[Draft]:
    """Device tasks for as many devices as `most` of those that the home has, those of the rooms
    first named first; none where it has no such device."""
    for device in home.able(domain, does, rooms)[:most]:
        row = operation_of(device, does)
        if row is not None:
            slots: dict[str, Any] = {"device": device.id, "operation": does}
            if row.parameter:
                slots["value"] = value
            yield Draft(kind="device", slots=slots, at=at)


def look(
    home: HomeView, device_class: str, rooms: tuple[str, ...], at: datetime | None = None
) -> Iterator[Draft]:
    """A look at a room: by its sensor of this class, else by a camera there."""
    sensors = home.sensing(device_class, rooms)
    thing = str(sensors[0].id) if sensors else home.camera_in(rooms)
    if thing:
        yield Draft(kind="look", slots={"thing": thing}, at=at)


def glance(
    home: HomeView,
    domain: Domain,
    at: datetime | None = None,
    most: int = 1,
    rooms: tuple[str, ...] = (),
) -> Iterator[Draft]:
    """A look at how devices of a domain stand, those of the rooms named first."""
    for device in home.able(domain, "", rooms)[:most]:
        yield Draft(kind="look", slots={"thing": device.id}, at=at)


def watch(
    home: HomeView,
    domain: Domain,
    value: str,
    rooms: tuple[str, ...],
    *,
    at: datetime,
    until: datetime,
) -> Iterator[Draft]:
    """That a device of these rooms is watched until it reports a state."""
    for device in home.able(domain, "", rooms)[:1]:
        slots = {"device": device.id, "is": value, "until": until.isoformat()}
        yield Draft(kind="watch", slots=slots, at=at)


def guard(
    devices: Iterable[Device],
    until: datetime,
    *,
    at: datetime | None = None,
    hopes: bool = False,
    **when: float | str,
) -> Iterator[Draft]:
    """That these devices are watched over, and people told if any is so: `is_="open"`, or
    `not_="off"`, or `below=5` or `above=30` of a sensor; with `hopes`, if none was so in time."""
    first, *others = [str(device.id) for device in devices] or [""]
    if first:
        slots: dict[str, Any] = {name.rstrip("_"): value for name, value in when.items()}
        slots |= {"device": first, "until": until.isoformat(), "guard": True}
        slots |= {"also": others} if others else {}
        slots |= {"hopes": True} if hopes else {}
        yield Draft(kind="watch", slots=slots, at=at)


def daily(draft: Draft, time_of_day: str) -> Draft:
    """A proposed routine of what a task does or tells."""
    return Draft(kind="routine", slots={**draft.slots, "at": time_of_day})


def routine(
    home: HomeView, domain: Domain, does: str, rooms: tuple[str, ...], time_of_day: str
) -> Iterator[Draft]:
    """A proposed routine for one device of these rooms."""
    for draft in [*bring(home, domain, does, rooms)][:1]:
        yield daily(draft, time_of_day)


def every(*parts: Draft | Iterable[Draft]) -> tuple[Draft, ...]:
    """All drafts of these, in order."""
    found: list[Draft] = []
    for part in parts:
        found.extend((part,) if isinstance(part, Draft) else part)
    return tuple(found)
