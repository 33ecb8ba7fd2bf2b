"""Configurations for the tests of the command line."""

from pathlib import Path
from typing import Any

from companion.service.settings import Settings
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


def settings_with(**sections: Any) -> Settings:
    return Settings.model_validate(sections)
