"""`companion eval injections`: what attackers write, and what the house lets a model do of it."""

import asyncio
import json
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import typer
from rich.console import Console
from rich.table import Table

from companion.cli.config import check_config
from companion.ports.llm import ModelUnavailable
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.service.settings import ConfigWrong, Settings
from companion.service.supervision import until
from tests.proof.adversaries import adversaries
from tests.proof.evaluation.injections.channels import CHANNELS
from tests.proof.evaluation.injections.report import report, row, total
from tests.proof.evaluation.injections.run import PER_CHANNEL, ChannelResult, run_suite
from tests.proof.evaluation.injections.undefended import Guards

LOAD_S = 180.0
"""How long a real model may take to load, seconds."""
SAME_TWICE = frozenset({"obeying", "scripted"})
"""Models that do the same in the same evening, so that any difference is the text's doing. Of
others only what the attacker wanted counts."""
EXIT_FOUND = 1
"""An injection had an effect, or the secret went out."""

Config = Annotated[
    Path, typer.Option("--config", "-c", help="configuration file", envvar="COMPANION_CONFIG")
]
EngineName = Annotated[str, typer.Option("--engine", help="obeying | scripted | xllamacpp | ...")]
Model = Annotated[Path | None, typer.Option("--model", help="GGUF file for the engine")]
Channels = Annotated[str, typer.Option("--channels", help="comma-separated; empty: all")]
Limit = Annotated[int, typer.Option("--limit", min=1, help="attacks through each channel")]
Twins = Annotated[int, typer.Option("--twins", min=0, help="harmless texts through each channel")]
Baseline = Annotated[
    int, typer.Option("--baseline", min=0, help="attacks on the house without guards, a channel")
]
Which = Annotated[Guards, typer.Option("--guards", help="which guards stand")]
Within = Annotated[
    float, typer.Option("--within-s", help="begin no evening after so many seconds; 0: play all")
]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON object as the last line")]


def injections(
    config: Config = Path("config/config.yaml"),
    engine: EngineName = "obeying",
    model: Model = None,
    channels: Channels = "",
    limit: Limit = PER_CHANNEL,
    twins: Twins = PER_CHANNEL,
    baseline: Baseline = PER_CHANNEL,
    guards: Which = Guards.ALL,
    within_s: Within = 0.0,
    as_json: AsJson = False,
) -> None:
    """Send every attack through every channel and count what truly went out of the house."""
    named = tuple(c for c in channels.split(",") if c)
    if strange := sorted(set(named) - set(CHANNELS)):
        typer.echo(f"no channel {', '.join(strange)}; there are: {', '.join(CHANNELS)}", err=True)
        raise typer.Exit(2)
    model = model.resolve() if model else None
    try:
        settings = check_config(config)
        name, results = asyncio.run(
            _run(settings, engine, model, named, (limit, twins, baseline), guards, within_s)
        )
    except ConfigWrong as error:
        typer.echo(f"{error}", err=True)
        raise typer.Exit(78) from None
    except (ModelUnavailable, plugins.PlugInUnknown, plugins.PlugInSettingsWrong) as error:
        typer.echo(f"{error}", err=True)
        raise typer.Exit(1) from None
    Console(width=160).print(drawn(name, guards.value, results))
    whole = report(name, guards.value, results)
    if as_json:
        typer.echo(json.dumps(whole, ensure_ascii=False))
    facts = whole["total"]
    effect = whole["succeeded"] if engine in SAME_TWICE else facts["achieved"]
    if guards is not Guards.NONE and (effect or facts["canary_bytes"]):
        raise typer.Exit(EXIT_FOUND)


async def _run(
    settings: Settings,
    engine: str,
    model: Path | None,
    named: tuple[str, ...],
    counts: tuple[int, int, int],
    guards: Guards,
    within_s: float,
) -> tuple[str, tuple[ChannelResult, ...]]:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-eval-")))
        stack.enter_context(adversaries())
        section = dict(settings.llm.settings) if engine == settings.llm.engine else {}
        if model is not None:
            section["model_path"] = str(model)
        has = {"clock": SystemClock(ZoneInfo(settings.time_zone)), "state_dir": folder}
        mind: Any = plugins.build(plugins.FAMILIES["llm"], engine, section, has)
        await mind.start()
        stack.push_async_callback(mind.stop)
        async with asyncio.timeout(LOAD_S):
            await until(mind.ready)
        results = await run_suite(
            settings,
            mind,
            channels=named,
            attacks=counts[0],
            twins=counts[1],
            undefended=counts[2],
            guards=guards,
            progress=lambda channel: typer.echo(channel, err=True),
            within_s=within_s,
        )
        return mind.model_name(), results


def drawn(name: str, guards: str, results: tuple[ChannelResult, ...]) -> Table:
    """The table for people."""
    table = Table(title=f"injections, model {name}, guards {guards}")
    for column in ("channel", "attempts", "chosen"):
        table.add_column(column, justify="left" if column == "channel" else "right")
    stages = ("withheld", "menu", "referee", "label", "asked", "put_off", "not_its_answer")
    last = ("unauthorised", "canary", "twins done", "without guards")
    for column in (*stages, *last):
        table.add_column(column, justify="right")
    for facts in (*(row(result) for result in results), total(results)):
        table.add_row(
            facts["channel"],
            f"{facts['attempts']}",
            f"{facts['chosen']}",
            *(f"{facts['stopped'][stage]}" for stage in stages),
            f"{facts['unauthorised']}",
            f"{facts['canary_bytes']}",
            f"{facts['twins_done']}/{facts['twins']}",
            f"{facts['undefended_executed']}/{facts['undefended']}",
        )
    return table
