"""What must be true after every kill, by witnesses outside the service.

The driver's own journal says which wishes and answers were acknowledged over HTTP; the devices say
what they were told and how often. The record is judged by them, never by itself alone.
"""

import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from companion.store.verify import verify


@dataclass
class Journal:
    """What was asked and what was acknowledged, outside the service."""

    asked: Counter[tuple[str, float]] = field(default_factory=Counter)
    """Device and value of every wish that was sent, acknowledged or not."""
    wishes: dict[int, tuple[str, float]] = field(default_factory=dict)
    """Event id of each acknowledged wish."""
    answers: dict[int, bool] = field(default_factory=dict)
    """Approval id of each acknowledged answer, and whether it was a yes."""
    refused: int = 0
    unanswered: int = 0


@dataclass
class Verdict:
    """Counts that have to be 0, and why."""

    corrupt: int = 0
    lost: int = 0
    """Acknowledged wishes, answers, and acts that the record does not know or never settled."""
    doubled: int = 0
    lies: int = 0
    """Successes in the record that no device was told of."""
    why: list[str] = field(default_factory=list)

    def note(self, kind: str, text: str) -> None:
        """Count one, and keep the first few."""
        setattr(self, kind, getattr(self, kind) + 1)
        if len(self.why) < 10:
            self.why.append(f"{kind}: {text}")


def inspect_dead(path: Path, verdict: Verdict) -> None:
    """The file as a kill left it, on a copy: verifying must not mend what the service will find."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        copy = Path(folder) / path.name
        for suffix in ("", "-wal"):
            source = path.with_name(path.name + suffix)
            if source.exists():
                shutil.copyfile(source, copy.with_name(copy.name + suffix))
        if not copy.exists() or not copy.stat().st_size:
            return
        connection = sqlite3.connect(copy)
        try:
            if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] < 5:
                return
            found = verify(connection)
            if not found.sound:
                verdict.note("corrupt", f"{found.broken[0]}")
        except sqlite3.DatabaseError as error:
            verdict.note("corrupt", str(error))
        finally:
            connection.close()


_SETTLED = """
SELECT
  (SELECT count(*) FROM event_evidence v JOIN events e ON e.id = v.event_id
   WHERE v.evidence_id = :id AND e.source = 'system'),
  (SELECT count(*) FROM event_evidence v JOIN action_decisions d ON d.event_id = v.event_id
   WHERE v.evidence_id = :id),
  (SELECT count(*) FROM event_evidence v JOIN action_decisions d ON d.event_id = v.event_id
   WHERE v.evidence_id = :id AND d.decision_outcome = 'do_action'
     AND NOT EXISTS (SELECT 1 FROM action_results r WHERE r.decision_event_id = d.event_id)
     AND NOT EXISTS (SELECT 1 FROM acts a WHERE a.decision_event_id = d.event_id
                     AND a.status = 'dropped')
     AND NOT EXISTS (SELECT 1 FROM event_evidence w JOIN events j ON j.id = w.event_id
                     WHERE w.evidence_id = d.event_id AND (j.source = 'gm_judgement'
                       AND json_extract(j.payload, '$.allowed') = 0
                       OR j.source = 'approval_answer'
                         AND j.kind IN ('denied', 'forbidden', 'put_off')))
     AND NOT EXISTS (SELECT 1 FROM approvals q WHERE q.decision_event_id = d.event_id
                     AND q.status IN ('pending', 'denied'))
     AND NOT EXISTS (SELECT 1 FROM event_evidence w JOIN events j ON j.id = w.event_id
                     JOIN approvals q ON q.id = json_extract(j.payload, '$.id')
                     WHERE w.evidence_id = d.event_id AND j.source = 'approval_question'
                       AND q.decision_event_id <> d.event_id))
"""


def unsettled(connection: sqlite3.Connection, wishes: Iterable[int]) -> list[int]:
    """Acknowledged wishes that are not in the record or have come to no end in it."""
    open_ones = []
    for event_id in wishes:
        noted, decided, hanging = connection.execute(_SETTLED, {"id": event_id}).fetchone()
        there = connection.execute("SELECT 1 FROM events WHERE id = ?", (event_id,)).fetchone()
        if there is None or hanging or not (noted or decided):
            open_ones.append(event_id)
    return open_ones


def judge(path: Path, journal: Journal, told: Counter[tuple[str, float]], verdict: Verdict) -> None:
    """At the very end: nothing acknowledged is lost, nothing was told to a device twice."""
    connection = sqlite3.connect(path)
    try:
        if not (found := verify(connection)).sound:
            verdict.note("corrupt", f"at the end: {found.broken[0]}")
        for event_id in unsettled(connection, journal.wishes):
            verdict.note("lost", f"wish {event_id} {journal.wishes[event_id]}")
        for approval_id, yes in journal.answers.items():
            row = connection.execute(
                "SELECT status FROM approvals WHERE id = ?", (approval_id,)
            ).fetchone()
            if row is None or row[0] != ("granted" if yes else "denied"):
                verdict.note("lost", f"answer {approval_id}: {row and row[0]}")
        for wish, times in told.items():
            if times > journal.asked[wish]:
                verdict.note("doubled", f"{wish} told {times}, asked {journal.asked[wish]}")
        _claims(connection, told, verdict)
    finally:
        connection.close()


def _claims(
    connection: sqlite3.Connection, told: Counter[tuple[str, float]], verdict: Verdict
) -> None:
    rows = connection.execute(
        "SELECT json_extract(d.json, '$.action_payload.device_id'),"
        " coalesce(json_extract(d.json, '$.action_payload.brightness'),"
        "          json_extract(d.json, '$.action_payload.temperature'))"
        " FROM action_results r JOIN action_decisions d ON d.event_id = r.decision_event_id"
        " WHERE r.status = 'success'"
    )
    for device_id, value in rows:
        if value is not None and not told[device_id, float(value)]:
            verdict.note("lies", f"{device_id} {value}")
