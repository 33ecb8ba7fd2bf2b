"""Port of push-to-talk: a browser of the page is microphone and speaker at a button, and a
satellite is both in its room, with the wake word for the button."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from companion.words.audio import AudioClip
from companion.words.call import CallSound
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.said import PHONE


class PressMode(StrEnum):
    """Ways to press the button."""

    HOLD = "hold"
    """The sentence is over when the button is released."""
    TAP = "tap"
    """The end of the turn is judged as with a microphone of the companion's own."""
    CHECK = "check"
    """A test of the microphone: nothing is said to the house and nothing is kept."""
    ENROL = "enrol"
    """A person reads aloud so that their voice is known; of the sound nothing is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """Facts that the browser sends when its button is pressed."""

    mode: PressMode
    language: Language
    """Of the page that is shown: the language that is most likely spoken."""
    place: str = ""
    """Id of the room the screen stands in; "" where nobody told."""
    aloud: bool = True
    """Whether the answer is to be sent as sound."""
    name: str = ""
    """Whose voice is to be enrolled."""
    interrupts: bool = False
    """Whether something was being said there: then "wait" means stop."""
    call: CallSound | None = None
    """The wake word that stands for the button, where it was found here: it is read again, and
    where it was something else nobody is listened to."""
    channel: str = PHONE
    """How the sentence comes in; a satellite stands in a room, where a phone is in a hand."""


class PhoneState(StrEnum):
    """Stage of one press, as the voice card shows it."""

    IDLE = "idle"
    LISTENING = "listening"
    HEARING = "hearing"
    READING = "reading"
    """The sound is over and its words are being read."""
    THINKING = "thinking"
    SPEAKING = "speaking"


class SoundFault(StrEnum):
    """Faults of the sound that a microphone test finds."""

    SILENT = "silent"
    """No sound at all, not even noise: muted, or another microphone."""
    QUIET = "quiet"
    CLIPPED = "clipped"
    WRONG_RATE = "wrong_rate"
    """Far more or fewer samples came than so many seconds have."""
    NO_SPEECH = "no_speech"
    """There is sound, and nobody speaks in it."""


@dataclass(frozen=True, slots=True)
class StateTold:
    """Another stage."""

    state: PhoneState


@dataclass(frozen=True, slots=True)
class PartialTold:
    """Words so far."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardTold:
    """The words as they enter the house, and what is known of them."""

    text: str
    language: Language | None
    confidence: float | None
    ended_by: str
    event_id: EventId


@dataclass(frozen=True, slots=True)
class LeftOutTold:
    """The words were not acted on."""

    text: str
    why: str
    """The reason of speech to text, or `no_speech`, `silent`, `unclear_voice` where voices are
    enrolled and nobody can tell whether this is one; `stop` where everything was stopped,
    `not_called` where the wake word was something else."""


@dataclass(frozen=True, slots=True)
class AnswerTold:
    """The reply as it stands in the record; its sound follows where it was asked for."""

    text: str
    speaker: str
    event_id: EventId


@dataclass(frozen=True, slots=True)
class WaitTold:
    """The answer takes its time: an acknowledgement is said, by its name; its sound follows where
    the answer's would."""

    phrase: str
    language: Language


@dataclass(frozen=True, slots=True)
class SilenceTold:
    """Everything was stopped: the sound that is being played ends now."""


@dataclass(frozen=True, slots=True)
class TroubleTold:
    """Something does not work: the cause with its remedy."""

    what: str
    """`ears`, `voice`, `speaker_id`, `reply_failed`, `not_given` where the house took no sentence,
    or `busy` where another phone is being heard."""
    why: Bilingual | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckTold:
    """Result of a microphone test."""

    text: str
    language: Language | None
    confidence: float | None
    faults: tuple[SoundFault, ...]
    peak: float
    """Loudest sample, 0 to 1."""
    understood: str
    """How far the grammar of this home takes the words: a value of `Ending`; "" for no words."""
    voice: str = ""
    """Whether the voice is an enrolled one: `known`, `strange`, `unclear`; "" where no voice is
    enrolled or nobody spoke."""
    speaker: str = ""
    """Of a known voice, its person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrolTold:
    """Result of an enrolment."""

    name: str
    speech_s: float
    """Seconds of speech in it."""
    why_not: str = ""
    """Cause for which nothing was enrolled: `too_short`, `several_voices`, or a fault of the sound;
    "" where the voice is known now."""
    alike: tuple[str, ...] = ()
    """People whose voices are much like it."""


Told = (
    StateTold
    | PartialTold
    | HeardTold
    | LeftOutTold
    | AnswerTold
    | WaitTold
    | SilenceTold
    | TroubleTold
    | CheckTold
    | EnrolTold
    | AudioClip
)
"""A clip is the next piece of the answer's sound."""
Tell = Callable[[Told], Awaitable[None]]


class Phone(Protocol):
    """One browser with a button to speak."""

    @property
    def is_heard(self) -> bool:
        """Whether its sound is listened to now."""

    async def press(self, press: Press) -> None:
        """Listen from now on; what is being spoken to it ends."""

    def hear(self, pcm: bytes) -> None:
        """The next sound: 16-bit little-endian mono at 16 kHz. Dropped where nobody listens."""

    def release(self, took_s: float | None = None) -> None:
        """The button is released: the sentence is over. `took_s`: how long it was pressed, where
        the browser tells; a test of the microphone compares the sound with it."""

    def played(self) -> None:
        """The sound of the answer was heard to its end."""

    async def close(self) -> None:
        """The browser is gone; a sentence that is not over is dropped."""


class PushToTalk(Protocol):
    """Browsers that are microphones."""

    def connect(self, tell: Tell) -> Phone:
        """A browser that will speak. `tell` raises nothing, also where it is gone."""
