"""Schedule view: makes one row for each entry, in the reader's language."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.phrases.routine_name import made_name
from companion.ports.schedule import EntryUnknown
from companion.ports.schedule_requests import Preview, ScheduleRequests
from companion.web.names import capital
from companion.web.reader import Reader
from companion.web.schedule_said import Saying
from companion.web.times import Age, age
from companion.words.schedule import (
    Entry,
    EntryKind,
    EntryState,
    Firing,
    FiringState,
    Upcoming,
)
from companion.words.schedule_form import counts_down, form_of

HISTORY = 10
_TONE = {
    "done": "done", "stopped": "done", "": "waiting", "snoozed": "waiting",
    "missed": "failed", "failed": "failed", "partly": "failed", "cut_off": "failed",
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Past:
    """One moment and what became of it."""

    day: str
    time: Age
    outcome: str
    why: str
    tone: str
    event_id: int


@dataclass(frozen=True, kw_only=True)
class Expected:
    """One step of what would happen now."""

    text: str
    possible: bool
    why: str
    """Why not, where it is not possible."""


@dataclass(frozen=True, kw_only=True)
class Would:
    """Preview of an entry; nothing was done."""

    coming: tuple[str, ...]
    condition: bool | None
    steps: tuple[Expected, ...]


@dataclass(frozen=True, kw_only=True)
class Row:
    """One entry."""

    id: int
    kind: str
    label: str
    sentence: str
    due: str
    """Weekday, date and time of the next moment; "" where there is none."""
    iso: str
    counts: bool
    """Whether it counts down to `iso`."""
    state: str
    """`rings`, `snoozed`, `off`, `waits`, `past` or "" for one that is simply set."""
    skipping: bool
    skips: bool
    """Whether its next moment can be passed over: it comes again."""
    enabled: bool
    history: tuple[Past, ...]
    would: Would
    switch: dict[str, Any]
    """The button that turns it on or off."""


async def rows(clock: ScheduleRequests, saying: Saying, reader: Reader) -> tuple[Row, ...]:
    """Everything that is still to come, first things first; what is done is left out."""
    coming = [u for u in clock.entries() if u.entry.state is EntryState.WAITING or u.firing]
    found = []
    for one in coming:
        try:
            found.append(await _row(one, clock, saying, reader))
        except EntryUnknown:  # removed while the page was drawn
            continue
    return tuple(found)


async def _row(one: Upcoming, clock: ScheduleRequests, saying: Saying, reader: Reader) -> Row:
    entry, words = one.entry, reader.words
    past = await clock.history(entry.id, limit=HISTORY)
    due = one.due.astimezone(reader.now.tzinfo) if one.due else None
    preview = await clock.preview(entry.id)
    return Row(
        id=entry.id,
        kind=entry.kind.value,
        # A name that code made says what the sentence below says, in the language of that day.
        label="" if made_name(entry, reader.now) is not None else entry.label,
        sentence=words.of(saying.sentence(entry)),
        due=day_and_time(due, reader) if due else "",
        iso=due.isoformat(timespec="milliseconds") if due else "",
        counts=bool(due) and one.firing is None and counts_down(entry),
        state=state_of(one),
        skipping=entry.skip is not None,
        skips=len(preview.coming) > 1 or entry.skip is not None,
        enabled=entry.enabled,
        history=tuple(_past(firing, reader) for firing in past),
        would=would(preview, entry.kind, reader),
        switch={"form": {**form_of(entry), "enabled": not entry.enabled}},
    )


def day_and_time(at: datetime, reader: Reader) -> str:
    """`今日 7:00`, `明日 7:00`, `11/24 火 7:00` / `today 07:00`, `Tue 24 Nov 07:00`."""
    local, words = at.astimezone(reader.now.tzinfo), reader.words
    days = (local.date() - reader.now.date()).days
    if days in (0, 1):
        return f"{words('schedule.today' if days == 0 else 'schedule.tomorrow')} {local:%H:%M}"
    weekday = words(f"schedule.d{local.weekday()}")
    if words.ja:
        return f"{local.month}/{local.day}({weekday}) {local:%H:%M}"
    return f"{weekday} {local.day} {local:%b} {local:%H:%M}"


def _past(firing: Firing, reader: Reader) -> Past:
    name = "snoozed" if firing.state is FiringState.SNOOZED else firing.outcome
    return Past(
        day=day_and_time(firing.due, reader),
        time=age(firing.due, reader.now, reader.words.language),
        outcome=reader.words(f"outcome.{name}"),
        why=reader.words.of(firing.why),
        tone=_TONE.get(name, "quiet"),
        event_id=firing.event_id,
    )


def state_of(one: Upcoming) -> str:
    """The row's `state`."""
    if one.firing is not None and one.entry.rings:
        return "snoozed" if one.firing.state is FiringState.SNOOZED else "rings"
    if not one.entry.enabled:
        return "off"
    if one.past:
        return "past"
    return "" if one.due else "waits"


def would(found: Preview, kind: EntryKind, reader: Reader) -> Would:
    """The preview line by line; the steps of an alarm are its ladder."""
    words = reader.words
    steps = [
        Expected(
            text=capital(words.of(step.label)),
            possible=step.possible,
            why="" if step.possible else words.of(step.why),
        )
        for step in found.steps
    ]
    if kind is not EntryKind.ROUTINE:
        steps.append(Expected(text=words(f"schedule.would.{kind.value}"), possible=True, why=""))
    coming = tuple(day_and_time(at, reader) for at in found.coming)
    return Would(coming=coming, condition=found.condition, steps=tuple(steps))


def entry_of(clock: ScheduleRequests, entry_id: int) -> Entry | None:
    """A saved entry; None if it was removed meanwhile."""
    found = [u.entry for u in clock.entries() if u.entry.id == entry_id]
    return found[0] if found else None
