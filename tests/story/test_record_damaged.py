"""F5 through the whole house: a record full of noise, the house up all the same, the loss told."""

import asyncio
import random
import time
from pathlib import Path

import pytest

from companion.service.supervision import until
from companion.store.check import check_in_child
from companion.store.sqlite import record_path
from companion.words.event import EventSource
from tests.story.whole_house import SCENARIOS, awake, settings_for
from tests.unit.store.test_verify import unguarded
from tests.unit.store.years import filled

pytestmark = pytest.mark.real("broker")


async def test_a_damaged_record_is_put_aside_and_the_owner_is_told(tmp_path: Path) -> None:
    """F5, T-44: moved aside untouched, salvaged, up, and the page says what was lost."""
    path, chance = record_path(tmp_path), random.Random(3)
    await filled(path, 60)
    bad = bytearray(await asyncio.to_thread(path.read_bytes))
    for _ in range(6):
        at = chance.randrange(4096, len(bad) - 512)
        bad[at : at + 512] = chance.randbytes(512)
    bad[-700:] = chance.randbytes(700)
    await asyncio.to_thread(path.write_bytes, bytes(bad))
    began = time.monotonic()
    async with awake(settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path)) as house:
        took_s = time.monotonic() - began
        assert house.storage.upkeep.rescued is not None
        assert house.storage.upkeep.rescued.aside.read_bytes() == bytes(bad)
        await until(lambda: any(h.part == "record" for h in house.foundations.board.all()))
        (told,) = [h for h in house.foundations.board.all() if h.part == "record"]
        assert "damaged" in told.what.en
        (event,) = [
            e
            for e in await house.storage.store.record.recent(
                limit=500, sources=(EventSource.SYSTEM,)
            )
            if e.kind == "record_rescued"
        ]
        assert event.payload["aside"] == house.storage.upkeep.rescued.aside.name
        assert (await house.storage.store.check()).sound
    print(f"[F5] {house.storage.upkeep.rescued.events} of 240 events saved, up in {took_s:.1f} s")


async def test_the_full_check_beside_the_house_names_the_first_broken_row(tmp_path: Path) -> None:
    """P22, T15: in a process of its own."""
    path = record_path(tmp_path)
    await filled(path, 5)
    good = await check_in_child(path)
    assert good is not None
    assert good.sound
    connection = unguarded(path)
    connection.execute("UPDATE events SET kind = 'other' WHERE id = 3")
    connection.close()
    bad = await check_in_child(path)
    assert bad is not None
    assert not bad.sound
    assert bad.first
