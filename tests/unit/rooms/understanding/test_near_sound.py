"""Near sound: an unknown loanword is one of this home's that sounds nearly the same (issue 13)."""

import json
from pathlib import Path

import pytest

from companion.rooms.understanding.home import home_of
from companion.rooms.understanding.near_sound import sounding_like

SPOKEN = Path(__file__).parents[3] / "data" / "spoken"
HOME = home_of(json.loads((SPOKEN / "home_ja.json").read_text("utf-8")))


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("プロアランプを青くして", "フロアランプを青くして"),
        ("レッドルームのライトオフ", "ベッドルームのライトオフ"),
        ("明日のアラムは鳴らさなくていいよ", "明日のアラームは鳴らさなくていいよ"),
        ("スピーカラの音量半分にして", "スピーカーの音量半分にして"),
    ],
)
def test_a_loanword_gives_way_to_the_homes_own_that_sounds_like_it(heard: str, said: str) -> None:
    assert said in list(sounding_like(heard, HOME))


@pytest.mark.parametrize(
    "heard",
    ["フロアランプを青くして", "電気をつけて", "クリスマスの話をして", "turn on the lamp", ""],
)
def test_what_is_known_or_sounds_like_nothing_here_has_no_other_reading(heard: str) -> None:
    assert list(sounding_like(heard, HOME)) == []


def test_nothing_that_lets_people_in_or_heats_is_guessed_from_a_sound() -> None:
    for heard in ("ガレーゾを開けて", "ヒータンをつけて", "ロッカを開けて"):
        for other in sounding_like(heard, HOME):
            assert "ガレージ" not in other
            assert "ヒーター" not in other
            assert "ロック" not in other
