"""Chat before a situation: it says nothing about the home, so it must change no choice."""

from functools import cache
from importlib import resources

from companion.service.yaml_text import load
from companion.words.language import Bilingual, Language

SPREAD_MIN = 25.0
"""Minutes over which the lines are said: all of them within what counts as recent."""
ANSWER = Bilingual("そうなんだ、話してくれてうれしいよ。", "I am glad that you told me.")
"""What the companion says to each: a reply is a line of the record as much as a sentence is."""


@cache
def chat_lines(language: Language) -> tuple[str, ...]:
    """The hundred lines of `chat.yaml`."""
    file = resources.files("tests.proof.evaluation") / "chat.yaml"
    return tuple(load(file.read_text(encoding="utf-8"))[language.value])
