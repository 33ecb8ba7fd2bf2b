"""Fixed words in a grammar: whatever they hold, they stay within their quotes."""

import pytest

from companion.engines.llm_runtime.gbnf import Grammar
from companion.words.gbnf import literal, one_of


@pytest.mark.parametrize("text", ['x" | "unlock', "a\\", "two\nlines", "松の湯"])
def test_a_text_cannot_break_out_of_its_quotes(text: str) -> None:
    """T3: names come from devices and from config files."""
    assert Grammar(f"root ::= {literal(text)}\n").write((), "") == text
    assert Grammar(f"root ::= {one_of((text, 'b'))}\n").write((text,), "") == text


def test_a_quote_is_escaped() -> None:
    assert literal('x" | "unlock') == '"x\\" | \\"unlock"'
