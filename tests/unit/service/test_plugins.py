"""Plug-ins: one new file plus one config line, nothing else touched (issue 2, item 1)."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.phrases.reasons import known
from companion.service.plugins import (
    PlugInBroken,
    PlugInNeeds,
    PlugInSettingsWrong,
    PlugInUnknown,
    add_folder,
    build,
    discover,
    idle_rules,
)

LAMP = '''
"""A plug-in dropped into a folder."""
from pydantic import BaseModel, ConfigDict

class Settings(BaseModel):
    """Its own settings."""
    model_config = ConfigDict(extra="forbid", frozen=True)
    colour: str = "warm"

class Lamp:
    """What is built."""
    def __init__(self, settings, clock):
        self.colour, self.clock = settings.colour, clock

def build(settings, *, clock):
    """Take the clock by name."""
    return Lamp(settings, clock)
'''
WHOLE = LAMP.replace(
    "def __init__",
    "SPEC = availability = options = perform = None\n    def __init__",
)
"""With all that a capability has."""


@pytest.fixture
def dropped(tmp_path: Path) -> Iterator[Path]:
    """A plug-in folder with one capability file."""
    (tmp_path / "capabilities").mkdir()
    (tmp_path / "capabilities" / "dropped_lamp.py").write_text(WHOLE)
    with add_folder(tmp_path):
        yield tmp_path
    sys.modules.pop("capabilities.dropped_lamp", None)


@pytest.mark.usefixtures("dropped")
def test_a_dropped_file_is_found_and_built_from_one_config_line() -> None:
    """The module's name is the config key; dependencies come by parameter name."""
    assert "dropped_lamp" in discover("capabilities")
    lamp: Any = build("capabilities", "dropped_lamp", {"colour": "cold"}, {"clock": "tick"})
    assert (lamp.colour, lamp.clock) == ("cold", "tick")


@pytest.mark.usefixtures("dropped")
def test_wrong_settings_name_the_plug_in_and_key() -> None:
    """Unknown keys in a plug-in's section are refused by the plug-in's own model."""
    with pytest.raises(PlugInSettingsWrong, match=r"capabilities\.dropped_lamp"):
        build("capabilities", "dropped_lamp", {"hue": 3}, {"clock": None})


@pytest.mark.usefixtures("dropped")
def test_a_need_the_house_cannot_fill_is_named() -> None:
    """A plug-in that asks for what is not there fails by name, not by traceback."""
    with pytest.raises(PlugInNeeds, match="clock"):
        build("capabilities", "dropped_lamp", {}, {})


BROKEN = {
    "syntax": (LAMP + "\ndef (:\n", r"dropped_lamp\.py:\d+: SyntaxError: invalid syntax"),
    "import": (LAMP + "\nimport no_such_package\n", r"\.py:\d+: ModuleNotFoundError: No module"),
    "raises": (LAMP + "\nraise KeyError('mains')\n", r"\.py:\d+: KeyError: 'mains'"),
    "leaves": (LAMP + "\nimport sys\nsys.exit('no')\n", r"\.py:\d+: SystemExit: no"),
    "settings": (
        LAMP.replace("class Settings", "class Options"),
        r"\.py: it has no class Settings",
    ),
    "no build": (LAMP.replace("def build", "def make"), r"\.py: it has no function build"),
    "building": (LAMP.replace("return Lamp", "return 1 / 0, Lamp"), r"\.py:\d+: ZeroDivisionError"),
    "protocol": (LAMP, r"is no Capability: it has no SPEC, availability, options, perform"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_b17_broken_code_is_one_line_with_its_file(tmp_path: Path, kind: str) -> None:
    """Syntax, import, construction, a class that is missing, an object of another form."""
    text, told = BROKEN[kind]
    (tmp_path / "capabilities").mkdir()
    (tmp_path / "capabilities" / "dropped_lamp.py").write_text(text)
    try:
        with add_folder(tmp_path), pytest.raises(PlugInBroken, match=told) as caught:
            build("capabilities", "dropped_lamp", {}, {"clock": None})
    finally:
        sys.modules.pop("capabilities.dropped_lamp", None)
    line = str(caught.value)
    assert line.startswith(str(tmp_path))
    assert "\n" not in line
    assert known(line)  # in Japanese too


def test_b17_a_broken_rule_that_is_off_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "policies").mkdir()
    (tmp_path / "policies" / "dropped_broken.py").write_text("def (:")
    with add_folder(tmp_path):
        assert "desktop_watch" in idle_rules(["camera_watch"])


def test_a_rule_that_is_off_and_needs_something_stops_nothing(tmp_path: Path) -> None:
    """B-085: the others are listed; the house starts."""
    (tmp_path / "policies").mkdir()
    (tmp_path / "policies" / "dropped_needy.py").write_text(LAMP)
    with add_folder(tmp_path):
        listed = idle_rules(["camera_watch"])
    assert "dropped_needy" not in listed
    assert "desktop_watch" in listed


def test_an_unknown_name_lists_what_there_is() -> None:
    """The remedy is in the message."""
    with pytest.raises(PlugInUnknown, match="there are:"):
        build("capabilities", "no_such_thing", {}, {})


def test_a_folder_beside_the_drivers_is_no_driver() -> None:
    """The capture process of the cameras lies beside them."""
    assert "usb" in discover("hardware.camera")
    assert "capture" not in discover("hardware.camera")
    with pytest.raises(PlugInUnknown, match="usb"):
        build("hardware.camera", "capture", {}, {})


def test_the_folder_is_forgotten_afterwards(tmp_path: Path) -> None:
    """Leaving the context leaves no path behind."""
    (tmp_path / "policies").mkdir()
    (tmp_path / "policies" / "dropped_rule.py").write_text("")
    with add_folder(tmp_path):
        assert "dropped_rule" in discover("policies")
    assert "dropped_rule" not in discover("policies")
