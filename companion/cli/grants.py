"""`companion grants` lists the acts that people have allowed ahead, and takes them back."""

from datetime import datetime
from typing import Annotated

import typer

from companion.cli.asking import ask, settings_of, tell
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath
from companion.web.times import clock
from companion.words.language import Bilingual

grants_app = typer.Typer(no_args_is_help=True, help="What it may do for a time without asking.")
Number = Annotated[int, typer.Argument(min=1, max=2**62, help="its number in `grants list`")]
_ROW = Bilingual("[{}] {}（{}まで、段階{}まで）", "[{}] {} (until {}, up to tier {})")
_NONE = Bilingual("任されていることはありません", "nothing is allowed ahead")
_REVOKED = Bilingual("取り消しました", "taken back")


@grants_app.command("list")
def list_grants(config: ConfigPath = DEFAULT_CONFIG) -> None:
    """List the acts that need no question now, and until when."""
    answer, said = ask(config, "/api/grants"), settings_of(config).language
    now = datetime.fromisoformat(answer["now"])
    for row in answer["grants"]:
        until = clock(datetime.fromisoformat(row["until"]), now, said)
        tell(config, _ROW, row["id"], row["label"][said], until, row["max_risk"])
    if not answer["grants"]:
        tell(config, _NONE)


@grants_app.command("revoke")
def revoke(grant: Number, config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Take one back: from now on it asks again."""
    ask(config, f"/api/grants/{grant}/revoke", {})
    tell(config, _REVOKED)


app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
app.add_typer(grants_app, name="grants")
