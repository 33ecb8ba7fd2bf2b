"""`companion doctor --fix` moves secrets into files, and they work as before."""

from pathlib import Path

import pytest

from companion.cli.config import check_config
from companion.cli.config_secrets import secrets_finding
from companion.cli.doctor_fix import move_secrets
from companion.service import plugins
from companion.words.health import HealthStatus
from tests.unit.cli.configs import CAMERA, config_with


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
