"""Kinds of memory: files that are found, each with the class of the values that it writes."""

import sys
from pathlib import Path

import pytest

from companion.rooms.consolidation import kinds
from companion.rooms.consolidation.kinds import memory_kinds
from companion.rooms.consolidation.room import Consolidation
from companion.store.sqlite import Store
from companion.words.areas import areas, value_in
from tests.unit.store.samples import START, SetClock, draft

NEW = """
from companion.words.event import EventSource
from companion.words.trust import TrustLabel
from companion.words.writeplan import StateChange

ORDER = 90

async def changes(event, known):
    if event.source is not EventSource.OBSERVATION:
        return ()
    return (StateChange(kind="visitors", key="today", value={"count": 1}, confidence=1.0,
        trust=TrustLabel.SELF, observed_at=event.at, evidence_event_ids=(event.id,)),)
"""


def test_every_kind_has_the_class_of_its_values() -> None:
    """DESIGN 3: facts are typed; the module name is the area."""
    found = [name for name, _ in memory_kinds()]
    assert found == [
        "feedback",
        "world_item",
        "mood",
        "persona_interest_state",
        "told_fact",
        "preference",
        "purpose",
        "goal",
        "plan_run",
        "standing_wish",
        "habit",
    ]
    assert set(found) <= areas().keys()


async def test_a_new_kind_is_one_new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 12: nothing else is touched."""
    (tmp_path / "visitors.py").write_text(NEW, encoding="utf-8")
    monkeypatch.setattr(kinds, "__path__", [*kinds.__path__, str(tmp_path)])
    memory_kinds.cache_clear()
    try:
        store = Store.in_memory(SetClock())
        room = Consolidation(store.state, store.state_writer)
        event = await store.events.append(draft())
        await room.apply(await room.generate(event))
        (row,) = await store.state.rows("visitors")
        assert (row.value, row.since) == ({"count": 1}, START)
    finally:
        sys.modules.pop(f"{kinds.__name__}.visitors", None)
        memory_kinds.cache_clear()


async def test_a_row_is_read_by_the_class_of_its_area_alone() -> None:
    store = Store.in_memory(SetClock())
    room = Consolidation(store.state, store.state_writer)
    event = await store.events.append(draft())
    await room.apply(await room.generate(event))
    for name, cls in areas().items():
        for row in await store.state.rows(name):
            assert value_in(row, cls) is not None, name
            others = [other for other in areas().values() if other is not cls]
            assert [value_in(row, other) for other in others] == [None] * len(others)
