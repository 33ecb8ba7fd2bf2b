"""The benchmarks of seeing give their figures (P15, P16, P17); counts are held, times printed."""

from collections.abc import Sequence

import pytest

from tests.proof.bench import duplicates, footage, gate, seeing, watching
from tests.proof.bench.figure import Effort, Figure, NotMeasured
from tests.proof.bench.run import Measured


def figures(measured: Sequence[Measured]) -> list[Figure]:
    assert all(isinstance(one, Figure) for one in measured), measured
    return [one for one in measured if isinstance(one, Figure)]


@pytest.mark.real("clips")
async def test_the_gate_is_measured_and_opens_for_every_entry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """P15: lateness is the footage's own time, so it is held here too."""
    monkeypatch.setattr(gate, "ROUNDS", 1)
    cost, opening, packed = figures(await gate.measure(Effort.SHORT))
    assert cost.id == opening.id == packed.id == "P15"
    assert 0 < cost.value < 1
    assert opening.held, opening.detail
    assert packed.held, packed.detail
    assert set(packed.detail) == set(opening.detail) != set()


@pytest.mark.real("clips")
@pytest.mark.real("detector")
async def test_seeing_is_scored_against_the_truth() -> None:
    """Precision, recall and lateness are counts of the footage; CPU is only printed."""
    precision, recall, late, calls, cpu = figures(await seeing.measure(Effort.SHORT))
    assert precision.held, precision.detail
    assert recall.held
    assert late.held
    assert calls.held
    assert cpu.value > 0
    assert set(precision.detail) == set(footage.SHORT_CLIPS)


@pytest.mark.real("clips")
async def test_watching_is_measured_in_all_its_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """P16: a camera that gives JPEG, and a video file; fed fast and live."""
    monkeypatch.setattr(watching, "ROUNDS", 1)
    monkeypatch.setattr(watching, "FRAMES", 40)
    monkeypatch.setattr(watching, "LIVE_TURNS", 1)
    monkeypatch.setattr(watching, "LIVE_TURN_S", 0.4)
    monkeypatch.setattr(watching, "WARM_FRAMES", 3)
    measured = figures(await watching.measure(Effort.LONG))
    assert {one.id for one in measured} == {"P16"}
    ratios = [one for one in measured if one.unit == "x"]
    assert [("JPEG" in one.what, "live" in one.what) for one in ratios] == [
        (True, False),
        (True, True),
        (False, False),
        (False, True),
    ]
    assert all(one.detail["watching_ms"] > 0 < one.detail["bare_ms"] for one in ratios)
    assert all(0 < one.value < 1 for one in measured if one.unit == "of a core")
    assert len(measured) == 6


async def test_ten_thousand_duplicates_store_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """P17, F17: at most one event a dedup window."""
    monkeypatch.setattr(duplicates, "TURNS", 1)
    stored, each, delay = figures(await duplicates.measure(Effort.SHORT))
    assert stored.held, stored
    assert each.value > 0
    assert delay.value > 0


async def test_without_the_clips_nothing_else_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Never silently another figure."""
    for module in (gate, seeing):
        monkeypatch.setattr(module, "clips", lambda _: ())
        (missing,) = await module.measure(Effort.SHORT)
        assert isinstance(missing, NotMeasured)
        assert "tests/data/video" in missing.why
