"""Sure: an order of the trained model is done without a question only where little can go wrong
(issue 11; issue 15, point 7)."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path

import pytest

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import home_of
from companion.rooms.understanding.intents.model import IntentModel
from companion.rooms.understanding.intents.orders import orders_of
from companion.words.language import Language
from companion.words.understood import SentenceKind

SPOKEN = Path(__file__).parents[4] / "data" / "spoken"
HOMES = {
    language: home_of(json.loads((SPOKEN / f"home_{language}.json").read_text("utf-8")))
    for language in Language
}
AT = datetime.fromisoformat("2026-05-13T15:00:00+09:00")
RIDDLE = {Language.EN: "flummox the {} frabjously", Language.JA: "{}をごにょごにょにんにん"}
"""Words that the grammar does not read, around a thing."""


class Holds(IntentModel):
    """A model that holds one intent likely of every sentence."""

    def likelihoods(self, marks: Iterable[str]) -> Mapping[str, float]:
        return dict(zip(self.intents, self.constants, strict=True))


def _engine(language: Language, intent: str, likelihood: float = 0.99) -> GrammarUnderstanding:
    others = {name: 0.0 for name in orders_of(language)}
    likely = {**others, intent: likelihood, "none": 1.0 - likelihood}
    model = Holds(tuple(likely), (), (), 1.0, tuple(likely.values()))
    return GrammarUnderstanding(lambda: HOMES[language], intents=model)


def _does(engine: GrammarUnderstanding, text: str, language: Language) -> list[str]:
    heard = engine.understand(SpokenSentence(text, language, AT, "living_room"))
    assert heard.kind is SentenceKind.COMMAND or not heard.wishes
    return [wish.operation.rpartition(".")[2] for wish in heard.wishes]


LIGHT = {Language.EN: "living room light", Language.JA: "リビングの照明"}


@pytest.mark.parametrize("language", list(Language))
def test_what_can_be_taken_back_is_done_at_once(language: Language) -> None:
    text = RIDDLE[language].format(LIGHT[language])
    assert _does(_engine(language, "turn_off"), text, language) == ["light_turn_off"]
    said = SpokenSentence(text, language, AT, "living_room")
    heard = _engine(language, "turn_off").understand(said)
    assert heard.read_as, "the words that it was read by are told"
    assert _does(_engine(language, "turn_off", 0.8), text, language) == [], "not likely enough"
    asked = _engine(language, "turn_off", 0.8).propose(said)
    assert asked is not None
    assert not asked.sure


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("flummox the front door frabjously", "unlock"),
        ("flummox the front door frabjously", "lock"),
        ("flummox the living room frabjously", "warmer"),
        ("flummox my alarm frabjously", "alarm_cancel"),
        ("flummox the living room light frabjously at nine", "turn_off"),
        ("flummox the living room light, no, frabjously", "turn_off"),
        ("flummox it frabjously", "brighter"),
        ("flummox the living room light frabjously with 30 percent in the kitchen", "turn_off"),
    ],
)
def test_what_could_go_wrong_is_asked_about(text: str, intent: str) -> None:
    """Doors, heating, the end of an alarm, a later time, words taken back, what was said before,
    and a room or value of which the reading says nothing."""
    assert _does(_engine(Language.EN, intent), text, Language.EN) == []


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("don't flummox the living room light frabjously", Language.EN),
        ("he said flummox the living room light frabjously", Language.EN),
        ("リビングの照明をごにょごにょしたって言ってた", Language.JA),
        ("リビングの照明をごにょごにょしないで", Language.JA),
    ],
)
def test_what_is_told_or_forbidden_is_not_done_however_likely(
    text: str, language: Language
) -> None:
    assert _does(_engine(language, "turn_off"), text, language) == []
