"""Secrets that still stand in the configuration are found, and never repeated."""

from pathlib import Path

from companion.cli.config import check_config
from companion.cli.config_secrets import exposed_secrets, secrets_finding
from companion.words.health import HealthStatus
from tests.unit.cli.configs import CAMERA, config_with


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
