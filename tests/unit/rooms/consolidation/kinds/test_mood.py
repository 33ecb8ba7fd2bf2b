"""Mood as memory: what an event leaves behind, and how it fades."""

from dataclasses import replace
from datetime import timedelta

import pytest

from companion.rooms.consolidation.kinds.mood import (
    HALF_LIFE,
    RECENT,
    WEIGHT,
    affect_of,
    mood_change,
)
from companion.words.areas import MoodValue, value_in
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.mood import Vad
from companion.words.writeplan import StateChange
from tests.unit.rooms.consolidation.kinds.rows import as_row
from tests.unit.store.samples import START, draft


def event(number: int, source: EventSource, kind: str, **payload: object) -> Event:
    one = draft(source, kind)
    return Event(
        id=EventId(number),
        source=one.source,
        kind=one.kind,
        at=START,
        trust=one.trust,
        payload=payload,
    )


def held(change: StateChange) -> MoodValue:
    value = value_in(as_row(change), MoodValue)
    assert value is not None
    return value


SAID = event(1, EventSource.USER_INPUT, "said")


@pytest.mark.parametrize(
    ("kind", "status", "pleasant"),
    [
        ("device_control.turn_on", "success", 1),
        ("device_control.turn_on", "failed", -1),
        ("device_control.turn_on", "of a newer version", 0),
        ("vision_perception.observe_scene", "failed", 0),
    ],
)
def test_an_act_leaves_what_became_of_it_and_a_look_leaves_nothing(
    kind: str, status: str, pleasant: int
) -> None:
    affect = affect_of(event(1, EventSource.ACTION_RESULT, kind, status=status))
    v = 0.0 if affect is None else affect.v
    assert (v > 0) - (v < 0) == pleasant


def test_being_spoken_to_is_pleasant_and_a_report_is_nothing() -> None:
    assert affect_of(SAID) is not None
    assert affect_of(event(1, EventSource.DEVICE_STATE, "said")) is None


def test_one_affect_moves_the_long_mood_a_little_and_the_recent_mood_wholly() -> None:
    value = held(mood_change(SAID, Vad(1.0, 0.5, 0.0), None))
    assert value.long_mood_state.v == WEIGHT
    assert (value.recent_vad_average.v, value.recent_vad_average.a) == (1.0, 0.5)


def test_an_undisturbed_mood_loses_half_its_distance_in_its_half_life() -> None:
    first = mood_change(SAID, Vad(1.0, 0.0, 0.0), None)
    later = replace(SAID, id=EventId(2), at=START + HALF_LIFE)
    value = held(mood_change(later, Vad(0.0, 0.0, 0.0), as_row(first)))
    assert value.long_mood_state.v == pytest.approx(WEIGHT / 2 * (1 - WEIGHT), abs=1e-4)


def test_only_the_newest_affects_make_the_recent_mood() -> None:
    change = mood_change(SAID, Vad(-1.0, 0.0, 0.0), None)
    for number in range(RECENT):
        at = START + timedelta(seconds=number)
        change = mood_change(replace(SAID, at=at), Vad(1.0, 0.0, 0.0), as_row(change))
    value = held(change)
    assert len(value.recent) == RECENT
    assert value.recent_vad_average.v == 1.0


def test_an_event_that_comes_late_does_not_turn_the_time_back() -> None:
    first = mood_change(SAID, Vad(1.0, 0.0, 0.0), None)
    late = replace(SAID, at=START - timedelta(hours=1))
    assert mood_change(late, Vad(), as_row(first)).observed_at == START
