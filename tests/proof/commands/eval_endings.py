"""`companion eval endings`: whether the grammar takes cut commands for whole ones."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.words.language import Language
from tests.proof.bench.run import machine
from tests.proof.evaluation.understanding.endings import score_endings

MOST_WRONG, LEAST_WHOLE, MOST_APART = 0.02, 0.9, 0.03
"""Shares: cut commands acted on wrongly, whole commands acted on at once, and by how much Japanese
may stay behind English in the latter."""

AsJson = Annotated[bool, typer.Option("--json", help="one JSON object as the last line")]
Data = Annotated[Path, typer.Option("--data", help="folder of the spoken sets")]
Sealed = Annotated[bool, typer.Option("--sealed", help="the sealed half, totals only")]
Show = Annotated[bool, typer.Option("--show", help="list what was wrong in the open half")]


def endings(
    as_json: AsJson = False,
    data: Data = Path("tests/data/spoken"),
    sealed: Sealed = False,
    show: Show = False,
) -> None:
    """Cut every command at each word. Exit 1 when a goal is missed."""
    half = "sealed" if sealed else "open"
    scores = {language: score_endings(data, language, half) for language in Language}
    shares = {language: score.plain() for language, score in scores.items()}
    apart = shares[Language.EN]["whole_share"] - shares[Language.JA]["whole_share"]
    held = apart <= MOST_APART and all(
        of["wrong_share"] <= MOST_WRONG and of["whole_share"] >= LEAST_WHOLE
        for of in shares.values()
    )
    report: dict[str, Any] = {
        **machine(),
        "half": half,
        "held": held,
        **{language.value: of for language, of in shares.items()},
    }
    if show and not sealed:
        for score in scores.values():
            for example in score.examples:
                typer.echo(f"wrong: {example}", err=True)
    typer.echo(json.dumps(report, ensure_ascii=False, indent=None if as_json else 1))
    if not held:
        raise typer.Exit(1)
