"""`companion sessions`: who is logged in on the page, and ending it."""

from datetime import datetime
from typing import Annotated
from urllib.parse import quote

import typer

from companion.cli.asking import ask
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath, fail

sessions_app = typer.Typer(no_args_is_help=True, help="Who is logged in on the page.")
Id = Annotated[str, typer.Argument(help="as `companion sessions list` names it")]
All = Annotated[bool, typer.Option("--all", help="every session")]


@sessions_app.command("list")
def list_sessions(config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Every browser that is logged in, the one used last first."""
    rows = ask(config, "/api/sessions")["sessions"]
    for row in rows:
        browser = " on ".join(word for word in (row["browser"], row["system"]) if word)
        typer.echo(
            f"{row['id']}  {browser or 'unknown browser':<24} {row['address']:<16} "
            f"since {_clock(row['since'])}  last used {_clock(row['seen'])}"
        )
    if not rows:
        typer.echo("nobody is logged in")


def _clock(moment: str) -> str:
    """In this machine's own time zone."""
    return f"{datetime.fromisoformat(moment).astimezone():%Y-%m-%d %H:%M}"


@sessions_app.command("end")
def end(session: Id = "", everybody: All = False, config: ConfigPath = DEFAULT_CONFIG) -> None:
    """End one session, or all of them; it is logged out at once."""
    if bool(session) == everybody:
        fail("name one session, or --all", 2)
    if everybody:
        ended = ask(config, "/api/sessions/end", {})["ended"]
        typer.echo(f"ended: {ended}")
        return
    ask(config, f"/api/sessions/{quote(session, safe='')}/end", {})
    typer.echo("ended")


app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
app.add_typer(sessions_app, name="sessions")
