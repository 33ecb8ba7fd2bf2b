"""Simulated buzzer: records when it sounded, and fails on command."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.body import BuzzerUnavailable
from companion.ports.clock import Clock
from companion.words.needs import Needs

GONE = "the buzzer does not answer"


class Settings(BaseModel):
    """Settings of the simulated buzzer."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    fail: Literal["none", "gone", "mute"] = Field("none", description="failure to simulate")


def needs(settings: Settings) -> Needs:
    """Return no needs: nothing is attached."""
    return Needs()


@dataclass(slots=True)
class Buzzed:
    """Record of one time that the buzzer sounded; `until` is None while it still sounds."""

    since: datetime
    until: datetime | None = None


class SimulatedBuzzer:
    """Buzzer that only records. Implements port `Buzzer`."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self.fail = settings.fail
        """Can be changed while it runs."""
        self._clock = clock
        self.buzzed: list[Buzzed] = []

    async def on(self) -> None:
        """Sound until `off`. Raises `BuzzerUnavailable`."""
        if self.fail == "gone":
            raise BuzzerUnavailable(GONE)
        if self.fail == "none" and not self.sounding():
            self.buzzed.append(Buzzed(self._clock.now()))

    async def off(self) -> None:
        """Silence."""
        if self.sounding():
            self.buzzed[-1].until = self._clock.now()

    def sounding(self) -> bool:
        """Whether it sounds."""
        return bool(self.buzzed) and self.buzzed[-1].until is None

    def trouble(self) -> str:
        """Trouble that it would have; "" for none."""
        return GONE if self.fail == "gone" else ""


def build(settings: Settings, *, clock: Clock) -> SimulatedBuzzer:
    """Build the simulated buzzer."""
    return SimulatedBuzzer(settings, clock)
