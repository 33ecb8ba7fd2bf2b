"""No buzzer is connected: the ladder ends with the speaker, and says so."""

from pydantic import BaseModel, ConfigDict

from companion.ports.body import BuzzerUnavailable
from companion.words.needs import Needs


class Settings(BaseModel):
    """None."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def needs(settings: Settings) -> Needs:
    """Nothing."""
    return Needs()


class AbsentBuzzer:
    """Implements port `Buzzer` by refusing."""

    async def on(self) -> None:
        """Raises `BuzzerUnavailable`."""
        raise BuzzerUnavailable("no buzzer is configured (buzzer: {driver: gpio, pin: 18})")

    async def off(self) -> None:
        """Silent as ever."""

    def sounding(self) -> bool:
        """Never."""
        return False

    def trouble(self) -> str:
        """None: nobody wants one."""
        return ""


def build(settings: Settings) -> AbsentBuzzer:
    """Build it."""
    return AbsentBuzzer()
