"""What rings, snoozes and counts, as every page shows it (T-44; issue 4, item 4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import time, timedelta
from typing import Any

from companion.ports.schedule_requests import Preview, ScheduleRequestRefused
from companion.web.bells import Bells, bells_of
from companion.web.texts import Words
from companion.words.language import Language
from companion.words.result import ActionResult
from companion.words.schedule import (
    SNOOZE_S,
    Entry,
    EntryId,
    EntryKind,
    Firing,
    FiringState,
    Upcoming,
)
from companion.words.timing import After, Recurring
from tests.unit.web.twins import EVENING


@dataclass
class Standing:
    """Port `ScheduleRequests`: what is set, and nothing can be asked of it."""

    held: tuple[Upcoming, ...]

    async def request(
        self, operation: str, payload: Mapping[str, Any], channel: str
    ) -> ActionResult:
        raise ScheduleRequestRefused(operation)

    async def stop(self, entry_id: EntryId | None, channel: str) -> tuple[EntryId, ...]:
        return ()

    async def snooze(
        self, entry_id: EntryId | None, channel: str, snooze_s: float = SNOOZE_S
    ) -> tuple[EntryId, ...]:
        return ()

    def entries(self, kinds: Sequence[EntryKind] = ()) -> tuple[Upcoming, ...]:
        return tuple(u for u in self.held if not kinds or u.entry.kind in kinds)

    def get(self, entry_id: EntryId) -> Upcoming:
        return next(u for u in self.held if u.entry.id == entry_id)

    async def history(self, entry_id: EntryId, *, limit: int = 20) -> tuple[Firing, ...]:
        return ()

    async def preview(self, entry_id: EntryId) -> Preview:
        return Preview((), None, ())

    async def sketch(self, kind: EntryKind, form: Mapping[str, Any]) -> Preview:
        return Preview((), None, ())


def one(number: int, kind: EntryKind, state: FiringState | None, **more: Any) -> Upcoming:
    timing = After(300.0) if kind is EntryKind.TIMER else Recurring(time(7))
    entry = Entry(id=EntryId(number), kind=kind, timing=timing, created_at=EVENING, **more)
    firing = (
        Firing(entry_id=entry.id, due=EVENING, claimed_at=EVENING, state=state) if state else None
    )
    return Upcoming(entry, EVENING + timedelta(minutes=number), firing)


def drawn(*held: Upcoming, language: Language = Language.JA) -> Bells:
    return bells_of(Standing(held), Words(language), EVENING)


def test_each_stands_where_a_person_can_do_something_about_it() -> None:
    bells = drawn(
        one(1, EntryKind.ALARM, FiringState.CLAIMED, label="起きる"),
        one(2, EntryKind.ALARM, FiringState.SNOOZED),
        one(3, EntryKind.TIMER, None, label="パスタ"),
        one(4, EntryKind.ALARM, None),
        one(5, EntryKind.REMINDER, FiringState.RUNNING),
        one(6, EntryKind.TIMER, FiringState.RUNNING),
    )
    assert [b.id for b in bells.ringing] == [1, 6]
    assert [b.id for b in bells.snoozed] == [2]
    assert [b.id for b in bells.counting] == [3]
    assert bells.counting[0].clock == "19:05"


def test_without_a_name_it_is_called_by_its_kind() -> None:
    ringing = one(1, EntryKind.ALARM, FiringState.RUNNING)
    assert drawn(ringing).ringing[0].label == "目覚まし"
    assert drawn(ringing, language=Language.EN).ringing[0].label == "Alarm"


def test_a_switched_off_timer_does_not_count() -> None:
    assert drawn(one(1, EntryKind.TIMER, None, enabled=False)).counting == ()


def test_a_house_without_a_clock_has_no_bells() -> None:
    assert bells_of(None, Words(Language.EN), EVENING) == Bells()
