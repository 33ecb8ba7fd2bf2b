"""Commands that talk to the running companion, and import nothing of the house: they answer as fast
as Python and the option reader start."""

import json
from typing import Annotated, Any

import typer

from companion.cli.asking import ask, settings_of
from companion.cli.client import Client, NotRunning, Refused
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath, fail
from companion.words.stop_word import means_stop

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


@app.command()
def say(
    text: str,
    config: ConfigPath = DEFAULT_CONFIG,
    wait_s: Annotated[float, typer.Option(help="how long to wait for the reply")] = 120.0,
    room: Annotated[str, typer.Option(help="id of the room it is said in")] = "",
) -> None:
    """Say something to the companion and print its reply."""
    event_id = int(ask(config, "/api/say", {"text": text, "place": room})["event_id"])
    if means_stop(text):
        # It stopped before it was written down, and is not answered with words.
        typer.echo("stopped")
        return
    try:
        for row in Client.of(settings_of(config)).follow(event_id, poll_s=0.5):
            if (reply := _reply_in(row, event_id)) is not None:
                typer.echo(reply)
                return
            wait_s -= 0.5
            if wait_s <= 0:
                fail("no reply yet; `companion log --follow` shows it when it comes")
    except (NotRunning, Refused) as error:
        fail(str(error))


def _reply_in(row: dict[str, Any], event_id: int) -> str | None:
    """How a line of the log ends the wait for the reply to an event; None: it does not."""
    if row["source"] == "interrupt" and row["id"] > event_id:
        return "stopped"
    if event_id not in row["evidence_event_ids"]:
        return None
    if row["kind"] == "still_thinking":
        typer.echo("still thinking...", err=True)
    if row["kind"] == "reply_failed":
        fail("no reply could be made; `companion log` tells why")
    return str(row["assistant_text"]) if row["source"] == "conversation_reply" else None


@app.command()
def log(
    config: ConfigPath = DEFAULT_CONFIG,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="go on with new lines")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON object a line")] = False,
    limit: int = 20,
) -> None:
    """What it did and why, newest last."""
    rows = ask(config, f"/api/log?limit={limit}")["events"]
    rows.sort(key=lambda row: int(row["id"]))
    for row in rows:
        typer.echo(_line(row, as_json))
    if follow:
        last = int(rows[-1]["id"]) if rows else 0
        try:
            for row in Client.of(settings_of(config)).follow(last):
                typer.echo(_line(row, as_json))
        except (NotRunning, Refused) as error:
            fail(str(error))


@app.command()
def why(event_id: int, config: ConfigPath = DEFAULT_CONFIG) -> None:
    """The cause chain of one line of the log."""
    for step in ask(config, f"/api/why/{event_id}")["steps"]:
        line = step["line"] or {}
        clock = line.get("time", {}).get("clock", "")
        typer.echo(f"{clock:<6} {step['title']:<18} {line.get('text', '')}")
        for name, value in step["facts"]:
            typer.echo(f"{'':25} {name}: {value}")
        if step["quote"]:
            typer.echo(f"{'':25} “{step['quote']}”")


@app.command()
def undo(event_id: int, config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Take an action back, by the number of its result in the log."""
    typer.echo(f"asked, as #{ask(config, f'/api/undo/{event_id}', {})['event_id']}")


@app.command()
def forget(event_id: int, config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Forget everything that was learned from one line of the log."""
    gone = ask(config, f"/api/forget/{event_id}", {})
    typer.echo(
        f"{len(gone['events'])} log entries are not relied on any more; "
        f"{gone['removed']} rows of memory removed, "
        f"{gone['restored']} set back to what was held before"
    )


@app.command()
def devices(config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Every device, its room and its state as last seen."""
    for row in ask(config, "/api/devices")["devices"]:
        typer.echo(f"{row['id']:<34} {row['area']:<10} {row['state']:<14} {row['name']}")


@app.command()
def drive(
    room: Annotated[str, typer.Argument(help="id of the room to go to; none: where it is")] = "",
    config: ConfigPath = DEFAULT_CONFIG,
) -> None:
    """Where the wheeled base is, or the wish that it goes to a room; `stop` stops it."""
    if room:
        typer.echo(f"asked, as #{ask(config, '/api/drive/go', {'room': room})['event_id']}")
        return
    found = ask(config, "/api/drive")["drive"]
    if found is None:
        fail("there is no wheeled base")
    ways = ", ".join(way["room"] for way in found["ways"])
    typer.echo(f"{found['trouble'] or found['state']}; rooms: {ways}")


@app.command()
def approvals(config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Questions that wait for your y or n."""
    for row in ask(config, "/api/approvals")["pending"]:
        typer.echo(f"[{row['id']}] {row['summary']['en']}\n     {row['impact']['en']}")


@app.command()
def approve(approval_id: int, answer: str, config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Answer a question with y or n."""
    if answer not in ("y", "n"):
        fail("the answer is y or n")
    typer.echo(ask(config, f"/api/approvals/{approval_id}", {"answer": answer})["status"])


@app.command()
def stop(config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Stop what is being done now."""
    ask(config, "/api/stop", {})
    typer.echo("stopped")


def _line(row: dict[str, Any], as_json: bool) -> str:
    if as_json:
        return json.dumps(row, ensure_ascii=False)
    line = row["line"]
    why = f"   ({line['why']})" if line["why"] else ""
    mark = f" [{line['mark']['word']}]" if line.get("mark") else ""
    return f"#{row['id']:<5} {row['at'][11:19]}  {line['kind_word']:<12} {line['text']}{mark}{why}"
