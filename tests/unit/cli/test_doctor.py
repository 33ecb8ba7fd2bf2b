"""`companion doctor`: secrets in the configuration, this user's rights, and a sound when asked."""

import os
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from companion.cli.commands import app
from companion.cli.config import check_config
from companion.cli.config_edit import edit_config, write_whole
from companion.cli.config_secrets import exposed_secrets, secrets_finding
from companion.cli.doctor_fix import move_secrets
from companion.cli.doctor_rights import Tree, rights
from companion.cli.doctor_sound import sounded
from companion.service import plugins
from companion.service.settings import ConfigWrong, Settings
from companion.words.health import HealthStatus
from tests import yaml_document
from tests.law.measures import ROOT

CAMERA = {"driver": "rtsp_or_mjpeg", "place": "hall", "url": "rtsp://10.0.0.5/a"}


def config_with(folder: Path, **sections: Any) -> Path:
    shipped = yaml_document.plain((ROOT / "config" / "config.yaml").read_text(encoding="utf-8"))
    sheet = {"avatar": {"sheet": str(ROOT / "config" / "personas" / "koto.yaml")}}
    path = folder / "config.yaml"
    document = {**shipped, **sheet, "state_dir": str(folder / "state"), **sections}
    path.write_text(yaml_document.written(document), encoding="utf-8")
    path.chmod(0o600)
    return path


def test_every_kind_of_secret_is_found_and_none_is_repeated(tmp_path: Path) -> None:
    """T13: a password, a login or a token inside an address; an address without one is none."""
    cameras = {
        "hall": {**CAMERA, "user": "me", "password": "hunter2"},
        "yard": {**CAMERA, "url": "http://10.0.0.6/v?token=hunter3"},
        "gate": {"driver": "jetson_csi", "source": "rtspsrc location=rtsp://me:hunter4@10.0.0.7/"},
        "door": CAMERA,
    }
    config = config_with(tmp_path, cameras=cameras)
    found = exposed_secrets(check_config(config))
    assert {(one.key(), one.movable) for one in found} == {
        ("cameras.hall.password", True),
        ("cameras.yard.url", True),
        ("cameras.gate.source", False),
    }
    finding = secrets_finding(config, check_config(config))
    assert finding.status is HealthStatus.DEGRADED
    assert "hunter" not in repr((found, finding))


def test_a_secret_moved_works_as_before(tmp_path: Path) -> None:
    """In a home tried out by `make run` too: the files are the user's own, beside the file."""
    config = config_with(tmp_path, cameras={"hall": {**CAMERA, "user": "me", "password": "p:/@ss"}})
    assert move_secrets(config, check_config(config)) == ("hall-password",)
    assert move_secrets(config, check_config(config)) == ()
    settings = check_config(config)
    assert secrets_finding(config, settings).status is HealthStatus.OK
    module = plugins.load("hardware.camera", "rtsp_or_mjpeg")
    own = module.Settings.model_validate(settings.cameras["hall"].own())
    assert own.address() == "rtsp://me:p%3A%2F%40ss@10.0.0.5/a"
    (tmp_path / "secrets/hall-password").chmod(0o644)
    with pytest.raises(ValueError, match="chmod 600"):
        own.address()


def test_a_password_twice_is_a_mistake(tmp_path: Path) -> None:
    both = {**CAMERA, "user": "me", "password": "a", "password_file": "b"}
    with pytest.raises(ConfigWrong, match="not both"):
        check_config(config_with(tmp_path, cameras={"hall": both}))


def test_a_credential_of_systemd_goes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For every driver's and engine's `*_file`: the service cannot read the file itself."""
    handed = tmp_path / "credentials"
    handed.mkdir()
    for name in ("hall-password", "key"):
        (handed / name).write_text("x")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(handed))
    camera = {**CAMERA, "user": "me", "password_file": "secrets/hall-password"}
    llm = {"engine": "openai_http", "settings": {"api_key_file": "secrets/key"}}
    settings = check_config(config_with(tmp_path, cameras={"hall": camera}, llm=llm))
    assert settings.cameras["hall"].own()["password_file"] == str(handed / "hall-password")
    assert settings.llm.settings["api_key_file"] == str(handed / "key")


def test_editing_keeps_mode_and_leaves_no_open_copy(tmp_path: Path) -> None:
    """T13: the copy of a configuration closed to others was open to all."""
    config = config_with(tmp_path)
    laid_beside = tmp_path / "config.yaml.new"
    laid_beside.write_text("the installer's")
    kept = edit_config(config, lambda document: document.update(language="ja"))
    for path in (config, kept):
        assert path.stat().st_mode & 0o777 == 0o600
    assert laid_beside.read_text() == "the installer's"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files to others")
def test_what_root_writes_for_the_service_stays_the_services(tmp_path: Path) -> None:
    """A token written by `sudo companion setup` was root's alone, and the service locked out."""
    os.chown(tmp_path, 12345, 12345)
    write_whole(tmp_path / "token", "x", 0o600)
    assert (tmp_path / "token").stat().st_uid == 12345
    config = config_with(tmp_path)
    os.chown(config, 0, 12345)
    edit_config(config, lambda document: document.update(language="ja"))
    assert (config.stat().st_uid, config.stat().st_gid) == (0, 12345)


def settings_with(**sections: Any) -> Settings:
    return Settings.model_validate(sections)


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


@pytest.mark.parametrize("fail", ["none", "gone"])
async def test_a_sound_is_made_only_by_drivers_that_can_be_heard(
    fail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a driver reads back is told, and its trouble with a remedy."""
    monkeypatch.setattr("companion.cli.doctor_sound._SILENT", {"absent"})
    monkeypatch.setattr("companion.cli.doctor_sound.SOUND_S", 0.01)
    settings = settings_with(
        speaker={"driver": "alsa", "program": "/nonexistent"},
        buzzer={"driver": "simulated", "fail": fail},
    )
    found = dict(await sounded(settings))
    assert found["sound: speaker"].status is HealthStatus.DOWN
    wanted = HealthStatus.OK if fail == "none" else HealthStatus.DOWN
    assert found["sound: buzzer"].status is wanted


async def test_nothing_sounds_where_nothing_is_connected() -> None:
    found = dict(await sounded(settings_with()))
    assert {one.status for one in found.values()} == {HealthStatus.DEGRADED}


def test_a_wrong_buzzer_is_a_mistake_of_the_configuration(tmp_path: Path) -> None:
    """Found while it is written, not when the alarm should sound."""
    with pytest.raises(ConfigWrong, match="buzzer"):
        check_config(config_with(tmp_path, buzzer={"driver": "gpio", "pni": 18}))
    with pytest.raises(ConfigWrong, match="buzzer"):
        check_config(config_with(tmp_path, buzzer={"driver": "trumpet"}))


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
        app, ["config", "check", "--config", str(config)],
        env={"COMPANION_PLUGINS": str(tmp_path / "own")},
    )  # fmt: skip
    assert checked.exit_code == 78
    assert "capabilities.halting_bell" in checked.output
