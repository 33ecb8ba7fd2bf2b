"""Not meant: words of an order that order nothing."""

import pytest

from companion.rooms.understanding.not_meant import (
    calls_by_endearment,
    may_it_be,
    never_done,
    quoted,
    spoken_about,
    told_on,
    withdrawn,
)
from companion.words.language import Language

JA, EN = Language.JA, Language.EN


@pytest.mark.parametrize(
    ("text", "language", "taken_back"),
    [
        ("lock the door, actually no", EN, True),
        ("turn on the light, never mind", EN, True),
        ("turn on the light, thank you", EN, False),
        ("never mind the light", EN, False),
        ("電気をつけて、やっぱりなし", JA, True),
        ("電気をつけて、間違えた", JA, True),
        ("電気をつけて、お願い", JA, False),
    ],
)
def test_an_order_that_is_taken_back_in_the_same_breath(
    text: str, language: Language, taken_back: bool
) -> None:
    assert withdrawn(text, language) is taken_back


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("turn off the lights is a song", True),
        ("play the song turn off the lights", True),
        ("open the door mika", True),
        ("open the door for mika", False),
        ("turn off the lights", False),
    ],
)
def test_words_of_an_order_that_are_a_title_or_for_somebody(text: str, told: bool) -> None:
    assert spoken_about(text, ["mika"]) is told


def test_somebody_of_the_family_is_asked() -> None:
    assert calls_by_endearment("honey can you lock the door", EN)
    assert calls_by_endearment("turn that off , you two", EN)
    assert not calls_by_endearment("can you lock the door", EN)
    assert told_on("電気消して、みかちゃん", ["みか"])
    assert not told_on("電気消して", ["みか"])


def test_a_complaint_is_no_request() -> None:
    assert never_done("つけて、みかがそう言ってた", JA)
    assert never_done("消していいか聞いて", JA)
    assert not never_done("電気を消して", JA)


def test_who_asks_for_leave_orders_nothing() -> None:
    assert may_it_be("止めていいよね", JA)
    assert not may_it_be("止めてもらっていいですか", JA), "a polite request"


@pytest.mark.parametrize(
    "text",
    [
        "have you seen that film , lights off , where the door is locked",
        "she'd shout it up the stairs , turn it down",
    ],
)
def test_a_tale_does_nothing(text: str) -> None:
    assert never_done(text, EN)


@pytest.mark.parametrize(
    "text",
    [
        "アナウンサーが「窓を開けてください」",
        "先生も『電気を消して』。",
        "ドラマの刑事が「鍵を開けろ」",
    ],
)
def test_words_in_quotes_behind_who_said_them_are_his(text: str) -> None:
    """A7: a television's words put the lamp out."""
    assert quoted(text, text, Language.JA)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("暖房つけてなんて1言も頼んでないわ", JA),
        ("消灯は10時というのが合宿の規則だった", JA),
        ("一時停止を見落としたんだよね", JA),
        ("my trainer shouted louder and we all laughed", EN),
        ("some of the lamps in that hotel were broken", EN),
        ("his tablet's still on mute , so he missed it", EN),
    ],
)
def test_what_was_and_what_others_called_out_is_never_done(text: str, language: Language) -> None:
    """A7, A1: a verbal noun in a tale was an order."""
    assert never_done(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("寒くなった、暖房をつけて", JA),
        ("もう寝るから電気頼んだ", JA),
        ("さっき言った電気、消しといて", JA),
        ("7時になったら起こして", JA),
        ("アラーム停止、もう起きたよ", JA),
        ("玄関施錠、みんな帰った", JA),
        ("all of the lights that are on in the hall off please", EN),
        ("the kitchen light, turn it off", EN),
    ],
)
def test_an_order_beside_what_was_is_an_order(text: str, language: Language) -> None:
    assert not never_done(text, language)


def test_two_that_are_called_are_people() -> None:
    assert calls_by_endearment("off you go and play in the study , you 2", EN)
