"""The codec: words to JSON and back, typed; what does not fit is refused."""

import math
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.store.codec import CodecError, dumps, loads
from companion.words.capability import ActionCall
from companion.words.decision import ActionDecision
from companion.words.ids import EventId
from companion.words.observation import Observation
from companion.words.result import ActionResult
from companion.words.trigger import Trigger
from tests.unit.store.samples import START, decision, observation, result, trigger

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@dataclass(frozen=True)
class _Any:
    value: Any
    more: dict[str, Any] = field(default_factory=dict)


@pytest.mark.parametrize(
    ("cls", "word"),
    [
        (ActionDecision, decision(evidence=(1, 2))),
        (ActionResult, result(7)),
        (Trigger, trigger((3,))),
        (Observation, observation()),
    ],
    ids=lambda v: getattr(v, "__name__", ""),
)
def test_words_come_back_as_they_were(cls: type[Any], word: object) -> None:
    assert loads(cls, dumps(word)) == word


@given(PLAIN)
def test_any_json_comes_back(value: Any) -> None:
    assert loads(_Any, dumps(_Any(value))) == _Any(value)


def test_an_inverse_comes_back() -> None:
    """Undo needs no model: the inverse is kept whole (DESIGN 1.5)."""
    call = ActionCall(operation="turn_off", payload={"a": 1}, decision_event_id=EventId(3))
    assert loads(ActionCall, dumps(call)) == call


@pytest.mark.parametrize("bad", [math.nan, math.inf, b"bytes", object(), datetime(2026, 1, 1)])
def test_what_json_cannot_hold_is_refused(bad: object) -> None:
    """A naive time, a NaN or a picture never reaches the record."""
    with pytest.raises((CodecError, TypeError)):
        dumps({"value": bad})


@pytest.mark.parametrize(
    "text",
    ["{", "[]", '{"subject": 1}', '{"nonsense": true}', "null", '"person"'],
)
def test_what_is_no_such_word_is_refused(text: str) -> None:
    with pytest.raises(CodecError):
        loads(Observation, text)


def test_times_keep_their_zone() -> None:
    assert datetime.fromisoformat(dumps(START).strip('"')).tzinfo == UTC


def test_an_endless_value_is_refused() -> None:
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(CodecError):
        dumps({"value": endless})
    assert dumps({"value": [1]}) == '{"value":[1]}'
