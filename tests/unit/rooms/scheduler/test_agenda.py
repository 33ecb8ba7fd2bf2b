"""One heap: in order, each key once, replaced ones forgotten (limits 2.7)."""

import random
from datetime import UTC, datetime, timedelta

from companion.rooms.scheduler.agenda import Agenda
from tests.unit.store.samples import START


def at(seconds: float) -> timedelta:
    return timedelta(seconds=seconds)


def test_what_is_due_comes_in_order_and_once() -> None:
    agenda: Agenda[int] = Agenda()
    chance, kept = random.Random(3), dict[int, int]()
    for _ in range(5000):
        key, due = chance.randrange(500), chance.randrange(10_000)
        kept[key] = due
        agenda.put(key, START + at(due))
    for key in range(0, 500, 7):
        agenda.put(key, None)
        kept.pop(key, None)
    assert len(agenda) == len(kept)
    assert agenda.next() == START + at(min(kept.values()))
    taken = agenda.take(START + at(5000))
    assert [due for _, due in taken] == sorted(due for _, due in taken)
    assert {key for key, _ in taken} == {key for key, due in kept.items() if due <= 5000}
    assert agenda.take(START + at(5000)) == []
    assert len(agenda) == len(kept) - len(taken)


def test_one_that_is_put_off_is_not_taken_at_its_old_time() -> None:
    agenda: Agenda[str] = Agenda()
    agenda.put("alarm", START)
    agenda.put("alarm", START + at(60))
    agenda.put("alarm", START + at(60))
    assert agenda.take(START + at(59)) == []
    assert agenda.due_of("alarm") == START + at(60)
    assert agenda.take(START + at(60)) == [("alarm", START + at(60))]
    assert agenda.next() is None


def test_many_are_put_in_at_once_and_keep_their_microsecond() -> None:
    """P20: a moment stays the number it was until somebody asks for it."""
    agenda: Agenda[int] = Agenda()
    epoch = datetime(1970, 1, 1, tzinfo=UTC)
    moments = [(n, 1_795_000_000_123_457 + 7_000_001 * (n * 37 % 100)) for n in range(100)]
    agenda.fill(moments)
    due = {n: epoch + timedelta(microseconds=us) for n, us in moments}
    assert all(agenda.due_of(n) == moment for n, moment in due.items())
    first = min(due, key=lambda n: due[n])
    assert agenda.next() == due[first]
    agenda.put(first, None)
    taken = agenda.take(max(due.values()))
    assert taken == sorted(((n, m) for n, m in due.items() if n != first), key=lambda x: x[1])


def test_what_is_due_by_a_moment_stays_and_stands_in_order() -> None:
    agenda: Agenda[str] = Agenda()
    for minutes, key in ((30, "late"), (5, "first"), (90, "far"), (10, "second")):
        agenda.put(key, START + timedelta(minutes=minutes))
    agenda.put("second", None)
    assert agenda.until(START + timedelta(hours=1)) == ["first", "late"]
    assert len(agenda) == 3
