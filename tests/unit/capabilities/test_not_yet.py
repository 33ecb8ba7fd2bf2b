"""Capabilities of later steps: in the catalogue, and honest about it (issue 2 item 6)."""

import pytest

from capabilities import agent_delegate, web_access
from companion.ports.capability import Capability
from companion.words.capability import ActionCall, RiskTier
from companion.words.ids import EventId
from companion.words.result import ResultStatus
from tests.twins.clock import JumpClock

CLOCK = JumpClock()
NOT_YET: tuple[Capability, ...] = (
    web_access.build(web_access.Settings(), clock=CLOCK),
    agent_delegate.build(agent_delegate.Settings(), clock=CLOCK),
)


@pytest.mark.parametrize("capability", NOT_YET, ids=lambda c: str(c.SPEC.name))
async def test_they_say_so(capability: Capability) -> None:
    """T-43, B-080: unavailable with a reason in both languages; nothing offered or done."""
    availability = capability.availability()
    assert availability.available is False
    assert availability.reason is not None
    assert availability.reason.ja
    assert availability.reason.en
    assert capability.options() == ()
    for operation in capability.SPEC.operations:
        call = ActionCall(operation=operation.name, payload={}, decision_event_id=EventId(4))
        result = await capability.perform(call)
        assert result.status is ResultStatus.FAILED
        assert result.failure_class == "unavailable"
        assert result.decision_event_id == 4


def test_a_delegated_task_always_asks() -> None:
    """T-43: tier 2."""
    operation = agent_delegate.SPEC.operation("cli_agent")
    assert operation is not None
    assert operation.risk is RiskTier.ASK
