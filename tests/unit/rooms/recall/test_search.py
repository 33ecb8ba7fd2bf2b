"""Search of memory: words, meaning, time and neighbours, and what is left out."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from companion.phrases.recalled import why_said
from companion.rooms.recall.search import SHARED_BY, Search, Sources
from companion.rooms.recall.words_of import words_of
from companion.store.episodes import SqliteEpisodes
from companion.words.ids import EventId
from companion.words.recalled import Reason
from companion.words.trust import TrustLabel
from tests.unit.rooms.recall.household import household


async def test_words_find_in_both_languages(tmp_path: Path) -> None:
    """Issue 14, 4: Japanese by its words, English by their stems; a rare word weighs more."""
    async with household(tmp_path) as home:
        await home.say("雨が降っている")
        key = await home.say("合鍵は物置の棚に置きました", days=1)
        await home.say("the rain was falling", days=1)
        bakery = await home.say("we walked to the bakery in the rain", days=1)
        now = home.clock.now()
        for question, wanted in (("合鍵はどこに置いた?", key), ("bakeries?", bakery)):
            found = await home.search.find(question, now, limit=1)
            assert [one.episode.id for one in found] == [wanted.id]
            assert found[0].why == (Reason.WORDS,)
            said = why_said(found[0])
            assert not said.ja.endswith(": ")
            assert not said.en.endswith(": ")


async def test_a_turn_beside_the_found_one_comes_to_mind(tmp_path: Path) -> None:
    """An answer seldom repeats the words of its question."""
    async with household(tmp_path) as home:
        await home.say("I put the passports away")
        answer = await home.say("they are behind the blue atlas", seconds=20)
        await home.say("they are green", days=2)
        found = await home.search.find("passports", home.clock.now(), limit=2)
        assert found[1].episode.id == answer.id
        assert found[1].why == (Reason.BESIDE,)
        alone = await home.search.find(
            "passports", home.clock.now(), limit=5, sources=Sources(meaning=False, fused=False)
        )
        assert len(alone) == 1


async def test_the_best_alone_share_their_score(tmp_path: Path) -> None:
    """A common word finds hundreds; who stood beside each of them is not asked for."""

    class Counting(SqliteEpisodes):
        most = 0

        async def beside(
            self, event_ids: Sequence[EventId], until: datetime, *, reach: int
        ) -> Mapping[EventId, Mapping[EventId, int]]:
            self.most = max(self.most, len(event_ids))
            return await super().beside(event_ids, until, reach=reach)

    async with household(tmp_path) as home:
        for _ in range(2 * SHARED_BY):
            await home.say("rain again", days=1)
        index = Counting(home.store.path, words_of, "none")
        try:
            found = await Search(index, None).find("rain?", home.clock.now(), limit=5)
        finally:
            await index.close()
        assert len(found) == 5
        assert index.most == SHARED_BY


async def test_a_named_time_lifts_what_was_said_then(tmp_path: Path) -> None:
    """T-13: and drops nothing: people tell today of last week."""
    async with household(tmp_path) as home:
        old = await home.say("we had soup for dinner")
        yesterday = await home.say("we had soup for dinner", days=9)
        late = home.clock.now() + timedelta(days=1)
        found = await home.search.find("what soup did we have yesterday?", late, limit=2)
        assert [one.episode.id for one in found] == [yesterday.id, old.id]
        assert Reason.TIME in found[0].why


async def test_what_a_person_said_goes_before_a_sign_and_our_own_words(tmp_path: Path) -> None:
    """Issue 14, (b): who spoke is a feature of the order; nothing is dropped."""
    async with household(tmp_path) as home:
        told = await home.say("the pool opens at nine")
        asked = await home.say("when does it open?", days=3)
        home.clock.pass_time(days=3)
        said = await home.journal.replied(
            "the pool opens at nine", asked, trust=TrustLabel.OWNER, speaker_name="Koto"
        )
        await home.store.flush()
        found = await home.search.find("pool opens", home.clock.now(), limit=5)
        ids = [one.episode.id for one in found]
        assert ids.index(told.id) < ids.index(said.id)


async def test_nothing_of_later_and_nothing_left_out(tmp_path: Path) -> None:
    """B-042: as of its moment; `without`: what stands in the talk already."""
    async with household(tmp_path) as home:
        first = await home.say("the kettle is broken")
        second = await home.say("the kettle is mended", days=2)
        early = await home.search.find("kettle", first.at, limit=5)
        assert [one.episode.id for one in early] == [first.id]
        late = await home.search.find("kettle", second.at, limit=5, without={second.id})
        assert [one.episode.id for one in late] == [first.id]


async def test_without_an_embedder_words_alone_answer_and_it_is_said(tmp_path: Path) -> None:
    """S-21: a missing model falls back to words only, said so."""
    async with household(tmp_path) as home:
        told = await home.say("the kettle is broken")
        home.embedder.gone = "not installed"
        found = await home.search.find("kettle", home.clock.now(), limit=5)
        assert [one.episode.id for one in found] == [told.id]
        assert home.search.meaning_missing == "not installed"
        home.embedder.gone = ""
        await home.search.find("kettle", home.clock.now(), limit=5)
        assert home.search.meaning_missing == ""
        assert Search(home.index, None).meaning_missing


async def test_a_backlog_is_taken_up_behind_the_question(tmp_path: Path) -> None:
    """A question does not wait for a record of years to be indexed."""
    async with household(tmp_path) as home:
        for n in range(5):
            await home.say(f"plum {n}")
        assert await home.index.catch_up(most=2) == 2
        assert await home.index.catch_up(most=2) == 2
        assert await home.index.catch_up(most=2) == 1
        assert await home.index.catch_up(most=2) == 0
        assert (await home.index.counts())[0] == 5
