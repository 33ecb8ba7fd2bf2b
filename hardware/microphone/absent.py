"""No microphone: the companion does not listen; it is talked to in writing."""

from collections.abc import AsyncGenerator

from pydantic import BaseModel, ConfigDict

from companion.ports.microphone import MicrophoneUnavailable
from companion.words.language import Bilingual
from companion.words.needs import Needs

NONE = Bilingual(
    "マイクの設定がありません。config.yaml に microphone: {driver: sounddevice} と書いてください",
    "No microphone is configured. Write microphone: {driver: sounddevice} into config.yaml",
)


class Settings(BaseModel):
    """Settings: none."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def needs(settings: Settings) -> Needs:
    """Return no needs: nothing is attached."""
    return Needs()


class AbsentMicrophone:
    """Microphone that is not there. Implements the port `Microphone`."""

    @property
    def name(self) -> str:
        """Config name."""
        return "microphone"

    @property
    def place(self) -> str:
        """Nowhere."""
        return ""

    @property
    def is_live(self) -> bool:
        """It gives nothing."""
        return True

    async def blocks(self) -> AsyncGenerator[bytes, None]:
        """Raises `MicrophoneUnavailable`."""
        raise MicrophoneUnavailable(NONE.en, NONE.ja)
        yield b""

    def dropped(self) -> int:
        """Never any."""
        return 0

    def waiting(self) -> int:
        """Never any."""
        return 0

    def trouble(self) -> Bilingual | None:
        """That there is none."""
        return NONE


def build(settings: Settings) -> AbsentMicrophone:
    """Build it."""
    return AbsentMicrophone()
