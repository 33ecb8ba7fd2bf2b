"""Recall: the latest turns, and never what was only thought."""

from companion.ports.memory import Memory
from companion.rooms.journal.room import Journal
from companion.rooms.recall.room import Recall
from companion.store.memory import MemoryStore
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.unit.store.samples import HeardStream, SetClock, decision, observation, result, trigger


async def test_the_latest_turns_come_back_oldest_first() -> None:
    """B-059..B-061, B-077, D-069: speech only, each with its trust label and event."""
    clock = SetClock()
    store = MemoryStore(clock)
    journal = Journal(store.events, HeardStream(), clock)
    memory: Memory = Recall(store.record)
    first = await journal.heard(Said("ただいま", "web"), TrustLabel.OWNER)
    await journal.replied("おかえり", first, trust=TrustLabel.OWNER, speaker_name="コト")
    await journal.observed(observation())
    decided = await journal.decided(decision(), trigger())
    await journal.acted(result(decided.id))
    await journal.acted(result(decided.id), recallable=True)
    guest = await journal.heard(Said("こんばんは", "voice"), TrustLabel.GUEST)
    now = await journal.heard(Said("寒い?", "web"), TrustLabel.OWNER)
    turns = await memory.recall(now)
    assert [(t.role, t.text.text, t.text.trust) for t in turns] == [
        ("user", "ただいま", TrustLabel.OWNER),
        ("assistant", "おかえり", TrustLabel.OWNER),
        ("user", "こんばんは", TrustLabel.GUEST),
    ]
    assert turns[-1].text.event_id == guest.id


async def test_a_turn_without_words_is_none() -> None:
    """B-059: an empty line is no conversation."""
    clock = SetClock()
    store = MemoryStore(clock)
    journal = Journal(store.events, HeardStream(), clock)
    await journal.heard(Said("", "web"), TrustLabel.OWNER)
    now = await journal.heard(Said("寒い?", "web"), TrustLabel.OWNER)
    assert await Recall(store.record).recall(now) == ()


async def test_no_more_than_asked_for() -> None:
    clock = SetClock()
    store = MemoryStore(clock)
    journal = Journal(store.events, HeardStream(), clock)
    for n in range(6):
        now = await journal.heard(Said(f"line {n}", "web"), TrustLabel.OWNER)
    turns = await Recall(store.record).recall(now, limit=2)
    assert [t.text.text for t in turns] == ["line 3", "line 4"]
