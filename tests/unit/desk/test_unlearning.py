"""The corrected sentence is the earlier one with the right value in it."""

from dataclasses import replace

import pytest

from companion.desk.answerers.unlearn import value_of
from companion.desk.unlearning import restated
from companion.words.areas import Standing
from companion.words.told import Told, ToldKind
from companion.words.trust import TrustLabel
from tests.unit.store.samples import START

TOLD = Told(
    id="1",
    kind=ToldKind.FACT,
    whose="Nell",
    subject="",
    predicate="lives_in",
    value="Leeds",
    negated=False,
    text="I live in Leeds",
    told_by="Nell",
    status=Standing.CONFIRMED,
    valid_from=START,
    valid_until=None,
    confidence=0.9,
    trust=TrustLabel.HOUSEHOLD,
    evidence_event_ids=(),
)


@pytest.mark.parametrize(
    ("text", "value", "said", "right", "now"),
    [
        ("I live in Leeds", "Leeds", "I live in York", "York", "I live in York"),
        ("I live in Leeds", "Leeds", "York", "York", "I live in York"),
        (
            "the key is under the pot",
            "under the pot",
            "it's in the shed",
            "in the shed",
            "the key is in the shed",
        ),
        ("母はかにアレルギーなんだ", "かに", "えびアレルギー", "えび", "母はえびアレルギーなんだ"),
        ("猫の名前はミケ", "ミケ", "タマ", "タマ", "猫の名前はタマ"),
        (
            "鍵は青い鉢の下にあるよ",
            "青い鉢",
            "物置にある",
            "物置にある",
            "鍵は物置にあるよ",
        ),
        ("鍵は鉢の下にある", "鉢", "棚の上", "棚の上", "鍵は棚の上にある"),
        ("印鑑は引き出しの中", "引き出し", "金庫", "金庫", "印鑑は金庫の中"),
    ],
)
def test_the_right_value_takes_the_place_of_the_wrong_one(
    text: str, value: str, said: str, right: str, now: str
) -> None:
    thing = replace(TOLD, text=text, value=value)
    assert value_of(said, thing) == right
    assert restated(thing, right) == now


def test_a_value_that_is_not_in_the_clause_is_added() -> None:
    assert restated(replace(TOLD, value="leeds"), "York") == "I live in Leeds (York)"
