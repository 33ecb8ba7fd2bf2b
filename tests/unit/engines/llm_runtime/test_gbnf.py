"""The scripted twin writes what a grammar allows."""

import pytest

from companion.engines.llm_runtime.gbnf import Grammar, GrammarUnreadable

MENU = (
    'root ::= choice "\\n" person belief desires\n'
    'choice ::= ("turn_on_hall_light" | "skip")\n'
    'person ::= "[P] " ("calm" | "warm") " / " ("glad") "\\n"\n'
    'belief ::= "[B] " [a-zA-Z,\' ]{4,60} "\\n"\n'
    'desires ::= "[D] " want (" " want)?\n'
    'want ::= ("rest" | "tidy") ":" ("High" | "Low")\n'
)


def test_first_alternative_and_filler() -> None:
    text = Grammar(MENU).write(filler="it is 7 dark")
    assert text == "turn_on_hall_light\n[P] calm / glad\n[B] it is  dark\n[D] rest:High"


def test_wishes_are_taken_in_order_where_offered() -> None:
    text = Grammar(MENU).write(("not_on_the_menu", "skip", "Low"), "it is dark")
    assert text.startswith("skip\n")
    assert text.endswith("rest:Low")


@pytest.mark.parametrize(
    ("grammar", "text"),
    [
        ('root ::= "a"+ "b"* "c"?', "a"),
        ('root ::= "say \\"hi\\"\\n"', 'say "hi"\n'),
        ("root ::= [0-9]{3}", "000"),
        ("root ::= [ぁ-ん]{2,}", "ああ"),
        ("root ::= [^a-z] .", "Aa"),
        ('root ::= ("x" ("y" | "z")){2}', "xyxy"),
        ('# first\nroot ::= a-b\na-b ::= "ok"', "ok"),
    ],
)
def test_forms(grammar: str, text: str) -> None:
    assert Grammar(grammar).write() == text


@pytest.mark.parametrize(
    "grammar",
    [
        "",
        'leaf ::= "a"',
        "root ::= leaf",
        'root ::= ("a"',
        "root ::= root",
        "root ::= )",
        "root ::= %",
    ],
)
def test_what_cannot_be_read_is_said(grammar: str) -> None:
    with pytest.raises(GrammarUnreadable):
        Grammar(grammar).write()


@pytest.mark.parametrize("mark", ["。", "！", "？", "、"])
def test_marks_of_japanese_sentences_are_characters_too(mark: str) -> None:
    """A reply of the twin failed where the grammar wanted one of them alone."""
    assert Grammar(f'root ::= "はい" [{mark}]').write() == f"はい{mark}"
