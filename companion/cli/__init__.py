"""Commands: settings -> app. `companion --help` lists them."""

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import typer

LIGHT = {
    "companion.cli.talking": frozenset(
        ["say", "log", "why", "undo", "forget", "devices", "drive", "approvals", "approve", "stop"]
    ),
    "companion.cli.schedule": frozenset({"alarm", "timer", "reminder", "routine"}),
    "companion.cli.planning": frozenset(
        {"purpose", "plan", "allow", "interrupt", "answer", "resume", "discard"}
    ),
    "companion.cli.sessions": frozenset({"sessions"}),
    "companion.cli.grants": frozenset({"grants"}),
    "companion.cli.tokens": frozenset({"tokens"}),
    "companion.cli.mcp": frozenset({"mcp"}),
}
"""Commands that only ask the running companion. Of the others each may need the whole house, whose
imports take seconds."""


ALONE = {"run": "companion.cli.run", "doctor": "companion.cli.doctor_command"}
"""Commands that are read without the others: the service would carry them as long as it lives, and
their imports take four times as long as all that `doctor` looks at."""


def main() -> None:
    """Run the command line."""
    _configuration_first()
    verb = sys.argv[1] if len(sys.argv) > 1 else ""
    if verb in ALONE:
        sys.exit(_run(_alone(verb)))
    light = next((module for module, verbs in LIGHT.items() if verb in verbs), "")
    sys.exit(_run(import_module(light or "companion.cli.commands").app))


def _alone(verb: str) -> "typer.Typer":
    import typer

    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.callback()(lambda: None)  # with a callback, a single command keeps its name
    app.command(verb)(getattr(import_module(ALONE[verb]), verb))
    return app


def _run(app: "typer.Typer") -> int:
    from companion.cli.edge import run

    return run(app, sys.argv[1:])


def _configuration_first() -> None:
    """`companion --config FILE log` is `companion log --config FILE`."""
    name, _, value = sys.argv[1].partition("=") if len(sys.argv) > 1 else ("", "", "")
    if name not in ("--config", "-c"):
        return
    words = [value] if value else sys.argv[2:3]
    if words:
        os.environ["COMPANION_CONFIG"] = words[0]
        del sys.argv[1 : 2 if value else 3]
