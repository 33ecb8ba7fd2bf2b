"""Lines that let a device be switched unasked and could never be used (B14)."""

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.cli.commands import app
from companion.cli.config import check_config
from companion.service.settings import ConfigWrong

SHIPPED = Path(__file__).parents[3] / "config"
REAL = "home:\n  kind: mqtt\n  {}\n"


def _written(tmp_path: Path, text: str) -> Path:
    shutil.copytree(SHIPPED / "personas", tmp_path / "personas")
    config = tmp_path / "config.yaml"
    config.write_text(text, encoding="utf-8")
    return config


def _problems(tmp_path: Path, text: str) -> tuple[str, ...]:
    config = _written(tmp_path, text)
    check_config(config)  # the house starts all the same
    try:
        check_config(config, useless=True)
    except ConfigWrong as wrong:
        return wrong.problems
    return ()


@pytest.mark.parametrize(
    ("line", "remedy"),
    [
        ("by_itself: [lock.front_door]", "take the line out"),
        ("by_itself: ['lock.*']", "take the line out"),
        ("by_itself: [climate.living]", "take the line out"),
        ("by_itself: [sensor.hall]", "take the line out"),
        ("by_itself: [lamp.hall]", "kinds are"),
        ("by_itself: [hall]", "light.hall"),
        ("by_itself: ['scene.*']", "its own id"),
        ("by_itself: [cover.gate]\n  guarded: [cover.gate]", "take one line out"),
        (
            "by_itself: ['fan.*']\n  device_names: {light.a: {ja: あ, en: a}}",
            "there are: light.a",
        ),
    ],
)
def test_what_never_runs_by_itself_is_refused_with_the_remedy(
    tmp_path: Path, line: str, remedy: str
) -> None:
    (problem,) = _problems(tmp_path, REAL.format(line))
    assert "home.by_itself" in problem
    assert remedy in problem


@pytest.mark.parametrize(
    "line",
    [
        "by_itself: [light.hall]",
        "by_itself: ['light.*', 'cover.*']",
        "by_itself: [scene.movie]",
        "by_itself: ['*']",
    ],
)
def test_what_may_run_stands(tmp_path: Path, line: str) -> None:
    assert _problems(tmp_path, REAL.format(line)) == ()


def test_the_dolls_house_is_known_whole(tmp_path: Path) -> None:
    (problem,) = _problems(tmp_path, "home:\n  by_itself: [cover.living]\n")
    assert "cover.living_curtain" in problem


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("device_control.lock_unlock", "always asked for"),
        ("device_control.*@lock", "always asked for"),
        ("device_control.lamp_on", "no device takes that"),
    ],
)
def test_a_whitelist_line_that_is_never_used(tmp_path: Path, line: str, said: str) -> None:
    (problem,) = _problems(tmp_path, f"approval:\n  auto_approve: ['{line}']\n")
    assert "approval.auto_approve" in problem
    assert said in problem


def test_the_command_says_so(tmp_path: Path) -> None:
    config = _written(tmp_path, REAL.format("by_itself: [lock.front_door]"))
    answer = CliRunner().invoke(app, ["config", "check", "--config", str(config)])
    assert answer.exit_code != 0
    assert "lock.front_door" in answer.output
