"""Vectors in memory: the same answer however they came in."""

import random

from companion.store import vectors
from companion.store.vectors import Vectors, quantised
from companion.words.ids import EventId


def _block(ids: list[int], chance: random.Random) -> Vectors:
    import numpy as np

    rows = [quantised(tuple(chance.uniform(-0.2, 0.2) for _ in range(8))) for _ in ids]
    raw = np.frombuffer(b"".join(rows), np.int8).reshape(len(ids), 8)
    return Vectors(np.array(ids, np.int64), np.array(ids, np.float64), raw)


def test_many_small_additions_give_what_one_block_gives() -> None:
    """P5: the closest and their order; nothing is lost when the blocks are put together."""
    several, one = random.Random(4), random.Random(4)
    count = 5 * vectors.MOST_PARTS + 3
    asked = tuple(0.1 if n % 2 else -0.1 for n in range(8))
    whole = _block(list(range(1, count + 1)), one)
    grown = _block([1], several)
    for n in range(2, count + 1):
        grown.add(_block([n], several))
    assert len(grown._parts) <= vectors.MOST_PARTS
    assert grown.closest(asked, count, 20) == whole.closest(asked, count, 20)
    early = grown.closest(asked, 10.0, 20)
    assert set(early) == {EventId(n) for n in range(1, 11)}


def test_an_episode_that_was_embedded_twice_is_given_once() -> None:
    chance = random.Random(4)
    found = _block([1, 2], chance)
    found.add(_block([2], chance))
    assert len(found.closest((0.1,) * 8, 9.0, 5)) == 2


def test_few_are_compared_with_each_other() -> None:
    """Cosines between each two, however long their vectors are; none with itself."""
    import numpy as np

    rows = np.array([[100, 0], [50, 0], [0, 100]], np.int8)
    some = Vectors(np.array([1, 2, 3], np.int64), np.zeros(3), rows)
    one, two, three = EventId(1), EventId(2), EventId(3)
    between = some.between()
    assert {pair: round(cosine, 3) for pair, cosine in between[one].items()} == {two: 1, three: 0}
    assert set(between[three]) == {one, two}
    rows[2] = 0
    assert some.between()[three] == {one: 0, two: 0}
    assert Vectors(np.zeros(0), np.zeros(0), np.zeros((0, 2), np.int8)).between() == {}
