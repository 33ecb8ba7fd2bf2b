"""The service's unit as it stands in a tree, and what drivers need of it."""

from pathlib import Path

from companion.cli import unit
from companion.words.needs import Needs
from tests.unit.cli.configs import settings_with


def written(root: Path, path: Path, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, encoding="utf-8")


def test_a_drop_in_adds_to_the_unit_and_takes_back(tmp_path: Path) -> None:
    """As systemd reads them: in order of their names, and an empty value clears what stood."""
    assert unit.read_unit(tmp_path) == {}
    written(tmp_path, unit.UNIT, "[Service]\n# Key=no\nDeviceAllow=char-alsa rw\nUser=companion\n")
    folder = unit.DROP_IN.parent
    written(tmp_path, folder / "10-a.conf", "DeviceAllow=/dev/video0 rw\nUser=\n")
    written(tmp_path, unit.DROP_IN, "DeviceAllow=/dev/gpiochip0 rw\n")
    assert unit.read_unit(tmp_path) == {
        "DeviceAllow": ["char-alsa rw", "/dev/video0 rw", "/dev/gpiochip0 rw"]
    }
    assert unit.read_unit(tmp_path, ours=False)["DeviceAllow"] == ["char-alsa rw", "/dev/video0 rw"]


def test_a_right_that_the_unit_does_not_open_is_a_line(tmp_path: Path) -> None:
    """A group that the machine does not have would keep the service from starting."""
    written(tmp_path, unit.GROUPS, "video:x:44:\naudio:x:29:\n")
    needs = Needs(devices=("/dev/video0", "char-alsa"), groups=("video", "gpio", "audio"))
    opened = {"DeviceAllow": ["char-* rw"], "SupplementaryGroups": ["audio"]}
    assert unit.closed(needs, opened, tmp_path) == (
        "DeviceAllow=/dev/video0",
        "SupplementaryGroups=video",
    )


def test_a_socket_is_bound_once(tmp_path: Path) -> None:
    needs = Needs(sockets=("/run/pulse",))
    assert unit.closed(needs, {}, tmp_path) == ("BindPaths=/run/pulse",)
    assert unit.closed(needs, {"BindPaths": ["-/run/pulse"]}, tmp_path) == ()


def test_a_staged_tree_has_the_groups_of_debian(tmp_path: Path) -> None:
    assert unit.groups_in(tmp_path) == {"audio", "dialout", "video"}


def test_only_a_secret_that_is_there_becomes_a_credential(tmp_path: Path) -> None:
    """One that is missing would keep the service from starting."""
    written(tmp_path, unit.SECRETS / "mqtt", "secret")
    there, gone = tmp_path / unit.SECRETS / "mqtt", tmp_path / unit.SECRETS / "gone"
    given = settings_with(mqtt={"host": "10.0.0.2", "username": "c", "password_file": str(there)})
    assert unit.secrets(given, tmp_path) == (there,)
    assert f"LoadCredential=mqtt:/{unit.SECRETS}/mqtt" in unit.drop_in(given, tmp_path)
    none = settings_with(mqtt={"host": "10.0.0.2", "username": "c", "password_file": str(gone)})
    assert unit.secrets(none, tmp_path) == ()
    assert "LoadCredential" not in unit.drop_in(none, tmp_path)
