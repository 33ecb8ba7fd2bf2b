"""The player of other authors' conversations: what came before stands in the record."""

import json
from datetime import datetime
from pathlib import Path

import pytest

from companion.dollhouse.home import load_home
from companion.service.yaml_text import load
from companion.store.sqlite import Store, record_path
from companion.words.event import EventSource
from tests.law.measures import ROOT
from tests.proof.evaluation.talk.conversations import MORE_DEVICES, settings_of, written
from tests.unit.store.samples import SetClock

STRANGERS = ROOT / "tests" / "proof" / "strangers"


async def test_issue_15_what_came_before_is_written_before_the_companion_starts(
    tmp_path: Path,
) -> None:
    await written(tmp_path, settings_of(STRANGERS / "talk5_open.jsonl")["k05"])
    store = await Store.open(record_path(tmp_path), SetClock())
    events = await store.record.recent(limit=50)
    sources = {event.source for event in events}
    await store.close()
    assert {EventSource.DEVICE_STATE, EventSource.ACTION_RESULT, EventSource.SCHEDULE} <= sources
    assert any("Toby" in event.user_text for event in events)


@pytest.mark.parametrize("sets", sorted(STRANGERS.glob("talk*_open.jsonl")), ids=lambda p: p.stem)
def test_every_open_conversation_has_its_setting(sets: Path) -> None:
    lines = [json.loads(line) for line in sets.read_text("utf-8").splitlines()]
    settings = settings_of(sets)
    assert sorted(settings) == sorted(line["id"] for line in lines)
    devices = {device.id for device in load_home().devices}
    devices |= {device["id"] for device in load(MORE_DEVICES)}
    for setting in settings.values():
        assert datetime.fromisoformat(setting["starts_at"]).tzinfo is not None
        named = {
            step[key]
            for step in setting.get("past", ())
            for key in ("report", "device")
            if key in step
        }
        assert named | set(setting.get("devices", ())) <= devices
