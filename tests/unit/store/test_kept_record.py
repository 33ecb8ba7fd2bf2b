"""A record that an earlier version wrote opens in this one with nothing lost.

Each file of `tests/data/record` is named after the commit that wrote it (`tests/proof/kept_record`)
and holds the database, its anchor and a dump by that same version.
"""

import json
import sqlite3
import tarfile
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from companion.store.anchor import check_anchor
from companion.store.sqlite import Store, record_path
from tests.unit.store.dumped import dump
from tests.unit.store.samples import SetClock

DATA = Path(__file__).parents[2] / "data" / "record"
DECISION_SINCE: dict[str, Any] = {"shown_hash": "", "asks_first": False, "scores": []}
DELIVERY_SINCE: dict[str, Any] = {"urgent": False}
APPROVAL_SINCE: dict[str, Any] = {"shown_hash": ""}
"""Fields that words got since, each with the value that an older record must open with."""


def with_fields_since(was: dict[str, Any]) -> dict[str, Any]:
    """The old dump plus the fields that its version did not have; old values stay."""
    events = [
        {**row, "decision": row["decision"] and _decision_since(row["decision"])}
        for row in was["events"]
    ]
    return {
        **was,
        "events": events,
        "approvals": [{**APPROVAL_SINCE, **question} for question in was["approvals"]],
    }


def _decision_since(was: dict[str, Any]) -> dict[str, Any]:
    told = was["console_delivery"]
    return {
        **DECISION_SINCE,
        **was,
        "console_delivery": told and {**DELIVERY_SINCE, **told},
    }


@pytest.mark.parametrize("packed", sorted(DATA.glob("*.tar.xz")), ids=lambda path: path.name[:7])
async def test_a_record_of_before_opens_with_nothing_lost(packed: Path, tmp_path: Path) -> None:
    """Issue 12: every event, cause, state, approval, alarm and rule as the old version read it, and
    the chain of seals holds to the very row at which it ended."""
    with tarfile.open(packed) as archive:
        archive.extractall(tmp_path, filter="data")
    was = json.loads((tmp_path / "dump.json").read_text(encoding="utf-8"))
    clock = SetClock()
    clock.at = datetime.fromisoformat(was.pop("at"))
    path = record_path(tmp_path)
    store = await Store.open(path, clock)
    try:
        now = json.loads(json.dumps(await dump(store)))
        found = await store.check()
        assert found.sound, found.broken
        assert not store.quarantine.rows
    finally:
        await store.close()
    was = with_fields_since(was)
    assert now.keys() == was.keys()
    for part in was:
        assert now[part] == was[part], part
    with closing(sqlite3.connect(path)) as connection:
        assert check_anchor(path, connection, found) == "ok"
    assert found.end[0] == was["events"][-1]["event"]["id"]


def test_the_kept_record_has_some_of_everything() -> None:
    """The fixture cannot shrink to nothing unseen."""
    for packed in DATA.glob("*.tar.xz"):
        with tarfile.open(packed) as archive:
            member = archive.extractfile("dump.json")
            assert member is not None
            was = json.loads(member.read())
        assert len(was["events"]) > 200
        assert {row["event"]["source"] for row in was["events"]} >= {
            *("user_input", "observation", "device_state", "deliberation_decision"),
            *("gm_judgement", "approval_question", "approval_answer", "action_result"),
            *("autonomy_message", "conversation_reply", "schedule", "system"),
        }
        assert any(row["event"]["erased"] for row in was["events"])
        assert all(was["state"].values()), "every kind of memory has rows"
        assert len(was["entries"]) >= 5
        assert was["pending"]
        assert len(was["approvals"]) > len(was["pending"])
        assert was["snapshot"]
