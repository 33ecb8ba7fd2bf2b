"""The one door through which JSON from a wire is read (T3, F10)."""

import time
from typing import Any

import pytest

from companion.service.wire_json import MOST_BYTES, MOST_DEPTH, NotJson, read_json, read_object


def _nested(levels: int) -> str:
    return "[" * levels + "1" + "]" * levels


@pytest.mark.parametrize(
    "raw",
    [
        _nested(100_000),
        "[" * 100_000,
        '{"a":' * 5_000 + "1" + "}" * 5_000,
        _nested(MOST_DEPTH + 1),
        '"' + "a" * MOST_BYTES + '"',
        b"\xff\xfe",
        b'"\xed\xa0\x80"',
        "",
        "{",
        "nul",
        '{"a": 1} x',
        "]" * 300 + "[" * 300,
    ],
    ids=range(12),
)
def test_what_cannot_be_read_is_one_error(raw: bytes | str) -> None:
    """RecursionError, UnicodeError and ValueError of a long integer never leave the door."""
    with pytest.raises(NotJson):
        read_json(raw)


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        ("1e999", None),
        ("-1e999", None),
        ("NaN", None),
        ("-Infinity", None),
        ("9" * 5_000, None),
        ("-" + "9" * 5_000, None),
        (str(2**63), None),
        (str(2**63 - 1), 2**63 - 1),
        (str(-(2**63) + 1), -(2**63) + 1),
        ("0.5", 0.5),
        ('{"a": [1, 1e999], "b": "on"}', {"a": [1, None], "b": "on"}),
        (r'"\ud800"', "\ufffd"),
        (r'"\udc00\ud800x"', "\ufffd\ufffdx"),
        (r'"\ud83d\ude00"', "\U0001f600"),
        (r'"\\ud800"', r"\ud800"),
        ("\ufeff[]", []),
        ('"a\nb"', "a\nb"),
        (_nested(MOST_DEPTH).replace("1", '"]["'), ...),
        ('["' + "[" * 5_000 + '"]', ["[" * 5_000]),
        (r'["\"' + "[" * 5_000 + '"]', ['"' + "[" * 5_000]),
    ],
    ids=range(20),
)
def test_numbers_are_finite_and_texts_can_be_written(raw: str, found: Any) -> None:
    """What no device can mean is unknown; the document around it is read all the same."""
    for form in (raw, raw.encode()):
        got = read_json(form)
        assert found is ... or got == found
        str(got).encode()


def test_an_object_is_an_object() -> None:
    assert read_object('{"a": 1}') == {"a": 1}
    for raw in ("[]", "null", "1", '"{}"'):
        with pytest.raises(NotJson, match="object"):
            read_object(raw)


def test_no_document_makes_the_door_slow() -> None:
    """16 MB made to be counted: an open string of escapes, or brackets only. Measured in CPU
    time against a plain document of the same length, for a busy machine."""
    size = 4 * 2**20
    began = time.process_time()
    read_json('"' + "a" * (size - 2) + '"', most_bytes=size)
    plain_s = time.process_time() - began
    for hostile in ("[" * 300 + '"' + r"\"" * (size // 2 - 200), "[" * size, "[]" * (size // 2)):
        began = time.process_time()
        with pytest.raises(NotJson):
            read_json(hostile, most_bytes=size)
        assert time.process_time() - began < max(2.0, 100 * plain_s)
