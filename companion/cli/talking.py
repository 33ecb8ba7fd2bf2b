"""Talking commands ask the running companion and import no part of the house, so that they answer
as fast as Python starts."""

import json
import time
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.cli.asking import ask, leave, settings_of, tell
from companion.cli.client import Client, NoAnswer, Refused
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath
from companion.web.times import clock
from companion.words.language import Bilingual, language_of
from companion.words.stop_word import means_stop

MOST = 2**62
"""Numbers of events are smaller."""
Event = Annotated[int, typer.Argument(min=1, max=MOST, help="its number in `companion log`")]
Question = Annotated[
    int, typer.Argument(min=1, max=MOST, help="its number in `companion approvals`")
]
YesOrNo = Annotated[str, typer.Argument(help="y or n", metavar="y|n")]
STOPPED = Bilingual("止めました", "stopped")
ASKED = Bilingual("頼みました（#{}）", "asked, as #{}")
_NO_REPLY = Bilingual(
    "まだ返事がありません。来たら `companion log --follow` に出ます",
    "no reply yet; `companion log --follow` shows it when it comes",
)
_STILL_THINKING = Bilingual("まだ考えています…", "still thinking...")
_REPLY_FAILED = Bilingual(
    "返事を作れませんでした。理由は `companion log` に出ます",
    "no reply could be made; `companion log` tells why",
)
_FORGOTTEN = Bilingual(
    "記録{}件をもう信じません。覚えていたこと{}件を消し、{}件を前に戻しました",
    "{} log entries are not relied on any more; {} rows of memory removed, "
    "{} set back to what was held before",
)
_NO_BASE = Bilingual("台車がありません", "there is no wheeled base")
_ROOMS = Bilingual("{}。行ける部屋: {}", "{}; rooms: {}")
_SINCE = Bilingual("{}から返事待ち", "waiting since {}")
_NONE_WAITS = Bilingual("返事を待っている確認はありません", "nothing waits for an answer")
_Y_OR_N = Bilingual("答えは y か n です", "the answer is y or n")

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


@app.command()
def say(
    text: str,
    config: ConfigPath = DEFAULT_CONFIG,
    wait_s: Annotated[
        float, typer.Option(min=0, max=3600, help="how long to wait for the reply")
    ] = 120.0,
    room: Annotated[str, typer.Option(help="id of the room it is said in")] = "",
) -> None:
    """Say something to the companion and print its reply."""
    event_id = int(ask(config, "/api/say", {"text": text, "place": room})["event_id"])
    if means_stop(settings_of(config).called_by.without(text)):
        # It stopped before it was written down, and is not answered with words.
        tell(config, STOPPED)
        return
    try:
        until = time.monotonic() + max(0.0, wait_s)
        for row in Client.of(settings_of(config)).follow(event_id, until=until):
            if (reply := _reply_in(row, event_id, text, config)) is not None:
                typer.echo(reply)
                return
    except (NoAnswer, Refused) as error:
        leave(config, error)
    leave(config, _NO_REPLY, language=language_of(text, settings_of(config).language))


def _reply_in(row: dict[str, Any], event_id: int, text: str, config: Path) -> str | None:
    """How a line of the log ends the wait for the reply to a sentence; None: it does not. Notices
    meanwhile are in the language of the sentence, as its reply will be."""
    language = language_of(text, settings_of(config).language)
    if row["source"] == "interrupt" and row["id"] > event_id:
        return STOPPED.get(language)
    if event_id not in row["evidence_event_ids"]:
        return None
    if row["kind"] == "still_thinking":
        typer.echo(_STILL_THINKING.get(language), err=True)
    if row["kind"] == "reply_failed":
        leave(config, _REPLY_FAILED, language=language)
    return str(row["assistant_text"]) if row["source"] == "conversation_reply" else None


@app.command()
def log(
    config: ConfigPath = DEFAULT_CONFIG,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="go on with new lines")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON object a line")] = False,
    limit: Annotated[int, typer.Option(min=1, max=500, help="how many lines")] = 20,
) -> None:
    """Show what it did and why, newest last."""
    rows = ask(config, f"/api/log?limit={limit}")["events"]
    rows.sort(key=lambda row: int(row["id"]))
    for row in rows:
        typer.echo(_line(row, as_json))
    if follow:
        last = int(rows[-1]["id"]) if rows else 0
        try:
            for row in Client.of(settings_of(config)).follow(last):
                typer.echo(_line(row, as_json))
        except (NoAnswer, Refused) as error:
            leave(config, error)


@app.command()
def why(event_id: Event, config: ConfigPath = DEFAULT_CONFIG) -> None:
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
def undo(event_id: Event, config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Take an action back, by the number of its result in the log."""
    tell(config, ASKED, ask(config, f"/api/undo/{event_id}", {})["event_id"])


@app.command()
def forget(event_id: Event, config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Forget everything that was learned from one line of the log."""
    gone = ask(config, f"/api/forget/{event_id}", {})
    tell(config, _FORGOTTEN, len(gone["events"]), gone["removed"], gone["restored"])


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
        tell(config, ASKED, ask(config, "/api/drive/go", {"room": room})["event_id"])
        return
    found = ask(config, "/api/drive")["drive"]
    if found is None:
        leave(config, _NO_BASE)
    ways = ", ".join(way["room"] for way in found["ways"])
    tell(config, _ROOMS, found["trouble"] or found["state"], ways)


@app.command()
def approvals(config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Questions that wait for your y or n."""
    answer = ask(config, "/api/approvals")
    # The household's own moment: in the doll's house it is not ours.
    said, now = settings_of(config).language, datetime.fromisoformat(answer["now"])
    for row in answer["pending"]:
        since = _SINCE.get(said).format(clock(datetime.fromisoformat(row["asked_at"]), now, said))
        typer.echo(f"[{row['id']}] {row['summary'][said]} ({since})\n     {row['impact'][said]}")
    if not answer["pending"]:
        tell(config, _NONE_WAITS)


@app.command()
def approve(approval_id: Question, answer: YesOrNo, config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Answer a question with y or n."""
    if answer not in ("y", "n"):
        leave(config, _Y_OR_N, 2)
    asked = ask(config, "/api/approvals")["pending"]
    shown = next((row["shown"] for row in asked if row["id"] == approval_id), "")
    body = {"answer": answer, "shown": shown}
    typer.echo(ask(config, f"/api/approvals/{approval_id}", body)["status"])


@app.command()
def stop(config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Stop what is being done now."""
    ask(config, "/api/stop", {})
    tell(config, STOPPED)


def _line(row: dict[str, Any], as_json: bool) -> str:
    if as_json:
        return json.dumps(row, ensure_ascii=False)
    line = row["line"]
    why = f"   ({line['why']})" if line["why"] else ""
    mark = f" [{line['mark']['word']}]" if line.get("mark") else ""
    clock = line["time"]["clock"]
    return f"#{row['id']:<5} {clock:<12}  {line['kind_word']:<12} {line['text']}{mark}{why}"
