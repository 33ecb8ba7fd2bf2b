"""Commands: settings -> app. `companion --help` lists them."""

import gc
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
    "companion.cli.sessions": frozenset({"sessions"}),
}
"""Commands that only ask the running companion. Of the others each may need the whole house, whose
imports take seconds."""


def main() -> None:
    """Run the command line."""
    _configuration_first()
    verb = sys.argv[1] if len(sys.argv) > 1 else ""
    light = next((module for module, verbs in LIGHT.items() if verb in verbs), "")
    if verb == "run":
        # Importing makes hundreds of thousands of objects that nearly all stay: collecting among
        # them costs a third of the start (measured 0.95 -> 0.68 s). Once, at the end, it finds the
        # first drafts of classes with slots; frozen with the rest they would stay: 0.6 MB.
        gc.disable()
        from companion.cli.start import main as service

        gc.collect()
        gc.freeze()
        gc.enable()
        sys.exit(service(sys.argv[2:]))
    elif verb == "doctor":
        import typer

        from companion.cli.doctor_command import doctor

        # Without the other commands, whose imports take four times as long as all it looks at.
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        alone.callback()(lambda: None)  # so that it keeps its name
        alone.command()(doctor)
        sys.exit(_run(alone))
    else:
        sys.exit(_run(import_module(light or "companion.cli.commands").app))


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
