"""`companion doctor`: one line for each part, whatever is broken."""

from pathlib import Path

from typer.testing import CliRunner

from companion.cli.commands import app
from tests.unit.cli.configs import config_with


def test_b17_a_broken_plug_in_is_one_line_of_the_doctor(tmp_path: Path) -> None:
    """With its file and the remedy, in both languages; the other checks go on."""
    folder = tmp_path / "own" / "capabilities"
    folder.mkdir(parents=True)
    (folder / "halting_bell.py").write_text("def (:\n")
    both = {"speak": None, "halting_bell": None}
    for language, told in (("en", "left out"), ("ja", "外して動いています")):
        config = config_with(tmp_path, capabilities=both, language=language)
        words = ["doctor", "--config", str(config)]
        ran = CliRunner().invoke(app, words, env={"COMPANION_PLUGINS": str(tmp_path / "own")})
        (line,) = [one for one in ran.output.splitlines() if "SyntaxError" in one]
        assert f"{folder / 'halting_bell.py'}:1: SyntaxError" in line
        assert told in line
        assert "→" in ran.output.partition(line)[2].splitlines()[1]
        assert "Traceback" not in ran.output
        assert ran.exit_code == 1
    checked = CliRunner().invoke(
        app,
        ["config", "check", "--config", str(config)],
        env={"COMPANION_PLUGINS": str(tmp_path / "own")},
    )
    assert checked.exit_code == 78
    assert "capabilities.halting_bell" in checked.output
