"""Sentences of code in several wordings: one claim, the same fillings, no wording twice running."""

import re
from itertools import pairwise

import pytest

from companion.phrases import not_known
from companion.phrases.manner import Manner
from companion.phrases.wordings import known_in, names, usual, wordings
from companion.words.language import Bilingual, Language

SLOT = re.compile(r"\{\d?\}")


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", names())
def test_issue_15_every_wording_has_the_same_fillings(name: str, language: Language) -> None:
    forms = wordings(name, language)
    slots = [sorted(SLOT.findall(form)) for form in forms]
    assert all(one == slots[0] for one in slots)
    assert len(set(forms)) == len(forms)


@pytest.mark.parametrize("language", Language)
def test_issue_15_what_is_not_known_never_comes_twice_in_the_same_words(language: Language) -> None:
    manner, said = Manner(), not_known.NOT_KNOWN.get(language)
    heard = [manner.reworded(said, language) for _ in range(12)]
    assert all(one != after for one, after in pairwise(heard))
    assert len(set(heard)) >= 4


def test_a_filling_and_what_follows_stay_as_they_are() -> None:
    manner = Manner()
    first = not_known.PERSON_UNKNOWN.en.format("Uncle Bert")
    for _ in range(4):
        said = manner.reworded(f"{first} The back door was opened at 9.", Language.EN)
        assert "Uncle Bert" in said
        assert said.endswith(" The back door was opened at 9.")
    quoted = not_known.TOLD_OF_IT.ja.format("鍵", "「鍵は缶の中」（昨日）")
    assert "「鍵は缶の中」（昨日）" in Manner(speaks_plainly=True).reworded(quoted, Language.JA)


def test_other_sentences_are_said_as_they_are() -> None:
    assert Manner().reworded("The hall light is on.", Language.EN) == "The hall light is on."
    assert known_in("玄関の明かりがついています。", Language.JA) is None


def test_a_plain_persona_says_it_plainly() -> None:
    said = Manner(speaks_plainly=True).reworded(not_known.NO_PREMISE.ja, Language.JA)
    assert said == "そのことは、私の記録には見つからない。"


def test_a_peek_takes_no_turn() -> None:
    manner, said = Manner(), usual("not_known").en
    assert manner.reworded(said, Language.EN, said=False) == manner.reworded(said, Language.EN)
    assert manner.reworded(said, Language.EN) != said


def test_every_constant_is_the_usual_wording_of_its_sentence() -> None:
    told = {k: v for k, v in vars(not_known).items() if isinstance(v, Bilingual)}
    for name, words in told.items():
        for language in Language:
            found = known_in(words.get(language), language)
            assert found is None or found.name == name.lower()
