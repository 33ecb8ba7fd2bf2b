"""The history of a routine says what was seen of it, not that it was tried (B-055, B-056, T-50).

The house is the app's own, over the home of the simulated nights."""

import asyncio
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from companion.words.event import EventSource
from companion.words.schedule import Entry, EntryKind, Firing, SavedAction
from companion.words.timing import After
from tests.proof.bench.night_clock import NightClock
from tests.proof.bench.night_house import (
    CURTAIN,
    AtOnce,
    NightHome,
    NightSpeaker,
    World,
    settings_for_nights,
)

ZONE = ZoneInfo("Asia/Tokyo")
OPEN = SavedAction(action_type="device_control.cover_open", payload={"device_id": CURTAIN})
LAMP = SavedAction(action_type="device_control.light_turn_on", payload={"device_id": "light.gone"})


async def became(
    folder: Path, home: Mapping[str, Any], *actions: SavedAction
) -> tuple[Firing, list[str]]:
    """One routine of these actions in such a home; its firing and the kinds of the results."""
    asyncio.get_running_loop().set_default_executor(AtOnce(max_workers=1))
    clock = NightClock(datetime(2026, 11, 21, 7, 0, tzinfo=ZONE), ZONE)
    settings = settings_for_nights("Asia/Tokyo", folder, [{"fails": "unavailable"}])
    world = World(clock, NightSpeaker(clock), NightHome(clock, **home), settings)
    clock.begin()
    try:
        await world.boot()
        house = world.house
        assert house is not None
        entry = Entry(
            kind=EntryKind.ROUTINE, timing=After(5.0), created_at=clock.now(), actions=actions
        )
        up = await house.alarms.clock.add(entry)
        await clock.sleep(300.0)
        (firing,) = await house.alarms.clock.history(up.entry.id)
        results = await house.storage.record.recent(limit=20, sources=(EventSource.ACTION_RESULT,))
        return firing, [event.kind for event in results]
    finally:
        await world.shut_down()
        await clock.end()


@pytest.mark.parametrize(
    ("home", "actions", "outcome", "acts"),
    [
        ({}, (OPEN,), "done", 1),
        ({"stuck": True}, (OPEN,), "failed", 1),
        ({"gone": True}, (OPEN,), "failed", None),
        ({}, (LAMP,), "failed", 0),
        ({}, (LAMP, OPEN), "partly", 1),
    ],
)
async def test_a_routine_is_closed_with_what_was_seen(
    tmp_path: Path,
    home: dict[str, Any],
    actions: tuple[SavedAction, ...],
    outcome: str,
    acts: int | None,
) -> None:
    """Done; the device did not move; nobody carries it; there is no such lamp; one of two."""
    firing, results = await became(tmp_path, home, *actions)
    assert firing.outcome == outcome, firing
    assert (firing.why is None) == (outcome == "done")
    if firing.why is not None:
        assert firing.why.ja != firing.why.en
    if acts is not None:
        assert len(results) == acts
