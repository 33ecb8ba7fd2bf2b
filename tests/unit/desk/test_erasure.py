"""Erasing while the house runs: who may, who is told to forget, and what was written meanwhile."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.desk import erasure
from companion.desk.erasure import Erasing, RunningMemory
from companion.ports.erasure import Chosen, Erased, MayNotErase
from companion.service.blackboard import Blackboard
from companion.voice.enrolled_voices import EnrolledVoice, EnrolledVoices
from companion.words.ids import EventId
from companion.words.trust import TrustLabel
from tests.twins.clock import JumpClock

ASKED, QUOTING, LATE = EventId(1), EventId(2), EventId(3)


class RecordTwin:
    """Port `Erasure`: one event is asked for, one quotes it, one comes while it is erased."""

    def __init__(self) -> None:
        self.late = [LATE]
        self.erased: list[tuple[EventId, ...]] = []

    async def find(self, chosen: Chosen, *, consequences: bool = True) -> tuple[EventId, ...]:
        if not chosen.ids:
            return ()
        return (ASKED, QUOTING) if consequences else (ASKED,)

    async def quoting(self, event_ids: Sequence[EventId]) -> tuple[EventId, ...]:
        assert ASKED in event_ids
        late, self.late = tuple(self.late), []
        return late

    async def erase(self, event_ids: Sequence[EventId], reason: str, by: str) -> Erased:
        self.erased.append(tuple(event_ids))
        return Erased(event_id=EventId(9), ids=tuple(event_ids), emptied=1, derived_rows=0)


@pytest.fixture(autouse=True)
def looks_follow_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasure, "LOOK_EVERY_S", 0.0)


async def test_only_the_owner_erases() -> None:
    record = RecordTwin()
    erasing = Erasing(record, heard_as=lambda channel: TrustLabel.HOUSEHOLD)
    with pytest.raises(MayNotErase, match="voice"):
        await erasing.erase(Chosen(ids=(ASKED,)), "private", "voice")
    assert record.erased == []


async def test_what_was_written_meanwhile_is_erased_and_forgotten_too() -> None:
    """A message that was being thought when its cause was erased still waited to be spoken."""
    record, forgotten = RecordTwin(), list[frozenset[EventId]]()

    async def forget(ids: frozenset[EventId]) -> None:
        forgotten.append(ids)

    erasing = Erasing(record, heard_as=lambda channel: TrustLabel.OWNER, forget=(forget,))
    found = await erasing.find(Chosen(ids=(ASKED,)), "web")
    assert (found.chosen, found.quoting) == ((ASKED,), (QUOTING,))
    assert await erasing.erase(Chosen(ids=(ASKED,)), "private", "web") is not None
    assert record.erased == [(ASKED, QUOTING), (LATE,)]
    assert forgotten == [{ASKED, QUOTING}, {LATE}]


async def test_a_choice_of_nothing_takes_nothing() -> None:
    record = RecordTwin()
    erasing = Erasing(record, heard_as=lambda channel: TrustLabel.OWNER)
    assert await erasing.erase(Chosen(), "private", "web") is None
    assert record.erased == []


async def test_without_its_consequences_nothing_later_is_looked_for() -> None:
    record = RecordTwin()
    erasing = Erasing(record, heard_as=lambda channel: TrustLabel.OWNER)
    await erasing.erase(Chosen(ids=(ASKED,)), "private", "web", consequences=False)
    assert record.erased == [(ASKED,)]


async def test_a_running_house_forgets_in_lines_holders_and_whole() -> None:
    """The model's evaluated prompts go as a whole: one event cannot be told apart in them."""
    told: list[object] = []

    class Line:
        def drop(self, event_ids: frozenset[EventId]) -> object:
            told.append(("line", event_ids))
            return None

    async def holder(event_ids: frozenset[EventId]) -> None:
        told.append(("holder", event_ids))

    async def whole() -> None:
        told.append("whole")

    memory = RunningMemory(
        blackboard=Blackboard(JumpClock()), lines=(Line(),), holders=(holder,), whole=(whole,)
    )
    gone = frozenset({ASKED})
    await memory.forget(gone)
    assert told == [("line", gone), ("holder", gone), "whole"]


@pytest.mark.parametrize(
    ("chosen", "gone"),
    [
        (Chosen(text="ミカ"), ("ミカ",)),
        (Chosen(text="mik"), ("Mika Sato",)),
        (Chosen(text="Ken"), ()),
        (Chosen(text="ミカ", since=datetime(2026, 11, 1, tzinfo=UTC)), ()),
        (Chosen(ids=(ASKED,)), ()),
    ],
)
async def test_a_person_who_is_erased_is_not_known_by_voice(
    tmp_path: Path, chosen: Chosen, gone: tuple[str, ...]
) -> None:
    """Issue 13, point 4: a name alone means the person. It is told before, and a line stays in the
    record also where no event held the name."""
    book, record = EnrolledVoices(tmp_path), RecordTwin()
    for name in ("ミカ", "Mika Sato"):
        at = datetime(2026, 11, 23, tzinfo=UTC)
        book.enrol(EnrolledVoice(name=name, vector=(1.0,), speech_s=60.0, enrolled_at=at))
    erasing = Erasing(record, heard_as=lambda channel: TrustLabel.OWNER, voices=book)
    assert (await erasing.find(chosen, "web")).voices == gone
    erased = await erasing.erase(chosen, "", "web")
    assert (erased.voices if erased else ()) == gone
    assert {one.name for one in book.all()} == {"ミカ", "Mika Sato"} - set(gone)
    assert bool(record.erased) == bool(gone or chosen.ids)
