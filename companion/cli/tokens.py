"""`companion tokens` makes, lists and revokes the keys of programs outside."""

from datetime import UTC, datetime
from typing import Annotated

import typer

from companion.cli.asking import leave, settings_of, tell
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath
from companion.desk.channels import OWN_CHANNELS
from companion.service.tokens import TokenKind, Tokens, TokenWrong
from companion.words.language import Bilingual

tokens_app = typer.Typer(no_args_is_help=True, help="Keys of programs outside.")
Name = Annotated[str, typer.Argument(help="its name; of an inbound token the source")]
Kind = Annotated[TokenKind, typer.Option(help="what it opens")]
_MADE = Bilingual(
    "鍵「{}」（{}）を作りました。表示するのは一度だけです:",
    "the token {} ({}) is made; it is shown this once:",
)
_ROW = Bilingual("{:<24} {:<8} {}から", "{:<24} {:<8} since {}")
_NONE = Bilingual("鍵はありません", "there is no token")
_GONE = Bilingual("取り消しました: {}", "revoked: {}")
_OWN = Bilingual(
    "「{}」はコンパニオン自身の入口の名前です",
    "{} is the name of one of the companion's own channels",
)


@tokens_app.command("add")
def add(name: Name, kind: Kind, config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Make a token and print it, once."""
    if name in OWN_CHANNELS:
        leave(config, _OWN.filled(name), 2)
    since = datetime.now(UTC).isoformat(timespec="seconds")
    try:
        secret = Tokens(settings_of(config).state_dir).add(name, kind, since)
    except (TokenWrong, OSError) as error:
        leave(config, error, 2)
    tell(config, _MADE, name, kind.value)
    typer.echo(secret)


@tokens_app.command("list")
def list_tokens(config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Every token, what it opens, and since when."""
    found = Tokens(settings_of(config).state_dir).all()
    for token in found:
        tell(config, _ROW, token.name, token.kind.value, token.since)
    if not found:
        tell(config, _NONE)


@tokens_app.command("revoke")
def revoke(name: Name, config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Take a token back; it opens nothing from the next request on."""
    if not Tokens(settings_of(config).state_dir).revoke(name):
        leave(config, _NONE)
    tell(config, _GONE, name)


app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
app.add_typer(tokens_app, name="tokens")
