"""Port of the microphone, the source of sound that the companion listens to."""

from collections.abc import AsyncGenerator
from typing import Protocol

from companion.words.language import Bilingual


class MicrophoneUnavailable(OSError):
    """Error: there is no microphone, it vanished, or it gives no sound; the text says the
    remedy. `words` is what the owner reads."""

    def __init__(self, text: str, ja: str = "") -> None:
        super().__init__(text)
        self.words = Bilingual(ja or text, text)


class Microphone(Protocol):
    """Microphone in one place. A driver that may hang runs in a process of its own.

    Must: give sound as 16 kHz mono 16-bit blocks of `BLOCK_SAMPLES`, whatever the device gives;
    raise rather than wait for ever; be opened again after an error; buffer a few seconds and no
    more: sound that nobody took in time is dropped from the old end and counted. A recording comes
    to an end, and then so does the iterator.
    """

    @property
    def name(self) -> str:
        """Key in the configuration."""

    @property
    def place(self) -> str:
        """Id of the room it stands in; "" where nobody told."""

    @property
    def is_live(self) -> bool:
        """Whether sound comes at its own pace. False: a recording that waits until it is read."""

    def blocks(self) -> AsyncGenerator[bytes, None]:
        """Open the device and give block after block until the iterator is closed. Raises
        `MicrophoneUnavailable`."""

    def dropped(self) -> int:
        """Blocks that nobody took in time since the start, and gaps that the device told of."""

    def waiting(self) -> int:
        """Blocks that have come and are not taken yet; 0 for a recording, which never hurries."""

    def trouble(self) -> Bilingual | None:
        """Reason for which nothing is heard now, as far as it is known without a try; None for
        none."""
