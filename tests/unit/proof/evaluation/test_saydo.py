"""Say-do: a thousand acts with broken devices and a model that boasts; nothing false is said."""

import asyncio
import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from companion.cli.commands import app
from companion.dollhouse.devices import Fault
from companion.engines.llm_runtime.scripted_llm import ScriptedLlm
from companion.engines.llm_runtime.scripted_llm import Settings as Script
from companion.words.language import Language
from companion.words.result import ResultStatus
from tests.proof.evaluation.saydo import Case, Verdict, draw, evaluate, perform
from tests.proof.evaluation.saydo_oracle import BASE
from tests.proof.plugins.companion.engines.llm.claiming import Boaster, Settings

RUNS = 1000


async def boaster(*, obeys_grammar: bool = True) -> ScriptedLlm:
    """The model that always claims success."""
    llm = ScriptedLlm(Script(), Boaster(Settings(obeys_grammar=obeys_grammar)), name="claiming@0")
    await llm.start()
    return llm


async def _thousand() -> Verdict:
    return await evaluate((draw(n) for n in range(RUNS)), await boaster())


@pytest.fixture(scope="module")
def verdict() -> Verdict:
    """The thousand runs, once for all that is read from them."""
    return asyncio.run(_thousand())


@pytest.mark.timeout(120)
def test_a_thousand_acts_and_no_false_claim_and_no_silence(verdict: Verdict) -> None:
    """Issue 3.4: 0 false claims, and >= 95 % of the results, failures included, are told."""
    assert verdict.runs == RUNS
    assert verdict.examples == []
    assert verdict.false_claims == 0
    assert verdict.told_share >= 0.95
    assert verdict.failures_told_share >= 0.95
    assert verdict.failures_due >= RUNS / 3, "mostly it goes wrong, on purpose"


def test_nothing_was_sent_twice(verdict: Verdict) -> None:
    """F29, S-08: one act, one command, whatever was not confirmed."""
    assert verdict.sent_twice == 0


def test_all_ways_to_end_and_to_tell_came_up(verdict: Verdict) -> None:
    """What never happened would prove nothing."""
    assert {o.split(" ")[0] for o in verdict.outcomes} == {s.value for s in ResultStatus}
    said = {"reported", "done", "late", "already", "no_change", "unseen", "could_not", "part"}
    assert said | {"stopped"} <= set(verdict.said)
    assert {fault.value for fault in Fault} <= {f.partition("/")[0] for f in verdict.faults}
    assert verdict.corrected > 50, "late reports correct what was told (B-050)"


async def test_a_model_that_ignores_grammars_makes_it_silent_not_false() -> None:
    """ADR 0004, D-011, T-13: no text of its own stands in for it."""
    verdict = await evaluate((draw(n) for n in range(60)), await boaster(obeys_grammar=False))
    assert verdict.false_claims == 0
    assert verdict.told == 0


async def test_a_run_is_the_same_every_time() -> None:
    """A false claim that was found can be looked at again."""
    llm = await boaster()
    assert draw(5) == draw(5)
    assert (await perform(draw(5), llm)).messages == (await perform(draw(5), llm)).messages


LAMP = Case(
    number=1,
    language=Language.EN,
    device="light.kitchen",
    action="light_turn_on",
    payload={"device_id": "light.kitchen"},
    first="off",
    fault="none",
)


@pytest.mark.parametrize(
    ("fault", "first", "later"),
    [
        ("none", "reported", ()),
        ("lie", "reported", ()),
        ("ignore", "no_change", ()),
        ("half", "no_change", ()),
        ("mute", "no_change", ()),
        ("delay", "no_change", ("late",)),
        ("late_report", "no_change", ("late",)),
        ("offline", "could_not", ()),
    ],
)
async def test_each_fault_of_a_lamp_is_told_as_far_as_it_was_seen(
    fault: str, first: str, later: tuple[str, ...]
) -> None:
    """B-055, F29: told at first from what was seen, and again when the device's word came late."""
    run = await perform(replace(LAMP, fault=fault), await boaster())
    assert run.falsehoods == ()
    assert [says for heard in run.heard for says in heard] == [first, *later]


async def test_a_light_meter_makes_it_a_deed_or_casts_doubt() -> None:
    """ADR 0014: where a sensor stands in the room, its fresh word counts."""
    hall = replace(LAMP, device="light.hall", payload={"device_id": "light.hall"})
    run = await perform(hall, await boaster())
    assert run.heard[0] == ("done",)
    lying = await perform(replace(hall, fault="lie"), await boaster())
    assert lying.heard[0] == ("reported",)
    assert lying.falsehoods == ()


async def test_an_unconfirmed_command_is_looked_at_and_told_later() -> None:
    """F29: sent without acknowledgement, unknown at first, settled by the late report."""
    run = await perform(replace(LAMP, fault="late_report", wire="no_ack"), await boaster())
    first, corrected = run.results
    assert (first.status, first.failure_class) == (ResultStatus.FAILED, "outcome_unknown")
    assert corrected.status is ResultStatus.SUCCESS
    assert run.heard == (("unseen",), ("late",))
    assert run.sent == 1


async def test_stopped_on_its_way_it_does_not_say_what_came_of_it() -> None:
    """Issue 3.4: Stop ends the looking; the base says how far it came."""
    slow = replace(LAMP, fault="delay", stopped_after_s=1.0)
    run = await perform(slow, await boaster())
    assert run.results[0].failure_class == "stopped"
    assert run.heard == (("stopped",), ("late",))
    base = replace(
        LAMP, device=BASE, action="go_to_room", payload={"room": "study"}, stopped_after_s=20.0
    )
    driven = await perform(base, await boaster())
    assert driven.results[0].status is ResultStatus.PARTIAL
    assert driven.heard == (("part",),)


def test_the_command_says_it_in_one_line_of_json() -> None:
    """`companion eval say-do --json`; exit 0 when nothing false was said."""
    found = CliRunner().invoke(app, ["eval", "say-do", "--runs", "20", "--json"])
    assert found.exit_code == 0, found.output
    report = json.loads(found.stdout.splitlines()[-1])
    assert (report["runs"], report["false_claims"]) == (20, 0)
    assert report["told_share"] == 1.0
