"""`companion eval memory`: answers from memory on households that strangers wrote."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from tests.proof.bench.run import machine
from tests.proof.evaluation.households import Score, scores_of

GOALS = {
    "unknown told as unknown": (0.95, 1.0),
    "false 'I do not know'": (0.0, 0.05),
    "two versions shown": (0.8, 1.0),
    "corrected comes again": (0.0, 0.0),
}
"""Shares between which a figure over all languages must be."""

Files = Annotated[list[Path], typer.Argument(help="files of households, one a line")]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON object as the last line")]
Totals = Annotated[bool, typer.Option("--totals", help="totals only, as for a sealed file")]
Show = Annotated[bool, typer.Option("--show", help="list what was not right")]


def memory(
    files: Files, as_json: AsJson = False, totals: Totals = False, show: Show = False
) -> None:
    """Take in each household, ask its questions, make its corrections. Exit 1 when a goal is
    missed."""
    if totals and show:
        raise typer.BadParameter("--totals and --show exclude each other")
    scores = asyncio.run(scores_of(files))
    whole = Score()
    for score in scores.values():
        whole.add(score)
    held = is_held(whole)
    report: dict[str, Any] = {
        **machine(),
        "files": [file.name for file in files],
        "held": held,
        **{name: _plain(score, totals=totals) for name, score in _all(scores, whole).items()},
    }
    if show:
        for line in whole.wrong:
            typer.echo(line, err=True)
    typer.echo(json.dumps(report, ensure_ascii=False) if as_json else _table(scores, whole, totals))
    if not held:
        raise typer.Exit(1)


def is_held(whole: Score) -> bool:
    """Whether every figure is where its goal wants it."""
    shares = {name: good / max(1, of) for name, (good, of) in whole.totals().items()}
    return all(least <= shares[name] <= most for name, (least, most) in GOALS.items())


def _all(scores: Mapping[str, Score], whole: Score) -> dict[str, Score]:
    return {**scores, "all": whole}


def _plain(score: Score, *, totals: bool) -> dict[str, Any]:
    plain: dict[str, Any] = dict(score.totals())
    return plain if totals else {**plain, "kinds": {k: dict(c) for k, c in score.by_kind.items()}}


def _table(scores: Mapping[str, Score], whole: Score, totals: bool) -> str:
    columns = _all(scores, whole)
    figures = {name: score.totals() for name, score in columns.items()}
    lines = [f"{'':<28}" + "".join(f"{name:>12}" for name in columns)]
    for figure in whole.totals():
        shares = (f"{good}/{of}" for good, of in (f[figure] for f in figures.values()))
        lines.append(f"{figure:<28}" + "".join(f"{share:>12}" for share in shares))
    if not totals:
        lines += [
            f"{kind:<20} {name:<4} " + "  ".join(f"{o} {n}" for o, n in sorted(counts.items()))
            for name, score in scores.items()
            for kind, counts in sorted(score.by_kind.items())
        ]
    return "\n".join(lines)
