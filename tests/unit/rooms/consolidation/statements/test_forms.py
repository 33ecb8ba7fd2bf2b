"""Forms of statements: predicates, negation and values that count, in both languages."""

from companion.rooms.consolidation.statements.forms import Forms
from companion.rooms.consolidation.statements.statement import Statement
from companion.words.language import Language

ENGLISH = Forms(Language.EN, before="<very>")
JAPANESE = Forms(Language.JA, before="<now>", behind="<said>")


def _read(forms: Forms, rest: str) -> Statement | None:
    for form in forms.people:
        if (found := form.said.match(rest)) is not None:
            return form.statement(found)
    return None


def test_a_predicate_with_not_tells_that_it_is_not_so() -> None:
    told = _read(ENGLISH, "can't stand celery")
    assert told is not None
    assert (told.predicate, told.value, told.negated) == ("likes", "celery", True)


def test_a_denial_in_the_clause_counts_as_well() -> None:
    told = _read(JAPANESE, "くるみアレルギーじゃない")
    assert told is not None
    assert (told.predicate, told.value, told.negated) == ("allergic_to", "くるみ", True)


def test_a_value_of_another_form_tells_nothing() -> None:
    assert _read(ENGLISH, "moved to the second row") is None
    moved = _read(ENGLISH, "moved to Bergen")
    assert moved is not None
    assert moved.predicate == "lives_in"


def test_relatives_and_pets_are_those_of_the_table_of_kinship() -> None:
    told = _read(JAPANESE, "猫を飼ってる")
    assert told is not None
    assert told.predicate == "has"
