"""The benchmark of the voice counts what it says it counts."""

import pytest

from tests.proof.bench import voice_answers, voice_clips
from tests.proof.bench.run import chosen


def test_it_is_found_by_its_name_and_by_its_goals() -> None:
    assert [bench.name for bench in chosen(["voice"])] == ["voice"]
    assert "voice" in [bench.name for bench in chosen(["P14"])]


@pytest.mark.parametrize(
    ("said", "read", "wrong"),
    [
        ("set a timer for ten minutes", "Set a timer for 10 minutes.", 0),
        ("turn on kitchen lights", "Turn on the kitchen light.", 2),
        ("what time is it", "", 4),
        ("", "I'm going", 3),
    ],
)
def test_words_read_wrongly(said: str, read: str, wrong: int) -> None:
    assert voice_clips._edits(voice_clips._words(said), voice_clips._words(read)) == wrong


def test_wake_words_are_heard_where_they_were_said_and_nowhere_else() -> None:
    heard = voice_clips._recall()
    assert heard.held, heard.detail
    false = voice_clips._false_accepts(0.4)
    assert false.held, false.detail
    assert false.detail["minutes"] >= 0.4


async def test_p13_the_first_sound_needs_a_part_of_the_reply() -> None:
    first = await voice_answers._first_share()
    assert first.value > 0.1
    assert first.held
