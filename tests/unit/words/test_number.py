"""Foreign text as a number (F21)."""

import pytest

from companion.words.number import TOO_LARGE, kanji_number, real_number, whole_number, with_digits

NO_WHOLE = ["", " ", "²", "١", "１", "①", "-1", "+1", "1_0", "1.0", "1e3", "0x1", "9" * 5000, "nan"]
NO_REAL = [
    "",
    " ",
    "²",
    "١",
    "①",
    "1_0",
    "nan",
    "inf",
    "-inf",
    "1e400",
    "1e99999",
    "0x1",
    "9" * 5000,
]


@pytest.mark.parametrize("text", NO_WHOLE)
def test_what_is_no_whole_number_is_none(text: str) -> None:
    """F21: never an exception."""
    assert whole_number(text, most=2**62) is None


@pytest.mark.parametrize("text", NO_REAL)
def test_what_is_no_finite_number_is_none(text: str) -> None:
    """F21: never an exception, never an endless one."""
    assert real_number(text) is None


def test_numbers_are_read_within_their_bounds() -> None:
    assert whole_number("0", most=5) == 0
    assert whole_number("007", most=7) == 7
    assert whole_number("8", most=7) is None
    assert whole_number("0", least=1, most=7) is None
    assert whole_number("9" * 19, most=2**64) == int("9" * 19)


def test_real_numbers_as_people_and_devices_write_them() -> None:
    """Full-width digits too, as a Japanese keyboard writes them."""
    for text, number in (
        ("21.5", 21.5),
        (" -3 ", -3.0),
        ("１０．５", 10.5),
        (".5", 0.5),
        ("2E3", 2000.0),
        ("21.499999999999996447286321199499070644378662109375", 21.499999999999996),
    ):
        assert real_number(text) == number


@pytest.mark.parametrize(
    ("numeral", "number"),
    [
        *(("十", 10), ("二十五", 25), ("百", 100), ("百二十", 120), ("七", 7), ("三〇", 30)),
        *(("千二百三十四", 1234), ("1二", 12), ("2十", 20), ("12", 12), ("九" * 13, TOO_LARGE)),
    ],
)
def test_a_kanji_numeral_is_a_number(numeral: str, number: int) -> None:
    """Half-converted numerals (1二) too: they ended a question to memory with a KeyError."""
    assert kanji_number(numeral) == number


def test_measured_figures_in_words_become_digits() -> None:
    assert with_digits("三十二度を超えた") == "32度を超えた"
    assert with_digits("at twenty-nine degrees, Nineteen percent") == "at 29 degrees, 19 percent"
    assert with_digits("一人で四月に") == "一人で四月に"
