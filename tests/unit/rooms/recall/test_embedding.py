"""Embedding of episodes: the newest first, a few at a time, each once."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from companion.engines.embedder.hashed import HashedEmbedder, Settings
from companion.ports.embedder import EmbedderUnavailable, Vector
from companion.rooms.recall.embedding import BATCH, Embedding, text_to_embed
from companion.store.episodes import SqliteEpisodes
from companion.words.episode import Episode, Voice
from companion.words.ids import EventId
from companion.words.trust import TrustLabel
from tests.unit.rooms.recall.household import household
from tests.unit.store.samples import START


def test_who_spoke_belongs_to_the_meaning() -> None:
    said = Episode(
        id=EventId(1), at=START, voice=Voice.PERSON, text="I like plums", trust=TrustLabel.OWNER
    )
    assert text_to_embed(said) == "I like plums"
    by = Episode(
        id=said.id, at=START, voice=said.voice, speaker="Mika", text=said.text, trust=said.trust
    )
    assert text_to_embed(by) == "Mika: I like plums"
    asked = replace(by, speaker="Ken", text="Which fruit do you like?")
    assert text_to_embed(by, asked) == "Ken: Which fruit do you like?\nMika: I like plums"


async def test_a_turn_is_found_by_what_it_answers(tmp_path: Path) -> None:
    """The turn before in the same talk belongs to its meaning; one of another talk does not."""
    async with household(tmp_path) as home:
        await home.say("when does the plumber come")
        answer = await home.say("friday at nine", minutes=1)
        other = await home.say("friday at nine", hours=3)
        while await home.embedding.step():
            pass
        (vector,) = await home.embedder.embed(["the plumber comes"])
        found = await home.index.by_meaning(vector, home.clock.now(), limit=5)
        assert found[answer.id] > found[other.id]


async def test_a_vector_holds_nothing_of_a_turn_erased_while_the_model_worked(
    tmp_path: Path,
) -> None:
    async with household(tmp_path) as home:
        secret = await home.say("when does the plumber come")
        answer = await home.say("friday at nine", minutes=1)

        class Erasing(HashedEmbedder):
            async def embed(
                self, texts: Sequence[str], *, stored: bool = False
            ) -> tuple[Vector, ...]:
                vectors = await super().embed(texts, stored=stored)
                await home.store.erasure.erase([secret.id], "test", "owner")
                return vectors

        await Embedding(home.index, Erasing(Settings())).step()
        assert await home.index.counts() == (1, 0)
        assert await home.embedding.step() == 1
        (alone,) = await home.embedder.embed(["friday at nine"])
        found = await home.index.closeness(alone, [answer.id])
        assert found[answer.id] == pytest.approx(1.0, abs=0.05)


async def test_a_turn_put_in_between_renews_the_vector_of_the_later_one(tmp_path: Path) -> None:
    """Else that vector would also outlive the erasure of the turn that was before it."""
    async with household(tmp_path) as home:
        await home.say("when does the plumber come")
        answer = await home.say("friday at nine", minutes=2)
        while await home.embedding.step():
            pass
        (old,) = await home.embedder.embed(["when does the plumber come\nfriday at nine"])
        await home.index.by_meaning(old, home.clock.now(), limit=5)
        between = await home.say("or the sweep", minutes=-1)
        home.clock.pass_time(minutes=5)
        assert {one.id for one in await home.index.to_embed(limit=5)} == {between.id, answer.id}
        assert answer.id not in await home.index.by_meaning(old, home.clock.now(), limit=5)
        await home.embedding.step()
        (new,) = await home.embedder.embed(["or the sweep\nfriday at nine"])
        found = await home.index.by_meaning(new, home.clock.now(), limit=1)
        assert found[answer.id] == pytest.approx(1.0, abs=0.05)


async def test_a_turn_put_in_while_the_model_worked_belongs_to_the_vector(tmp_path: Path) -> None:
    async with household(tmp_path) as home:
        await home.say("when does the plumber come")
        answer = await home.say("friday at nine", minutes=2)

        class Importing(HashedEmbedder):
            async def embed(
                self, texts: Sequence[str], *, stored: bool = False
            ) -> tuple[Vector, ...]:
                await home.say("or the sweep", minutes=-1)
                await home.index.catch_up()
                return await super().embed(texts, stored=stored)

        await Embedding(home.index, Importing(Settings())).step()
        assert answer.id in {one.id for one in await home.index.to_embed(limit=5)}


async def test_the_newest_go_first_and_each_once(tmp_path: Path) -> None:
    async with household(tmp_path) as home:
        said = [(await home.say(f"the plum number {n} is ripe")).id for n in range(BATCH + 2)]
        assert await home.embedding.step() == BATCH
        (vector,) = await home.embedder.embed(["the plum number 0 is ripe"])
        found = await home.index.by_meaning(vector, home.clock.now(), limit=20)
        assert set(found) == set(said[2:])
        assert await home.embedding.step() == 2
        assert await home.embedding.step() == 0
        assert await home.index.counts() == (BATCH + 2, BATCH + 2)
        assert next(iter(await home.index.by_meaning(vector, home.clock.now(), limit=1))) == said[0]


async def test_what_failed_is_made_up_for(tmp_path: Path) -> None:
    async with household(tmp_path) as home:
        await home.say("the plums are ripe")
        home.embedder.gone = "gone"
        with pytest.raises(EmbedderUnavailable):
            await home.embedding.step()
        assert await home.index.counts() == (1, 0)
        home.embedder.gone = ""
        assert await home.embedding.step() == 1


async def test_another_process_sees_what_was_embedded(tmp_path: Path) -> None:
    """The command line asks the index of a running house."""
    async with household(tmp_path) as home:
        plum = await home.say("the plums are ripe")
        (vector,) = await home.embedder.embed(["the plums are ripe"])
        other = SqliteEpisodes(home.store.path, home.index._words_of, "hashed")
        try:
            assert await other.by_meaning(vector, home.clock.now(), limit=1) == {}
            await home.embedding.step()
            assert list(await other.by_meaning(vector, home.clock.now(), limit=1)) == [plum.id]
        finally:
            await other.close()
