"""Siblings: what was told of one thing, asked of another thing of its kind."""

from datetime import UTC, datetime

import pytest

from companion.rooms.recall.siblings import only_of_a_sibling
from companion.words.episode import Episode, Voice
from companion.words.ids import EventId
from companion.words.trust import TrustLabel


def said(text: str) -> Episode:
    at = datetime(2026, 5, 1, tzinfo=UTC)
    return Episode(id=EventId(1), at=at, voice=Voice.PERSON, text=text, trust=TrustLabel.OWNER)


@pytest.mark.parametrize(
    ("question", "told", "own"),
    [
        ("What's the code of the front door?", "The garage door code is 44", "The front one is 45"),
        ("Where is the spare car key?", "I put the bike key in a tin", "The car one is in a tin"),
        ("Who lives on the second floor?", "The Okafors have the third floor", "On the second, Al"),
        ("車の鍵はどこ?", "物置の鍵は棚に置いたよ", "車のは棚だよ"),
        ("台所の電球は何ワット?", "玄関の電球は四十ワットだよ", "台所は六十だよ"),
    ],
)
def test_what_is_told_of_a_sibling_is_no_answer(question: str, told: str, own: str) -> None:
    sibling = said(told)
    assert only_of_a_sibling(question, [sibling], [sibling])
    assert not only_of_a_sibling(question, [sibling], [sibling, said(own)])


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who makes the wedding rings?", "My rings come from her uncle"),
        ("When is the new bus?", "The old bus goes at nine"),
        ("結婚式の音楽は何?", "式の音楽は笛の人に頼んだ"),
        ("葵の靴はどこ?", "お母さんの靴は棚にあるよ"),
        ("次の読書会はいつ?", "毎週の読書会は土曜だよ"),
        ("あのみかんは誰がくれた?", "ばあちゃんのみかんだよ"),
        ("一月のガス代はいくら?", "今月のガス代は九千円"),
        ("Where is Ann's bike?", "My brother's bike is in the shed"),
    ],
)
def test_a_shorter_name_an_age_or_an_owner_makes_no_sibling(question: str, told: str) -> None:
    assert not only_of_a_sibling(question, [said(told)], [said(told)])
