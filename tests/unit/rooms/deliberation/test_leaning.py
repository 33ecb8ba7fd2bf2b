"""The leaning of a mood: towards people, towards acting, towards care."""

from dataclasses import replace

import pytest

from companion.rooms.deliberation.leaning import APPROACH, CARE, READINESS, mood_term
from companion.words.mood import Mood, Vad
from companion.words.score import TermName
from tests.unit.rooms.deliberation.ranked import HALL, pack_of


@pytest.mark.parametrize("size", [-1.0, 1.0])
def test_s_19_the_range_of_the_mood_bounds_what_it_counts(size: float) -> None:
    """S-19: at either end of each axis it counts no more than its own small weight."""
    pack, most = pack_of(), APPROACH + READINESS + CARE
    mood = Mood(long_mood_state=Vad(size, size, size), recent_vad_average=Vad(size, size, size))
    for entry in pack.menu:
        term = mood_term(replace(pack, mood=mood), entry)
        assert term is None or abs(term.value) <= most + 0.001


def test_an_even_mood_says_nothing_and_waiting_is_never_weighed() -> None:
    pack = pack_of()
    assert all(mood_term(replace(pack, mood=Mood()), entry) is None for entry in pack.menu)
    glad = replace(pack, mood=Mood(long_mood_state=Vad(1, 1, 1)))
    assert mood_term(glad, next(e for e in pack.menu if e.name == "skip")) is None
    term = mood_term(glad, next(e for e in pack.menu if e.name == HALL))
    assert term is not None
    assert (term.name, term.value > 0) == (TermName.MOOD, True)
