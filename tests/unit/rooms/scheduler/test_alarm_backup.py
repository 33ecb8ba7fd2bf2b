"""What the backup says of what rings or snoozes now, and of what is to come (T-44)."""

from dataclasses import replace

from companion.rooms.scheduler.alarm_backup import backup_of
from companion.words.schedule import (
    EntryId,
    EntryKind,
    Firing,
    FiringId,
    FiringState,
    Upcoming,
)
from tests.unit.rooms.scheduler.alarms import DAILY, DAY, MINUTE, SEVEN, ZONE, alarm

LATE = SEVEN + 2 * MINUTE
RINGS = Firing(
    id=FiringId(1), entry_id=EntryId(1), due=SEVEN, claimed_at=LATE, state=FiringState.CLAIMED
)


def test_what_is_snoozed_sounds_when_its_snooze_is_over_and_what_rings_since_it_began() -> None:
    snoozed = replace(RINGS, state=FiringState.SNOOZED, again_at=SEVEN + 9 * MINUTE)
    for firing, at in ((RINGS, LATE), (snoozed, SEVEN + 9 * MINUTE)):
        entry = replace(alarm(), id=EntryId(1))
        backup = backup_of([Upcoming(entry, SEVEN, firing)], lambda *_: (SEVEN + DAY,), SEVEN, ZONE)
        assert [(ring.due, ring.at) for ring in backup.rings] == [
            (SEVEN, at),
            (SEVEN + DAY, SEVEN + DAY),
        ]


def test_a_routine_does_not_stand_on_it() -> None:
    routine = replace(alarm(DAILY, EntryKind.ROUTINE), id=EntryId(2))
    backup = backup_of([Upcoming(routine, SEVEN, None)], lambda *_: (SEVEN,), SEVEN - DAY, ZONE)
    assert backup.rings == ()
