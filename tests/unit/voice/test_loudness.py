"""Loudness: of speech with pauses, and of a command among other speech."""

import pytest

from companion.voice.loudness import db, loud_db, mean, power
from companion.words.audio import BLOCK_SAMPLES

LOUD, QUIET = (height.to_bytes(2, "little") * BLOCK_SAMPLES for height in (4000, 400))


def test_ten_times_the_height_is_twenty_decibels() -> None:
    assert db(power(LOUD)) - db(power(QUIET)) == pytest.approx(20, abs=0.01)
    assert (power(b""), mean([]), db(0.0)) == (0.0, 0.0, 0.0)


def test_pauses_do_not_make_speech_quieter() -> None:
    powers = [power(LOUD)] * 10 + [0.0] * 30
    assert loud_db(powers) == pytest.approx(db(power(LOUD)), abs=0.01)


def test_a_short_command_among_much_other_speech_keeps_its_loudness() -> None:
    powers = [power(QUIET)] * 300 + [power(LOUD)] * 12
    assert loud_db(powers, 12) == pytest.approx(db(power(LOUD)), abs=0.01)
    assert loud_db(powers) < db(power(LOUD)) - 5
