"""`companion eval understanding`: what sentences are understood as, against labels and hassil."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.words.language import Language
from tests.proof.bench.run import machine
from tests.proof.evaluation.understanding.spoken import Halves, Score, scores
from tests.proof.evaluation.understanding.upstream import SETS, compare

GOALS = {Language.JA: 0.9, Language.EN: 0.8}
"""Share of commands right in the sealed half of the first author's set."""
OTHERS_GOALS = {Language.JA: 0.95, Language.EN: 0.9}
"""Share of commands and questions right in sets of authors who never saw the engine."""
MOST_ACTED_ON = 0.01
MOST_WRONG_ACTS = 0.005
FIRST = tuple(language.value for language in Language)
"""Names of the first author's sets; the others are of other hands."""
DATA = Path("tests/data")

AsJson = Annotated[bool, typer.Option("--json", help="one JSON object as the last line")]
Data = Annotated[Path, typer.Option("--data", help="folder with `intents` and `spoken`")]
Show = Annotated[bool, typer.Option("--show", help="list what was wrong in the open half")]


def understanding(as_json: AsJson = False, data: Data = DATA, show: Show = False) -> None:
    """Read both kinds of set. Exit 1 when a goal is missed. Of the sealed half only
    totals are told, so that nobody writes templates after it."""
    upstream = {
        f"{lang.value}_{name}": compare(data / "intents", lang, name) for lang, name in SETS
    }
    spoken = {language: scores(data / "spoken", language) for language in Language}
    held = _held(spoken) and all(c.ours >= c.hassil for c in upstream.values())
    report: dict[str, Any] = {
        **machine(),
        "upstream": {name: compared.plain() for name, compared in upstream.items()},
        "spoken": {
            language.value: {
                name: {half: totals.plain() for half, totals in halves.items() if totals.lines}
                for name, halves in sets.items()
            }
            for language, sets in spoken.items()
        },
        "held": held,
    }
    if show:
        for halves in (halves for sets in spoken.values() for halves in sets.values()):
            for sentence in halves["open"].wrong:
                typer.echo(f"wrong: {sentence}", err=True)
    typer.echo(json.dumps(report, ensure_ascii=False) if as_json else _table(report))
    if not held:
        raise typer.Exit(1)


def _held(spoken: dict[Language, dict[str, Halves]]) -> bool:
    for language, sets in spoken.items():
        own = sets[language.value]["sealed"].plain()
        if own["commands_right_share"] < GOALS[language]:
            return False
        if own["acted_on_share"] > MOST_ACTED_ON:
            return False
        if not _others_held(language, sets):
            return False
    return True


def _others_held(language: Language, sets: dict[str, Halves]) -> bool:
    """Of the sets of other hands the sealed halves decide; the open ones where none is there."""
    halves = [halves for name, halves in sets.items() if name not in FIRST]
    sealed = [h["sealed"] for h in halves if h["sealed"].lines]
    decide = sealed or [h["open"] for h in halves]
    return household_share(decide) >= OTHERS_GOALS[language] and (
        wrong_acts_share(decide) <= MOST_WRONG_ACTS
    )


def household_share(scores: Sequence[Score]) -> float:
    """Commands and questions right, of all of several halves."""
    held = [score.household for score in scores]
    return sum(good for _, good in held) / max(1, sum(lines for lines, _ in held))


def wrong_acts_share(scores: Sequence[Score]) -> float:
    """Acts nobody asked for, of all lines of several halves."""
    return sum(s.wrong_acts for s in scores) / max(1, sum(s.lines for s in scores))


def _table(report: dict[str, Any]) -> str:
    lines = []
    for name, of in report["upstream"].items():
        lines.append(
            f"{name:<10} ours {of['ours']}/{of['lines']}  hassil {of['hassil']}/{of['lines']}  "
            f"p95 {of['p95_ms']} ms"
        )
    for sets in report["spoken"].values():
        for name, halves in sets.items():
            lines += [_row(name, half, of) for half, of in halves.items()]
    return "\n".join(lines)


def _row(name: str, half: str, of: dict[str, Any]) -> str:
    kinds = "  ".join(f"{kind} {good}/{all_}" for kind, (all_, good) in sorted(of["kinds"].items()))
    return (
        f"{name:<22} {half:<7} {kinds}  wrong acts {of['wrong_acts']}/{of['lines']}"
        f"  p95 {of['p95_ms']} ms, cpu {of['p95_cpu_ms']} ms"
    )
