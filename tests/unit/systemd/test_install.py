"""The installer, staged into a folder: whole, repeatable, and gone when asked (P-006)."""

import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli.unit import closed, read_unit
from companion.service import plugins
from companion.service.settings import load_settings
from tests import yaml_document
from tests.law.measures import ROOT

INSTALL = ROOT / "systemd" / "install.sh"


def _run(*words: str) -> subprocess.CompletedProcess[str]:
    # As an owner's shell is: there Python writes bytecode wherever it may.
    own = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run(
        [str(INSTALL), *words], env=own, capture_output=True, text=True, check=False
    )


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


def test_an_upgrade_without_its_packages_leaves_the_code_as_it_was(tmp_path: Path) -> None:
    """New code beside the old packages would not start at the next boot, and no alarm ring."""
    _install(tmp_path)
    code = tmp_path / "opt/companion"
    (code / "companion/of_before.py").write_text("", encoding="utf-8")
    (code / "requirements.lock").write_text("of before", encoding="utf-8")
    failed = _run("--root", str(tmp_path), "--venv", str(tmp_path / "nothing"), "--board", "pi")
    assert failed.returncode == 66
    assert "the code is as it was before" in failed.stderr
    assert (code / "companion/of_before.py").exists()
    assert (code / "requirements.lock").read_text(encoding="utf-8") == "of before"
    _install(tmp_path)
    assert not (code / "companion/of_before.py").exists()
    assert not (code / ".before").exists()


def _configured(stage: Path, sections: dict[str, Any]) -> Path:
    """The installed configuration with these sections changed by its owner."""
    config = stage / "etc/companion/config.yaml"
    document = yaml_document.plain(config.read_text(encoding="utf-8"))
    config.write_text(yaml_document.written(document | sections), encoding="utf-8")
    return config


def test_the_unit_follows_the_configuration_and_forgets_what_left_it(tmp_path: Path) -> None:
    """A Jetson's cameras speak through a socket in /tmp, which PrivateTmp hides; a buzzer needs
    the chips, a base its line, its group and a kernel module that may not be loaded yet."""
    drop_in = tmp_path / "etc/systemd/system/companion.service.d/30-drivers.conf"
    _install(tmp_path)
    home = {"kind": "mqtt", "places": [{"id": "hall", "name": {"ja": "玄関", "en": "hall"}}]}
    base = {"driver": "serial_line", "port": "/dev/ttyUSB0", "rooms": ["hall"]}
    real = {"home": home, "cameras": {"hall": {"driver": "jetson_csi"}}, "drive": base}
    _configured(tmp_path, {**real, "buzzer": {"driver": "gpio"}})
    _install(tmp_path)
    text = drop_in.read_text(encoding="utf-8")
    for line in (
        "BindPaths=-/tmp/argus_socket",
        "DeviceAllow=char-gpiochip rw",
        "DeviceAllow=char-ttyUSB rw",
        "SupplementaryGroups=dialout",
        "After=modprobe@usbserial.service",
    ):
        assert line in text.splitlines(), text
    _configured(tmp_path, {"drive": {"driver": "simulated"}})
    _install(tmp_path)
    assert "tty" not in drop_in.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("language", "no_right", "none_needed", "group"),
    [
        ("en", "the service has no right: DeviceAllow=char-gpiochip", "needs no rights", "group"),
        (
            "ja",
            "サービスに権利がありません: DeviceAllow=char-gpiochip",
            "権利は要りません",
            "グループ",
        ),
    ],
)
def test_doctor_shows_every_drivers_rights_of_a_staged_tree(
    language: str, no_right: str, none_needed: str, group: str, tmp_path: Path
) -> None:
    """Each driver there is, configured or not, with all that it needs and what the unit does not
    open yet; what a configured one lacks is named with its remedy."""
    _install(tmp_path)
    _configured(tmp_path, {"buzzer": {"driver": "gpio", "pin": 18}, "language": language})
    command = [sys.executable, "-m", "companion", "doctor", "--root", str(tmp_path)]
    shut = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert shut.returncode == 1, shut.stderr
    assert no_right in _line(shut.stdout, "buzzer", "gpio")
    assert "companion doctor --fix" in shut.stdout
    fixed = subprocess.run(
        [*command, "--fix"], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert fixed.returncode == 0, fixed.stdout + fixed.stderr
    assert no_right.partition(":")[0] not in fixed.stdout
    unit = read_unit(tmp_path)
    for family, package in ((name, plugins.FAMILIES[name]) for name in plugins.DRIVERS):
        for name in plugins.discover(package):
            needs = plugins.needs(package, name, plugins.example(package, name))
            line = _line(fixed.stdout, family, name)
            programs = [program for any_of in needs.programs for program in any_of]
            told = [*needs.devices, *needs.python, *programs, *needs.sockets]
            told += [f"{group} {name}" for name in needs.groups]
            for one in told or [none_needed]:
                assert one in line
            for right in closed(needs, unit, tmp_path):
                assert right in line


def _line(told: str, family: str, name: str) -> str:
    """The doctor's line on a driver, the first of those that are configured."""
    of_it = rf"^. (?:{family}s?(?:\.\w+)? \({name}\)|driver {family} {name}) .*"
    found = re.search(of_it, told, re.MULTILINE)
    assert found, f"{family} {name}: {told}"
    return found[0]


def test_modes_are_only_ever_tightened(tmp_path: Path) -> None:
    """T13: an upgrade made a camera's password readable to everybody; none does now, whatever the
    owner had set, and the tried-out configuration of the source is not shown to all either."""
    _install(tmp_path)
    etc = tmp_path / "etc/companion"
    assert _mode(tmp_path / "opt/companion/config/config.yaml") & 0o007 == 0
    (etc / "config.yaml.before").write_text("old", encoding="utf-8")
    had = {
        "config.yaml": 0o600,
        "config.yaml.before": 0o644,
        "secrets": 0o500,
        "secrets/mqtt-password": 0o400,
        "personas": 0o750,
        "personas/koto.yaml": 0o600,
    }
    for name, mode in had.items():
        (etc / name).chmod(mode)
    etc.chmod(0o750)
    _install(tmp_path)
    for name, mode in had.items():
        assert _mode(etc / name) & ~mode == 0, f"{name}: {_mode(etc / name):o} of {mode:o}"
    assert _mode(etc) == 0o750
    assert _mode(etc / "config.yaml.before") == 0o640


def test_an_upgrade_moves_secrets_out_of_the_configuration(tmp_path: Path) -> None:
    """T13: the camera's password and an address with a login become files of mode 0600 that systemd
    hands over; comments and all else stay."""
    _install(tmp_path)
    home = {"kind": "mqtt", "places": [{"id": "hall", "name": {"ja": "玄関", "en": "hall"}}]}
    camera = {"driver": "rtsp_or_mjpeg", "place": "hall"}
    cameras = {
        "hall": {**camera, "url": "rtsp://10.0.0.5/a", "user": "me", "password": "hunter2"},
        "yard": {**camera, "url": "rtsp://me:hunter3@10.0.0.6/a"},
    }
    config = _configured(tmp_path, {"home": home, "cameras": cameras})
    config.write_text(config.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    _install(tmp_path)
    text = config.read_text(encoding="utf-8")
    assert "hunter" not in text
    assert text.endswith("# mine\n")
    assert not list(config.parent.glob("*.before")), "a copy would hold what left"
    settings = load_settings(config)
    kept = {
        "hall-password": ("hall", "password_file", "hunter2"),
        "yard-url": ("yard", "url_file", "rtsp://me:hunter3@10.0.0.6/a"),
    }
    drop_in = tmp_path / "etc/systemd/system/companion.service.d/30-drivers.conf"
    for name, (camera_name, key, value) in kept.items():
        file = tmp_path / "etc/companion/secrets" / name
        assert settings.cameras[camera_name].own()[key] == str(file)
        assert file.read_text(encoding="utf-8") == f"{value}\n"
        assert _mode(file) == 0o600
        line = f"LoadCredential={name}:/etc/companion/secrets/{name}"
        assert line in drop_in.read_text(encoding="utf-8").splitlines()


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
    folders = (ROOT, ROOT / "systemd", ROOT / "scripts", ROOT / "tests" / "testbed" / "device")
    scripts = [script for folder in folders for script in sorted(folder.glob("*.sh"))]
    told = subprocess.run(
        ["shellcheck", *map(str, scripts)], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout
