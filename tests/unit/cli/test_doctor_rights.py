"""This user's rights for each driver, with the remedy where one lacks."""

from pathlib import Path

import pytest

from companion.cli.doctor_rights import Tree, rights
from companion.service import plugins
from companion.words.health import HealthStatus
from tests.unit.cli.configs import settings_with


def test_without_a_service_this_users_rights_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A device that is not there, a program that is not installed: each with its remedy."""
    settings = settings_with(buzzer={"driver": "gpio"}, cameras={"c": {"driver": "jetson_csi"}})
    monkeypatch.setenv("PATH", "")
    found = dict(rights(settings, Tree()))
    camera = found["cameras.c (jetson_csi)"]
    assert camera.status is HealthStatus.DOWN
    assert camera.remedy is not None
    assert "apt install gstreamer1.0-tools" in camera.remedy.en


def test_somebodys_own_driver_that_declares_nothing_is_told(tmp_path: Path) -> None:
    """It works, and the doctor goes on to the others."""
    folder = tmp_path / "hardware" / "buzzer"
    folder.mkdir(parents=True)
    (folder / "forgetful.py").write_text(
        "from pydantic import BaseModel\nclass Settings(BaseModel):\n    pass\n"
        "def build(settings):\n    pass\n"
    )
    with plugins.add_folder(tmp_path):
        found = dict(rights(settings_with(buzzer={"driver": "forgetful"}), Tree()))
    assert "needs(settings)" in found["buzzer (forgetful)"].what.en
