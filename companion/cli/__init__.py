"""Commands: settings -> app. `companion --help` lists them."""

import gc
import sys


def main() -> None:
    """Run the command line."""
    if sys.argv[1:2] == ["run"]:
        # Importing makes hundreds of thousands of objects that nearly all stay: collecting among
        # them costs a third of the start (measured 0.95 -> 0.68 s). Once, at the end, it finds the
        # first drafts of classes with slots; frozen with the rest they would stay: 0.6 MB (P21).
        gc.disable()
        from companion.cli.start import main as service

        gc.collect()
        gc.freeze()
        gc.enable()
        sys.exit(service(sys.argv[2:]))
    elif sys.argv[1:2] == ["doctor"]:
        import typer

        from companion.cli.doctor_command import doctor

        # Without the other commands, whose imports take four times as long as all it looks at.
        del sys.argv[1]
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        alone.command()(doctor)
        alone(prog_name="companion doctor")
    else:
        from companion.cli.commands import app

        app()
