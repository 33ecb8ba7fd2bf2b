"""Near sound: an unknown loanword is one of this home's that sounds nearly the same (issue 13)."""

import json
import re
from pathlib import Path

import pytest

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import home_of
from companion.rooms.understanding.near_sound import sounding_like
from companion.words.language import Language
from tests.unit.rooms.understanding.test_engine import NOW
from tests.unit.rooms.understanding.test_whole_sentences import DOLL_HOUSE

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


@pytest.mark.parametrize(
    "heard",
    [
        *("ガレーゾを開けて", "ヒータンをつけて", "ロッカを開けて", "シャッカーを開けて"),
        *(
            "モアコンを30度にして",
            "エアポンつけて",
            "ローラーをつけて",
            "サーモスタッドを30度にして",
        ),
        *("ゲンカンドワを開けて", "ゲンカントビタを開けて", "ゲンカンカゴを開けて"),
    ],
)
def test_nothing_that_lets_people_in_or_heats_is_guessed_from_a_sound(heard: str) -> None:
    for home, room in ((HOME, "living_room"), (DOLL_HOUSE, "living")):
        engine = GrammarUnderstanding(lambda home=home: home)  # type: ignore[misc]
        for other in sounding_like(heard, home):
            wishes = engine.understand(SpokenSentence(other, Language.JA, NOW, room)).wishes
            done = [wish.operation.partition(".")[2] for wish in wishes]
            assert not [does for does in done if does.startswith(("climate", "lock", "cover"))]
            assert not _GUARDED.search(other), other


_GUARDED = re.compile(
    "エアコン|クーラー|ヒーター|シャッター|ドア|トビラ|カギ|ロック|ガレージ|サーモ"
)
"""No word of these either: in another home it would be an order."""


@pytest.mark.parametrize(
    "heard", ["ゲンカンカギをつけて", "ゲンカンドアをつけて", "エアコンをつけて"]
)
def test_the_word_of_a_guarded_thing_is_not_taken_for_another_thing(heard: str) -> None:
    assert list(sounding_like(heard, HOME)) == list(sounding_like(heard, DOLL_HOUSE)) == []
