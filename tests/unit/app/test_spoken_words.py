"""Spoken words: what speech to text is told to expect."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from companion.app.spoken_words import vocabulary_of
from companion.app.talking import Talking
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import home_of
from companion.words.called_by import CalledBy
from companion.words.language import Language

SPOKEN = Path(__file__).parents[2] / "data" / "spoken"


@pytest.mark.parametrize(
    ("names", "language", "begins"),
    [
        (("コト", "Koto"), Language.JA, "家の操作: コト、リビング、"),
        (("コト", "Koto"), Language.EN, "Home commands: Koto, Living Room, "),
        (("Mira", "Mira"), Language.JA, "家の操作: Mira、リビング、"),
    ],
)
def test_its_own_name_stands_before_the_names_of_the_home(
    names: tuple[str, ...], language: Language, begins: str
) -> None:
    """Issue 13: "Koto, stop" was read "Code, stop", and stopped nothing."""
    home = home_of(json.loads((SPOKEN / f"home_{language.value}.json").read_text("utf-8")))
    grammar = GrammarUnderstanding(lambda: home, called_by=CalledBy(names))
    talking = cast(Talking, SimpleNamespace(grammar=grammar))
    assert vocabulary_of(talking, language).startswith(begins)
