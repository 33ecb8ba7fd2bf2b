"""A correction that is a whole clause takes the earlier statement's place, for good."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from companion.rooms.recall.room import Recall
from companion.rooms.recall.search import Search
from companion.rooms.recall.words_of import words_of
from companion.store.episodes import SqliteEpisodes
from companion.store.sqlite import Store, record_path
from companion.words.event import EventSource
from tests.twins.clock import JumpClock
from tests.unit.desk.talked_home import Home


@asynccontextmanager
async def home_with_memory(folder: Path) -> AsyncIterator[tuple[Home, Recall]]:
    """A home whose talk is searched by words."""
    clock = JumpClock()
    store = await Store.open(record_path(folder), clock)
    index = SqliteEpisodes(store.path, words_of, "hashed")
    recall = Recall(store.record, store.state, Search(index, None), clock)
    try:
        yield Home(folder, clock, store, recall=recall), recall
    finally:
        await index.close()
        await store.close()


async def told_after(recall: Recall, home: Home, question: str) -> list[str]:
    """Everything that people said, as it is found for a question now."""
    await home.store.flush()
    await home.clock.sleep(60)
    found = await recall.find(question, home.clock.now(), limit=20)
    return [one.episode.text for one in found]


@pytest.mark.parametrize(
    ("told", "denied", "question", "right", "wrong"),
    [
        (
            "The tent is up in the shed, behind the bikes",
            "that's wrong, it's the loft the tent is in, not the shed",
            "where is the tent",
            "tent is up in the loft",
            "the shed,",
        ),
        (
            "Granny lands on Sunday and stays a week",
            "I told you wrong, Granny lands on Saturday",
            "when does Granny land",
            "lands on Saturday and stays",
            "Sunday",
        ),
        (
            "The tiles cost eighty pounds",
            "Sorry, the tiles were ninety-five, I had the receipt upside down",
            "what did the tiles cost",
            "The tiles cost ninety-five pounds",
            "eighty",
        ),
        (
            "町内の掃除は八時からで、軍手がいる",
            "町内の掃除、八時じゃなくて九時だった",
            "町内の掃除は何時から",
            "九時からで、軍手がいる",
            "八時",
        ),
        (
            "傘は車に置いてきた",
            "ごめん、思い違い。傘は車じゃなくて玄関だ",
            "傘はどこ",
            "傘は玄関に置いてきた",
            "車に",
        ),
        (
            "The sofa cost four hundred pounds with the stool",
            "I found the receipt, the sofa was three hundred and fifty",
            "what did the sofa cost",
            "The sofa cost three hundred and fifty pounds with the stool",
            "four hundred",
        ),
        (
            "自転車の保険は年に三千円で、十月まで",
            "証書を見たら、自転車の保険は三千六百円だった",
            "自転車の保険はいくら",
            "年に三千六百円で、十月まで",
            "三千円",
        ),
    ],
)
async def test_a_clause_of_weeks_later_corrects(
    tmp_path: Path, told: str, denied: str, question: str, right: str, wrong: str
) -> None:
    """C-031: the statement is found by the denied value or the matter."""
    async with home_with_memory(tmp_path) as (home, recall):
        await home.say(told, "Nell")
        await home.say("The bus was late again", "Nell")
        await home.clock.sleep(timedelta(days=20).total_seconds())
        await home.store.flush()
        assert right in await home.say(denied, "Nell")
        found = await told_after(recall, home, question)
        assert right in found[0]
        assert not any(wrong in one for one in found)
        old = await home.store.record.recent(limit=50, sources=(EventSource.USER_INPUT,))
        assert told in [one.user_text for one in old], "the record keeps what was said"


async def test_one_of_two_versions_is_settled_by_what_is_said_next(tmp_path: Path) -> None:
    async with home_with_memory(tmp_path) as (home, recall):
        await home.say("The fence cost eighty pounds", "Nell")
        await home.say("The fence cost sixty pounds", "Rafi")
        await told_after(recall, home, "fence")
        await home.say("How much did the fence cost?", "Nell")
        assert "Seventy-two" in await home.say(
            "The bill turned up. Seventy-two pounds. We were both wrong", "Nell"
        )
        found = await told_after(recall, home, "How much did the fence cost?")
        assert not any("sixty" in one or "eighty" in one for one in found)


async def test_the_side_that_is_taken_stays(tmp_path: Path) -> None:
    async with home_with_memory(tmp_path) as (home, recall):
        await home.say("The fence cost eighty pounds", "Nell")
        await home.say("The fence cost sixty pounds", "Rafi")
        await told_after(recall, home, "fence")
        await home.say("How much did the fence cost?", "Nell")
        await home.say("The bill turned up. It was sixty pounds", "Nell")
        found = await told_after(recall, home, "How much did the fence cost?")
        assert any(one == "The fence cost sixty pounds" for one in found)
        assert not any("eighty" in one for one in found)


async def test_only_the_own_word_is_taken_back(tmp_path: Path) -> None:
    """T-56: a voice of the household corrects its own; else both stand."""
    async with home_with_memory(tmp_path) as (home, recall):
        await home.say("The tent is in the shed", "Nell", "voice")
        await told_after(recall, home, "tent")
        assert await home.say("it's in the loft, not the shed", "Rafi", "voice") == ""
        found = await told_after(recall, home, "where is the tent, shed or loft")
        assert {"The tent is in the shed", "it's in the loft, not the shed"} <= set(found)


@pytest.mark.parametrize(
    "news",
    [
        "The tent got wet in the rain",
        "I was wrong about the weather",
        "I put the bikes in the garage, not the garden",
        "Granny rang at nine, she is not well",
        "I left the tent and took the wrong bus at nine",
        "テントは好きじゃなくて、宿がいい",
        "八時に電車を間違えた",
        "Sorry, I have to go at nine",
        "No, Granny is fine",
    ],
)
async def test_news_takes_nothing_back(tmp_path: Path, news: str) -> None:
    async with home_with_memory(tmp_path) as (home, recall):
        for told in (
            "The tent is in the shed",
            "町内の掃除は八時から",
            "Granny lands on Sunday at six",
        ):
            await home.say(told, "Nell")
        await told_after(recall, home, "tent")
        await home.say(news, "Nell")
        found = await told_after(recall, home, "tent shed Granny Sunday 町内の掃除 八時")
        assert {"The tent is in the shed", "町内の掃除は八時から"} <= set(found)
        assert "Granny lands on Sunday at six" in found
