"""`companion purpose`, `plan`, `interrupt`, `resume`, `discard`, `answer`: the running plan."""

import json
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from companion.cli.asking import ask, leave, settings_of, tell
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath
from companion.words.language import Bilingual

NONE_YET = Bilingual(
    "目的はまだありません。`companion purpose set` で決められます",
    "there is no purpose yet; `companion purpose set` sets one",
)
TAKEN = Bilingual("目的を決めました", "the purpose is set")
DROPPED = Bilingual("目的を取り下げました", "the purpose is dropped")
RESUMED = Bilingual("続きから再開しました", "it goes on where it was")
STOPPING = Bilingual(
    "実行中の動作を停止しています。`companion plan` で確認できます",
    "the act in hand is being stopped; `companion plan` shows how it ended",
)
DISCARDED = Bilingual(
    "中断した課題、または時刻を過ぎた課題を破棄しました",
    "what was interrupted or late is discarded",
)
ANSWERED = Bilingual("返事を伝えました", "it has your answer")
NOTHING_ASKED = Bilingual("計画からの問いはありません", "the plan asks nothing now")
ALLOWED = Bilingual("まとめて承認しました", "they are allowed")
ALLOW_ALL = Bilingual("すべて承認しますか", "allow all of these?")
NOTHING_TO_ALLOW = Bilingual("承認の要る課題はありません", "no task asks for anything")
_TO_ALLOW = Bilingual(
    "  承認が要る課題: {}件。`companion allow {}` でまとめて承認",
    "  tasks that need a yes: {}; `companion allow {}` allows them together",
)
_PURPOSE = Bilingual("目的: {}", "purpose: {}")
_INTERRUPTED = Bilingual(
    "中断中: {}（{}）。`companion resume` か `companion discard`",
    "interrupted: {} ({}); `companion resume` or `companion discard`",
)
_HALTED = Bilingual(
    "停止中（{}）。`companion resume` で再開。時刻を過ぎた課題は `companion discard` で破棄",
    "halted ({}); `companion resume`, or `companion discard` for tasks that are late",
)
_ASKS = Bilingual("{} の問い: {}", "{} asks: {}")
_STATUS = {
    "pending": Bilingual("待ち", "pending"),
    "active": Bilingual("実行中", "active"),
    "done": Bilingual("完了", "done"),
    "fail": Bilingual("失敗", "failed"),
}

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
purpose_app = typer.Typer(no_args_is_help=True, help="The purpose that it works for.")
app.add_typer(purpose_app, name="purpose")


@purpose_app.command("set")
def set_purpose(
    text: Annotated[str, typer.Argument(help="what to work for, in your own words")],
    config: ConfigPath = DEFAULT_CONFIG,
) -> None:
    """Set the purpose; goals and tasks are made of it."""
    ask(config, "/api/plan/purpose", {"text": text})
    tell(config, TAKEN)


@purpose_app.command("show")
def show_purpose(config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Show the purpose."""
    purpose = ask(config, "/api/plan")["purpose"]
    if not purpose:
        leave(config, NONE_YET)
    typer.echo(purpose)


@purpose_app.command("drop")
def drop_purpose(config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Drop the purpose, its goals and its open tasks."""
    ask(config, "/api/plan/drop", {})
    tell(config, DROPPED)


@app.command()
def plan(
    config: ConfigPath = DEFAULT_CONFIG,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON object")] = False,
) -> None:
    """Show the purpose, the active goals and their tasks."""
    found = ask(config, "/api/plan")
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False))
        return
    if not found["purpose"]:
        tell(config, NONE_YET)
    else:
        tell(config, _PURPOSE, found["purpose"])
    _tells_rest(config, found)
    if found["question"] is not None:
        tell(config, _ASKS, found["question"]["id"], found["question"]["words"])
    for goal in found["goals"]:
        _show_goal(goal, config)


def _show_goal(goal: dict[str, Any], config: Path) -> None:
    language = settings_of(config).language
    typer.echo(f"{goal['id']}  {goal['name']}  {goal['rate']}")
    for task in goal["tasks"]:
        status = _STATUS[task["status"]].get(language)
        typer.echo(f"  {task['id']:<7} {status:<8} {task['name']}{_rest(task)}")
    if goal["to_allow"]:
        tell(config, _TO_ALLOW, len(goal["to_allow"]), goal["id"])


@app.command()
def allow(
    goal: Annotated[str, typer.Argument(help="id of an active goal, for example G1")],
    yes: Annotated[bool, typer.Option("--yes", help="without asking here")] = False,
    config: ConfigPath = DEFAULT_CONFIG,
) -> None:
    """Allow the tasks of a goal together that would ask one by one."""
    goals = ask(config, "/api/plan")["goals"]
    found = next((one for one in goals if one["id"] == goal), None)
    if found is None or not found["to_allow"]:
        leave(config, NOTHING_TO_ALLOW)
    for act in found["to_allow"]:
        typer.echo(f"{act['task']:<7} {act['does']} / {act['impact']}")
    if not yes and not typer.confirm(ALLOW_ALL.get(settings_of(config).language)):
        raise typer.Exit(1)
    ask(config, "/api/plan/allow", {"goal": goal, "shown": found["shown"]})
    tell(config, ALLOWED)


def _rest(task: dict[str, Any]) -> str:
    if task["cause"]:
        return f" / {task['cause']}"
    if task["status"] != "pending" or task["at"] is None:
        return ""
    return f"  {datetime.fromisoformat(task['at']):%m/%d %H:%M}"


@app.command()
def interrupt(config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Let the task in hand wait until `companion resume` or `companion discard`."""
    ask(config, "/api/plan/interrupt", {})
    _tell_stand(config, STOPPING)


@app.command()
def answer(
    answer: Annotated[Literal["y", "n"], typer.Argument(help="y or n")],
    config: ConfigPath = DEFAULT_CONFIG,
) -> None:
    """Answer the question of the task in hand, which `companion plan` shows."""
    if not ask(config, "/api/plan/answer", {"answer": answer})["done"]:
        leave(config, NOTHING_ASKED)
    tell(config, ANSWERED)


@app.command()
def resume(config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Go on with a plan that was interrupted or halted."""
    ask(config, "/api/plan/resume", {})
    _tell_stand(config, RESUMED)


@app.command()
def discard(config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Let the interrupted task, or the late ones, go and go on with the next."""
    ask(config, "/api/plan/discard", {})
    _tell_stand(config, DISCARDED)


def _tell_stand(config: Path, goes_on: Bilingual) -> None:
    """That the plan goes on, or that it stands still and why."""
    if not _tells_rest(config, ask(config, "/api/plan")):
        tell(config, goes_on)


def _tells_rest(config: Path, found: dict[str, Any]) -> bool:
    if found["stand"] == "interrupted":
        tell(config, _INTERRUPTED, found["task"], found["summary"])
    elif found["stand"] == "halted":
        tell(config, _HALTED, found["summary"])
    else:
        return False
    return True
