"""Tests of the model that reads which sorts of tasks a purpose wants."""

import math

import pytest

from companion.engines.worker.e5 import SIZE
from companion.rooms.governance.sorts import NOT_READ, clear, marks_of, sorts, texts_of, wanted
from companion.rooms.governance.wish import says, signs

SORT = "watch"


def leaning(sort: str, way: float) -> tuple[float, ...]:
    """A vector of length 1 that lies along the weights of a sort, or against them."""
    weights = sorts()[sort].weights[:SIZE]
    length = math.sqrt(sum(one * one for one in weights))
    return tuple(way * one / length for one in weights)


def test_the_model_was_trained_with_the_signs_of_today() -> None:
    """C-003: whoever renames a sign trains it anew."""
    for sort in sorts().values():
        assert len(sort.weights) == 2 * SIZE + len(signs())
    for sign in signs():
        says(sign, "")


@pytest.mark.parametrize("sort", ["device", "watch", "remind", "research", "remember"])
def test_a_purpose_is_read_by_its_vectors(sort: str) -> None:
    """C-003: along the weights it is wanted, against them it is not."""
    assert sort in wanted("x", [leaning(sort, 1.0)] * 2).yes
    assert sort in wanted("x", [leaning(sort, -1.0)] * 2).no


def test_vectors_of_another_model_are_not_read() -> None:
    """Its weights mean nothing for them."""
    assert wanted("an order", [(1.0, 0.0)] * 2) == NOT_READ


def test_what_is_not_clear_is_left_to_the_rules() -> None:
    """Between the two limits a sort is neither wanted nor ruled out."""
    own = sorts()[SORT]
    assert clear({SORT: (own.yes + own.no) / 2}) == NOT_READ
    assert clear({SORT: own.yes}).yes == {SORT}
    assert clear({SORT: own.no}).no == {SORT}


def test_what_a_part_wants_is_not_ruled_out_by_the_rest() -> None:
    """C-003: of a purpose that wants the lights down, and to be told of the door."""
    own = sorts()[SORT]
    assert clear({SORT: own.no}, [{SORT: own.no}, {SORT: own.yes}]) == NOT_READ
    assert clear({SORT: own.no}, [{SORT: own.no}]).no == {SORT}


def test_the_asking_parts_count_beside_the_whole() -> None:
    """Of a story and a wish: the purpose itself first, then what it asks for."""
    purpose = "The lamp is broken, please tell my son"
    texts = texts_of(purpose)
    assert texts[0] == purpose
    assert len(texts) > 1
    marks = marks_of(purpose, [(1.0, 0.0), (0.0, 1.0), (0.0, 0.5)], ["asks"])
    assert marks == (1.0, 0.0, 0.0, 0.75, 0.0)
