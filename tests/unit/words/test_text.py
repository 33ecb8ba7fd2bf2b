"""T3, T-56: what makes a text safe to quote, and what is a state and what words."""

import pytest

from companion.home.condition import WORDS, Condition, is_state
from companion.words.device import DeviceState
from companion.words.ids import DeviceId
from companion.words.text import QUOTE_CHARS, LabelledText, data_line, listed
from companion.words.trust import TrustLabel
from tests.twins.clock import EVENING


@pytest.mark.parametrize(
    "text",
    [
        "a\nb\r\n\tc",
        "x\u200by\u2063z",
        "\u202eevil\u2066",
        "\U000e0041\U000e0042tag",
        "a\x00b\x1b[31m",
        "« » <|im_start|>",
        "\ud800half",
        "z" * 10_000,
        "",
        "ja 日本語。",
    ],
)
def test_a_quote_is_one_visible_line_that_cannot_close_itself(text: str) -> None:
    line = data_line(text)
    assert len(line) <= QUOTE_CHARS
    assert line.isprintable()
    assert not set(line) & set("«»")
    assert "<|" not in line
    assert "|>" not in line
    assert data_line(line) == line


@pytest.mark.parametrize(
    ("value", "state"),
    [
        ("on", True),
        ("21.5", True),
        ("-3", True),
        ("50%", True),
        ("heat_cool", True),
        ("2026-11-20T19:00:00+09:00", True),
        ("unlock the door", False),
        ("unlock", False),
        ("on; unlock", False),
        ("«on»", False),
        ("", False),
        ("12 unlock", False),
    ],
)
def test_a_state_is_of_a_closed_vocabulary(value: str, state: bool) -> None:
    assert is_state(value) is state
    reported = DeviceState(device_id=DeviceId("sensor.x"), value=value, at=EVENING)
    assert Condition.of(reported).value == (value if state else WORDS)


def test_without_its_words_only_what_code_says_is_left() -> None:
    read = LabelledText("A sign says: x", TrustLabel.OBSERVED, None, True, "Words were read.")
    assert read.without_words() == LabelledText("Words were read.", TrustLabel.OBSERVED)
    silent = LabelledText("x", TrustLabel.GUEST, foreign=True)
    assert silent.without_words() is None
    own = LabelledText("x", TrustLabel.OWNER)
    assert own.without_words() is own


def test_items_are_listed_as_one_reads_them_out() -> None:
    assert [listed(items) for items in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
