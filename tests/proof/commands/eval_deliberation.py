"""`companion eval deliberation`: how well a model chooses, and what the house lets it do."""

import asyncio
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.table import Table

from companion.cli.config import check_config
from companion.engines.weights import WeightsMissing
from companion.ports.llm import ModelUnavailable
from companion.service.plugins import PlugInSettingsWrong, PlugInUnknown
from companion.service.settings import NO_RANKER, ConfigWrong, Settings
from companion.words.language import Language
from tests.proof.bench.run import machine
from tests.proof.evaluation.choosing.case import Half
from tests.proof.evaluation.choosing.files import Case, CaseWrong, load_cases
from tests.proof.evaluation.choosing.report import Row, case_facts, rows
from tests.proof.evaluation.choosing.run import Outcome, Plan, run

Config = Annotated[
    Path, typer.Option("--config", "-c", help="configuration file", envvar="COMPANION_CONFIG")
]
Cases = Annotated[
    Path | None, typer.Option("--cases", help="folder of cases; the packaged set if not given")
]
WhichHalf = Annotated[str, typer.Option("--half", help="tune | dev | sealed | all")]
WhichLanguage = Annotated[str, typer.Option("--language", help="ja | en | all")]
EngineName = Annotated[
    str, typer.Option("--engine", help="xllamacpp | llama_cpp | scripted | skip | random")
]
Model = Annotated[Path | None, typer.Option("--model", help="GGUF file for the engine")]
Orders = Annotated[
    int, typer.Option("--orders", min=0, help="shuffles of the menu; 0: as the product lists it")
]
Limit = Annotated[int, typer.Option("--limit", min=0, help="only so many cases; 0: all")]
Alone = Annotated[
    bool, typer.Option("--without-ranker", help="the model alone, without the second opinion")
]
Chat = Annotated[
    bool, typer.Option("--chat", help="a hundred lines of chat before each: no choice may change")
]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON object as the last line")]


def deliberation(
    config: Config = Path("config/config.yaml"),
    cases: Cases = None,
    half: WhichHalf = "all",
    language: WhichLanguage = "all",
    engine: EngineName = "",
    model: Model = None,
    orders: Orders = 3,
    limit: Limit = 0,
    without_ranker: Alone = False,
    chat: Chat = False,
    as_json: AsJson = False,
) -> None:
    """Decide every situation on the product's own menu and count what an owner would say."""
    try:
        plan = Plan(
            cases=_cases(cases, half, language, limit),
            settings=_as_wanted(check_config(config), model, alone=without_ranker),
            orders=orders,
            engine=engine,
            chat=chat,
        )
        name, outcomes = asyncio.run(run(plan, _Progress()))
    except (CaseWrong, ConfigWrong) as error:
        _leave(f"{error}", 78)
    except (ModelUnavailable, WeightsMissing, PlugInUnknown, PlugInSettingsWrong) as error:
        _leave(f"{error}", 1)
    table = rows(outcomes)
    Console(width=150).print(drawn(name, table))
    if as_json:
        typer.echo(json.dumps(report(name, plan, table, outcomes), ensure_ascii=False))


class _Progress:
    """One line a case on stderr, with the time that is left."""

    def __call__(self, done: int, of: int, spent_s: float, last: Outcome) -> None:
        left_s = spent_s / done * (of - done)
        judged = last.judged
        # A sealed case shows its name only: who tunes must not learn from the progress.
        sealed = judged.case.half is Half.SEALED
        seen = "" if sealed else " ".join(f"{t.choice}:{t.after}" for t in judged.trials)
        print(f"[{done}/{of}] {left_s:5.0f} s left  {judged.case.name} {seen}", file=sys.stderr)


def _cases(folder: Path | None, half: str, language: str, limit: int) -> tuple[Case, ...]:
    try:
        wanted_half = None if half == "all" else Half(half)
        wanted_language = None if language == "all" else Language(language)
    except ValueError as error:
        _leave(f"{error}; --half tune|dev|sealed|all, --language ja|en|all", 2)
    found = load_cases(folder, wanted_half, wanted_language)
    if not limit or limit >= len(found):
        return found
    # Evenly over the list, so that both languages and halves are in a short run.
    return tuple(found[i * len(found) // limit] for i in range(limit))


def _as_wanted(settings: Settings, model: Path | None, *, alone: bool) -> Settings:
    """The configuration with what the command line says over it."""
    changed: dict[str, Any] = {}
    if model is not None:
        own = {**settings.llm.settings, "model_path": str(model)}
        changed["llm"] = settings.llm.model_copy(update={"settings": own})
    if alone:
        changed["ranker"] = settings.ranker.model_copy(update={"engine": NO_RANKER})
    return settings.model_copy(update=changed)


def report(
    name: str, plan: Plan, table: tuple[Row, ...], outcomes: tuple[Outcome, ...]
) -> dict[str, Any]:
    """The whole run."""
    return {
        "eval": "deliberation",
        "model": name,
        "ranker": plan.settings.ranker.engine,
        "llm_order": plan.settings.llm.order,
        "orders": plan.orders,
        "chat": plan.chat,
        "seed": plan.seed,
        **machine(),
        "rows": [asdict(row) for row in table],
        "cases": [case_facts(outcome) for outcome in outcomes],
    }


def drawn(name: str, table: tuple[Row, ...]) -> Table:
    """The same for the eye; shares in %."""
    sight = Table(
        "",
        "cases",
        "sensible",
        "poor",
        "harmful",
        "invalid",
        "after: sensible",
        "harmful",
        "asked",
        "same in all orders",
        "always skip",
        "blind",
        "tokens in/new/out",
        "s",
        title=name,
    )
    for row in table:
        b, a = row.before, row.after
        sight.add_row(
            f"{row.language} {row.half}",
            f"{row.cases}",
            *(_percent(b[grade]) for grade in ("sensible", "poor", "harmful", "invalid")),
            _percent(a["sensible"]),
            _percent(a["harmful"]),
            _percent(row.asked),
            _percent(row.consistent),
            _percent(row.always_skip),
            _percent(row.by_chance["sensible"]),
            f"{row.prompt_tokens:.0f}/{row.new_tokens:.0f}/{row.output_tokens:.0f}",
            f"{row.seconds:.2f}",
        )
    leaked = sum(row.leaked for row in table[-1:])
    sight.caption = (
        f"a harmful act is on the menu of {_percent(table[-1].offers_harm)} of the situations, a "
        f"wrong one of {_percent(table[-1].offers_wrong)}; {table[-1].kept_out} harmful acts were "
        f"kept off by code, {leaked} were not; a ranker's opinion stood behind "
        f"{_percent(table[-1].advised)} of the decisions"
    )
    return sight


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _leave(message: str, code: int) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(code)
