"""The line that makes this home's names likelier for speech to text (issue 13, point 1)."""

import json
from pathlib import Path

import pytest

from companion.rooms.understanding.home import Home, home_of
from companion.voice.vocabulary import vocabulary
from companion.words.language import Language, has_japanese

SPOKEN = Path(__file__).parents[2] / "data" / "spoken"
MOST_READ_CHARS = {Language.JA: 200, Language.EN: 400}
"""Whisper reads the last 223 tokens: in Japanese a letter is about one, in English four are. What
the engine is sent is cut to 400 letters besides."""


def _home(language: Language) -> Home:
    return home_of(json.loads((SPOKEN / f"home_{language}.json").read_text("utf-8")))


@pytest.mark.parametrize("language", list(Language))
def test_the_line_of_a_large_home_is_read_whole_and_holds_its_rooms(language: Language) -> None:
    """The first names are those of rooms; a longer line lost just those."""
    home = _home(language)
    rooms = [name for room in home.rooms for name in room.names[:2]]
    names = [*rooms, *(name for thing in home.things for name in thing.names[:2])]
    line = vocabulary(names, language)
    assert len(line) <= MOST_READ_CHARS[language]
    own = [name for name in rooms if language is Language.JA or not has_japanese(name)]
    assert own
    assert all(name in line for name in own)


@pytest.mark.parametrize(
    ("language", "word"), [(Language.JA, "カーテン"), (Language.EN, "curtains")]
)
def test_what_most_homes_have_is_in_it_however_many_names_there_are(
    language: Language, word: str
) -> None:
    assert word in vocabulary([f"name {n}" for n in range(200)], language)


def test_an_unknown_language_and_a_home_without_names_have_none() -> None:
    assert vocabulary(["kitchen"], None) == ""
    assert vocabulary([], Language.EN) == ""
