"""An active buzzer on a GPIO pin (gpiozero; on the device: `apt install python3-gpiozero`)."""

import importlib
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.body import BuzzerUnavailable


class Settings(BaseModel):
    """Which pin, and how it beeps."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    pin: int = Field(18, ge=0, le=40, description="GPIO number (BCM) the buzzer hangs on")
    on_s: float = Field(0.3, gt=0, description="length of a beep, seconds")
    off_s: float = Field(0.2, gt=0, description="pause between beeps, seconds")


class GpioBuzzer:
    """Implements port `Buzzer`. gpiozero is loaded when it first sounds; its thread beeps on
    while the event loop is busy."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._device: Any = None

    async def on(self) -> None:
        """Beep until `off`. Raises `BuzzerUnavailable`."""
        device = self._device or self._open()
        if not self.sounding():
            device.beep(self._settings.on_s, self._settings.off_s)

    async def off(self) -> None:
        """Silence."""
        if self._device is not None:
            self._device.off()

    def sounding(self) -> bool:
        """Whether gpiozero drives the pin, as it reads it back: high now, or between beeps."""
        device = self._device
        return device is not None and (bool(device.is_active) or device._blink_thread is not None)

    def _open(self) -> Any:
        try:
            self._device = importlib.import_module("gpiozero").Buzzer(self._settings.pin)
        # What a board without such a pin raises is gpiozero's own, known only where it is there.
        except (ImportError, OSError, RuntimeError, ValueError) as error:
            raise BuzzerUnavailable(f"pin {self._settings.pin}: {error}") from error
        return self._device


def build(settings: Settings) -> GpioBuzzer:
    """Build the buzzer."""
    return GpioBuzzer(settings)
