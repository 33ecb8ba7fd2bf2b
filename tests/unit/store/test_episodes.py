"""The index over episodes: a cache of the record that never holds more than the record."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from companion.engines.embedder.hashed import HashedEmbedder, Settings
from companion.rooms.journal.room import Journal
from companion.rooms.recall.words_of import words_of
from companion.store import episodes
from companion.store.episodes import SqliteEpisodes, index_path, remove_index
from companion.store.sqlite import Store, record_path
from companion.words.event import EventSource
from companion.words.ids import EventId
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.unit.store.samples import (
    LIT,
    HeardStream,
    SetClock,
    decision,
    draft,
    observation,
    result,
    trigger,
)

SECRET = "鍵は紫の鉢の下 xylophone"


class Household:
    """A record with its index."""

    def __init__(self, store: Store, clock: SetClock) -> None:
        self.store, self.clock = store, clock
        self.journal = Journal(store.events, HeardStream(), clock)
        self.index = SqliteEpisodes(store.path, words_of, "hashed")
        self.embedder = HashedEmbedder(Settings())

    async def say(self, text: str, speaker: str = "", **later: float) -> EventId:
        self.clock.pass_time(**later)
        said = Said(text, "web", speaker=speaker)
        event = await self.journal.heard(said, TrustLabel.OWNER)
        await self.store.flush()
        return event.id

    async def ids(self, *words: str) -> list[EventId]:
        await self.index.catch_up()
        return list(await self.index.by_words(words, self.clock.now(), limit=10))


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Household]:
    clock = SetClock()
    store = await Store.open(record_path(tmp_path), clock)
    household = Household(store, clock)
    try:
        yield household
    finally:
        await household.index.close()
        await store.close()


async def test_what_was_said_is_found_by_its_words_and_never_what_was_thought(
    home: Household,
) -> None:
    """B-059..B-061, B-075..B-077: no decision, no judgement, no act."""
    key = await home.say("鍵は青い鉢の下")
    await home.say("雨が降りそう", minutes=1)
    await home.journal.observed(observation())
    decided = await home.journal.decided(decision(), trigger())
    await home.journal.acted(result(decided.id))
    await home.journal.acted(result(decided.id), words=LIT)
    assert await home.ids("鍵") == [key]
    (act,) = set(await home.ids("明かり")) & set(await home.ids("light"))
    (told,) = (await home.index.episodes([act])).values()
    assert (told.text, told.in_english, told.is_talk) == (LIT.ja, LIT.en, False)
    assert (await home.index.counts())[0] == 3


async def test_nothing_later_than_the_moment_of_the_question(home: Household) -> None:
    first = await home.say("the key is under the blue pot")
    moment = home.clock.now()
    await home.say("the key is in the shed", hours=1)
    await home.index.catch_up()
    assert list(await home.index.by_words(["key"], moment, limit=5)) == [first]
    assert list(await home.index.by_words(["key", "shed"], moment, limit=1)) == [first]


async def test_neighbours_are_of_the_same_talk(home: Household) -> None:
    a = await home.say("one")
    b = await home.say("two", minutes=1)
    c = await home.say("three", minutes=1)
    d = await home.say("four", hours=3)
    await home.index.catch_up()
    now = home.clock.now()
    assert await home.index.beside([b], now, reach=2) == {b: {a: -1, c: 1}}
    assert await home.index.beside([d], now, reach=2) == {d: {}}
    assert await home.index.beside([b], now - timedelta(hours=3), reach=2) == {b: {a: -1, c: 1}}


async def test_vectors_outlive_a_restart_and_another_model_makes_them_anew(
    home: Household,
) -> None:
    """S-21: after a change of the embedder everything is found by words, and embedded again."""
    key = await home.say("the key is under the blue pot")
    (waiting,) = await home.index.to_embed(limit=5)
    (vector,) = await home.embedder.embed([waiting.text], stored=True)
    await home.index.embedded({waiting.id: vector}, {})
    again = SqliteEpisodes(home.store.path, words_of, "hashed")
    other = SqliteEpisodes(home.store.path, words_of, "another")
    try:
        found = await again.by_meaning(vector, home.clock.now(), limit=3)
        assert list(found) == [key]
        assert found[waiting.id] == pytest.approx(1.0, abs=0.05)
        assert await other.catch_up() == 1
        assert await other.counts() == (1, 0)
    finally:
        await again.close()
        await other.close()


async def test_a_damaged_or_foreign_index_is_made_anew(home: Household) -> None:
    key = await home.say("the key is under the blue pot")
    assert await home.ids("key") == [key]
    await home.index.close()
    path = index_path(home.store.path)
    path.write_bytes(path.read_bytes()[:4096] + b"\xff" * 40_000)
    home.index = SqliteEpisodes(home.store.path, words_of, "hashed")
    assert await home.ids("key") == [key]


async def test_no_byte_of_what_was_erased_is_left_in_the_index(home: Household) -> None:
    """T18: neither the words, nor the vector; the running index gives it no more."""
    secret = await home.say(SECRET)
    kept = await home.say("the kettle is new", minutes=1)
    later = await home.say("so is the pan", minutes=1)
    for one in await home.index.to_embed(limit=5):
        (vector,) = await home.embedder.embed([one.text], stored=True)
        await home.index.embedded({one.id: vector}, {kept: secret, later: kept})
        if one.id == secret:
            await home.index.by_meaning(vector, home.clock.now(), limit=5)
            erased = vector
    file = index_path(home.store.path)
    assert b"xylophon" in file.read_bytes()
    assert "紫".encode() in file.read_bytes()
    done = await home.store.erasure.erase([secret], "test", "owner")
    assert done.overwritten
    left = file.read_bytes()
    assert b"xylophon" not in left
    assert "紫".encode() not in left
    assert await home.ids("xylophone", "紫", "kettle") == [kept]
    # The vector of the turn after it held its meaning as well, and is made anew.
    assert list(await home.index.by_meaning(erased, home.clock.now(), limit=5)) == [later]
    assert [one.id for one in await home.index.to_embed(limit=5)] == [kept]


async def test_of_the_own_inner_life_there_is_no_episode(home: Household) -> None:
    """What the companion lives by itself answers no question about the house."""
    own = draft(EventSource.USER_INPUT, "said", searchable=True, text="I dreamt of the key")
    await home.store.events.append(replace(own, origin="garden", payload={}), durable=True)
    at_home = await home.store.events.append(replace(own, payload={}), durable=True)
    assert await home.ids("key") == [at_home.id]


async def test_several_processes_take_up_the_same_words_together(home: Household) -> None:
    """The command line asks while the house indexes: neither fails, and nothing is there twice."""
    for n in range(300):
        await home.store.events.append(
            draft(EventSource.USER_INPUT, "said", searchable=True, text=f"plum {n}")
        )
    await home.store.flush()
    others = [SqliteEpisodes(home.store.path, words_of, "hashed") for _ in range(4)]
    await others[0].counts()
    try:
        read = await asyncio.gather(*(one.catch_up() for one in others))
        assert sum(read) == 300
        found = await others[1].by_words(["plum"], home.clock.now(), limit=999)
        assert len(found) == 300
    finally:
        for one in others:
            await one.close()


async def test_an_index_that_another_process_made_anew_is_read_anew(home: Household) -> None:
    key = await home.say("the key is under the blue pot")
    assert await home.ids("key") == [key]
    remove_index(home.store.path)
    other = SqliteEpisodes(home.store.path, words_of, "hashed")
    try:
        assert await other.catch_up() == 1
        later = await home.say("the key is in the shed", hours=1)
        assert set(await home.ids("key")) == {key, later}
        assert list(await other.by_words(["shed"], home.clock.now(), limit=5)) == [later]
    finally:
        await other.close()


async def test_a_word_that_stands_everywhere_is_not_weighed(
    home: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P4: of a million episodes a common word would take half a second; the rarer ones tell more,
    and of common ones alone the newest come first."""
    monkeypatch.setattr(episodes, "WEIGHED", 3)
    said = [await home.say(f"the plum number {n}") for n in range(5)]
    rare = await home.say("the plum of Osaka")
    assert await home.ids("plum", "Osaka") == [rare]
    assert await home.ids("plum") == [rare, *reversed(said)]
    monkeypatch.setattr(episodes, "WEIGHED", 99)
    assert set(await home.ids("plum", "Osaka")) == {rare, *said}
