"""`companion run` as the service is started: its own words, and nothing it does not need (P21)."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from companion.cli import LIGHT
from companion.cli.start import EXIT_MISUSED, Misused, config_of, main
from companion.service.settings import DEFAULT_CONFIG

HEAVY = (
    *("numpy", "cv2", "onnxruntime", "typer", "rich", "fastapi", "httpx", "sqlite_utils"),
    *("argparse", "ctypes", "difflib"),
    *("ruamel.yaml", "jinja2", "html", "xml.sax", "wyoming", "websockets", "psutil"),
    *(
        "tests.proof.bench",
        "tests.proof.evaluation",
        "companion.cli.commands",
        "companion.dollhouse",
    ),
)
"""What only commands, workers, cameras, the first page, the doll's house or the first opinion
need."""
_IMPORTED = """
import pathlib, sys
from companion.cli import main
sys.argv = ["companion", "run", "--help"]
try:
    main()
finally:
    from companion.cli.config import check_config
    check_config(pathlib.Path({config}))
    print([name for name in sys.modules if name in {heavy}])
"""
_HOME = """
avatar: {{sheet: {sheet}}}
llm: {{engine: scripted}}
home: {{kind: mqtt, places: [{{id: room, name: {{ja: 部屋, en: room}}}}]}}
capabilities: {{device_control: , speak: }}
"""


def test_the_configuration_is_named_by_word_by_environment_or_by_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("COMPANION_CONFIG", raising=False)
    assert config_of(()) == DEFAULT_CONFIG
    monkeypatch.setenv("COMPANION_CONFIG", "/etc/own.yaml")
    assert config_of(()) == Path("/etc/own.yaml")
    for words in (["--config", "a.yaml"], ["--config=a.yaml"], ["-c", "a.yaml"], ["-ca.yaml"]):
        assert config_of(words) == Path("a.yaml")
    assert config_of(["--help"]) is None


def test_words_that_mean_nothing_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--wrong"], ["twice", "over"], ["--config"]):
        with pytest.raises(Misused):
            config_of(words)
    assert main(["--wrong"]) == EXIT_MISUSED
    assert "wrong" in capsys.readouterr().err


def test_the_service_imports_nothing_that_only_commands_and_workers_need(tmp_path: Path) -> None:
    """P21: 25 MB of a real home without a camera went that way; its configuration is read too."""
    config = tmp_path / "config.yaml"
    sheet = Path(__file__).parents[3] / "config" / "personas" / "koto.yaml"
    config.write_text(_HOME.format(sheet=sheet), encoding="utf-8")
    script = _IMPORTED.replace("{heavy}", repr(HEAVY)).replace("{config}", repr(str(config)))
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "Usage: companion run" in ran.stdout
    assert ran.stdout.splitlines()[-1] == "[]"


_ASKED = """
import sys
from companion.cli import main
sys.argv = ["companion", "--config", {config}, {verb}]
try:
    main()
finally:
    print([name for name in sys.modules if name in {heavy}])
"""
HOUSE = ("numpy", "cv2", "starlette", "uvicorn", "cryptography", "argon2", "companion.app",
         "companion.corridors.act", "companion.cli.commands", "companion.web.app")  # fmt: skip
"""What no command needs that only asks the running companion; 2.7 to 3.9 s of imports."""


@pytest.mark.parametrize("verb", ["log", "stop", "devices", "alarm", "sessions"])
def test_a_command_that_only_asks_imports_nothing_of_the_house(tmp_path: Path, verb: str) -> None:
    """Issue 11 B17; and `--config` works before the verb."""
    config = tmp_path / "own.yaml"
    config.write_text(f"state_dir: {tmp_path / 'nowhere'}\n", encoding="utf-8")
    words = f"{verb!r}, 'list'" if verb in ("alarm", "sessions") else repr(verb)
    script = _ASKED.format(config=repr(str(config)), verb=words, heavy=HOUSE)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "no companion has run with" in done.stderr
    assert str(tmp_path / "nowhere") in done.stderr
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_light_commands_are_those_of_their_modules() -> None:
    """A command missing from the list would be slow; one too many would be unknown."""
    for module, verbs in LIGHT.items():
        app = import_module(module).app
        names = {each.name or each.callback.__name__ for each in app.registered_commands}
        assert names | {each.name for each in app.registered_groups} == verbs
