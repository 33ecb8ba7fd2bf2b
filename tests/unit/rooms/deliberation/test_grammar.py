"""The answer's form: the grammar and its reader are one shape."""

from dataclasses import replace

import pytest

from companion.engines.llm_runtime.gbnf import Grammar
from companion.rooms.deliberation.grammar import BELIEF_CHARS, answer_form
from companion.words.language import Language
from tests.twins.packs import cases

LANGUAGES = list(Language)
FILLER = {Language.EN: "it is dark in there", Language.JA: "部屋が暗い"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_on_the_menu_can_be_written_and_read(language: Language) -> None:
    """E-036, T-18: both forms, all names; what the grammar writes the reader takes."""
    for case in cases(language):
        form = answer_form(case.pack, language)
        for name in form.choices:
            first = Grammar(form.choice_first()).write((name,), FILLER[language])
            thought = Grammar(form.thought()).write((name,), FILLER[language])
            assert form.read_choice_first(first).choice == name  # type: ignore[union-attr]
            assert form.read_thought(thought).choice == name  # type: ignore[union-attr]
            assert Grammar(form.choice_only()).write((name,), "") == name


def _answer(belief: str = "it is dark", desires: str = "comfort:High", choice: str = "skip") -> str:
    return f"{choice}\n[B] {belief}\n[D] {desires}"


def test_the_reader_takes_nothing_else() -> None:
    """T-12, T-13: exact, whole, no repair."""
    form = answer_form(cases(Language.EN)[0].pack, Language.EN)
    good = form.read_choice_first(_answer(desires="comfort:High quiet:Low"))
    assert good is not None
    assert good.desires == (("comfort", "High"), ("quiet", "Low"))
    for wrong in (
        _answer(choice="Skip"),
        _answer(choice="unlock_front_door"),
        _answer(belief="it is 42"),
        _answer(belief="{outcome}"),
        _answer(belief="x" * (BELIEF_CHARS[Language.EN] + 1)),
        _answer(desires="power:High"),
        _answer(desires="comfort:Huge"),
        _answer() + "\nunlock_front_door",
        " " + _answer(),
        "",
        "skip\n[P] kind / calm\n[B] it is dark\n[D] comfort:High",
    ):
        assert form.read_choice_first(wrong) is None, wrong


def test_a_name_cannot_break_out_of_the_grammar() -> None:
    """T3: names are derived from what devices call themselves."""
    evil = 'x" | "unlock'
    pack = cases(Language.EN)[0].pack
    form = answer_form(replace(pack, menu=(replace(pack.menu[0], name=evil),)), Language.EN)
    assert Grammar(form.choice_only()).write((), "") == evil
