"""Tests of days and times that are put right inside a sentence."""

import pytest

from companion.desk.right_value import is_name_for, put_right


@pytest.mark.parametrize(
    ("said", "right", "put"),
    [
        ("The vet comes on Monday at nine", "on Tuesday", "The vet comes on Tuesday at nine"),
        (
            "The vet comes on Monday at nine",
            "half past ten",
            "The vet comes on Monday at half past ten",
        ),
        ("The vet comes on Monday at nine", "Tuesday at ten", "The vet comes on Tuesday at ten"),
        ("We fly on 3 May", "5 May", "We fly on 5 May"),
        ("美容院は火曜日の3時だよ", "水曜", "美容院は水曜の3時だよ"),
        ("美容院は火曜日の3時だよ", "4時半", "美容院は火曜日の4時半だよ"),
        ("美容院は火曜日の3時だよ", "水曜の4時", "美容院は水曜の4時だよ"),
    ],
)
def test_the_rest_of_the_sentence_stays(said: str, right: str, put: str) -> None:
    """A day says nothing about the hour."""
    assert put_right(said, right) == put


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("The vet comes on Monday", "at nine"),
        ("The cat is called Mia", "Monday"),
        ("会議は3時から5時まで", "4時"),
        ("The vet comes on Monday", "Tuesday or Wednesday"),
        ("The vet comes on Monday", "we have time on Tuesday"),
        ("The vet comes on Monday", ""),
    ],
)
def test_what_does_not_fit_changes_nothing(said: str, right: str) -> None:
    """None of that sort there, or several, or more than a value."""
    assert put_right(said, right) is None


def test_a_bare_name_is_no_courtesy() -> None:
    """After a name only a name is meant."""
    assert is_name_for("Mina", "Mia")
    assert not is_name_for("thanks", "Mia")
    assert not is_name_for("Mina", "peanuts")
