"""The message grammar: what it lets a model write is read back, and nothing else is."""

import pytest

from companion.engines.llm_runtime.gbnf import Grammar
from companion.rooms.expression.grammar import OUTCOME, MessageForm, fill
from companion.rooms.expression.lexicon import lexicon, openings
from companion.words.decision import MessageKind
from companion.words.language import Language

WORDED = [kind for kind in MessageKind if kind is not MessageKind.QUESTION]
"""A question is worded by code alone."""


def form_of(language: Language, kind: MessageKind = MessageKind.REPORT) -> MessageForm:
    return MessageForm(
        language=language,
        lexicon=lexicon(language, kind, went_well=True),
        greetings=openings(language, hour=8, welcomed=False),
    )


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("kind", WORDED)
def test_what_the_grammar_writes_the_reader_takes(language: Language, kind: MessageKind) -> None:
    form = form_of(language, kind)
    written = Grammar(form.grammar()).write((), "calm")
    assert written.count(OUTCOME) == 1
    assert form.read(written) is not None


@pytest.mark.parametrize(
    "text",
    [
        "Good morning. {outcome}.",
        "{outcome}. I feel calm and happy.",
        "Good morning. {outcome}. I feel calm and happy.",
        "I feel calm and happy. {outcome}.",
    ],
)
def test_the_four_shapes_of_a_message(text: str) -> None:
    found = form_of(Language.EN).read(text)
    assert found is not None
    assert "".join((found[0], OUTCOME, found[1])) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{outcome}.",
        "The door is locked. {outcome}.",
        "Good evening. {outcome}.",
        "{outcome}. {outcome}. I feel calm and happy.",
        "{outcome}. I feel calm and happy. The door is open.",
        "{outcome}. I feel.",
    ],
)
def test_what_is_not_of_this_form_is_not_said(text: str) -> None:
    assert form_of(Language.EN).read(text) is None


def test_a_name_of_the_sheet_cannot_break_out_of_the_grammar() -> None:
    evil = lexicon(Language.EN, MessageKind.REPORT, went_well=True, label='x" | "unlocked')
    form = MessageForm(language=Language.EN, lexicon=evil, greetings=("Good morning",))
    assert '" | "unlocked' not in form.grammar()


def test_the_claim_takes_the_place_of_its_mark() -> None:
    said = fill("Good morning. ", ".", {"outcome": "i turned on the light"})
    assert said == "Good morning. I turned on the light."
