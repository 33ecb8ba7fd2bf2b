"""What only some boards and drivers need is installed there, and nowhere else (ADR 0044)."""

import importlib.metadata
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from companion.cli.doctor_rights import Tree, rights
from companion.service.settings import Settings
from companion.words.health import HealthStatus
from companion.words.language import Language
from tests import yaml_document
from tests.law.measures import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = ("pi", "jetson", "base")
RECORDER = """#!/bin/sh
# Stands in for a program of the environment: what it was asked is kept.
echo "$(basename "$0") $*" >> "$ASKED"
case "$*" in *"${REFUSED:-nothing}"*) exit 1 ;; esac
case "$*" in *--extras*) echo "$CONFIGURED" | tr " " "\\n" | grep . ; exit "${DOCTOR:-0}" ;; esac
"""
BASE = {"driver": "serial_line", "port": "/dev/ttyACM0", "rooms": ["hall"]}


def locked(name: str) -> set[str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert text.count("==") <= text.count("--hash=sha256:"), "each has a hash"
    return set(re.findall(r"^([\w.-]+)==", text, re.MULTILINE))


def named(requirements: list[str]) -> set[str]:
    found = (re.match(r"[\w.-]+", one) for one in requirements)
    return {one[0].lower().replace(".", "-") for one in found if one is not None}


LOCKED = {canonicalize_name(name) for name in locked("requirements.lock")}


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_has_a_lock_of_its_own(extra: str) -> None:
    """And what it brings is not in the lock of all boards."""
    wanted = named(PROJECT["project"]["optional-dependencies"][extra])
    assert wanted
    assert wanted <= locked(f"requirements-{extra}.lock")
    assert not wanted & locked("requirements.lock")


def test_no_board_is_given_the_developers_tools() -> None:
    tools = named([one for one in PROJECT["dependency-groups"]["dev"] if isinstance(one, str)])
    assert tools <= locked("requirements-dev.lock")
    assert not tools & locked("requirements.lock")
    assert named(PROJECT["project"]["dependencies"]) <= locked("requirements.lock")


def test_the_lock_holds_every_package_that_a_locked_one_needs() -> None:
    """A lock made anew once had no pyyaml, which the broker and the sentence reader need."""
    missing = {}
    for name in locked("requirements.lock"):
        try:
            needs = importlib.metadata.requires(name) or []
        except importlib.metadata.PackageNotFoundError:
            continue  # of another platform
        needed = (Requirement(one) for one in needs)
        mine = [one.name for one in needed if not one.marker or one.marker.evaluate({"extra": ""})]
        if absent := {canonicalize_name(one) for one in mine} - LOCKED:
            missing[name] = absent
    assert missing == {}


def setup(folder: Path, goal: str, **environment: str) -> str:
    """Run the setup with recorders for programs; gives what they were asked. Raises
    `CalledProcessError` where it ends with a failure."""
    shutil.copytree(ROOT / "scripts", folder / "scripts")
    (folder / "scripts/system-packages.sh").write_text("#!/bin/sh\n")
    for file in ("pyproject.toml", *(path.name for path in ROOT.glob("requirements*.lock"))):
        shutil.copy(ROOT / file, folder)
    (folder / ".venv/bin").mkdir(parents=True)
    for program in ("python", "uv", "companion"):
        (folder / ".venv/bin" / program).write_text(RECORDER)
        (folder / ".venv/bin" / program).chmod(0o755)
    asked = folder / "asked"
    told = {
        "ASKED": str(asked),
        "CONFIGURED": "",
        "PATH": "/usr/bin:/bin",
        "PYTHON": sys.executable,
    }
    subprocess.run([folder / "scripts/setup.sh", goal], env={**told, **environment}, check=True)
    return asked.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({"BOARD": "generic"}, set()),
        ({"BOARD": "pi"}, {"pi"}),
        ({"BOARD": "jetson"}, {"jetson"}),
        ({"BOARD": "generic", "CONFIGURED": "pi base"}, {"pi", "base"}),
        ({"BOARD": "pi", "CONFIGURED": "pi base"}, {"pi", "base"}),
        ({"BOARD": "generic", "EXTRAS": "base"}, {"base"}),
        ({"BOARD": "pi", "DOCTOR": "78"}, {"pi"}),
    ],
)
def test_a_board_is_given_what_it_and_its_drivers_need(
    environment: dict[str, str], wanted: set[str], tmp_path: Path
) -> None:
    """A plain PC no package for GPIO; a configuration with a mistake does not stop the others."""
    asked = setup(tmp_path, "run", **environment)
    assert "--require-hashes -r requirements.lock\n" in asked
    assert {extra for extra in EXTRAS if f"requirements-{extra}.lock" in asked} == wanted
    assert "requirements-dev.lock" not in asked
    for line in asked.splitlines():
        assert "requirements" not in line or "--require-hashes" in line, line


def test_extras_that_cannot_be_fetched_stop_no_upgrade(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Without a network the rest is installed, and the command that is left to do is told; only
    what every board needs is needed here too."""
    asked = setup(tmp_path / "board", "run", BOARD="pi", REFUSED="requirements-pi.lock")
    assert "models fetch" in asked
    assert "board/scripts/packages.sh requirements-pi.lock" in capfd.readouterr().out
    for goal, refused in (("run", "requirements.lock"), ("test", "requirements-pi.lock")):
        with pytest.raises(subprocess.CalledProcessError):
            setup(tmp_path / goal, goal, BOARD="pi", REFUSED=refused)


def test_the_suite_has_them_all(tmp_path: Path) -> None:
    asked = setup(tmp_path, "test", BOARD="generic")
    for lock in ("requirements-dev.lock", "requirements-pi.lock", "requirements-base.lock"):
        assert lock in asked


def test_the_installer_hands_board_configuration_and_extras_to_the_setup() -> None:
    """Its own run needs root and a network: `tests/device/prove.py` plays it."""
    text = (ROOT / "systemd/install.sh").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if "scripts/setup.sh run" in line)
    for handed in ('BOARD="$board"', 'EXTRAS="$extras"', 'COMPANION_CONFIG="$config"'):
        assert handed in line
    copied = next(line for line in text.splitlines() if line.startswith("parts=("))
    for extra in EXTRAS:
        assert f"requirements-{extra}.lock" in copied.split()
    wrong = subprocess.run(
        [ROOT / "systemd/install.sh", "--root", "/nonexistent", "--extra", "toaster"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (wrong.returncode, "unknown extra: toaster" in wrong.stderr) == (64, True)


def doctor(board: str, config: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "companion", "doctor", "--extras", "--config", str(config)]
    environment = {"BOARD": board, "PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, cwd=ROOT
    )


@pytest.mark.parametrize(
    ("board", "sections", "wanted"),
    [
        ("pi", {}, []),
        ("jetson", {"buzzer": {"driver": "gpio"}, "drive": BASE}, ["jetson", "base"]),
        ("generic", {"buzzer": {"driver": "gpio"}}, ["pi"]),
    ],
)
def test_the_doctor_names_the_extras_of_the_configured_drivers(
    board: str, sections: dict[str, Any], wanted: list[str], tmp_path: Path
) -> None:
    """The board's own where it has what the driver needs."""
    shipped = yaml_document.plain((ROOT / "config/config.yaml").read_text(encoding="utf-8"))
    shipped["avatar"] = {"sheet": str(ROOT / "config/personas/koto.yaml")}
    home = {"kind": "mqtt", "places": [{"id": "hall", "name": {"ja": "玄関", "en": "hall"}}]}
    config = tmp_path / "config.yaml"
    shipped |= {"home": home, "cameras": {}, "drive": {"driver": "simulated"}, **sections}
    config.write_text(yaml_document.written(shipped), encoding="utf-8")
    told = doctor(board, config)
    assert (told.returncode, told.stdout.split()) == (0, wanted), told.stderr
    config.write_text("nonsense: 1\n")
    assert doctor(board, config).returncode == 78


@pytest.mark.parametrize(
    ("sections", "part", "module", "extra"),
    [
        ({"buzzer": {"driver": "gpio"}}, "buzzer (gpio)", "gpiod", "jetson"),
        ({"drive": BASE}, "drive (serial_line)", "serial", "base"),
    ],
)
def test_the_doctor_names_the_extra_that_lacks_and_its_command(
    sections: dict[str, Any],
    part: str,
    module: str,
    extra: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """In an environment without it; in this one, where it is, nothing lacks."""
    monkeypatch.setattr("companion.cli.extras.board", lambda: "jetson")
    settings = Settings.model_validate(sections)
    site = tmp_path / "opt/companion/.venv/lib/python3.11/site-packages"
    site.mkdir(parents=True)
    found = dict(rights(settings, Tree(tmp_path)))[part]
    assert found.status is HealthStatus.DOWN
    for language in Language:
        assert module in found.what.get(language)
        assert f"extra {extra}" in found.what.get(language)
        assert found.remedy is not None
        command = found.remedy.get(language).strip("`").split()
        assert command[-1] == f"requirements-{extra}.lock"
        assert Path(command[-2]).is_file()
    (site / module).mkdir()
    assert dict(rights(settings, Tree(tmp_path)))[part].status is HealthStatus.OK
