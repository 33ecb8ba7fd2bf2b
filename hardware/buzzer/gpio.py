"""GPIO buzzer: sounds an active buzzer on a GPIO line through the kernel's interface (libgpiod's
package `gpiod`).

The same on a Raspberry Pi, a Jetson and whatever else has `/dev/gpiochipN` (ADR 0036).
"""

import importlib
import threading
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from companion.ports.body import BuzzerUnavailable
from companion.words.needs import Needs

PI_CHIPS = ("pinctrl-bcm", "pinctrl-rp1")
"""Labels of the chip that carries a Raspberry Pi's header; there a line's number is its BCM number
(rp1: Pi 5)."""
CONSUMER = "companion"


class Settings(BaseModel):
    """Settings of the GPIO line and of the beep."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    pin: int | None = Field(
        None, ge=0, le=53, description="GPIO number (BCM) on a Raspberry Pi; 18 where nothing else"
    )
    line: str = Field("", description="the line's name on another board (`gpioinfo`): PQ.05")
    on_s: float = Field(0.3, gt=0, description="length of a beep, seconds")
    off_s: float = Field(0.2, gt=0, description="pause between beeps, seconds")

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if self.line and self.pin is not None:
            raise ValueError("pin (Raspberry Pi) or line (other boards), not both")
        return self

    def number(self) -> int:
        """Return the BCM number of the line."""
        return 18 if self.pin is None else self.pin

    def told(self) -> str:
        """Name the line as the owner calls it."""
        return f"line {self.line}" if self.line else f"GPIO{self.number()}"


def needs(settings: Settings) -> Needs:
    """Name the chips' device nodes, their group (Raspberry Pi OS, JetPack), and libgpiod's
    package."""
    return Needs(
        devices=("char-gpiochip",), groups=("gpio",), python=("gpiod",), extras=("pi", "jetson")
    )


class GpioBuzzer:
    """Implements port `Buzzer`. The line is taken when it first sounds; a thread of its own beeps
    on while the event loop is busy."""

    def __init__(self, settings: Settings, chips: Path = Path("/dev")) -> None:
        self._settings, self._chips = settings, chips
        self._line: _Line | None = None
        self._thread: threading.Thread | None = None
        self._quiet = threading.Event()

    async def on(self) -> None:
        """Beep until `off`. Raises `BuzzerUnavailable`."""
        if self.sounding():
            return
        await self.off()
        try:
            self._line = self._line or self._found()
            self._line.drive(True)
        except OSError as error:
            self._let_go()
            raise BuzzerUnavailable(f"{self._settings.told()}: {error}") from error
        if not self._line.high:
            self._let_go()
            raise BuzzerUnavailable(f"{self._settings.told()} stays low: something else holds it")
        self._quiet.clear()
        self._thread = threading.Thread(target=self._beep, args=(self._line,), daemon=True)
        self._thread.start()

    async def off(self) -> None:
        """Stop the beeping."""
        thread, self._thread = self._thread, None
        self._quiet.set()
        if thread is not None:
            thread.join()

    def sounding(self) -> bool:
        """Whether it beeps: its last beep was read back from the line as high."""
        return (
            self._thread is not None
            and self._thread.is_alive()
            and self._line is not None
            and self._line.high
        )

    def trouble(self) -> str:
        """Why it could not sound now; the line is looked for, and not driven."""
        if self._line is not None:
            return ""
        try:
            self._where(_gpiod())
        except OSError as error:
            return f"{self._settings.told()}: {error}"
        return ""

    def _beep(self, line: "_Line") -> None:
        try:
            while not self._quiet.wait(self._settings.on_s):
                line.drive(False)
                if self._quiet.wait(self._settings.off_s):
                    break
                line.drive(True)
            line.drive(False)
        except OSError:  # the chip is gone: `sounding` tells, and `on` takes the line anew
            line.high = False

    def _found(self) -> "_Line":
        gpiod = _gpiod()
        path, offset = self._where(gpiod)
        return _Line(gpiod, path, offset)

    def _where(self, gpiod: Any) -> tuple[str, int]:
        """Chip and number of the line. Raises `BuzzerUnavailable`, and `OSError` of the chip that
        may not be opened."""
        refused: OSError | None = None
        for path in sorted(self._chips.glob("gpiochip*")):
            try:
                with gpiod.Chip(str(path)) as chip:
                    offset = self._offset(chip)
            except OSError as error:
                refused = error
                continue
            if offset is not None:
                return str(path), offset
        if refused is not None:
            raise refused
        raise BuzzerUnavailable("no /dev/gpiochip* has it; `gpioinfo` lists lines by name")

    def _offset(self, chip: Any) -> int | None:
        info = chip.get_info()
        if not self._settings.line:
            of_header = info.label.startswith(PI_CHIPS) and self._settings.number() < info.num_lines
            return self._settings.number() if of_header else None
        lines = range(info.num_lines)
        return next((n for n in lines if chip.get_line_info(n).name == self._settings.line), None)

    def _let_go(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.release()


class _Line:
    """Output line of a GPIO chip. It is set low when it is taken, because a process that was killed
    in a beep may have left it high."""

    def __init__(self, gpiod: Any, path: str, offset: int) -> None:
        self._value, self._offset = gpiod.line.Value, offset
        asked = gpiod.LineSettings(direction=gpiod.line.Direction.OUTPUT)
        self._request = gpiod.request_lines(path, consumer=CONSUMER, config={offset: asked})
        self.high = False
        """As it was read back when last driven high."""

    def drive(self, high: bool) -> None:
        """Set the level, and read it back."""
        self._request.set_value(self._offset, self._value.ACTIVE if high else self._value.INACTIVE)
        if high:
            self.high = self._request.get_value(self._offset) is self._value.ACTIVE

    def release(self) -> None:
        """Give the line back."""
        self._request.release()


def _gpiod() -> Any:
    try:
        return importlib.import_module("gpiod")
    except ImportError as error:
        raise BuzzerUnavailable(
            "the package gpiod is missing: `companion doctor` says how to install it"
        ) from error


def build(settings: Settings) -> GpioBuzzer:
    """Build the GPIO buzzer; the line is taken when it first sounds."""
    return GpioBuzzer(settings)
