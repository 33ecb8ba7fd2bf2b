"""Chores: timers, alarms, reminders and routines."""

import pytest

from companion.rooms.understanding.chores import (
    Chore,
    cancelled,
    chore_of,
    length_slots,
    routine_order,
    wish_of,
)
from companion.rooms.understanding.times import When
from companion.words.language import Language
from tests.unit.rooms.understanding.test_engine import Listener

EN, JA = Language.EN, Language.JA


@pytest.mark.parametrize(
    ("seconds", "slots"),
    [
        (5400.0, {"hours": 1, "minutes": 30}),
        (59.6, {"minutes": 1}),
        (45.0, {"seconds": 45}),
        (3661.0, {"hours": 1, "minutes": 1, "seconds": 1}),
        (0.0, {}),
    ],
)
def test_a_length_is_told_as_a_timer_has_it(seconds: float, slots: dict[str, int]) -> None:
    assert length_slots(seconds, "") == slots
    assert length_slots(seconds, "new_") == {f"new_{key}": n for key, n in slots.items()}


@pytest.mark.parametrize(
    ("text", "language", "order"),
    [
        ("make a routine that turns off the light", EN, "turn off the light"),
        ("電気を消するーてぃんを作って", JA, "電気を消して"),
        ("turn off the light", EN, ""),
        ("電気を消して", JA, ""),
    ],
)
def test_a_routine_holds_an_order(text: str, language: Language, order: str) -> None:
    assert routine_order(text, language) == order


SET = {
    "timer_set": Chore("timer_set", {"name": "pasta"}, None, (600.0,)),
    "reminder_set": Chore("reminder_set", {"message": "call Mika"}, None, ()),
    "alarm_set": Chore("alarm_set", {}, None, ()),
}


@pytest.mark.parametrize(("text", "language"), [("cancel that", EN), ("やっぱりやめて", JA)])
@pytest.mark.parametrize(
    ("done", "operation", "words"),
    [
        ("timer_set", "timer_cancel", {"name": "pasta"}),
        ("reminder_set", "reminder_cancel", {"name": "call Mika"}),
        ("alarm_set", "alarm_cancel", {}),
    ],
)
def test_a_chore_just_set_is_taken_back(
    text: str, language: Language, done: str, operation: str, words: dict[str, str]
) -> None:
    taken = cancelled(SET[done], text, language)
    assert taken is not None
    assert (taken.operation, taken.words) == (operation, words)


def test_another_sentence_takes_nothing_back() -> None:
    """A wish that only begins like one is read as itself."""
    assert cancelled(SET["alarm_set"], "cancel the meeting room lights", EN) is None
    assert cancelled(SET["alarm_set"], "電気を消して", JA) is None


def test_a_chore_becomes_a_wish() -> None:
    wish = wish_of(SET["timer_set"], "kitchen")
    assert wish.intent == "HassStartTimer"
    assert wish.slots["minutes"] == 10
    assert wish.slots["name"] == "pasta"


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("どんな予定がある", True),
        ("今日何か予定あったっけ", True),
        ("今日の予定って何だっけ", True),
        ("予定入ってたっけ", True),
        ("今日は予定がある", False),
        ("予定があった", False),
        ("予定が変わった", False),
        ("歯医者の予定を入れて", False),
    ],
)
def test_b11_plans_are_asked_for_in_many_ways(text: str, asks: bool) -> None:
    """Issue 11: どんな予定がある was answered with the state of the bedroom curtain; who tells of a
    plan of their own asks nothing."""
    at = text.find("今日")
    whens = [] if at < 0 else [When(at, at + 2, None, has_clock=False)]
    chore = chore_of(text, whens, JA)
    assert (chore is not None and chore.operation == "plans") is asks


@pytest.mark.parametrize(
    "text", ["ten minutes for the pasta", "pasta, ten minutes", "give the pasta ten minutes"]
)
def test_a_length_for_what_cooks_is_a_timer(text: str) -> None:
    """A5: it was asked back."""
    (wish,) = Listener()(text).wishes
    assert (wish.operation, wish.parameters["name"]) == ("schedule.timer_set", "pasta")


@pytest.mark.parametrize("text", ["half an hour on the sofa", "ten minutes for the lights"])
def test_a_length_for_what_does_not_cook_is_no_timer(text: str) -> None:
    assert not Listener()(text).wishes


def test_a_length_on_the_timer_is_its_length_and_no_name() -> None:
    """A5: it was called `on the`."""
    (wish,) = Listener()("ten minutes on the timer").wishes
    assert (wish.operation, wish.parameters.get("name")) == ("schedule.timer_set", None)
