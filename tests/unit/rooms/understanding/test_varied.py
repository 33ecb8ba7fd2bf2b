"""Every operation in every form: commands made by rule are read, and none is read as another."""

from datetime import datetime

import pytest

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.words.language import Language
from companion.words.understood import SentenceKind, Understood
from tests.unit.rooms.understanding.test_engine import HOMES
from tests.unit.rooms.understanding.varied import Varied, varied

NOW = datetime.fromisoformat("2026-05-13T15:00:00+09:00")
SAMPLE = 600
MOST_UNREAD = 0.02
"""Share that may be asked back or handed on."""


@pytest.mark.parametrize("language", list(Language))
def test_commands_made_by_rule_are_read(language: Language) -> None:
    """Issue 15, point 7: verb forms, noun-verb pairs, all and last, filler, politeness, dialect."""
    unread: list[str] = []
    wrong: list[str] = []
    for made in varied(language, SAMPLE):
        engine = GrammarUnderstanding(lambda: HOMES[language])
        heard = engine.understand(SpokenSentence(made.sentence, language, NOW, "living_room"))
        if _is_right(made, heard):
            continue
        (wrong if _acts(heard) else unread).append(made.sentence)
    assert not wrong
    assert len(unread) <= SAMPLE * MOST_UNREAD, unread


def _acts(heard: Understood) -> bool:
    asked = heard.ask_back is not None or heard.refused is not None
    return heard.kind is SentenceKind.COMMAND and bool(heard.wishes) and not asked


def _is_right(made: Varied, heard: Understood) -> bool:
    if not made.operations:
        return heard.kind is SentenceKind.QUESTION
    targets = {t.rpartition(".")[2] for wish in heard.wishes for t in wish.targets}
    does = all(wish.operation.endswith(made.operations) for wish in heard.wishes)
    return _acts(heard) and does and targets == made.targets
