"""What a home writes in some hours, taken from the record of a play in the doll's house.

    python scripts/year_days.py quiet_day tests/proof/bench/days/quiet_day.json

plays the scenario with the scripted model and keeps each event it left in the record: when, which
words, what it cited, its decision and its result. `year.py` says the same again, day after day, to
a real store. Nothing is made up but the times of a year. What devices say in the first minute is
left out: they introduce themselves to a house that starts, and no home starts four times a day.
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
from companion.words.result import ActionResult, is_look
from companion.words.trigger import is_own_look

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


INTRODUCTION_S = 60.0


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
    began = datetime.fromisoformat(rows[0]["at"])
    cited = {one for row in rows for one in json.loads(row["evidence"])}
    events = []
    for row in rows:
        passed_s = (datetime.fromisoformat(row["at"]) - began).total_seconds()
        first = row["source"] == EventSource.DEVICE_STATE.value and passed_s < INTRODUCTION_S
        if first and row["id"] not in cited:
            continue
        facts = {"event": codec.encode(event_of(row))}
        facts |= {k: json.loads(row[k]) for k in ("decision", "result") if row[k] is not None}
        events.append(facts)
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in events)
    to.write_text(
        f'{{"begins": "{rows[0]["at"]}", "length_s": {length_s},\n"events": [\n{lines}\n]}}\n',
        encoding="utf-8",
    )
    return len(events)


_DURABLE = frozenset(
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
_REMEMBERED = frozenset(
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


def is_remembered(event: Event, decision: ActionDecision | None) -> bool:
    """Whether the journal gives it a job: not a decision about no place or without a choice, nor a
    look."""
    if decision is not None:
        chosen = decision.decided_by != "no_choice"
        return chosen and bool(event.payload["trigger"]["place"])
    if event.source is EventSource.ACTION_RESULT and is_look(event.kind):
        return False
    return event.source in _REMEMBERED


def is_durable(event: Event) -> bool:
    """Whether the journal waits until it is on the disk: not for the companion's own looks."""
    if event.source is EventSource.ACTION_RESULT:
        return not is_look(event.kind)
    if event.source is EventSource.DELIBERATION_DECISION:
        priority = event.payload["trigger"]["priority"]
        return not is_own_look(event.payload["action_type"], priority)
    if event.source is EventSource.APPROVAL_ANSWER:
        return event.kind != "not_needed"
    if event.source is EventSource.GM_JUDGEMENT:
        return event.kind != "ok"
    return event.source in _DURABLE
