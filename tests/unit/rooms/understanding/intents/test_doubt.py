"""Doubt: what the grammar read and the trained model holds to be another order is not done
(issue 11, A4: another thing stands in; the opposite is done)."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path

import pytest

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import home_of
from companion.rooms.understanding.intents.doubt import doubts
from companion.rooms.understanding.intents.model import IntentModel
from companion.words.language import Language
from companion.words.understood import SentenceKind, Understood, UnderstoodWish
from tests.proof.evaluation.training.intents import home_called

SPOKEN = Path(__file__).parents[4] / "data" / "spoken"
HOME = home_of(json.loads((SPOKEN / "home_en.json").read_text("utf-8")))
AT = datetime.fromisoformat("2026-05-13T15:00:00+09:00")


class Holds(IntentModel):
    """A model that holds the same intents likely of every sentence."""

    def likelihoods(self, marks: Iterable[str]) -> Mapping[str, float]:
        return dict(zip(self.intents, self.constants, strict=True))


def _model(**likely: float) -> Holds:
    return Holds(tuple(likely), (), (), 1.0, tuple(likely.values()))


def _read(*operations: str) -> Understood:
    wishes = tuple(UnderstoodWish(intent="", operation=operation) for operation in operations)
    return Understood(kind=SentenceKind.COMMAND, wishes=wishes)


def _doubts(model: IntentModel, understood: Understood) -> bool:
    said = SpokenSentence("see to the back door", Language.EN, AT, "kitchen")
    return doubts(model, understood, said, HOME)


LOCK = _read("device_control.lock_lock")


def test_an_order_that_the_model_holds_unlikely_is_a_doubt() -> None:
    assert _doubts(_model(unlock=0.9, lock=0.05, none=0.05), LOCK)
    assert _doubts(_model(none=0.95, lock=0.05), LOCK)
    assert _doubts(_model(none=0.4, unlock=0.3, several=0.0, turn_on=0.26, lock=0.04), LOCK)
    unlock = _read("device_control.lock_unlock")
    assert _doubts(_model(lock=0.9, unlock=0.05, none=0.05), unlock)
    timer = _read("schedule.timer_set")
    assert _doubts(_model(timer_subtract=0.9, timer_set=0.05, none=0.05), timer)


@pytest.mark.parametrize(
    ("model", "understood"),
    [
        (_model(unlock=0.7, lock=0.2, none=0.1), LOCK),
        (_model(turn_on=0.9, set_mode=0.05, none=0.05), _read("device_control.climate_set_mode")),
        (_model(several=0.9, lock=0.05, unlock=0.05), LOCK),
        (_model(mute=0.9, alarm_stop=0.05, none=0.05), _read("schedule.alarm_stop")),
        (_model(alarm_cancel=0.9, alarm_skip=0.05, none=0.05), _read("schedule.alarm_skip")),
        (_model(unlock=0.9, lock=0.05, none=0.05), _read("mobility_move.go_to_room")),
    ],
    ids=[
        "not by far",
        "the same in other words",
        "several",
        "quietens",
        "nearly so",
        "not learned",
    ],
)
def test_no_doubt(model: IntentModel, understood: Understood) -> None:
    assert not _doubts(model, understood)


def test_a_doubted_order_is_asked_about_and_a_short_answer_is_not_doubted() -> None:
    doubting = _model(turn_off=0.9, turn_on=0.05, none=0.05)
    grammar = GrammarUnderstanding(lambda: HOME, intents=doubting)
    said = SpokenSentence("turn on the floor lamp", Language.EN, AT, "living_room")
    assert grammar.understand(said).kind is SentenceKind.UNKNOWN
    proposed = grammar.propose(said)
    assert proposed is not None
    assert proposed.words == "turn off the floor lamp"
    assert grammar.understand(said, confirmed=True).wishes, "a person said yes to it"
    asked = GrammarUnderstanding(lambda: HOME, intents=_model(turn_on=1.0, turn_off=0.0))
    asked.understand(SpokenSentence("turn on the light", Language.EN, AT, ""))
    asked.intents = doubting
    answer = asked.understand(SpokenSentence("in the study", Language.EN, AT, ""))
    assert answer.wishes, "what stands only in the sentence before is no matter for the model"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("My phone's on mute so I didn't hear you ring", Language.EN),
        ("今日の風呂掃除、私の番やったわ", Language.JA),
    ],
)
def test_a_remark_that_the_grammar_reads_as_an_order_is_not_done(
    text: str, language: Language
) -> None:
    """Issue 11, A7: what is not plainly a command acts 0 times."""
    home = home_called(f"home_hands_{language.value}.json")
    grammar = GrammarUnderstanding(lambda: home)
    assert not grammar.understand(SpokenSentence(text, language, AT, "living_room")).wishes
