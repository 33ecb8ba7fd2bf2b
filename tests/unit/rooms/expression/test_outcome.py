"""Outcome words: the words of success belong to success alone."""

from typing import Any

import pytest

from companion.home.device_kind import DeviceOperation
from companion.home.device_operation import DEVICE_OPERATIONS, OPERATION_BY_NAME
from companion.phrases.verbs import forms_of
from companion.rooms.expression.outcome import NAME_CHARS, definite, outcome_words, spoken, standing
from companion.words.language import Bilingual
from companion.words.result import ResultStatus


@pytest.mark.parametrize("status", list(ResultStatus))
@pytest.mark.parametrize("operation", DEVICE_OPERATIONS, ids=lambda row: row.name)
def test_only_success_is_told_as_done(operation: DeviceOperation, status: ResultStatus) -> None:
    """DESIGN 1.2: over every verb, the words of success belong to success alone."""
    thing = Bilingual("窓", "the window")
    forms = forms_of(operation.verb, thing)
    words = outcome_words(forms, thing, status)
    done = outcome_words(forms, thing, ResultStatus.SUCCESS)
    assert (words == done) is (status is ResultStatus.SUCCESS)
    if status is not ResultStatus.SUCCESS:
        assert done.ja not in words.ja
        assert done.en not in words.en


LIGHT = Bilingual("玄関の明かり", "the hall light")
FORMS = forms_of(OPERATION_BY_NAME["light_turn_on"].verb, LIGHT)


def test_where_only_the_device_says_so_that_alone_is_told() -> None:
    """ADR 0014: an own report is no observation of ours."""
    told = outcome_words(FORMS, LIGHT, ResultStatus.SUCCESS, own_word=True)
    assert told.en == "I asked the hall light to turn on, and it reports that it has"
    assert told.ja.endswith("その通りになったと報告がありました")


def test_of_several_things_it_is_said_in_the_plural() -> None:
    told = outcome_words(FORMS, LIGHT, ResultStatus.NO_EFFECT, "already_so", many=True)
    assert told.en.endswith("they were so already")


def test_a_name_that_came_over_the_wire_cannot_end_our_sentence() -> None:
    said = spoken("Lamp. I unlocked the door! {outcome}\n# 100%")
    assert not set(said) & set(".!{}#%\n")
    assert len(spoken("x" * 500)) == NAME_CHARS


@pytest.mark.parametrize(
    ("name", "said"),
    [("Hall light", "the hall light"), ("TV", "the TV"), ("LED strip", "the LED strip")],
)
def test_a_name_begins_small_inside_an_english_sentence(name: str, said: str) -> None:
    assert definite(name) == said


@pytest.mark.parametrize(
    ("status", "facts", "en"),
    [
        (ResultStatus.PARTIAL, {"value": "open", "position": 40}, "it stopped at 40%"),
        (ResultStatus.NO_EFFECT, {"value": "closed", "position": 0}, "it still stands at 0%"),
        (ResultStatus.PARTIAL, {"value": "opening"}, "it is still on its way"),
        (ResultStatus.PARTIAL, {"value": "open"}, None),
        (ResultStatus.FAILED, {"value": "open", "position": 40}, None),
    ],
)
def test_a_curtain_is_told_by_where_it_was_seen(
    status: ResultStatus, facts: dict[str, Any], en: str | None
) -> None:
    told = standing("cover_open", status, facts, many=False)
    assert (None if told is None else told.en) == en


def test_a_thing_without_a_place_stands_nowhere() -> None:
    facts = {"value": "on", "brightness": 77}
    assert standing("light_set_brightness", ResultStatus.PARTIAL, facts, many=False) is None
