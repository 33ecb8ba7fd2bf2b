"""Extras: the board's own where a driver has one, each named once."""

import pytest

from companion.cli import extras
from companion.cli.extras import fitting, wanted_extras
from companion.words.needs import Needs
from tests.unit.cli.configs import CAMERA, settings_with


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "board", lambda: "pi")


@pytest.mark.parametrize(
    ("brought_by", "extra"),
    [(("jetson", "pi"), "pi"), (("base",), "base"), (("jetson", "base"), "jetson"), ((), "")],
)
def test_the_boards_own_extra_goes_first(pi: None, brought_by: tuple[str, ...], extra: str) -> None:
    assert fitting(Needs(extras=brought_by)) == extra


def test_each_extra_of_the_configured_drivers_is_named_once(pi: None) -> None:
    base = {"driver": "serial_line", "port": "/dev/ttyACM0", "rooms": ["hall"]}
    wanted = list(
        wanted_extras(settings_with(drive=base, buzzer={"driver": "gpio"}, cameras={"c": CAMERA}))
    )
    assert len(set(wanted)) == len(wanted)
    assert "base" in wanted
    assert "" not in wanted


def test_drivers_that_need_nothing_name_nothing(pi: None) -> None:
    assert list(wanted_extras(settings_with())) == []


def test_what_the_environment_says_of_the_board_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARD", "jetson")
    extras.board.cache_clear()
    try:
        assert extras.board() == "jetson"
    finally:
        extras.board.cache_clear()
