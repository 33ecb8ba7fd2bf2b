"""The benchmark of a told life plants what it says, and its verdict sees a wrong value."""

from pathlib import Path

import pytest

from companion.app.memory import build_memory
from companion.store.sqlite import Store, record_path
from companion.words.language import Language
from tests.proof.bench.told_life import Planted, asked, lived, planted
from tests.twins.clock import JumpClock
from tests.unit.desk.talked_home import Home


def test_half_of_what_is_planted_is_japanese_and_no_value_comes_twice() -> None:
    things = planted(500)
    assert len(things) == 500
    assert sum(one.language is Language.JA for one in things) == 250
    values = [value for one in things for value in (one.wrong, one.right) if value]
    assert len(values) == len(set(values))
    assert {one.told for one in things if not one.right}, "some are forgotten"


@pytest.mark.parametrize("changed", ["No, it's kelmip", "The soup is warm"])
async def test_a_wrong_value_that_comes_back_is_counted(tmp_path: Path, changed: str) -> None:
    """T5: the second sentence corrects nothing, so that the first value stays."""
    one = Planted(
        Language.EN,
        "Ann",
        "My mother is allergic to brafol",
        changed,
        "brafol",
        "kelmip",
        "what is Ann's mother allergic to",
    )
    clock = JumpClock()
    store = await Store.open(record_path(tmp_path), clock)
    home = Home(tmp_path, clock, store)
    await lived(home, [one])
    memory = build_memory(record_path(tmp_path), None, "")
    try:
        day = await asked(home, memory, [one])
    finally:
        await memory.index.close()
        await store.close()
    corrected = changed.endswith("kelmip")
    assert (day.wrong == [], day.first, day.right) == (corrected, corrected, corrected)
