"""What a home writes in some hours, taken from the record of a play in the doll's house.

    python scripts/year_days.py quiet_day companion/bench/days/quiet_day.json

plays the scenario with the scripted model and keeps each event it left in the record: when, which
words, what it cited, its decision and its result. `year.py` says the same again, day after day, to
a real store. Nothing is made up but the times of a year.
"""

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.store import codec
from companion.store.rows import event_of
from companion.words.decision import ActionDecision
from companion.words.event import Event, EventSource
from companion.words.result import ActionResult

DAYS = Path(__file__).with_name("days")


@dataclass(frozen=True, slots=True)
class Said:
    """One event of a play."""

    at_s: float
    """Seconds from the beginning of the play."""
    event: Event
    """Its evidence are ids within the play."""
    decision: ActionDecision | None
    result: ActionResult | None


@dataclass(frozen=True, slots=True)
class Hours:
    """What a play left in the record."""

    length_s: float
    events: tuple[Said, ...]


def hours_of(name: str) -> Hours:
    """The hours of one scenario, as kept beside this module."""
    document = json.loads((DAYS / f"{name}.json").read_text(encoding="utf-8"))
    begins = datetime.fromisoformat(document["begins"])
    events = tuple(_said(row, begins) for row in document["events"])
    return Hours(float(document["length_s"]), events)


def _said(row: Mapping[str, Any], begins: datetime) -> Said:
    event = codec.decode(Event, row["event"])
    decision, result = row.get("decision"), row.get("result")
    return Said(
        at_s=(event.at - begins).total_seconds(),
        event=event,
        decision=None if decision is None else codec.decode(ActionDecision, decision),
        result=None if result is None else codec.decode(ActionResult, result),
    )


def keep(record: Path, to: Path, length_s: float) -> int:
    """Write the hours of a record; gives how many events."""
    connection = sqlite3.connect(f"file:{record}?mode=ro", uri=True)
    connection.row_factory = sqlite3.Row
    try:
        rows = connection.execute(
            "SELECT e.*, d.json AS decision, r.json AS result FROM events e"
            " LEFT JOIN action_decisions d ON d.event_id = e.id"
            " LEFT JOIN action_results r ON r.event_id = e.id ORDER BY e.id"
        ).fetchall()
    finally:
        connection.close()
    events = []
    for row in rows:
        facts = {"event": codec.encode(event_of(row))}
        facts |= {k: json.loads(row[k]) for k in ("decision", "result") if row[k] is not None}
        events.append(facts)
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in events)
    to.write_text(
        f'{{"begins": "{rows[0]["at"]}", "length_s": {length_s},\n"events": [\n{lines}\n]}}\n',
        encoding="utf-8",
    )
    return len(events)


SOURCES_DURABLE = frozenset(
    {
        EventSource.USER_INPUT,
        EventSource.DELIBERATION_DECISION,
        EventSource.APPROVAL_QUESTION,
        EventSource.ACTION_RESULT,
        EventSource.AUTONOMY_MESSAGE,
        EventSource.CONVERSATION_REPLY,
        EventSource.INTERRUPT,
        EventSource.SCHEDULE,
    }
)
SOURCES_REMEMBERED = frozenset(
    {
        EventSource.USER_INPUT,
        EventSource.OBSERVATION,
        EventSource.DEVICE_STATE,
        EventSource.DELIBERATION_DECISION,
        EventSource.ACTION_RESULT,
        EventSource.AUTONOMY_MESSAGE,
        EventSource.CONVERSATION_REPLY,
    }
)
"""As the journal asks for them (`store/README.md`, the storage boundary)."""


def is_remembered(event: Event) -> bool:
    """Whether the journal gives it a job: not a decision about no place."""
    if event.source is EventSource.DELIBERATION_DECISION:
        return bool(event.payload["trigger"]["place"])
    return event.source in SOURCES_REMEMBERED
