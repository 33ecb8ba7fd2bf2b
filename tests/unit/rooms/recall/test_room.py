"""Recall: the latest turns, and never what was only thought."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from companion.engines.embedder.hashed import HashedEmbedder, Settings
from companion.ports.embedder import Vector
from companion.ports.memory import Memory
from companion.rooms.consolidation.room import Consolidation
from companion.rooms.journal.room import Journal
from companion.rooms.recall.room import Recall
from companion.rooms.recall.search import Search
from companion.store.sqlite import Store
from companion.words.recalled import Recollection
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.unit.rooms.recall.household import Household, household
from tests.unit.store.samples import (
    LIT,
    HeardStream,
    SetClock,
    decision,
    observation,
    result,
    trigger,
)


async def test_the_latest_turns_come_back_oldest_first() -> None:
    """B-059..B-061, B-077, D-069: speech only, each with its trust label and event."""
    clock = SetClock()
    store = Store.in_memory(clock)
    journal = Journal(store.events, HeardStream(), clock)
    memory: Memory = Recall(store.record)
    first = await journal.heard(Said("ただいま", "web"), TrustLabel.OWNER)
    await journal.replied("おかえり", first, trust=TrustLabel.OWNER, speaker_name="コト")
    await journal.observed(observation())
    decided = await journal.decided(decision(), trigger())
    await journal.acted(result(decided.id))
    await journal.acted(result(decided.id), words=LIT)
    guest = await journal.heard(Said("こんばんは", "voice"), TrustLabel.GUEST)
    now = await journal.heard(Said("寒い?", "web"), TrustLabel.OWNER)
    turns = (await memory.recall(now)).turns
    assert [(t.role, t.text.text, t.text.trust) for t in turns] == [
        ("user", "ただいま", TrustLabel.OWNER),
        ("assistant", "おかえり", TrustLabel.OWNER),
        ("user", "こんばんは", TrustLabel.GUEST),
    ]
    assert turns[-1].text.event_id == guest.id


async def test_a_turn_without_words_is_none() -> None:
    """B-059: an empty line is no conversation."""
    clock = SetClock()
    store = Store.in_memory(clock)
    journal = Journal(store.events, HeardStream(), clock)
    await journal.heard(Said("", "web"), TrustLabel.OWNER)
    now = await journal.heard(Said("寒い?", "web"), TrustLabel.OWNER)
    assert await Recall(store.record).recall(now) == Recollection()


async def test_no_more_than_asked_for() -> None:
    clock = SetClock()
    store = Store.in_memory(clock)
    journal = Journal(store.events, HeardStream(), clock)
    for n in range(6):
        now = await journal.heard(Said(f"line {n}", "web"), TrustLabel.OWNER)
    turns = (await Recall(store.record).recall(now, limit=2)).turns
    assert [t.text.text for t in turns] == ["line 3", "line 4"]


def patient(home: Household) -> Recall:
    """Memory that waits as long as a busy machine takes."""
    return Recall(home.store.record, home.store.state, home.search, home.clock, deadline_s=60.0)


class _Stuck(HashedEmbedder):
    """An embedder that never answers."""

    async def embed(self, texts: Sequence[str], *, stored: bool = False) -> tuple[Vector, ...]:
        await asyncio.Event().wait()
        return ()


async def test_c_032_a_sentence_brings_to_mind_what_was_said_long_ago(tmp_path: Path) -> None:
    """C-032, B-059..B-061: with its label; not the talk of now, nor the question itself."""
    async with household(tmp_path) as home:
        told = await home.say("the spare key is under the blue pot", trust=TrustLabel.GUEST)
        await home.journal.decided(decision(), trigger())
        for n in range(14):
            await home.say(f"it rains again {n}", days=1)
        asked = await home.say("where is the spare key?", minutes=1)
        memory = patient(home)
        found = await memory.recall(asked)
        assert found.before[0].episode.id == told.id
        assert found.before[0].episode.trust is TrustLabel.GUEST
        turns = {turn.text.event_id for turn in found.turns}
        assert len(turns) == 12
        assert asked.id not in {one.episode.id for one in found.before}
        assert not turns & {one.episode.id for one in found.before}
        known = await memory.find("spare key", told.at, limit=5)
        assert [one.episode.id for one in known] == [told.id]


async def test_what_is_withdrawn_or_erased_never_comes_back(tmp_path: Path) -> None:
    """B-054: neither among the turns nor among what was found."""
    async with household(tmp_path) as home:
        wrong = await home.say("the spare key is under the blue pot")
        secret = await home.say("the spare key of the safe is 4711", days=1)
        right = await home.say("the spare key is in the shed", days=1)
        asked = await home.say("where is the spare key?", days=1)
        await home.embedding.step()
        memory = patient(home)
        room = Consolidation(home.store.state, home.store.state_writer, record=home.store.record)
        await room.withdraw(wrong.id, asked)
        assert (await home.store.erasure.erase([secret.id], "test", "owner")).overwritten
        found = await memory.recall(asked, limit=1)
        assert {one.episode.id for one in found.before}.isdisjoint({wrong.id, secret.id})
        known = await memory.find("spare key", asked.at, limit=9)
        assert {one.episode.id for one in known} == {right.id, asked.id}


async def test_a_search_that_takes_too_long_leaves_the_last_turns(tmp_path: Path) -> None:
    """No reply waits for memory: by words alone at first, then by nothing."""
    async with household(tmp_path) as home:
        told = await home.say("the spare key is under the blue pot")
        await home.say("good night", hours=1)
        asked = await home.say("where is the spare key?", hours=8)
        stuck = _Stuck(Settings())
        by_words = Search(home.index, stuck, patience_s=0.01)
        memory = Recall(home.store.record, home.store.state, by_words, home.clock, deadline_s=60.0)
        found = await memory.recall(asked, limit=1)
        assert [one.episode.id for one in found.before] == [told.id]
        assert by_words.meaning_missing
        none = Recall(
            home.store.record,
            home.store.state,
            Search(home.index, stuck),
            home.clock,
            deadline_s=0.01,
        )
        found = await none.recall(asked)
        assert found.before == ()
        assert len(found.turns) == 2


async def test_who_asks_for_a_memory_gets_more_time_than_a_reply(tmp_path: Path) -> None:
    """No answer would say that nothing was told: a question waits longer than a reply does."""
    async with household(tmp_path) as home:
        told = await home.say("the ladder stands behind the shed")
        asked = await home.say("where is the ladder?", hours=8)
        memory = Recall(
            home.store.record,
            home.store.state,
            home.search,
            home.clock,
            deadline_s=0.0,
            asked_deadline_s=60.0,
        )
        assert (await memory.recall(asked)).before == ()
        (found,) = await memory.said_of(asked.user_text, asked.at, without=(asked.id,))
        assert found.id == told.id
        assert await memory.find("the ladder", asked.at, limit=1)


async def test_a_sentence_carries_the_answer_where_it_holds_every_word(tmp_path: Path) -> None:
    """D-050, C-032: of people of the house alone; neither a guess nor the question of before."""
    async with household(tmp_path) as home:
        told = await home.say("The piano lesson is on Thursday at five")
        await home.say("The sign said that the parking is free on Friday", trust=TrustLabel.GUEST)
        await home.say("when is the piano lesson?", days=1)
        asked = await home.say("what time is the piano lesson?", days=1)
        memory = patient(home)
        found = await memory.said_of(asked.user_text, asked.at, without=(asked.id,))
        assert [one.id for one in found] == [told.id]
        for question in (
            "when is the violin lesson?",
            "when is the parking free?",
            "what time is it?",
            "when is Christmas?",
        ):
            assert await memory.said_of(question, asked.at, without=(asked.id,)) == ()
