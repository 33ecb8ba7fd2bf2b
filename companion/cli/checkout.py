"""Commands that only a checkout has: `bench`, `eval` and `dollhouse` live in `tests/proof`.

The installed package leaves `tests/` out; there `companion bench` is no command.
"""

import os
import sys
from importlib import import_module
from pathlib import Path

import typer

ROOT = Path(__file__).parents[2]
"""The checkout, or the folder of installed packages."""
COMMANDS = "tests.proof.commands"


def add_commands(app: typer.Typer, root: Path = ROOT) -> None:
    """Add `bench`, `eval` and `dollhouse` if the checkout at `root` has them."""
    if not root.joinpath(*COMMANDS.split("."), "__init__.py").is_file():
        return
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    # Benchmarks start modules of `tests/proof` as processes, from any current folder.
    paths = (str(root), *os.environ.get("PYTHONPATH", "").split(os.pathsep))
    os.environ["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(filter(None, paths)))
    import_module(COMMANDS).add_commands(app)
