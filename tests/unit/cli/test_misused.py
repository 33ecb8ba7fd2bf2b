"""Every verb with nonsense: one line with the remedy, an exit code, never a traceback (B17)."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from companion.cli import LIGHT
from companion.cli.commands import app
from companion.cli.edge import EXIT_MISUSED, EXIT_OURS, run
from companion.words.observation import Change
from tests.unit.web.test_live import served
from tests.unit.web.twins import Household

SHEET = Path(__file__).parents[3] / "config/personas/koto.yaml"
NONSENSE = (
    "",
    "-1",
    "999999999999999999999999",
    "nan",
    "日本語",
    "😀" * 300,
    "x" * 5000,
    "a\nb",
    ":",
)
"""Wrong types, nonsense ids, very long text, other scripts, negative numbers."""
FITTING = {
    "text": "hello", "event_id": "1", "approval_id": "1", "answer": "y", "number": "1",
    "when": "10m", "file": "none.db", "source": "none.mp4", "files": "none.wav", "scenario": "none",
    "name": "nobody", "memory_id": "1", "scene": "none", "grant": "1", "goal": "G1", "token": "1",
    "kind": "read",
}  # fmt: skip
HEAVY = frozenset(
    {"bench", "eval", "dollhouse", "watch", "run", "doctor", "setup", "models", "mcp"}
)
"""Of these only what is refused before anything begins."""


def verbs(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command, with what leads to it."""
    if not hasattr(command, "commands"):
        yield path, command
        return
    for name, inner in command.commands.items():
        yield from verbs(inner, (*path, name))


ALIKE = frozenset({"timer", "reminder", "routine"})
"""Their commands are those of `alarm`."""
VERBS = {p: c for p, c in verbs(typer.main.get_command(app)) if p[0] not in ALIKE}
ASKING = frozenset(verb for verbs in LIGHT.values() for verb in verbs) - {"tokens", "mcp"}
"""Commands that ask the running companion; tokens lie in a file, and `mcp` reads its protocol from
stdin, which a test has not."""


def uses(path: tuple[str, ...], nonsenses: Sequence[str] = NONSENSE) -> Iterator[list[str]]:
    """No arguments, an unknown option, and nonsense in each place in turn."""
    own = [p for p in VERBS[path].params if p.name != "config"]
    arguments = [p for p in own if not p.opts[0].startswith("-")]
    needed = [FITTING[p.name] for p in arguments if p.required]
    if needed or path[0] in ASKING:
        yield []
    yield [*needed, "--no-such-option"]
    if path[0] in HEAVY:
        return
    for spoilt in arguments:
        for nonsense in nonsenses:
            places = [p for p in arguments if p.required or p is spoilt]
            yield ["--", *(nonsense if p is spoilt else FITTING[p.name] for p in places)]
    for option in own:
        takes = option.opts[0].startswith("-") and not option.is_flag
        for nonsense in nonsenses if takes else ():
            yield [f"{option.opts[0]}={nonsense}", *needed]


def config_of(folder: Path, language: str = "en") -> Path:
    path = folder / f"{language}.yaml"
    text = f"state_dir: {folder / 'state'}\navatar: {{sheet: {SHEET}}}\nlanguage: {language}\n"
    path.write_text(text, "utf-8")
    return path


def told(
    config: Path, path: tuple[str, ...], words: list[str], capsys: pytest.CaptureFixture[str]
) -> tuple[int, str]:
    code = run(app, [*path, "--config", str(config), *words])
    return code, "".join(capsys.readouterr())


@pytest.mark.parametrize("path", [p for p in VERBS if p != ("run",)], ids=" ".join)
def test_b17_nonsense_without_a_companion(
    path: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """None runs here: what is not refused says so."""
    monkeypatch.chdir(tmp_path)
    config = config_of(tmp_path)
    wrong = []
    # Where none runs, all that ask one get the same far.
    slow = path[0] in ASKING or path in {("understand",), ("hear",)}
    for words in uses(path, NONSENSE[:2] if slow else NONSENSE):
        code, text = told(config, path, words, capsys)
        lines = [line for line in text.splitlines() if line.strip()]
        helped = path in {("verify",), ("understand",)} or len(lines) <= 3
        silly = code == EXIT_OURS or "Traceback" in text or (code and not lines)
        if silly or (code == EXIT_MISUSED and not helped) or (not code and path[0] in ASKING):
            wrong.append((words, code, text[-300:]))
    assert wrong == []


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Household]:
    household = Household(tmp_path / "state")
    await household.see("hall", Change.APPEARED)
    yield household
    await household.house.stop()


async def test_b17_nonsense_to_a_companion_that_runs(
    home: Household, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It answers, or refuses with a reason; nothing of Python comes through."""
    config = config_of(tmp_path)
    wrong = []
    async with served(home):
        for path in [p for p in VERBS if p[0] in ASKING]:
            for words in uses(path, NONSENSE[1::2]):
                quick = ["--wait-s", "0"] if path == ("say",) else []
                code, text = await asyncio.to_thread(told, config, path, [*quick, *words], capsys)
                if code == EXIT_OURS or "Traceback" in text or (code and not text.strip()):
                    wrong.append((path, words, code, text[-300:]))
    assert wrong == []


def test_b17_a_mistake_of_ours_is_one_line_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What nobody foresaw; `COMPANION_TRACEBACK=1` shows where."""
    broken = typer.Typer()

    @broken.command()
    def boom(config: str = "") -> None:
        raise KeyError("mains")

    words = ["--config", str(config_of(tmp_path, "ja"))]
    assert run(broken, words) == EXIT_OURS
    assert "こちらの誤りです（KeyError: 'mains'）" in capsys.readouterr().err
    monkeypatch.setenv("COMPANION_TRACEBACK", "1")
    with pytest.raises(KeyError):
        run(broken, words)


@pytest.mark.parametrize(
    ("words", "ja", "en"),
    [
        (["why"], "event_id がありません", "Missing argument"),
        (["why", "x"], "event_id", "valid integer"),
        (["why", "--", "-1"], "event_id", "greater than or equal to 1"),
        (["bogus"], "bogus というコマンドはありません", "No such command 'bogus'"),
        (["log", "a"], "余分な言葉があります: a", "unexpected extra argument"),
        (["log", "--bogus"], "--bogus というオプションはありません", "No such option: --bogus"),
    ],
)
def test_b17_misuse_is_told_in_the_households_language(
    words: list[str],
    ja: str,
    en: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for language, part in (("ja", ja), ("en", en)):
        monkeypatch.setenv("COMPANION_CONFIG", str(config_of(tmp_path, language)))
        assert run(app, words) == EXIT_MISUSED
        (line,) = capsys.readouterr().err.splitlines()
        assert part in line
        assert "--help`" in line


async def test_b17_times_are_the_households(home: Household, tmp_path: Path) -> None:
    """As the page shows them, with the date where it is not today; ISO only with --json."""
    home.clock.pass_s(86400)
    await home.see("hall", Change.GONE)
    config = str(config_of(tmp_path))
    async with served(home):
        plain, as_json = [
            await asyncio.to_thread(CliRunner().invoke, app, ["log", "--config", config, *more])
            for more in ([], ["--json"])
        ]
    before, now = plain.output.splitlines()
    assert before.split()[1:4] in (["11/21", "19:02", "気づき"], ["Nov", "21", "19:02"])
    assert now.split()[1] == "19:02"
    assert '"at": "2026-11-21T19:02:00+09:00"' in as_json.output
