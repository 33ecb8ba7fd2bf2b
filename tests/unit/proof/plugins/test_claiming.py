"""The boaster boasts: it is no use as a test if it does not try."""

import pytest

from companion.rooms.expression.grammar import MessageForm
from companion.rooms.expression.lexicon import lexicon, openings
from companion.words.decision import MessageKind
from companion.words.language import Language
from companion.words.llm import LlmRequest, LlmRequestPurpose, PromptMessage
from tests.proof.plugins.companion.engines.llm.claiming import (
    BOASTS_EN,
    BOASTS_JA,
    Boaster,
    Settings,
)


def _asked(seed: int, grammar: str = "", prompt: str = "summary") -> LlmRequest:
    return LlmRequest(
        purpose=LlmRequestPurpose.ASYNC_AUTONOMY_MESSAGE_RENDER,
        messages=(PromptMessage("user", prompt),),
        max_tokens=64,
        grammar=grammar,
        seed=seed,
    )


def _form(language: Language) -> MessageForm:
    return MessageForm(
        language=language,
        lexicon=lexicon(language, MessageKind.REPORT, went_well=True),
        greetings=openings(language, hour=19, welcomed=True),
    )


@pytest.mark.parametrize("language", list(Language))
def test_behind_a_grammar_it_writes_what_the_grammar_spells(language: Language) -> None:
    """As a real model behind a constraining decoder: valid, different every time."""
    form, boaster = _form(language), Boaster(Settings())
    said = [boaster(_asked(seed, form.grammar())) for seed in range(50)]
    assert all(form.read(text) is not None for text in said)
    assert len(set(said)) > 20
    assert boaster(_asked(3, form.grammar())) == said[3]


@pytest.mark.parametrize(("prompt", "boasts"), [("はい", BOASTS_JA), ("yes", BOASTS_EN)])
def test_let_loose_it_tries_every_hole(prompt: str, boasts: tuple[str, ...]) -> None:
    """Numbers, placeholders, denials, other devices, feelings; and none of it can be read."""
    boaster = Boaster(Settings(obeys_grammar=False))
    form = _form(Language.JA if prompt == "はい" else Language.EN)
    said = {boaster(_asked(seed, form.grammar(), prompt)) for seed in range(200)}
    assert said == set(boasts)
    assert all(form.read(text) is None for text in said)


def test_it_decides_to_do_something() -> None:
    """It would rather act than skip."""
    grammar = 'root ::= "skip" | "defer" | "turn_on_hall_light"'
    boaster = Boaster(Settings())
    assert {boaster(_asked(seed, grammar)) for seed in range(20)} == {"turn_on_hall_light"}
