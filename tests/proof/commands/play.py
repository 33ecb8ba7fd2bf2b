"""`companion dollhouse play SCENARIO`: one story in the simulated household, judged."""

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from companion.app import Start, assemble
from companion.cli.config import check_config
from companion.dollhouse.scenario import (
    Scenario,
    ScenarioWrong,
    load_scenario,
    scenario_names,
)
from companion.service.settings import NO_RANKER, ConfigWrong, Engine, Ranker, Settings
from tests.proof.adversaries import SCRIPTED, adversaries
from tests.proof.judge.stage import Stagehand, perform
from tests.proof.judge.truth import LlmUse
from tests.proof.judge.verdict import Report

EXIT_USAGE = 2
EXIT_CONFIG = 78
"""EX_CONFIG of sysexits.h, as everywhere in this command line."""

FIRST_LINES = (
    "complete_loops",
    "facts",
    "decisions",
    "actions",
    "false_claims",
    "unauthorised_actions",
    "messages",
    "annoyances",
    "llm_calls",
    "llm_tokens",
    "model",
    "simulated_s",
    "wall_s",
)


def play(
    scenario: Annotated[str, typer.Argument(help="a scenario's name, or a .yaml file")],
    speed: Annotated[
        float, typer.Option(min=1, max=1000, help="simulated seconds per real second")
    ] = 50.0,
    json_out: Annotated[bool, typer.Option("--json", help="one JSON object at the end")] = False,
    model: Annotated[Path | None, typer.Option(help="GGUF file to think with")] = None,
    engine: Annotated[str, typer.Option(help="LLM engine; empty: as configured")] = "",
    config: Annotated[
        Path, typer.Option("--config", "-c", help="configuration file", envvar="COMPANION_CONFIG")
    ] = Path("config/config.yaml"),
) -> None:
    """Play one story to its end and print what truly happened.

    Nothing of your own record is touched: the play has a state folder of its own.
    """
    try:
        load_scenario(scenario)
        configured = check_config(config)
    except ScenarioWrong as error:
        typer.echo(f"{error}\nthere are: {', '.join(scenario_names())}", err=True)
        raise typer.Exit(EXIT_USAGE) from None
    except ConfigWrong as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(EXIT_CONFIG) from None
    with tempfile.TemporaryDirectory(prefix="companion-play-") as folder:
        settings = staged_settings(
            configured, scenario, speed, state_dir=Path(folder), model=model, engine=engine
        )
        with adversaries():
            report = asyncio.run(_play(settings))
    show(report, json_out)


def staged_settings(
    settings: Settings,
    scenario: str,
    speed: float,
    *,
    state_dir: Path,
    model: Path | None = None,
    engine: str = "",
) -> Settings:
    """The owner's settings, moved into the doll's house with a state folder of its own."""
    home = settings.home.model_copy(
        update={"kind": "dollhouse", "scenario": scenario, "speed": speed}
    )
    own: dict[str, Any] = dict(settings.llm.settings) if engine in ("", settings.llm.engine) else {}
    if model is not None:
        own["model_path"] = model.resolve()
    llm = settings.llm.model_copy(update={"engine": engine or settings.llm.engine, "settings": own})
    web = settings.web.model_copy(update={"port": 0})
    # A scripted model's choices are the script: nothing narrows what it may choose from.
    ranker = Ranker(engine=NO_RANKER) if llm.engine in SCRIPTED else settings.ranker
    # Nor does one need a model of meaning: no story spends a process on it.
    embedder = Engine(engine="hashed") if llm.engine in SCRIPTED else settings.embedder
    # A story is about what happens in it: no question is put that it did not ask for.
    plan = settings.plan.model_copy(update={"asks_for_purpose": False})
    return settings.model_copy(
        update={
            "home": home,
            "plan": plan,
            "llm": llm,
            "web": web,
            "ranker": ranker,
            "embedder": embedder,
            "state_dir": state_dir,
            "policies": _policies(settings, load_scenario(scenario)),
        }
    )


def _policies(settings: Settings, scenario: Scenario) -> dict[str, dict[str, Any] | None]:
    """The configured rules; where the story shows signs, the cameras read."""
    rules = dict(settings.policies)
    if scenario.reads_signs and "camera_watch" in rules:
        rules["camera_watch"] = {**(rules["camera_watch"] or {}), "read_text": True}
    return rules


@asynccontextmanager
async def stage(settings: Settings) -> AsyncIterator[Stagehand]:
    """The companion awake in its doll's house, lent to a judge who lets time begin."""
    async with assemble(Start(settings=settings, staged=True)) as house:
        assert house.foundations.dollhouse is not None

        def llm_use() -> LlmUse:
            counts = house.mind.llm.counts()
            return LlmUse(counts.calls, counts.tokens, house.mind.llm.model_name())

        living = asyncio.create_task(house.service.supervisor.live(), name="household")
        try:
            yield Stagehand(
                house=house.foundations.dollhouse,
                clock=house.foundations.dollhouse.clock,
                stream=house.foundations.hub,
                llm_use=llm_use,
                ready=house.work.model.ready,
            )
        finally:
            house.service.supervisor.stop()
            await living


async def _play(settings: Settings) -> Report:
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:.0f} of {task.total:.0f} simulated s"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
    )
    with bar:
        line = bar.add_task("waking up", total=1)
        async with stage(settings) as stagehand:

            def move(now_s: float, end_s: float) -> None:
                bar.update(line, completed=now_s, total=end_s, description=settings.home.scenario)

            return await perform(stagehand, progress=move)


def show(report: Report, json_out: bool) -> None:
    """Print the verdict: one JSON object, or lines for people."""
    facts = report.as_json()
    if json_out:
        typer.echo(json.dumps(facts, ensure_ascii=False))
        return
    for name in FIRST_LINES:
        typer.echo(f"{name:<22} {facts[name]}")
    for name, lines in report.notes.items():
        for text in lines:
            typer.echo(f"  {name}: {text}")
