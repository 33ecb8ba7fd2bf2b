"""The ways in which a Japanese line of a talk may be said."""

import re
from itertools import chain

import pytest

from companion.rooms.garden import talk_forms
from companion.rooms.garden.talk_ways import LEADS, ways
from companion.words.garden import GardenAction


@pytest.mark.parametrize(
    ("line", "others"),
    [
        ("今夜は冷えますね。", ("今夜は冷えるね。", "今夜は冷える。", "今夜は冷えるねえ！")),
        ("犬がいますよ。", ("犬がいるよ。", "犬がいるぞ。", "犬がいるよ！")),
        ("眠いですか。", ("眠いの？", "眠いか？")),
        ("ここは静かですから。", ("ここは静かだからね。", "ここは静かだから。")),
        ("ええ、待ってください。", ("うん、待ってね。", "ああ、待ってくれ。", "うん、待ってよ！")),
        ("すみません、急いでいて。", ("ごめんね、急いでいてね。", "すまん、急いでいて。")),
        ("そうですか。楽しみです。", ("そうなんだ。楽しみだよ。", "そうか。楽しみだ。")),
    ],
)
def test_a_022_polite_soft_gruff_and_lively(line: str, others: tuple[str, ...]) -> None:
    found = ways(line, first=False)
    assert found[0] == line
    assert set(others) <= set(found)


def test_a_call_may_begin_the_first_turn() -> None:
    plain = ways("犬がいますよ。", first=False)
    first = ways("犬がいますよ。", first=True)
    assert set(first) == {*plain, *(lead + one for lead in LEADS for one in plain)}


def test_every_line_of_the_forms_has_ways_that_are_whole() -> None:
    """No polite ending is left in a way but where it has no plain one, and none is doubled."""
    opened = [
        line
        for openings in talk_forms.TOPICS.values()
        for one in openings
        for line in (one.said, *one.answers.values())
    ]
    exchanges = chain(
        *talk_forms.SPECIAL.values(), *talk_forms.FOLLOW.values(), *talk_forms.PARTING.values()
    )
    day = talk_forms.DID[GardenAction.BATHE].ja.format(at="銭湯")
    told = 0
    for line in (*opened, *chain(*exchanges)):
        form = re.sub(r"\{\w+_day\}", day, line.ja)
        polite, *others = ways(form, first=False)
        assert polite == form
        for other in others:
            told += 1
            assert re.search(r"[。！？]$", other), other
            assert not re.search(r"(?<!ない)(?:です|でしょう)|ます[よねか。]|だの|どうの", other), (
                other
            )
    assert told > 200
