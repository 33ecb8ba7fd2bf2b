"""Tests that the two files follow the record, and of what happens where they cannot."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from companion.rooms.journal.room import Journal
from companion.store.export_files import ExportFiles
from companion.store.exports import AT_ONCE, LOOKED_BACK, Exports
from companion.store.sqlite import Store
from companion.web.hub import Hub
from companion.words.facts import TaskDone
from companion.words.health import HealthStatus
from companion.words.ids import TriggerId
from companion.words.language import Bilingual, Language
from companion.words.plan import TaskId
from companion.words.said import Said
from companion.words.text import LabelledText
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel
from tests.twins.clock import EVENING, JumpClock
from tests.unit.store.samples import decision


class Life:
    """A record, and exports over it."""

    def __init__(self, folder: Path, store: Store) -> None:
        self.folder, self.store = folder, store
        self.clock = JumpClock(EVENING)
        self.hub = Hub(self.clock.now)
        self.journal = Journal(store.events, self.hub, self.clock)
        self.exports = self.begun_again()

    def begun_again(self) -> Exports:
        """What the next process builds over the same files."""
        self.exports = Exports(
            files=ExportFiles(self.folder),
            record=self.store.record,
            state=self.store.state,
            stream=self.hub,
            clock=self.clock,
            language=Language.EN,
        )
        return self.exports

    async def says(self, text: str) -> None:
        await self.journal.heard(Said(text, "chat"), TrustLabel.OWNER)

    def lines(self) -> list[dict[str, Any]]:
        text = self.exports.files.events_file.read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]

    def texts(self) -> list[str]:
        return [line.get("text", line.get("summary", "")) for line in self.lines()]

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(
            self.exports.files.state_file.read_text(encoding="utf-8")
        )
        return found


@pytest.fixture
async def life(tmp_path: Path) -> AsyncIterator[Life]:
    store = await Store.open(tmp_path / "record.db", JumpClock(EVENING))
    yield Life(tmp_path, store)
    await store.close()


async def test_c_008_c_055_an_empty_record_gives_an_empty_state(life: Life) -> None:
    """C-008, C-055, T-04: missing is made again, empty where the database is empty."""
    await life.exports.start()
    assert life.lines() == []
    assert life.state()["plan"] == {"purpose": "", "goals": []}
    assert life.state()["input"] == {"source": "", "authority": "", "text": ""}
    assert not life.exports.fail()


async def test_c_023_t_04_both_follow_each_committed_change(life: Life) -> None:
    """T-04, C-023: the newest input stands in the state, each in the events."""
    await life.exports.start()
    for text in ("one", "two"):
        await life.says(text)
        await life.exports.follow()
        assert life.state()["input"]["text"] == text
    assert life.texts() == ["one", "two"]
    await life.exports.follow()
    assert life.texts() == ["one", "two"]


async def test_c_029_the_events_are_read_at_the_start_and_not_in_each_turn(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C-029, C-033: the record itself is what the companion works from."""
    await life.exports.start()

    def read(*_: object) -> NoReturn:
        raise AssertionError("events.jsonl was read")

    for name in ("check_lines", "tail"):
        monkeypatch.setattr(ExportFiles, name, read)
    for text in ("one", "two"):
        await life.says(text)
        await life.exports.follow()
    assert life.texts() == ["one", "two"]


async def test_missing_files_are_made_again_from_the_record(life: Life) -> None:
    """C-055, T-04: of a record that is not empty, whole."""
    await life.exports.start()
    await life.says("one")
    await life.exports.follow()
    life.exports.files.state_file.unlink()
    life.exports.files.events_file.unlink()
    await life.says("two")
    await life.begun_again().start()
    assert life.texts() == ["one", "two"]
    assert life.state()["input"]["text"] == "two"
    assert not life.exports.fail()


@pytest.mark.parametrize("kept", [0, 1, 2])
async def test_a_kill_between_the_lines_and_the_cursor_doubles_none(life: Life, kept: int) -> None:
    """However much of the lines was written before the process ended."""
    await life.exports.start()
    await life.says("one")
    await life.exports.follow()
    before = life.exports.files.cursor()
    assert before is not None
    await life.says("two")
    await life.says("three")
    await life.exports.follow()
    whole = life.exports.files.events_file.read_bytes()
    ends = [before.size, whole.index(b"\n", before.size) + 9, len(whole)]
    life.exports.files.events_file.write_bytes(whole[: ends[kept]])
    life.exports.files.keep_cursor(before)
    await life.begun_again().start()
    assert life.exports.files.events_file.read_bytes() == whole
    after = life.exports.files.cursor()
    assert after is not None
    assert after.size == len(whole)


@pytest.mark.parametrize("name", ["state.json", "events.jsonl"])
async def test_t_44_c_056_c_058_a_damaged_file_is_moved_aside_and_all_own_acts_halt(
    life: Life, name: str
) -> None:
    """T-44, C-056, C-058: untouched, told on the board, and recreated; people are not held up."""
    await life.exports.start()
    await life.says("one")
    await life.exports.follow()
    path = life.folder / "logs" / name
    damaged = b"{broken\n" + path.read_bytes()[8:]
    path.write_bytes(damaged)
    await life.begun_again().start()
    (aside,) = (life.folder / "logs").glob(f"{name}.damaged-*")
    assert aside.read_bytes() == damaged
    assert life.texts() == ["one"]
    assert life.exports.fail()
    found = (await life.exports.findings())["exports"]
    assert found.status is HealthStatus.DOWN
    assert name in found.what.en
    own, plan, person, routine = (trigger(p) for p in PRIORITIES)
    assert life.exports.holds_back(own)
    assert life.exports.holds_back(plan)
    assert not life.exports.holds_back(person)
    assert not life.exports.holds_back(routine)
    life.exports.go_on()
    assert not life.exports.holds_back(own)
    await life.begun_again().start()
    assert not life.exports.fail()


PRIORITIES = (Priority.OBSERVATION, Priority.PLAN, Priority.USER, Priority.ROUTINE)


def trigger(priority: Priority) -> Trigger:
    return Trigger(
        id=TriggerId("1"),
        kind=TriggerKind.EVENT,
        priority=priority,
        at=EVENING,
        about=LabelledText("x", TrustLabel.SELF),
    )


async def test_c_057_a_file_that_cannot_be_written_is_told_at_once_and_tried_again(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C-057, T-44."""
    await life.exports.start()

    def full(lines: bytes) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(life.exports.files, "append", full)
        await life.says("one")
        await life.exports.follow()
        assert life.exports.fail()
        found = (await life.exports.findings())["exports"]
        assert found.status is HealthStatus.DOWN
    await life.says("two")
    await life.exports.follow()
    assert life.texts() == ["one", "two"]
    assert not life.exports.fail()


async def test_c_033_t_04_where_they_disagree_the_record_wins_and_it_is_told(
    life: Life, caplog: pytest.LogCaptureFixture
) -> None:
    """T-04."""
    await life.exports.start()
    await life.says("one")
    await life.exports.follow()
    state = life.state()
    state["input"]["text"] = "somebody else's"
    life.exports.files.write_state(state)
    with caplog.at_level(logging.WARNING):
        await life.begun_again().start()
    assert life.state()["input"]["text"] == "one"
    assert "state.json was not what the record says" in caplog.text


async def test_a_task_that_ended_stands_in_both(life: Life) -> None:
    """C-070: in the machine's own format."""
    await life.exports.start()
    name = Bilingual("鍵をかける", "lock up")
    await life.journal.noted(TaskDone(task=TaskId("G1-T1"), name=name), durable=True)
    await life.exports.follow()
    assert life.texts() == ["[G1-T1] DONE lock up"]
    assert life.state()["result"] == {"status": "done", "summary": "[G1-T1] DONE lock up"}


async def test_erased_words_leave_the_file(life: Life) -> None:
    """What was erased from the record must not stand on beside it."""
    await life.exports.start()
    await life.says("a secret")
    await life.says("a word")
    await life.exports.follow()
    (_, secret) = await life.store.record.recent(limit=2)
    aside = life.folder / "logs" / "state.json.damaged-20260121T000000"
    aside.write_text("a secret", encoding="utf-8")
    await life.store.erasure.erase((secret.id,), "owner", "")
    # The resident may be at work when the erasure asks for it.
    await asyncio.gather(life.exports.follow(), life.exports.follow())
    assert not aside.exists()
    assert life.state()["input"]["text"] == "a word"
    assert "a secret" not in life.exports.files.events_file.read_text(encoding="utf-8")
    assert life.texts() == ["", "a word"], "that something was said stays"


async def test_an_erasure_of_long_ago_leaves_a_damaged_file_where_it_is(life: Life) -> None:
    """C-058: the files followed that erasure already; what lies aside now is of later."""
    await life.exports.start()
    await life.says("a secret")
    (secret,) = await life.store.record.recent(limit=1)
    await life.store.erasure.erase((secret.id,), "owner", "")
    await life.exports.follow()
    path = life.exports.files.events_file
    damaged = b"{broken\n" + path.read_bytes()[8:]
    path.write_bytes(damaged)
    await life.begun_again().start()
    (aside,) = path.parent.glob("events.jsonl.damaged-*")
    assert aside.read_bytes() == damaged


async def test_a_long_record_is_written_in_parts(
    life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C-055: however long it is, only some hundred events are held at once; a kill between two
    parts costs the rest of them and no line."""
    for number in range(AT_ONCE + 2):
        await life.says(f"{number}")
    parts: list[int] = []
    real = life.exports.files.append

    def append(lines: bytes) -> int:
        parts.append(lines.count(b"\n"))
        if len(parts) == 2:
            raise OSError(5, "killed here")
        return real(lines)

    with monkeypatch.context() as patched:
        patched.setattr(life.exports.files, "append", append)
        await life.exports.start()
    assert parts == [AT_ONCE, 2]
    cursor = life.exports.files.cursor()
    assert cursor is not None
    assert cursor.event == AT_ONCE
    await life.begun_again().start()
    assert life.texts() == [f"{number}" for number in range(AT_ONCE + 2)]


async def test_the_life_in_the_garden_is_not_exported_and_hides_nothing(life: Life) -> None:
    """Its choices are no thoughts of the plan; after a start the last input is there behind it."""
    await life.exports.start()
    await life.says("one")
    await life.exports.follow()
    before = life.state()
    for _ in range(LOOKED_BACK + 1):
        await life.journal.chose(decision(), trigger(Priority.GARDEN))
    await life.exports.follow()
    assert life.texts() == ["one"]
    await life.begun_again().start()
    assert life.exports.shown() == before == life.state()
