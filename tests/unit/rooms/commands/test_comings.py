"""Whose coming and going a wish waits for (issue 11, A5)."""

import pytest

from companion.rooms.commands.comings import for_whom
from companion.rooms.commands.wanted import CannotDo
from companion.words.language import Bilingual
from companion.words.timing import EVERYBODY, Movement, OnMovement, Timing
from companion.words.understood import UnderstoodWish

TRACKED = {"mika": Bilingual("ミカ", "Mika")}


def wish(person: str) -> UnderstoodWish:
    return UnderstoodWish(intent="x", when=OnMovement(Movement.ARRIVES, person))


@pytest.mark.parametrize("said", ["mika", "Mika", "みか", "ミカ"])
def test_a_person_is_found_by_their_name_in_any_letters(said: str) -> None:
    """ミカが帰ってきたら was kept for みか, who is nobody, and never came."""
    expected: Timing = OnMovement(Movement.ARRIVES, "mika")
    assert for_whom(wish(said), TRACKED).when == expected


@pytest.mark.parametrize("said", ["", EVERYBODY])
def test_the_speaker_and_everybody_stand_for_themselves(said: str) -> None:
    assert for_whom(wish(said), TRACKED) == wish(said)


def test_of_whom_no_tracker_tells_nothing_is_promised() -> None:
    with pytest.raises(CannotDo, match="wife"):
        for_whom(wish("wife"), TRACKED)
    with pytest.raises(CannotDo, match="tracker"):
        for_whom(wish(""), {})


def test_a_wish_for_another_time_stays_as_it_is() -> None:
    plain = UnderstoodWish(intent="x")
    assert for_whom(plain, {}) is plain
