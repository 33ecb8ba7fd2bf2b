"""The frame of `companion bench`: limits, discovery, an honest exit code."""

import pytest
from typer.testing import CliRunner

from companion.cli.commands import app
from tests.proof.bench import run as bench_run
from tests.proof.bench.figure import Figure, Sense


def figure(value: float, limit: float, sense: Sense) -> Figure:
    return Figure(id="P0", what="a trial", value=value, limit=limit, sense=sense)


@pytest.mark.parametrize(
    ("value", "limit", "sense", "held"),
    [
        (0.5, 0.5, Sense.AT_LEAST, True),
        (0.49, 0.5, Sense.AT_LEAST, False),
        (0.35, 0.35, Sense.AT_MOST, True),
        (0.36, 0.35, Sense.AT_MOST, False),
    ],
)
def test_a_figure_knows_whether_its_limit_was_held(
    value: float, limit: float, sense: Sense, held: bool
) -> None:
    assert figure(value, limit, sense).held is held
    assert figure(value, limit, sense).as_json()["held"] is held


def test_every_bench_names_its_goals() -> None:
    for bench in bench_run.benches():
        assert bench.ids, f"{bench.name} names no goal"


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    result = CliRunner().invoke(app, ["bench", "P999"])
    assert result.exit_code == 2
    assert "no such benchmark: P999" in result.stderr
