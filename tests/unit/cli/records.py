"""A record in a folder of its own and a configuration that names it, for commands on files."""

from pathlib import Path

from typer.testing import CliRunner

from companion.cli.commands import app
from companion.store.sqlite import record_path
from tests.unit.cli.configs import config_with
from tests.unit.store.years import filled


async def with_record(folder: Path, walks: int = 2) -> Path:
    """The configuration of a household whose record holds so many walks."""
    await filled(record_path(folder / "state"), walks=walks)
    return config_with(folder)


def run(config: Path, *words: str, answer: str | None = None) -> tuple[int, str]:
    """Exit code and output of a command; `answer`: typed where it asks."""
    result = CliRunner().invoke(app, [*words, "--config", str(config)], input=answer)
    return result.exit_code, result.output
