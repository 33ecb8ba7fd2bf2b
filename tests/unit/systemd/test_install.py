"""The installer, staged into a folder: whole, repeatable, and gone when asked (P-006)."""

import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from companion.settings import load_settings
from tests.law.measures import ROOT

INSTALL = ROOT / "systemd" / "install.sh"


def _run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(INSTALL), *words], capture_output=True, text=True, check=False)


def _install(stage: Path, *words: str) -> None:
    done = _run("--root", str(stage), "--venv", sys.prefix, "--board", "pi", *words)
    assert done.returncode == 0, done.stderr


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_everything_is_in_its_place(tmp_path: Path) -> None:
    """Code, environment, configuration, secrets, state and unit; nobody else reads the secrets."""
    _install(tmp_path)
    code, etc = tmp_path / "opt/companion", tmp_path / "etc/companion"
    assert (code / "companion" / "__main__.py").is_file()
    assert (code / ".venv" / "bin" / "python").exists()
    assert not list(code.glob("companion/**/__pycache__"))
    assert load_settings(etc / "config.yaml").state_dir == Path("/var/lib/companion")
    assert load_settings(etc / "config.yaml").avatar.sheet.is_file()
    assert _mode(etc / "secrets") == 0o700
    assert _mode(etc / "secrets" / "mqtt-password") == 0o600
    assert _mode(tmp_path / "var/lib/companion") == 0o700
    units = tmp_path / "etc/systemd/system"
    unit = (units / "companion.service").read_text(encoding="utf-8")
    assert unit == (ROOT / "systemd" / "companion.service").read_text(encoding="utf-8")
    for line in unit.splitlines():
        if line.startswith("LoadCredential="):
            assert Path(f"{tmp_path}{line.partition(':')[2]}").exists()


def test_an_upgrade_keeps_what_is_the_owners(tmp_path: Path) -> None:
    """Run again: the code is new, configuration, secrets and state are as they were."""
    _install(tmp_path)
    config = tmp_path / "etc/companion/config.yaml"
    config.write_text(config.read_text(encoding="utf-8") + "\n# mine\n", encoding="utf-8")
    secret = tmp_path / "etc/companion/secrets/mqtt-password"
    secret.write_text("hunter2", encoding="utf-8")
    record = tmp_path / "var/lib/companion/memory_hash.db"
    record.write_text("a life", encoding="utf-8")
    stale = tmp_path / "opt/companion/companion/gone_since.py"
    stale.write_text("", encoding="utf-8")
    _install(tmp_path)
    assert config.read_text(encoding="utf-8").endswith("# mine\n")
    assert config.with_suffix(".yaml.new").is_file()
    assert secret.read_text(encoding="utf-8") == "hunter2"
    assert record.read_text(encoding="utf-8") == "a life"
    assert not stale.exists()


def test_a_board_brings_its_own_lines_and_loses_them_again(tmp_path: Path) -> None:
    """A Jetson's cameras speak through a socket in /tmp, which PrivateTmp hides."""
    drop_in = tmp_path / "etc/systemd/system/companion.service.d/10-board.conf"
    _install(tmp_path, "--board", "jetson")
    assert "argus_socket" in drop_in.read_text(encoding="utf-8")
    _install(tmp_path)
    assert not drop_in.exists()


def test_uninstall_keeps_the_owners_things_unless_purged(tmp_path: Path) -> None:
    """A mistaken uninstall costs no memories."""
    _install(tmp_path)
    assert _run("--root", str(tmp_path), "--uninstall").returncode == 0
    assert not (tmp_path / "opt/companion").exists()
    assert not (tmp_path / "etc/systemd/system/companion.service").exists()
    assert (tmp_path / "etc/companion/config.yaml").is_file()
    assert (tmp_path / "var/lib/companion").is_dir()
    assert _run("--root", str(tmp_path), "--uninstall", "--purge").returncode == 0
    assert not (tmp_path / "etc/companion").exists()
    assert not (tmp_path / "var/lib/companion").exists()


@pytest.mark.parametrize(
    "words", [("--nonsense",), ("--purge",), ("--root", "/tmp/x", "--board", "toaster")]
)
def test_a_mistake_changes_nothing_and_is_said(words: tuple[str, ...]) -> None:
    done = _run(*words)
    assert done.returncode == 64
    assert done.stderr
    assert not Path("/tmp/x").exists()


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
def test_shellcheck_has_nothing_to_say() -> None:
    scripts = [INSTALL, ROOT / "install.sh", *sorted((ROOT / "scripts").glob("*.sh"))]
    told = subprocess.run(
        ["shellcheck", *map(str, scripts)], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout
