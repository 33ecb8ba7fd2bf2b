"""Driver for a home without a buzzer: a ringing alarm ends with the speaker, and the page says
so."""

from pydantic import BaseModel, ConfigDict

from companion.ports.body import BuzzerUnavailable
from companion.words.needs import Needs


class Settings(BaseModel):
    """Settings of the absent buzzer: it has none."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def needs(settings: Settings) -> Needs:
    """Return no needs: nothing is attached."""
    return Needs()


class AbsentBuzzer:
    """Buzzer that refuses to sound. Implements port `Buzzer`."""

    async def on(self) -> None:
        """Raises `BuzzerUnavailable`."""
        raise BuzzerUnavailable("no buzzer is configured (buzzer: {driver: gpio, pin: 18})")

    async def off(self) -> None:
        """Do nothing: it never sounds."""

    def sounding(self) -> bool:
        """Return false: it never sounds."""
        return False

    def trouble(self) -> str:
        """Return no trouble: the owner wants no buzzer."""
        return ""


def build(settings: Settings) -> AbsentBuzzer:
    """Build the absent buzzer."""
    return AbsentBuzzer()
