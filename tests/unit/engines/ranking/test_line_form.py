"""What is read by form: the product's own wording, degrees, opposites."""

from itertools import product

import numpy as np
import pytest

from companion.engines.ranking.line_form import settled, told
from companion.rooms.perception import room as perception
from tests.proof.evaluation.training.train import fact_names

FACTS = fact_names()
MEANS = {
    "appeared": "arrived",
    "appeared_many": "arrived",
    "gone": "left",
    "count": "arrived",
    "count_many": "arrived",
    "unknown": "unknown_people",
}


@pytest.mark.parametrize(("words", "kind"), [*product((perception._EN, perception._JA), MEANS)])
def test_every_wording_of_what_was_seen_is_known(words: dict[str, str], kind: str) -> None:
    """Perception words it, the ranker reads it: a new wording there must be known here."""
    person = "Somebody" if words is perception._EN else "人"
    assert told(words[kind].format(subject=person, where="Porch", count=3)) == MEANS[kind]


@pytest.mark.parametrize("words", [perception._EN, perception._JA])
@pytest.mark.parametrize("kind", ["appeared", "gone"])
def test_an_animal_is_nobody_and_a_name_is_left_to_the_reader(
    words: dict[str, str], kind: str
) -> None:
    assert told(words[kind].format(subject="dog", where="Porch")) == "not_person"
    assert told(words[kind].format(subject="Anna", where="Porch")) == ""


def test_the_journals_short_lines_are_known() -> None:
    assert told("hall: person appeared = present") == "arrived"
    assert told("hall: person gone = absent") == "left"
    assert told("hall: cat appeared = present") == "not_person"
    assert told("hall: person unknown = 不明") == "unknown_people"
    assert told("I appeared on television") == ""


@pytest.mark.parametrize(
    "text",
    [
        "it's a bit dark in here",
        "It is so dark.",
        "Oh, it's dark here!",
        "so dark",
        "it is getting dark",
        "It's dark in the living room, isn't it",
        "19:02 it's too dark",
        "暗いね",
        "ちょっと暗いな",
        "リビング、ちょっと暗いな",
        "ここは暗すぎる",
        "真っ暗だ。",
        "もう暗くなってきたね",
        "少し暗いんだけど",
        "isn't it dark in here?",
        "ちょっと暗くない？",
    ],
)
def test_b12_a_complaint_that_it_is_dark_is_no_wish_for_it(text: str) -> None:
    """The reader took it for one: whoever came into the dark hall afterwards had no light."""
    assert told(text) == "dark"


@pytest.mark.parametrize(
    "text",
    [
        "make it dark in here",
        "keep it dark",
        "dark please",
        "leave it dark in the bedroom",
        "I like it dark",
        "it is not so dark",
        "暗くして",
        "暗いままで",
        "暗いほうがいい",
        "暗くないよ",
        "暗い部屋が好き",
    ],
)
def test_b12_a_wish_for_the_dark_is_left_to_the_reader(text: str) -> None:
    assert told(text) == ""


def _read(text: str, **sure: float) -> dict[str, float]:
    row = np.zeros((1, len(FACTS)), np.float32)
    for name, p in sure.items():
        row[0, FACTS.index(name)] = p
    return dict(zip(FACTS, settled([text], row, FACTS)[0].tolist(), strict=True))


def test_of_two_opposites_the_surer_holds() -> None:
    read = _read("Phew.", hot=0.9, cold=0.6)
    assert read["hot"] == pytest.approx(0.9)
    assert read["cold"] < 0.45


def test_degrees_are_taken_by_number() -> None:
    assert _read("31 degrees in the study", cold=0.9)["hot"] == 1
    assert _read("居間が14度まで下がった", hot=0.9)["cold"] == 1
    assert _read("湿度が31度", cold=0.2)["hot"] == 0


def test_a_wish_in_passing_is_more_than_talk() -> None:
    read = _read("A light would be nice, that lamp is old.", wants_light=0.9, musing=0.6)
    assert read["musing"] < 0.35
    assert _read("That lamp is old.", musing=0.6)["musing"] == pytest.approx(0.6)
