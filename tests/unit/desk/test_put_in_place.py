"""The right value takes the place of the wrong one, and what else was told stays."""

import pytest

from companion.desk.denials import denial_in
from companion.desk.put_in_place import put_in_place, stands_in, without_sentence


@pytest.mark.parametrize(
    ("told", "denied", "right"),
    [
        (
            "Granny lands on Sunday at six.",
            "No, it's Saturday she lands",
            "Granny lands on Saturday at six.",
        ),
        ("The tent is in the shed.", "it's in the loft, not the shed", "The tent is in the loft."),
        (
            "The fence cost eighty pounds.",
            "I said it wrong, ninety-five",
            "The fence cost ninety-five pounds.",
        ),
        ("My coat is the grey one", "sorry, I meant the green one", "My coat is the green one"),
        ("傘は車に置いた", "傘は車じゃなくて玄関", "傘は玄関に置いた"),
        (
            "会費は二千円で金曜に集める",
            "会費は二千円じゃなくて三千円",
            "会費は三千円で金曜に集める",
        ),
    ],
)
def test_a_value_is_put_in_place(told: str, denied: str, right: str) -> None:
    assert put_in_place(told, denial_in(denied)) == right


@pytest.mark.parametrize(
    ("told", "denied"),
    [
        ("The fence cost eighty and the gate forty.", "I said it wrong, ninety-five"),
        ("The tent is in the shed.", "I told you wrong about the tent"),
    ],
)
def test_what_goes_must_be_plain(told: str, denied: str) -> None:
    assert put_in_place(told, denial_in(denied)) is None


def test_a_denied_value_may_have_words_behind_it() -> None:
    assert stands_in("the shed for the tent", "It is in the shed") == "shed"
    assert stands_in("the shed", "It is in the garage") == ""


def test_the_other_sentences_of_a_turn_stay() -> None:
    told = "The dog is fed. The tent is in the shed."
    assert without_sentence(told, frozenset({"tent"})) == "The dog is fed."
    assert without_sentence("The tent is in the shed.", frozenset({"tent"})) == ""
