"""`config check`: the file and every plug-in's section, each problem with its line."""

from pathlib import Path

import pytest

from companion.cli.config import check_config
from companion.service.settings import ConfigWrong
from tests.unit.cli.configs import CAMERA, config_with

BELL = """
from pydantic import BaseModel, ConfigDict

class Settings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    loud: bool = True

def build(settings):
    raise NotImplementedError
"""
SHEET = "avatar: {{sheet: {}}}\n".format(Path(__file__).parents[3] / "config/personas/koto.yaml")


def _problems(folder: Path, text: str) -> tuple[str, ...]:
    path = folder / "config.yaml"
    path.write_text(SHEET + text, encoding="utf-8")
    try:
        check_config(path)
    except ConfigWrong as error:
        return tuple(p.removeprefix(f"{path}:") for p in error.problems)
    return ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("capabilities:\n  teleport:\n", "3: capabilities.teleport: capabilities has no plug-in"),
        ("policies:\n  camera_watch:\n    often: 1\n", "4: policies.camera_watch.often: unknown"),
        ("drive: {driver: simulated, speed_m_s: 9}\n", "2: drive.speed_m_s: "),
        ("approval:\n  auto_approve: [everything]\n", "3: approval.auto_approve: "),
        ("gate: {frozen_afer_s: 0}\n", "2: gate.frozen_afer_s: unknown"),
        ("home: {scenario: nowhere}\n", "2: home.scenario: "),
        (
            "links:\n  satellites:\n    bed:\n      host: h\n      place: hall\n"
            "      wake: {words: [hey_computer]}\n",
            "7: links.satellites.bed.wake.words.0: ",
        ),
        (
            "home: {kind: mqtt}\ncameras:\n  hall: {driver: simulated}\n",
            "4: cameras.hall.driver: a simulated camera",
        ),
    ],
)
def test_each_problem_names_its_line(tmp_path: Path, text: str, told: str) -> None:
    """Issue 2 item 10: clear errors with the file and line for bad config."""
    (problem,) = _problems(tmp_path, text)
    assert problem.startswith(told)


def test_a_dropped_plug_in_and_one_line_are_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 2 item 1: found by `companion run` too, which reads the configuration first."""
    folder = tmp_path / "own" / "capabilities"
    folder.mkdir(parents=True)
    (folder / "checked_bell.py").write_text(BELL, encoding="utf-8")
    monkeypatch.setenv("COMPANION_PLUGINS", str(tmp_path / "own"))
    assert _problems(tmp_path, "capabilities:\n  checked_bell: {loud: false}\n") == ()
    (problem,) = _problems(tmp_path, "capabilities:\n  checked_bell: {quiet: 1}\n")
    assert "checked_bell.quiet: unknown key" in problem


@pytest.mark.parametrize("wrong", ["url: 's3cret://h'", "url: 'rtsp://h/1', pasword: s3cret"])
def test_a_cameras_password_is_not_in_what_is_told(tmp_path: Path, wrong: str) -> None:
    """S-23, T14: problems name the key and never the value of a network camera."""
    camera = f"home: {{kind: mqtt}}\ncameras:\n  hall: {{driver: rtsp_or_mjpeg, {wrong}}}\n"
    (problem,) = _problems(tmp_path, camera)
    assert problem.startswith("4: cameras.hall")
    assert "s3cret" not in problem


def test_a_password_twice_is_a_mistake(tmp_path: Path) -> None:
    both = {**CAMERA, "user": "me", "password": "a", "password_file": "b"}
    with pytest.raises(ConfigWrong, match="not both"):
        check_config(config_with(tmp_path, cameras={"hall": both}))


def test_a_wrong_buzzer_is_a_mistake_of_the_configuration(tmp_path: Path) -> None:
    """Found while it is written, not when the alarm should sound."""
    with pytest.raises(ConfigWrong, match="buzzer"):
        check_config(config_with(tmp_path, buzzer={"driver": "gpio", "pni": 18}))
    with pytest.raises(ConfigWrong, match="buzzer"):
        check_config(config_with(tmp_path, buzzer={"driver": "trumpet"}))
