"""What the page shows of the schedule: one row an entry, in the reader's language."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.ports.arrangements import Arrangements, Preview
from companion.ports.house import House
from companion.ports.schedule import EntryUnknown
from companion.web.reader import Reader
from companion.web.times import Age, age
from companion.words.capability import RiskTier
from companion.words.device_operation import OPERATION_BY_NAME, operations_of
from companion.words.ids import DeviceId
from companion.words.schedule import Entry, EntryState, FiringState, SavedAction, Upcoming
from companion.words.schedule_form import form_of
from companion.words.timing_said import said

HISTORY = 5


@dataclass(frozen=True, kw_only=True)
class Past:
    """One moment and what became of it."""

    time: Age
    outcome: str
    event_id: int


@dataclass(frozen=True, kw_only=True)
class Row:
    """One entry."""

    id: int
    kind: str
    label: str
    when: str
    due: str
    """Weekday, date and time of the next moment; "" where there is none."""
    iso: str
    state: str
    """`rings`, `snoozed`, `off`, `waits` or "" for one that is simply set."""
    skipping: bool
    enabled: bool
    does: tuple[str, ...]
    condition: str
    history: tuple[Past, ...]
    would: tuple[str, ...]
    """What would happen now, line by line."""
    switch: dict[str, Any]
    """What turns it on or off."""


async def rows(clock: Arrangements, house: House, reader: Reader) -> tuple[Row, ...]:
    """Everything that is still to come, first things first; what is done is left out."""
    coming = [u for u in clock.entries() if u.entry.state is EntryState.WAITING or u.firing]
    found = []
    for one in coming:
        try:
            found.append(await _row(one, clock, house, reader))
        except EntryUnknown:  # removed while the page was drawn
            continue
    return tuple(found)


async def _row(one: Upcoming, clock: Arrangements, house: House, reader: Reader) -> Row:
    entry, words = one.entry, reader.words
    past = await clock.history(entry.id, limit=HISTORY)
    due = one.due.astimezone(reader.now.tzinfo) if one.due else None
    return Row(
        id=entry.id,
        kind=entry.kind.value,
        label=entry.label,
        when=words.of(said(entry.timing, reader.now.tzinfo)),
        due=f"{words(f'schedule.d{due.weekday()}')} {due.month}/{due.day} {due:%H:%M}"
        if due
        else "",
        iso=due.isoformat(timespec="seconds") if due else "",
        state=_state(one),
        skipping=entry.skip is not None,
        enabled=entry.enabled,
        does=tuple(_does(action, house, reader) for action in entry.actions),
        condition=_condition(entry, house, reader),
        history=tuple(
            Past(
                time=age(f.due, reader.now, words.language),
                outcome=words(f"outcome.{f.outcome}"),
                event_id=f.event_id,
            )
            for f in past
        ),
        would=_would(await clock.preview(entry.id), reader),
        switch={"form": {**form_of(entry), "enabled": not entry.enabled}},
    )


def _state(one: Upcoming) -> str:
    if one.firing is not None and one.entry.rings:
        return "snoozed" if one.firing.state is FiringState.SNOOZED else "rings"
    if not one.entry.enabled:
        return "off"
    return "" if one.due else "waits"


def _does(action: SavedAction, house: House, reader: Reader) -> str:
    if action.label is not None:
        return reader.words.of(action.label)
    device = house.device(DeviceId(str(action.payload.get("device_id", ""))))
    row = OPERATION_BY_NAME.get(action.action_type.partition(".")[2])
    if device is None or row is None:
        return action.action_type
    return reader.words.of(row.verb).format(reader.words.of(device.name))


def _condition(entry: Entry, house: House, reader: Reader) -> str:
    condition = entry.condition
    if condition is None:
        return ""
    device = house.device(DeviceId(condition.thing))
    name = reader.words.of(device.name) if device is not None else condition.thing
    return f"{name} {reader.words(f'schedule.{condition.comparison.value}')} {condition.value}"


def _would(found: Preview, reader: Reader) -> tuple[str, ...]:
    words, lines = reader.words, []
    if found.coming:
        local = [at.astimezone(reader.now.tzinfo) for at in found.coming]
        told = ", ".join(f"{at.month}/{at.day} {at:%H:%M}" for at in local)
        lines.append(f"{words('schedule.coming')}: {told}")
    if found.condition is not None:
        lines.append(words("schedule.so" if found.condition else "schedule.not_so"))
    for step in found.steps:
        mark = "○" if step.possible else "×"
        why = "" if step.possible else f" ({words.of(step.why)})"
        lines.append(f"{mark} {words.of(step.label)}{why}")
    return tuple(lines)


def choices(house: House, reader: Reader) -> Sequence[tuple[str, str]]:
    """What a routine of the page can do: `device|operation` and its words."""
    found = []
    for device in house.devices():
        for row in operations_of(device):
            simple = not row.number and row.does != "set_mode"
            if simple and row.risk < RiskTier.NEVER_BY_ITSELF:
                told = reader.words.of(row.verb).format(reader.words.of(device.name))
                found.append((f"{device.id}|device_control.{row.name}", told))
    return found
