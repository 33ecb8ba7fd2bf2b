"""The player of other authors' conversations: what came before stands in the record."""

from pathlib import Path

from companion.service.yaml_text import load
from companion.store.sqlite import Store, record_path
from companion.words.event import EventSource
from tests.proof.evaluation.talk.conversations import DATA, written
from tests.unit.store.samples import SetClock


async def test_issue_15_what_came_before_is_written_before_the_companion_starts(
    tmp_path: Path,
) -> None:
    settings = load((DATA / "settings.yaml").read_text(encoding="utf-8"))
    await written(tmp_path, settings["k05"])
    store = await Store.open(record_path(tmp_path), SetClock())
    events = await store.record.recent(limit=50)
    sources = {event.source for event in events}
    await store.close()
    assert {EventSource.DEVICE_STATE, EventSource.ACTION_RESULT, EventSource.SCHEDULE} <= sources
    assert any("Toby" in event.user_text for event in events)


def test_every_open_conversation_has_its_setting() -> None:
    settings = load((DATA / "settings.yaml").read_text(encoding="utf-8"))
    files = sorted((DATA.parents[1] / "strangers").glob("talk*_open.jsonl"))
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    assert len(settings) == len(lines)
    assert all(f'"{name}"' in "".join(lines) for name in settings)
