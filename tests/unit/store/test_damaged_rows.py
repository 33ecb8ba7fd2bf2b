"""A row that is not what was written, of any table and column: found, mended, never a crash.

What lies there may be no UTF-8, no JSON, or of another type; Python's own errors about it carry no
code of SQLite's (F5, T-44, issue 10.2).
"""

import asyncio
import shutil
from pathlib import Path

import pytest

from companion.ports.event_log import RecordNotWritable
from companion.ports.record import RecordDamaged, RecordTooNew
from companion.store.sqlite import Store, record_path
from companion.words.schedule import EntryKind
from tests.unit.store.samples import SetClock, draft
from tests.unit.store.test_sealed import entry, harmed
from tests.unit.store.test_thin import lived, thinned
from tests.unit.store.test_verify import look

NO_TEXT = "CAST(X'E3FF' AS TEXT)"
"""Python cannot read it as UTF-8."""


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of which something was thinned, and that holds a row back."""
    path = record_path(tmp_path_factory.mktemp("good"))
    asyncio.run(_fill(path, SetClock()))
    return path


async def _fill(path: Path, clock: SetClock) -> None:
    store = await Store.open(path, clock)
    await lived(store, clock, 9)
    await thinned(store)
    for kind in (EntryKind.ALARM, EntryKind.ROUTINE):
        await store.schedule.add(entry(kind, kind.value))
    await store.close()
    harmed(path, "INSERT INTO goals VALUES ('G1', 'unlock', 'active', '', 'now', NULL)")
    store = await Store.open(path, clock)
    assert len(store.quarantine.rows) == 1
    await store.close()


@pytest.fixture
def path(good: Path, tmp_path: Path) -> Path:
    shutil.copy(good, record_path(tmp_path))
    return record_path(tmp_path)


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("schedule_entries", f"json = {NO_TEXT}"),
        ("schedule_entries", "json = 7 WHERE kind = 'alarm'"),
        ("state", f"value = {NO_TEXT}"),
        ("held_rows", "row = '{'"),
        ("held_rows", f"row = {NO_TEXT}"),
        ("thinned", "chain = 1000000000000000"),
        ("thinned", "last_id = 'x'"),
        ("events", "payload = '[1' WHERE kind = 'thinned'"),
        ("events", "payload = '[[1]]' WHERE kind = 'thinned'"),
        ("events", "user_text = 'x' WHERE kind = 'thinned'"),
        ("action_results", "decision_event_id = 'x'"),
        ("seals", "total = 1000000000000000 WHERE name = 'revisions'"),
        ("_sqlite_migrations", "name = 'x' WHERE id = 3"),
    ],
)
async def test_a_start_or_a_rescue_mends_it(path: Path, table: str, change: str) -> None:
    """What `verify` finds, before or after READY, leads to a record that verifies."""
    harmed(path, "PRAGMA ignore_check_constraints = ON", f"UPDATE OR IGNORE {table} SET {change}")
    assert not look(path).sound
    store, rescued = await Store.open_or_rescue(path, SetClock())
    if rescued is None:
        await store.events.append(draft(), durable=True)
        await store.close()
        store, rescued = await Store.open_or_rescue(path, SetClock(), wanted=True)
    assert rescued is not None
    assert rescued.events > 200
    await store.events.append(draft(), durable=True)
    await store.close()
    assert look(path).sound, look(path).broken


async def test_a_schema_of_a_version_to_come_is_no_damage(path: Path) -> None:
    """F27: such a record is left untouched."""
    harmed(path, "UPDATE _sqlite_migrations SET name = '0099 a step to come' WHERE id = 9")
    with pytest.raises(RecordTooNew, match="0099 a step to come"):
        await Store.open_or_rescue(path, SetClock())


async def test_a_text_that_is_none_is_called_damage_and_has_the_record_checked(path: Path) -> None:
    """Read or written, while the house runs: no word of a full disk, and the page may offer a
    rescue."""
    store = await Store.open(path, SetClock())
    await store.state.rows("world_item")
    harmed(path, f"UPDATE state SET value = {NO_TEXT}")
    with pytest.raises(RecordDamaged):
        await store.state.rows("world_item")
    assert store.disturbed.is_set()
    for durable in (False, True):
        store.disturbed.clear()
        with pytest.raises(RecordNotWritable, match=r"damaged.*companion rescue"):
            await store._writer.write(
                lambda c: c.execute("SELECT value FROM state").fetchall(), durable=durable
            )
        await asyncio.wait_for(store.disturbed.wait(), 10)
    await store.close()
