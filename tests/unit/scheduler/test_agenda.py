"""One heap: in order, each key once, replaced ones forgotten (limits 2.7)."""

import random
from datetime import timedelta

from companion.scheduler.agenda import Agenda
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
