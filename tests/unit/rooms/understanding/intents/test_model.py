"""Model: intents by marks; the packaged weights are those that were trained."""

import random
import zlib
from itertools import islice

import pytest

from companion.rooms.understanding.intents.model import (
    IntentModel,
    WeightsDamaged,
    packaged_model,
    packed,
    unpacked,
)
from companion.rooms.understanding.intents.orders import orders_of
from companion.words.language import Language
from tests.proof.evaluation.training.intents import of_frames, trained

A, B = sorted((zlib.crc32(b"a"), zlib.crc32(b"b")))
SMALL = IntentModel(["none", "turn_on"], [A, B], [10, -10, -10, 10], 0.5, [0.0, 0.0])


def test_known_marks_decide_and_unknown_ones_say_nothing() -> None:
    first = "a" if zlib.crc32(b"a") == A else "b"
    likely = SMALL.likelihoods([first, "never seen"])
    assert likely["none"] > 0.99
    assert sum(likely.values()) == pytest.approx(1)
    assert SMALL.likelihoods(["never seen"])["none"] == pytest.approx(0.5)


def test_a_packed_model_is_the_same_and_a_damaged_one_is_refused() -> None:
    content = packed(SMALL)
    again = unpacked(content)
    assert (list(again.marks), list(again.rows)) == (list(SMALL.marks), list(SMALL.rows))
    for damaged in (content[:-4], b"", content.replace(b"turn_on", b"turn_of", 1)[:-1]):
        with pytest.raises(WeightsDamaged):
            unpacked(damaged)


@pytest.mark.parametrize("language", list(Language))
def test_every_intent_of_the_packaged_model_has_an_order_or_is_none(language: Language) -> None:
    spoken = set(packaged_model().intents) - {"none", "asked", "several"}
    assert spoken <= orders_of(language).keys() | {"routine_set", "routine_off"}


def test_the_same_sentences_give_the_same_bytes() -> None:
    """What is packaged can be made again: no chance but the seeded one is in the training."""
    first, again = (
        packed(trained(list(islice(of_frames(random.Random(3)), 0, 600, 20)))) for _ in range(2)
    )
    assert first == again
    assert first != packed(trained(list(islice(of_frames(random.Random(3)), 1, 600, 20))))


def test_its_numbers_stand_in_no_repr() -> None:
    """Issue 12, 9: asyncio writes the result of a slow task, and a whole house took a minute."""
    assert len(repr(packaged_model())) < 200
