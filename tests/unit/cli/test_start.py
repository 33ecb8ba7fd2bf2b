"""`companion run` as the service is started: its own words, and nothing it does not need (P21)."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from companion.cli import LIGHT, main, start
from companion.cli.edge import EXIT_MISUSED, EXIT_OURS
from companion.service.settings import DEFAULT_CONFIG

HEAVY = (
    *("numpy", "cv2", "onnxruntime", "rich", "fastapi", "httpx", "sqlite_utils"),
    *("argparse", "ctypes"),
    *("jinja2", "xml.sax", "wyoming", "websockets"),
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
from companion.cli import main, start
from companion.cli.config import check_config
def begin(config):
    check_config(config)
    print([name for name in sys.modules if name in {heavy}])
    return 0
start.start = begin
sys.argv = ["companion", "run", "--config", {config}]
main()
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
    started: list[Path] = []

    def begin(config: Path) -> int:
        started.append(config)
        return 0

    monkeypatch.setattr(start, "start", begin)
    monkeypatch.delenv("COMPANION_CONFIG", raising=False)
    for words in (["--config", "a.yaml"], ["--config=a.yaml"], ["-c", "a.yaml"]):
        assert _ended(monkeypatch, "run", *words) == 0
        assert started.pop() == Path("a.yaml")
    assert _ended(monkeypatch, "run") == 0
    assert started.pop() == DEFAULT_CONFIG
    monkeypatch.setenv("COMPANION_CONFIG", "/etc/own.yaml")
    assert _ended(monkeypatch, "run") == 0
    assert started.pop() == Path("/etc/own.yaml")


def _ended(monkeypatch: pytest.MonkeyPatch, *words: str) -> object:
    """The exit code of `companion` with these words."""
    monkeypatch.setattr("sys.argv", ["companion", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code


def test_words_that_mean_nothing_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["--wrong"], ["twice", "over"], ["--config"]):
        assert _ended(monkeypatch, "run", *words) == EXIT_MISUSED
        said = capsys.readouterr().err
        assert words[0] in said
        assert "--help`" in said


def test_a_mistake_of_ours_leaves_its_traceback_in_the_journal(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks(config: Path) -> int:
        raise KeyError("a mistake")

    monkeypatch.setattr(start, "start", breaks)
    assert _ended(monkeypatch, "run") == EXIT_OURS
    assert "in breaks" in caplog.text


def test_the_service_imports_nothing_that_only_commands_and_workers_need(tmp_path: Path) -> None:
    """P21: 25 MB of a real home without a camera went that way; its configuration is read too."""
    config = tmp_path / "config.yaml"
    sheet = Path(__file__).parents[3] / "config" / "personas" / "koto.yaml"
    config.write_text(_HOME.format(sheet=sheet), encoding="utf-8")
    script = _IMPORTED.replace("{heavy}", repr(HEAVY)).replace("{config}", repr(str(config)))
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
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
HOUSE = (
    "numpy",
    "cv2",
    "starlette",
    "uvicorn",
    "cryptography",
    "argon2",
    "companion.app",
    "companion.corridors.act",
    "companion.cli.commands",
    "companion.web.app",
)
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
