"""All that a record holds, read through the ports and written as plain JSON."""

import json
from datetime import UTC, datetime
from typing import Any

from companion.store import codec
from companion.store.schedule_rows import entry_json
from companion.store.sqlite import Store
from companion.words.ids import ApprovalId

EVERYTHING = 1_000_000
FAR = datetime(2100, 1, 1, tzinfo=UTC)
KINDS = ("world_item", "mood", "persona_interest_state", "withdrawn", "taught")
"""State areas of commit d96a1b3."""


async def dump(store: Store) -> dict[str, Any]:
    """Events with their decisions, results and causes; state; what waits; the schedule."""
    record, told = store.record, []
    for event in reversed(await record.recent(limit=EVERYTHING)):
        causes = await record.chain(event.id)
        told.append(
            {
                "event": codec.encode(event),
                "decision": codec.encode(await record.decision(event.id)),
                "result": codec.encode(await record.result(event.id)),
                "chain": [one.id for one in causes.events],
                "decided": causes.decided,
            }
        )
    entries = await store.schedule.entries()
    approvals, number = [], ApprovalId(1)
    while (question := await store.approvals.get(number)) is not None:
        approvals.append(codec.encode(question))
        number = ApprovalId(number + 1)
    return {
        "events": told,
        "recallable": [one.id for one in await record.recallable(limit=EVERYTHING)],
        "state": {
            kind: [codec.encode(row) for row in await store.state.rows(kind)] for kind in KINDS
        },
        "state_version": await store.state.version(),
        "approvals": approvals,
        "pending": [question.id for question in await store.approvals.pending()],
        "entries": {f"{entry.id}": json.loads(entry_json(entry)) for entry in entries},
        "firings": {
            f"{entry.id}": codec.encode(await store.schedule.history(entry.id)) for entry in entries
        },
        "open_firings": codec.encode(await store.schedule.open()),
        "seen_to": codec.encode(dict(await store.schedule.latest(FAR))),
        "unfinished": await store.acts.unfinished(),
        "unsettled": await store.acts.unsettled(),
        "unwalked": await store.acts.unwalked(),
        "intents": codec.encode(await store.intents.open()),
        "snapshot": codec.encode(await store.snapshots.latest()),
        "jobs": await store.jobs.backlog(),
    }
