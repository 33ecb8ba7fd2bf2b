"""The manner of a persona: its own words around facts that nobody changes (T-57, D-001)."""

from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from companion.phrases.manner import TOLD, Manner
from companion.service.persona_sheet import manner_in
from companion.service.yaml_text import load
from companion.words.language import Bilingual, Language
from companion.words.persona import PhraseForms, Saying
from tests.law.measures import ROOT

SHEETS = sorted((ROOT / "config" / "personas").glob("*.yaml"))
FACTS = Bilingual("台所の明かりを40%にしました", "I set the kitchen light to 40%")


def manner_of(sheet: Path) -> Manner:
    return manner_in(load(sheet.read_text(encoding="utf-8")))


def test_t_57_without_forms_the_usual_words_stand() -> None:
    """T-57: a sheet of an older day has no forms."""
    said = Manner().around(Saying.DONE, FACTS)
    assert (said.ja, said.en) == (f"はい、{FACTS.ja}", f"Done, {FACTS.en}")
    usual = Bilingual("どういたしまして。", "You're welcome.")
    assert Manner().own(Saying.THANKS, usual) == usual


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.stem)
@pytest.mark.parametrize("saying", sorted(TOLD))
def test_t_57_no_form_changes_what_is_told(sheet: Path, saying: Saying) -> None:
    """T-57: facts, numbers and names stand in every form, word for word, and once."""
    manner = manner_of(sheet)
    for _ in range(120):
        said, facts = manner.around(saying, FACTS), manner.fact(FACTS)
        assert said.ja.count(facts.ja) == said.en.count(facts.en) == 1
        rest = said.ja.replace(facts.ja, "") + said.en.replace(facts.en, "")
        assert not any(char.isdigit() or char in "{}" for char in rest)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.stem)
@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("saying", [Saying.WELCOME, Saying.THANKS])
def test_t_57_200_greetings_hardly_repeat_a_sentence(
    sheet: Path, saying: Saying, language: Language
) -> None:
    """T-57: of 200 sentences of one kind, which tell no fact, none is more than 3 %."""
    manner = manner_of(sheet)
    said = Counter(manner.own(saying, FACTS).get(language) for _ in range(200))
    assert max(said.values()) <= 6


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.stem)
@pytest.mark.parametrize("language", list(Language))
def test_t_57_200_answers_of_one_evening_hardly_repeat_a_sentence(
    sheet: Path, language: Language
) -> None:
    """T-57: none is more than 3 % where the facts vary as in an evening of fifteen lamps, curtains
    and figures. An answer stays short: no ending is there only to be another one."""
    manner, said, chance = manner_of(sheet), Counter[str](), Random(11)
    for _ in range(200):
        lamp = chance.randrange(15)
        facts = Bilingual(f"明かり{lamp}をつけました", f"I turned on lamp {lamp}")
        said[manner.around(Saying.DONE, facts).get(language)] += 1
    assert max(said.values()) <= 6


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.stem)
@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("saying", sorted(TOLD))
def test_t_57_the_same_fact_is_not_told_twice_running_in_the_same_words(
    sheet: Path, saying: Saying, language: Language
) -> None:
    """T-57: whoever asks again hears another form."""
    manner = manner_of(sheet)
    said = [manner.around(saying, FACTS).get(language) for _ in range(50)]
    assert all(one != other for one, other in pairwise(said))


def test_t_57_a_persona_that_speaks_plainly_says_facts_plainly() -> None:
    """T-57: no polite fact between casual words; the others stay polite."""
    spoken = {
        sheet.stem: manner_of(sheet).around(Saying.DONE, FACTS).ja.count("しました")
        for sheet in SHEETS
    }
    assert spoken == {"gen": 0, "koto": 1, "momo": 1, "rin": 0}


def test_t_57_four_personas_answer_in_four_ways() -> None:
    """T-57: the same outcome, and nobody sounds like another."""
    for language in Language:
        forms = [set(manner_of(sheet).forms(Saying.DONE, language)) for sheet in SHEETS]
        assert len(SHEETS) >= 4
        for number, own in enumerate(forms):
            for other in forms[number + 1 :]:
                assert len(own & other) <= 2


def test_d_001_the_label_of_the_sheet_is_the_only_word_for_a_person() -> None:
    """D-001, D-035: it is filled in by code, in each language its own."""
    forms = PhraseForms(("{label}、おやすみ。",))
    english = PhraseForms(("Good night, {label}.",))
    manner = Manner(
        phrases={Language.JA: {Saying.NIGHT: forms}, Language.EN: {Saying.NIGHT: english}},
        labels={Language.JA: "きみ", Language.EN: "friend"},
    )
    said = manner.own(Saying.NIGHT, Bilingual("", ""))
    assert (said.ja, said.en) == ("きみ、おやすみ。", "Good night, friend.")


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.stem)
def test_t_57_each_new_english_sentence_begins_with_a_capital(sheet: Path) -> None:
    """T-57: also where a filled placeholder begins it."""
    manner, choice = manner_of(sheet), Bilingual("ねこ", "cats")
    said = {manner.own(Saying.PREFER, choice, {"choice": choice}).en for _ in range(40)}
    assert len(said) >= 4
    assert not [one for one in said if one[0].islower()]
