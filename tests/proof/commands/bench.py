"""`companion bench`: measured figures against their limits, as a table and as JSON."""

import asyncio
import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from tests.proof.bench import run as bench_run
from tests.proof.bench.figure import Effort, Figure
from tests.proof.bench.run import Measured

Names = Annotated[
    list[str] | None,
    typer.Argument(help="benchmarks, or the ids of their figures; all if none"),
]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON object at the end")]
Long = Annotated[bool, typer.Option("--long", help="the long form of `make proof`")]
Nights = Annotated[int, typer.Option("--nights", min=0, help="so many simulated nights")]
Processes = Annotated[int, typer.Option("--processes", min=1, help="for the nights")]
Progress = Annotated[
    Path | None, typer.Option("--progress", help="keep each 1,000 nights here, go on from it")
]
Seed = Annotated[int, typer.Option("--seed", help="chances of the nights")]
List = Annotated[bool, typer.Option("--list", help="name the benchmarks; measure nothing")]


def bench(
    names: Names = None,
    as_json: AsJson = False,
    long: Long = False,
    list_only: List = False,
    nights: Nights = 0,
    processes: Processes = 1,
    progress: Progress = None,
    seed: Seed = 1,
) -> None:
    """Measure how near we come to what this machine can do. Exit 1 when a limit is not held."""
    if list_only:
        for one in bench_run.benches():
            typer.echo(one.name)
        return
    if nights:
        _nights(nights, processes, progress, seed)
        return
    try:
        chosen = bench_run.chosen(names or [])
    except KeyError as error:
        known = ", ".join(f"{b.name} ({' '.join(b.ids)})" for b in bench_run.benches())
        typer.echo(f"no such benchmark: {error.args[0]}\nthere are: {known}", err=True)
        raise typer.Exit(2) from None
    effort = Effort.LONG if long else Effort.SHORT
    measured: list[Measured] = []
    for one in chosen:
        typer.echo(f"[bench] {one.name} ...", err=True)
        figures, took_s = asyncio.run(bench_run.run(one, effort))
        typer.echo(f"[bench] {one.name}: {took_s:.1f} s", err=True)
        measured.extend(figures)
    if as_json:
        typer.echo(json.dumps(report(measured, effort), ensure_ascii=False))
    else:
        Console(width=140).print(table(measured))
    if any(isinstance(one, Figure) and not one.held for one in measured):
        raise typer.Exit(1)


def _nights(nights: int, processes: int, progress: Path | None, seed: int) -> None:
    """Simulated nights; the last line is one JSON object. Exit 1: one was wrong."""
    # Only here: it takes the whole house with it, which no other command needs.
    from tests.proof.bench.night_chunks import LongRun, run_long
    from tests.proof.bench.nights import LATE_S

    run = LongRun(nights, seed=seed, processes=processes, progress=progress)
    try:
        found = run_long(run, lambda line: typer.echo(line, err=True))
    except RuntimeError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    typer.echo(json.dumps(found))
    late_s = found["late_p99_s"]
    if found["missed"] or found["double"] or late_s is None or late_s > LATE_S:
        raise typer.Exit(1)


def report(measured: list[Measured], effort: Effort) -> dict[str, Any]:
    """All figures with the machine they were taken on."""
    figures = [one.as_json() for one in measured]
    return {**bench_run.machine(), "effort": effort.value, "figures": figures}


def table(measured: list[Measured]) -> Table:
    """The same for the eye."""
    drawn = Table("goal", "what", "measured", "limit", "", "against")
    for one in measured:
        if isinstance(one, Figure):
            held = "held" if one.held else "NOT HELD"
            limit = f"{one.sense} {one.limit:g} {one.unit}"
            drawn.add_row(one.id, one.what, f"{one.value:.3g} {one.unit}", limit, held, one.against)
        else:
            drawn.add_row(one.id, "not measured", "", "", "-", one.why)
    return drawn
