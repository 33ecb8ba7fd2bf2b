"""The GPIO buzzer over a stand-in of the kernel's chips, with the real package's own names."""

import asyncio
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gpiod
import pytest

from companion.phrases.reasons import in_both
from companion.ports.body import BuzzerUnavailable
from hardware.buzzer.gpio import GpioBuzzer, Settings

FAST: dict[str, Any] = {"on_s": 0.01, "off_s": 0.01}


@dataclass
class Board:
    """Chips by path; stands in for the kernel behind `gpiod`."""

    chips: dict[str, tuple[str, list[str]]]
    refuses: bool = False
    stuck: bool = False
    levels: list[tuple[str, int, bool]] = field(default_factory=list)
    requested: list[tuple[str, int]] = field(default_factory=list)
    released: int = 0

    def module(self) -> Any:
        real = {name: getattr(gpiod, name) for name in ("line", "LineSettings")}
        return SimpleNamespace(**real, Chip=self.chip, request_lines=self.request_lines)

    def chip(self, path: str) -> "Chip":
        if self.refuses:
            raise PermissionError(1, "Operation not permitted", path)
        return Chip(*self.chips[path])

    def request_lines(self, path: str, *, consumer: str, config: dict[int, Any]) -> "Request":
        ((offset, asked),) = config.items()
        assert asked.direction is gpiod.line.Direction.OUTPUT
        assert asked.output_value is gpiod.line.Value.INACTIVE, "it is silent when it is taken"
        self.requested.append((path, offset))
        return Request(self, path, offset)


@dataclass
class Chip:
    label: str
    lines: list[str]

    def __enter__(self) -> "Chip":
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def get_info(self) -> Any:
        return SimpleNamespace(label=self.label, num_lines=len(self.lines))

    def get_line_info(self, number: int) -> Any:
        return SimpleNamespace(name=self.lines[number])


@dataclass
class Request:
    board: Board
    path: str
    offset: int
    level: Any = gpiod.line.Value.INACTIVE

    def set_value(self, offset: int, value: Any) -> None:
        assert offset == self.offset
        self.level = gpiod.line.Value.INACTIVE if self.board.stuck else value
        self.board.levels.append((self.path, offset, value is gpiod.line.Value.ACTIVE))

    def get_value(self, offset: int) -> Any:
        return self.level

    def release(self) -> None:
        self.board.released += 1


def test_the_stand_in_has_the_real_packages_names() -> None:
    for name in ("get_info", "get_line_info"):
        assert hasattr(gpiod.Chip, name)
    for name in ("set_value", "get_value", "release"):
        assert hasattr(gpiod.LineRequest, name)
    assert callable(gpiod.request_lines)


def built(board: Board, folder: Path, monkeypatch: pytest.MonkeyPatch, **own: Any) -> GpioBuzzer:
    monkeypatch.setitem(sys.modules, "gpiod", board.module())
    for path in board.chips:
        Path(path).touch()
    return GpioBuzzer(Settings(**FAST, **own), folder)


def pi(folder: Path) -> Board:
    """A Pi 5: the header hangs on the RP1, which is not the first chip."""
    first, header = str(folder / "gpiochip0"), str(folder / "gpiochip4")
    return Board({first: ("gpio-brcmstb", ["-"] * 32), header: ("pinctrl-rp1", ["x"] * 54)})


async def test_it_beeps_on_the_header_and_ends_low(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = pi(tmp_path)
    buzzer = built(board, tmp_path, monkeypatch, pin=18)
    assert buzzer.trouble() == ""
    assert not board.requested, "looking drives nothing"
    await buzzer.on()
    assert buzzer.sounding()
    while sum(high for _, _, high in board.levels) < 3:
        await asyncio.sleep(0.005)
    await buzzer.off()
    assert not buzzer.sounding()
    assert board.requested == [(str(tmp_path / "gpiochip4"), 18)]
    assert board.levels[-1] == (str(tmp_path / "gpiochip4"), 18, False)
    await buzzer.on()
    assert len(board.requested) == 1, "the line is kept"
    await buzzer.off()


async def test_another_boards_line_is_found_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "gpiochip0")
    board = Board({path: ("tegra234-gpio", ["PA.00", "PQ.05"])})
    buzzer = built(board, tmp_path, monkeypatch, line="PQ.05")
    await buzzer.on()
    await buzzer.off()
    assert board.requested == [(path, 1)]


async def test_a_level_that_stays_low_is_no_sound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was asked for is not what is: the level is read back."""
    board = pi(tmp_path)
    board.stuck = True
    buzzer = built(board, tmp_path, monkeypatch)
    with pytest.raises(BuzzerUnavailable, match="stays low"):
        await buzzer.on()
    assert not buzzer.sounding()
    assert board.released == 1


async def test_a_chip_the_service_may_not_open_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = pi(tmp_path)
    board.refuses = True
    buzzer = built(board, tmp_path, monkeypatch)
    assert "not permitted" in buzzer.trouble()
    with pytest.raises(BuzzerUnavailable, match=r"GPIO18.*not permitted"):
        await buzzer.on()


def test_a_board_without_the_line_says_where_to_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "gpioinfo" in built(Board({}), tmp_path, monkeypatch).trouble()


def test_without_the_package_the_remedy_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "gpiod", None)
    trouble = GpioBuzzer(Settings(), tmp_path).trouble()
    assert "gpiod is missing: `companion doctor` says how" in trouble
    assert "gpiod がありません" in in_both(trouble).ja
