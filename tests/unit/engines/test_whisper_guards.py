"""What Whisper invents for noise, silence and loops is told from speech (P-007)."""

import hashlib

import pytest

from companion.engines.listening.whisper import (
    Decoded,
    chosen_language,
    is_foreign,
    likeliest,
    may_be_ours,
    why_rejected,
)
from tests.twins.recordings import Recording, recordings


@pytest.mark.parametrize(
    ("decoded", "why"),
    [
        (Decoded("Turn on the lamp.", -0.2, 0.02), ""),
        (Decoded("電気をつけて。", -0.4, 0.3), ""),
        (Decoded("Ice.", -1.1, 0.5), ""),
        (Decoded("I'm going to use the same method.", -1.6, 0.43), "no_speech"),
        (Decoded("", -0.1, 0.0), "no_speech"),
        (Decoded(" ... ", -0.1, 0.0), "no_speech"),
        (Decoded("。", -0.1, 0.0), "no_speech"),
        (Decoded("turn it up " * 12, -0.2, 0.0), "repeats_itself"),
        (Decoded("ご視聴ありがとうございました" * 6, -0.2, 0.0), "repeats_itself"),
        (Decoded("one two three four five", -0.2, 0.0, is_full=True), "repeats_itself"),
    ],
)
def test_invented_text_is_told_from_speech(decoded: Decoded, why: str) -> None:
    assert why_rejected(decoded) == why


@pytest.mark.parametrize(
    ("found", "language"),
    [
        ([("en", 0.9), ("ja", 0.02)], "en"),
        ([("ja", 0.5), ("ko", 0.4), ("en", 0.01)], "ja"),
        ([("ko", 0.5), ("ja", 0.4), ("en", 0.05)], "ja"),
        ([("es", 0.5), ("en", 0.45), ("ja", 0.05)], "en"),
    ],
)
def test_the_likelier_of_our_languages_is_read(
    found: list[tuple[str, float]], language: str
) -> None:
    assert chosen_language(found) == language


@pytest.mark.parametrize("recording", recordings(), ids=lambda one: one.file)
def test_a_recording_is_the_one_of_the_manifest(recording: Recording) -> None:
    """Their licences were looked up for these very files."""
    digest = hashlib.sha256(recording.path.read_bytes()).hexdigest()
    assert digest == recording.sha256


@pytest.mark.parametrize(
    ("found", "told", "language"),
    [
        ([("nn", 0.6), ("en", 0.3), ("ja", 0.01)], "en", "en"),
        ([("ja", 0.99), ("en", 0.01)], "en", "ja"),
        ([("ja", 0.7), ("en", 0.2)], "en", "en"),
        ([("ja", 0.5), ("ko", 0.45), ("en", 0.01)], "en", "ja"),
        ([("en", 0.37), ("nn", 0.3), ("ja", 0.006)], "ja", "en"),
        ([("de", 0.5), ("en", 0.2), ("ja", 0.1)], "ja", "ja"),
    ],
)
def test_what_is_surely_in_another_language_than_was_told_is_not_translated(
    found: list[tuple[str, float]], told: str, language: str
) -> None:
    """Whisper would give Japanese in English words, and the other way round."""
    assert chosen_language(found, told) == language


@pytest.mark.parametrize(
    ("ours", "score", "foreign"),
    [(0.2, -0.1, True), (0.5, -0.9, True), (0.5, -0.5, False), (0.9, -1.2, False)],
)
def test_a_clip_is_foreign_where_neither_its_language_nor_its_words_are_sure(
    ours: float, score: float, foreign: bool
) -> None:
    assert is_foreign(ours, score) is foreign


@pytest.mark.parametrize(
    ("ours", "score", "may_be"),
    [(0.4, -0.9, True), (0.2, -0.6, True), (0.2, -0.9, False), (0.01, -0.1, False)],
)
def test_words_of_a_foreign_clip_may_be_ours_where_they_are_sure(
    ours: float, score: float, may_be: bool
) -> None:
    """Never where another language is sure: Whisper writes an order in ours for one in that."""
    assert may_be_ours(ours, score) is may_be


def test_readings_that_are_nearly_as_likely_are_told_once_and_in_order() -> None:
    """Not those far off, and none that must not be used."""
    found = [
        Decoded("head the lights", -0.3, 0.0),
        Decoded("hit the lights", -0.35, 0.0),
        Decoded("head the lights", -0.36, 0.0),
        Decoded("...", -0.4, 0.0),
        Decoded("heed the lights", -0.9, 0.0),
    ]
    best = likeliest(found)
    assert (best.text, best.others) == ("head the lights", ("hit the lights",))
    assert likeliest(found[:1]).others == ()
