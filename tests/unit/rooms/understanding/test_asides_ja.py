"""Reasons behind a Japanese order without a pause (issue 11, done-when 1)."""

import pytest

from companion.rooms.understanding.asides_ja import (
    asked_before_why,
    begun_anew,
    named_behind,
    narrowed,
    plain_reason,
    reasons_behind,
)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("電気消してくれるもう寝るから", "電気消してくれる"),
        ("扉開けといて荷物運ぶから", "扉開けといて"),
        ("灯りつけてもらっていい足元が見えなくて", "灯りつけてもらっていい"),
    ],
)
def test_an_order_ends_where_its_reason_begins(text: str, order: str) -> None:
    assert order in {rest for rest, _ in reasons_behind(text)}


@pytest.mark.parametrize(
    "text",
    [
        "電気消してくれる人がいないから",
        "電気消してくれるお父さんがいるから",
        "電気つけて寝たから",
        "電気つけといて良かったから",
        "閉めといてあげておきました",
        "電気消してくれるって言うから",
    ],
)
def test_what_goes_on_from_the_deed_is_no_reason(text: str) -> None:
    assert not list(reasons_behind(text))


def test_words_begun_anew_are_said_once() -> None:
    assert begun_anew("12分だ12分") == "12分"
    assert begun_anew("右か、右のかーてん閉めて") == "右のかーてん閉めて"
    assert begun_anew("50%、うーん明るいな、30%にして") == "50、いや30%にして"


def test_a_timer_may_be_named_behind_its_length() -> None:
    assert named_behind("3分はかって、らーめん") == "3分はかって"
    assert not named_behind("3分で食べられるらーめん")


def test_an_if_with_its_own_consequence_is_a_reason() -> None:
    assert plain_reason("座ってたら動けなくなる") == "大変だから"
    assert plain_reason("雨が降ったら") == "雨が降ったら"


def test_a_question_stands_before_why_it_is_asked() -> None:
    assert asked_before_why("湿度いま何ぱーせんと、喉痛いって言うから")
    assert not asked_before_why("閉めて、寒いから")


def test_which_thing_is_meant_is_put_before_the_order() -> None:
    assert narrowed("電気つけて、えっと天井のほうね") == "天井の電気つけて"
    assert narrowed("電気つけて、ありがとう") == ""
