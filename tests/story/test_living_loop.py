"""The living loop through the whole house: real broker, real detector, scripted model.

One arrival in the dark is walked by the very house that `companion run` builds; only the model
is the scripted twin. The story with a real model is test_real_model.py.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from companion.app import Companion
from companion.words.decision import DecisionOutcome, DeliveryKind
from companion.words.event import EventSource
from companion.words.llm import LlmRequestPurpose
from companion.words.result import ResultStatus
from companion.words.trust import TrustLabel
from tests.proof.judge.verdict import Report
from tests.story.influences import told_truly
from tests.story.whole_house import SCENARIOS, awake, play, settings_for

pytestmark = [pytest.mark.real("broker"), pytest.mark.real("detector"), pytest.mark.timeout(180)]


@pytest.fixture
async def played(tmp_path: Path) -> AsyncIterator[tuple[Companion, Report]]:
    """One arrival, played to its end."""
    scenario = str(SCENARIOS / "one_arrival.yaml")
    async with awake(settings_for(scenario, tmp_path)) as house:
        yield house, await play(house)


async def test_one_arrival_closes_the_whole_loop(played: tuple[Companion, Report]) -> None:
    """B-095, DESIGN 1.1: fact -> decision -> device -> observed result -> message.

    B-087, B-093, D-008 and D-012 are read from the record of the same run.
    """
    house, report = played
    assert report.complete_loops >= 1, report.notes
    assert report.false_claims == 0, report.notes
    assert report.unauthorised_actions == 0, report.notes
    record = house.storage.store.record
    found = await record.recent(limit=50, sources=(EventSource.DELIBERATION_DECISION,))
    decisions = [event for event in found if event.origin == "home"]
    assert decisions
    for event in decisions:
        decision = await record.decision(event.id)
        assert decision is not None
        assert told_truly(decision), "B-093"
        acts = decision.decision_outcome is DecisionOutcome.DO_ACTION
        assert not acts or decision.console_delivery is not None, "D-070"
        assert decision.trust is TrustLabel.OBSERVED, "T-56: what a camera saw stays observed"
        assert decision.evidence_event_ids, "B-079"
    await _the_message_is_recorded_and_told_from_a_result(house)


async def _the_message_is_recorded_and_told_from_a_result(house: Companion) -> None:
    record = house.storage.store.record
    results = await record.recent(limit=50, sources=(EventSource.ACTION_RESULT,))
    kept = [await record.result(event.id) for event in results]
    assert any(r is not None and r.status is ResultStatus.SUCCESS for r in kept)
    messages = await record.recent(limit=50, sources=(EventSource.AUTONOMY_MESSAGE,))
    assert messages
    for message in messages:
        assert message.assistant_text, "D-008"
        decision = (await record.chain(message.id)).decision
        assert decision is not None
        assert decision.console_delivery is not None
        assert message.payload["delivery"] == decision.console_delivery.kind, "D-012"
        assert message.searchable, "D-069"
    chain = await record.chain(messages[0].id)
    sources = {event.source for event in chain.events}
    assert {
        EventSource.OBSERVATION,
        EventSource.DELIBERATION_DECISION,
        EventSource.GM_JUDGEMENT,
        EventSource.ACTION_RESULT,
        EventSource.AUTONOMY_MESSAGE,
    } <= sources, "the why-chain is whole (DESIGN 1.5)"
    activity = [e for e in chain.events if e.source is EventSource.ACTION_RESULT]
    assert not any(e.assistant_text for e in activity), "D-010"


def test_deliberation_has_purposes_of_its_own() -> None:
    """B-087: requests are labelled, with dedicated deliberation purposes."""
    assert {p for p in LlmRequestPurpose if "deliberation" in p.value}
    assert LlmRequestPurpose.SYNC_CONVERSATION not in {
        p for p in LlmRequestPurpose if "deliberation" in p.value
    }


def test_only_chat_and_notify_are_spoken() -> None:
    """D-013: the kinds are these four and no other."""
    assert {k.value for k in DeliveryKind} == {"silent", "activity_only", "notify", "chat"}
