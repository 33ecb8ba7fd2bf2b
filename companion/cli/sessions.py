"""`companion sessions` lists the logged-in browsers of the page and logs them out."""

from datetime import datetime
from typing import Annotated
from urllib.parse import quote

import typer

from companion.cli.asking import ask, language_at, leave, tell
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath
from companion.words.language import Bilingual

sessions_app = typer.Typer(no_args_is_help=True, help="Who is logged in on the page.")
Id = Annotated[str, typer.Argument(help="as `companion sessions list` names it")]
_BROWSER = {
    (True, True): Bilingual("{1}の{0}", "{0} on {1}"),
    (True, False): Bilingual("{0}", "{0}"),
    (False, True): Bilingual("{1}", "{1}"),
    (False, False): Bilingual("不明なブラウザー", "unknown browser"),
}
"""By whether the browser and its system are known."""
_ROW = Bilingual(
    "{}  {:<24} {:<16} ログイン {}  最後の利用 {}", "{}  {:<24} {:<16} since {}  last used {}"
)
_NOBODY = Bilingual("ログインしている端末はありません", "nobody is logged in")
_WHICH = Bilingual("一つ名指すか、--all を付けてください", "name one session, or --all")
_ENDED = Bilingual("ログアウトさせました: {}", "ended: {}")
All = Annotated[bool, typer.Option("--all", help="every session")]


@sessions_app.command("list")
def list_sessions(config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Every browser that is logged in, the one used last first."""
    rows = ask(config, "/api/sessions")["sessions"]
    for row in rows:
        browser = _BROWSER[bool(row["browser"]), bool(row["system"])].get(language_at(config))
        told = browser.format(row["browser"], row["system"])
        since, seen = _clock(row["since"]), _clock(row["seen"])
        tell(config, _ROW, row["id"], told, row["address"], since, seen)
    if not rows:
        tell(config, _NOBODY)


def _clock(moment: str) -> str:
    """In this machine's own time zone."""
    return f"{datetime.fromisoformat(moment).astimezone():%Y-%m-%d %H:%M}"


@sessions_app.command("end")
def end(session: Id = "", everybody: All = False, config: ConfigPath = DEFAULT_CONFIG) -> None:
    """End one session, or all of them; it is logged out at once."""
    if bool(session) == everybody:
        leave(config, _WHICH, 2)
    if everybody:
        ended = ask(config, "/api/sessions/end", {})["ended"]
        tell(config, _ENDED, ended)
        return
    ask(config, f"/api/sessions/{quote(session, safe='')}/end", {})
    tell(config, _ENDED, 1)


app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
app.add_typer(sessions_app, name="sessions")
