"""The port `Policy`: one suite over every automation rule found (B-083, B-088)."""

import ast
import asyncio
from pathlib import Path

import pytest
from pydantic import ValidationError

from companion.ports.policy import Policy
from companion.rooms.perception.queue import TriggerQueue
from companion.service import plugins
from companion.words.capability import CapabilitySpec
from tests.twins.clock import JumpClock
from tests.twins.sight import ScriptedSenses

FAMILY = "policies"
every = pytest.mark.parametrize("name", plugins.discover(FAMILY))


@every
def test_it_names_itself_and_what_it_uses(name: str) -> None:
    """B-086: in both languages; each operation is one that the capability has."""
    policy: Policy = plugins.build(FAMILY, name, {}, {})
    assert policy.LABEL.ja
    assert policy.LABEL.en
    for used in policy.USES:
        capability, _, operation = used.partition(".")
        spec: CapabilitySpec = plugins.load("capabilities", capability).SPEC
        assert spec.operation(operation) is not None, used


@every
def test_its_settings_refuse_what_they_do_not_know(name: str) -> None:
    """A typing mistake in the configuration is told, not swallowed."""
    with pytest.raises((ValidationError, plugins.PlugInSettingsWrong)):
        plugins.build(FAMILY, name, {"no_such_key": 1}, {})


@every
def test_it_cannot_decide(name: str) -> None:
    """B-088: a policy knows nothing of decisions, devices, memory or speech."""
    source = Path(str(plugins.load(FAMILY, name).__file__)).read_text(encoding="utf-8")
    known = {
        node.module or ""
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom)
    }
    forbidden = ("decision", "house", "capability", "event_log", "state", "llm", "utterance")
    assert not [module for module in known if module.rpartition(".")[2] in forbidden]


@every
async def test_it_waits_while_privacy_is_on_and_stops_at_once(name: str) -> None:
    """T18: nothing is looked at; cancelling ends it."""
    clock, senses = JumpClock(), ScriptedSenses([])
    senses.privacy = True
    policy: Policy = plugins.build(FAMILY, name, {}, {})
    running = asyncio.create_task(policy.run(senses, TriggerQueue(clock), clock))
    await asyncio.sleep(0.05)
    running.cancel()
    await asyncio.wait({running}, timeout=1.0)
    assert running.done()
    assert senses.looked_at_s == []
