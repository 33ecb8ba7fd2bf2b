"""The record's benchmarks in short: counts that have to be 0 are, ratios are given (R1, R2, P1)."""

from collections import Counter

import pytest

from tests.proof.bench import (
    append,
    approvals_killed,
    backup,
    bitflips,
    crashes,
    power_cuts,
    ranked,
    reading,
    sums,
    wear,
)
from tests.proof.bench.figure import Effort, Figure, NotMeasured


def measured(found: object) -> list[Figure]:
    assert isinstance(found, list)
    assert all(isinstance(one, Figure | NotMeasured) for one in found)
    return [one for one in found if isinstance(one, Figure)]


@pytest.mark.real("broker")
@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_twenty_kills_under_load_lose_and_double_nothing() -> None:
    """R1, F1, F29: the real service, SIGKILL at random moments; the devices are the witnesses."""
    figures = measured(await crashes.measure(Effort.SHORT))
    counts = [f for f in figures if f.id == "R1"]
    assert len(counts) == 4
    assert [(f.what, f.detail["why"]) for f in counts if not f.held] == []
    assert counts[0].detail["kills"] == 20
    assert counts[0].detail["acknowledged"] > 40
    assert counts[0].detail["commands"] > 40
    for figure in figures:
        print(f"[{figure.id}] {figure.what}: {figure.value:.3g} {figure.unit}")


@pytest.mark.real("broker")
@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_c_045_eighteen_kills_around_an_approval_lose_and_double_no_act() -> None:
    """C-049, T-07: between question, answer, act and result; every act that got its yes is done
    once or told as not done, and none is done without one."""
    counts = measured(await approvals_killed.measure(Effort.SHORT))
    assert [(f.what, f.detail["why"]) for f in counts if not f.held] == []
    assert sum(counts[0].detail["kills"].values()) == 18
    assert counts[0].detail["answers"] > 3
    assert counts[0].detail["acts"] > 0


@pytest.mark.slow
async def test_power_cuts_lose_nothing_that_was_promised() -> None:
    """F2: 0 corrupt, 0 durable lost; what was not promised lacks its last second at most."""
    figures = measured(await power_cuts.measure(Effort.SHORT))
    assert [f.what for f in figures if not f.held] == []
    print(f"[F2] class B loss window {figures[-1].value:.2f} s")


@pytest.mark.slow
async def test_sixteen_flipped_bytes_are_found_thirty_times_of_thirty() -> None:
    """R2: and never cried where nothing was."""
    flips, alarms, rate = measured(await bitflips.measure(Effort.SHORT))
    assert flips.held
    assert alarms.held
    print(f"[R2] {flips.against}; {rate.value:,.0f} {rate.unit}")


@pytest.mark.figures
async def test_appending_gives_its_figures() -> None:
    """P1, P2, P3, R2: ratios; whether they hold on this machine is told, not asserted."""
    figures = measured(await append.measure(Effort.SHORT))
    assert {f.id for f in figures} == set(append.IDS)
    for figure in figures:
        print(f"[{figure.id}] {figure.value:.2f} {figure.unit} ({figure.limit:g})")


@pytest.mark.figures
async def test_the_sums_over_what_authorises_give_their_figures() -> None:
    """R2: CPU time with them beside without; a plain report moves none of them."""
    figures = measured(await sums.measure(Effort.SHORT))
    assert [f.id for f in figures] == ["R2-sums"] * 3
    assert all(f.detail["pairs"] == 30 for f in figures)
    for figure in figures:
        print(f"[{figure.id}] {figure.what}: {figure.value:.1f} {figure.unit}")


@pytest.mark.figures
async def test_a_backup_under_load_gives_its_figures() -> None:
    """P26."""
    figures = measured(await backup.measure(Effort.SHORT))
    assert len(figures) == 2
    for figure in figures:
        print(f"[{figure.id}] {figure.what}: {figure.value:.2f}")


@pytest.mark.figures
async def test_reading_and_wear_give_their_figures() -> None:
    """P4, P25: what the house reads of a long record, what a report makes the disk write."""
    figures = measured(await reading.measure(Effort.SHORT))
    assert [f.id for f in figures] == ["P4", "P4", "P4"]
    figures += measured(await wear.measure(Effort.SHORT))
    assert figures[-1].detail["bytes_an_event"] > 0
    for figure in figures:
        print(f"[{figure.id}] {figure.what}: {figure.value:.2f} {figure.unit}")


async def test_ranked_search_and_the_context_of_a_reply_give_their_figures() -> None:
    """P4, P5, P6, in both languages; what is bounded in a small household finds the best of all."""
    figures = measured(await ranked.measure(Effort.SHORT))
    assert Counter(f.id for f in figures) == {"P4": 32, "P5": 3, "P6": 2}
    scores = [f.value for f in figures if f.what.startswith("score")]
    assert len(scores) == 10
    assert min(scores) > 0.9
    assert all(f.detail["prompt_chars"] > 1000 for f in figures if f.id == "P6")
