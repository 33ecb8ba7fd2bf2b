"""Tests of the capability that gives words out."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest

from capabilities.notice import OWN_CHARS, SPEC, Settings, build
from companion.words.capability import ActionCall, RiskTier
from companion.words.ids import EventId
from companion.words.result import ActionResult, ResultStatus

NOW = datetime(2026, 11, 25, tzinfo=UTC)


async def perform(operation: str, **payload: Any) -> ActionResult:
    notice = build(Settings(), clock=cast(Any, SimpleNamespace(now=lambda: NOW)))
    call = ActionCall(operation=operation, payload=payload, decision_event_id=EventId(1))
    return await notice.perform(call)


@pytest.mark.parametrize(("operation", "asks"), [("tell", False), ("ask", True)])
async def test_own_words_are_given_out_in_both_languages(operation: str, asks: bool) -> None:
    """As they will be told, on one line."""
    result = await perform(operation, ja="片づけの\n時間です", en="time to tidy up")
    assert result.status is ResultStatus.SUCCESS
    assert result.result_payload == {
        "own": {"ja": "片づけの 時間です", "en": "time to tidy up"},
        "asks": asks,
    }


@pytest.mark.parametrize("payload", [{}, {"ja": "あ"}, {"ja": "あ", "en": " "}])
async def test_words_in_one_language_alone_are_refused(payload: dict[str, str]) -> None:
    """Japanese and English are equals."""
    result = await perform("tell", **payload)
    assert (result.status, result.failure_class) == (ResultStatus.FAILED, "bad_arguments")


async def test_words_are_bounded_and_foreign_ones_stay_quoted() -> None:
    """What is passed on is not our own."""
    long = await perform("tell", ja="あ" * 999, en="x" * 999)
    assert len(long.result_payload["own"]["en"]) == OWN_CHARS
    passed = await perform("pass_on", words="hello")
    assert passed.result_payload == {"words": "hello"}
    unknown = await perform("shout", ja="a", en="b")
    assert unknown.failure_class == "unknown_operation"


async def test_a_message_is_shown_without_a_sound_for_a_reason_of_ours() -> None:
    shown = await perform("show", because="asleep")
    assert (shown.status, shown.result_payload) == (ResultStatus.SUCCESS, {})
    for payload in ({}, {"because": "I say so"}, {"because": "asleep", "words": "x"}):
        assert (await perform("show", **payload)).failure_class == "bad_arguments"


def test_all_of_it_is_talk() -> None:
    """It acts on nothing."""
    assert {operation.risk for operation in SPEC.operations} == {RiskTier.TALK}
    assert not SPEC.acts
