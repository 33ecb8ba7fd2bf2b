"""Endings in Japanese: what follows a verb tells an order from everything else."""

import pytest

from companion.rooms.understanding.endings_ja import (
    ASKED,
    FORBIDDEN,
    MUSED,
    TOLD,
    after_te,
    asked_for,
    doing_asked_for,
    finite_ends,
    likened,
    quickly,
    requests,
    shades,
    unneeded,
)


@pytest.mark.parametrize(
    ("ending", "form"),
    [
        ("いますか", ASKED),  # 消していますか
        ("あるの", ASKED),
        ("いる", TOLD),
        ("しまった", "past"),
        ("いるらしい", MUSED),
        ("はいけない", FORBIDDEN),
        ("ほしくない", FORBIDDEN),
    ],
)
def test_what_follows_a_te_form_is_no_order(ending: str, form: str) -> None:
    assert after_te()[ending] == form


@pytest.mark.parametrize("ending", ["", "ください", "くれる", "んか", "ん"])
def test_a_request_is_left_to_the_other_tables(ending: str) -> None:
    """つけてんか asks for it, in the west."""
    assert ending not in after_te()


@pytest.mark.parametrize(
    ("end", "tone"),
    [("か", ASKED), ("かな", ASKED), ("らしい", MUSED), ("よ", TOLD), ("のやめて", FORBIDDEN)],
)
def test_the_end_of_a_sentence_has_a_tone(end: str, tone: str) -> None:
    assert finite_ends()[end] == tone


def test_requests_are_no_statements() -> None:
    assert {"いただければ", "もらって", "くださいますか"} <= requests()
    assert not requests() & {"いる", "しまった", "はいけない"}
    assert set(asked_for().values()) == {"te"}
    assert doing_asked_for()["をお願いします"] == "te"


def test_ways_and_reasons_beside_an_order_are_known_whole() -> None:
    assert "常夜灯みたいに" in likened()
    assert "使わないから、" in unneeded()
    assert "オレンジっぽく" in set(shades(["オレンジ"]))
    assert any(word.startswith("ぱち") for word in quickly())
