"""The port `Capability`: one suite over every capability found (B-080, B-081, B-108)."""

import re
from pathlib import Path

import pytest

from companion.ports.capability import Capability
from companion.service import plugins
from companion.words.capability import ActionCall, RiskTier
from companion.words.ids import EventId
from companion.words.result import ActionResult, ResultStatus
from tests.contract.body_parts import body, built

FAMILY = "capabilities"
FOUND = plugins.discover(FAMILY)
every = pytest.mark.parametrize("name", FOUND)
SNAKE = re.compile(r"[a-z][a-z0-9_]*")


def test_the_catalogue_is_whole() -> None:
    """B-080, T-43: what the design names is there."""
    named = {"vision_perception", "web_access", "mobility_move", "device_control"}
    assert named | {"schedule_alarm", "agent_delegate", "speak"} <= set(FOUND)


@every
async def test_the_spec_is_complete(name: str, tmp_path: Path) -> None:
    """DESIGN 3: named as its module, in both languages, every operation with its tier."""
    async with body(tmp_path) as has:
        spec = built(FAMILY, name, has).SPEC
        assert spec.name == name
        assert spec.label.ja
        assert spec.label.en
        assert len({o.name for o in spec.operations}) == len(spec.operations) > 0
        for operation in spec.operations:
            assert SNAKE.fullmatch(operation.name)
            assert operation.label.ja
            assert operation.label.en
            assert operation.risk in set(RiskTier)


@every
async def test_an_inverse_is_an_operation(name: str, tmp_path: Path) -> None:
    """Issue 2 item 6: `undo` works, or it is marked irreversible."""
    async with body(tmp_path) as has:
        spec = built(FAMILY, name, has).SPEC
        for operation in spec.operations:
            assert operation.inverse is None or spec.operation(operation.inverse) is not None


@every
async def test_t_43_unavailable_says_why(name: str, tmp_path: Path) -> None:
    """T-43: with a reason in both languages, and nothing on offer."""
    async with body(tmp_path) as has:
        capability: Capability = built(FAMILY, name, has)
        availability = capability.availability()
        if not availability.available:
            assert availability.reason is not None
            assert availability.reason.ja
            assert availability.reason.en
            assert capability.options() == ()


@every
async def test_options_are_declared_operations(name: str, tmp_path: Path) -> None:
    """B-017: what is offered is in the spec, with a payload of declared parameters."""
    async with body(tmp_path) as has:
        capability: Capability = built(FAMILY, name, has)
        for option in capability.options():
            operation = capability.SPEC.operation(option.operation)
            assert operation is not None
            assert set(option.payload) <= set(operation.parameters)
            assert option.label.ja
            assert option.label.en


@every
async def test_expected_failure_is_a_value(name: str, tmp_path: Path) -> None:
    """B-081, DESIGN 3: nothing fitting in the payload, or an unknown operation: a failed
    result with its class, no exception, and never a success."""
    async with body(tmp_path) as has:
        capability: Capability = built(FAMILY, name, has)
        for operation in ("no_such_operation", *(o.name for o in capability.SPEC.operations)):
            call = ActionCall(
                operation=operation,
                payload={"device_id": "light.nowhere", "room": "moon", "utterance_id": -1},
                decision_event_id=EventId(5),
            )
            result = await capability.perform(call)
            assert_well_formed(result, capability, call)
            if capability.SPEC.operation(operation) is None:
                assert result.status is ResultStatus.FAILED
            assert result.status in (ResultStatus.FAILED, ResultStatus.NO_EFFECT)


def assert_well_formed(result: ActionResult, capability: Capability, call: ActionCall) -> None:
    assert (result.capability, result.operation) == (capability.SPEC.name, call.operation)
    assert result.observed_at.tzinfo is not None
    assert result.summary_text
    assert bool(result.failure_class) is (result.status is ResultStatus.FAILED)
    assert result.decision_event_id == call.decision_event_id


@every
def test_arguments_results_and_failures_are_documented(name: str) -> None:
    """B-108: the module's docstring names every failure class its code can give."""
    module = plugins.load(FAMILY, name)
    text = module.__doc__ or ""
    source = Path(str(module.__file__)).read_text(encoding="utf-8").replace(text, "")
    given = set(re.findall(r'failure_class="([a-z_]+)"', source))
    given |= set(re.findall(r'ResultStatus\.FAILED, [^)]*?"([a-z_]+)"', source))
    given |= set(re.findall(r'self\._(?:failed|refused)\(\s*\w+(?:\.\w+)*, "([a-z_]+)"', source))
    assert [failure for failure in sorted(given) if f"`{failure}`" not in text] == []


@every
def test_it_decides_nothing(name: str) -> None:
    """B-040: no model, no record, no approval in a capability."""
    source = Path(str(plugins.load(FAMILY, name).__file__)).read_text(encoding="utf-8")
    for word in ("ports.llm", "ports.record", "ports.approvals", "ports.state", "ActionDecision"):
        assert word not in source
