"""The segmenter cuts the blocks of one microphone into stretches of speech; no I/O, no clock.

Time is counted in blocks of sound, so a recording that is read quickly is cut as it would have been
live. A stretch begins when somebody speaks while it attends: after the wake word, while it was
opened, or always. At a short silence it gives the stretch so far; how much silence then ends it is
told by the one who read the words (`wait`).

Where others spoke in the room before a command, speech that goes on as quiet as theirs is theirs
too: it holds the end up for a moment only.
"""

import math
from collections import deque
from dataclasses import dataclass

from companion.ports.listening import BlockHeard
from companion.voice.loudness import db, loud_db, mean
from companion.words.audio import BLOCK_SAMPLES, HEARING_RATE_HZ, AudioClip

BLOCK_S = BLOCK_SAMPLES / HEARING_RATE_HZ
LOUD_S, SYLLABLE_S = 0.4, 0.25
"""Speech whose loudness is that of a command, at most; and what is compared with it."""
ROOM_S, LEAST_ROOM_S, ROOM_SHARE = 5.0, 0.5, 0.75
"""Sound before a command that tells how loud the room is; less of it tells nothing. Other speech
has pauses, and the wake word is less than a quarter: so many blocks are quieter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmenterSettings:
    """Settings of how speech is cut, in seconds of sound."""

    begins_at: float = 0.5
    """Probability of speech from which somebody speaks; measured on 30 noisy commands, of which
    none was missed, and on noise, which never reached it."""
    goes_on_at: float = 0.35
    far_db: float = 7.0
    """Speech so much quieter than the loudest of a stretch may be far. Alone it tells little: in 30
    of 112 commands of three voices some words were as quiet for half a second."""
    room_db: float = 8.0
    """Far speech is at most so much louder than the room was before the command."""
    far_s: float = 0.4
    """Far speech counts as silence from here on."""
    begin_s: float = 0.06
    """Shorter sounds are clicks."""
    pre_roll_s: float = 0.4
    """Sound before speech was noticed, which holds the first consonant. Word errors of Whisper base
    over 14 noisy commands: 9 % with 0.3 and 0.4 s, 13 % with 0.5 s, 16 % with 0.6 s, since it makes
    words of the noise before."""
    pause_s: float = 0.1
    """Silence after which the words so far are read. Half of what ends a whole command, so that the
    words are there by then: reading takes longer than that on a small board."""
    longest_silence_s: float = 1.6
    """Silence that ends a stretch in any case."""
    longest_s: float = 30.0
    """A longer stretch is cut: nobody says a command for so long."""
    after_wake_s: float = 8.0
    """Time to begin to speak after the wake word."""
    settle_s: float = 0.3
    """The end of the wake word itself may still sound so long after it was recognised. Less than
    the pre-roll: of a command that follows at once nothing is lost."""


@dataclass(frozen=True, slots=True)
class Woke:
    """The wake word was heard."""

    phrase: str
    at_s: float
    loudness_db: float = 0.0
    """How much louder it was than the room before it."""


@dataclass(frozen=True, slots=True)
class WokeAgain:
    """The wake word was heard within the words behind a call. A detector takes words for it that
    stand behind it: `call_again` if it was said."""

    phrase: str


@dataclass(frozen=True, slots=True)
class Began:
    """A person began to speak."""

    at_s: float


@dataclass(frozen=True, slots=True)
class Paused:
    """A short silence: the words so far may be read."""

    clip: AudioClip
    number: int
    """Of this pause; `wait` names it."""
    at_s: float


@dataclass(frozen=True, slots=True)
class Ended:
    """The stretch is over."""

    clip: AudioClip
    number: int
    """Of the pause whose words are all of it; 0 where there was speech after the last one."""
    began_s: float
    """When speech was noticed; the clip begins earlier."""
    ended_s: float
    """When the last speech was heard."""
    ended_by: str
    far_after: int = 0
    """Number of the pause after which there was far speech alone; 0: there was none."""


@dataclass(frozen=True, slots=True)
class NothingSaid:
    """The time to begin to speak is over."""

    at_s: float


Step = Woke | WokeAgain | Began | Paused | Ended | NothingSaid


class Segmenter:
    """Cuts one microphone's sound."""

    def __init__(
        self, settings: SegmenterSettings | None = None, *, attends_always: bool = False
    ) -> None:
        self._on = settings or SegmenterSettings()
        self._always = attends_always
        self._now = 0
        """Blocks so far."""
        self._attends_until = math.inf if attends_always else -1.0
        self._before: deque[bytes] = deque(maxlen=_blocks(self._on.pre_roll_s))
        self._room: deque[float] = deque(maxlen=_blocks(ROOM_S))
        """Powers of the last blocks that belonged to no stretch."""
        self._settling = 0
        self._loud = 0
        """Blocks of speech on end."""
        self._settled_loud = 0
        """Those of `_loud` that may be the end of the wake word; alone they begin nothing, but they
        count for when speech began: a short word right after the wake word is no cough."""
        self._stretch: _Stretch | None = None
        self._was_called = False
        """The next stretch follows on a call."""
        self._pauses = 0

    @property
    def now_s(self) -> float:
        """Seconds of sound so far."""
        return self._now * BLOCK_S

    @property
    def attends(self) -> bool:
        """Whether speech is listened to, and not only the wake word."""
        return self._stretch is not None or self.now_s <= self._attends_until

    @property
    def hears(self) -> bool:
        """Whether a stretch of speech goes on."""
        return self._stretch is not None

    @property
    def pause(self) -> int:
        """Number of the pause that lasts; 0 while somebody speaks or nobody did."""
        return self._stretch.number if self._stretch is not None else 0

    def attend(self, for_s: float) -> None:
        """Listen to speech that begins within so many seconds, without the wake word."""
        self._attends_until = max(self._attends_until, self.now_s + for_s)

    def ignore(self) -> None:
        """Listen to the wake word alone; a stretch that goes on is dropped."""
        self._stretch = None
        self._was_called = False
        self._room.clear()
        self._attends_until = math.inf if self._always else -1.0

    def call_again(self, phrase: str) -> tuple[Step, ...]:
        """The wake word was truly said again: the words begin behind it."""
        stretch = self._stretch
        if stretch is None or stretch.spoke_s <= stretch.again_s + self._on.settle_s:
            return (self._woken(phrase),)
        if stretch.again_s:
            stretch.begin_again()
        return ()

    def wait(self, number: int, silence_s: float, ended_by: str) -> tuple[Step, ...]:
        """How much silence after the pause of this number ends the stretch, and what to call that.
        The stretch ends now where it has been silent so long already: the next block would be 32 ms
        later. Too late where speech went on since."""
        stretch = self._stretch
        if stretch is None or stretch.number != number:
            return ()
        most = self._on.longest_silence_s
        stretch.wait_s, stretch.ended_by = min(silence_s, most), ended_by
        heard_far, stretch.hears_far = stretch.hears_far, False
        over = self._over(stretch)  # ends with the words that were judged
        stretch.hears_far = heard_far
        return over

    def take(self, block: bytes, heard: BlockHeard, loud: float = 0.0) -> tuple[Step, ...]:
        """Steps that follow from the next block of sound. `loud`: its power."""
        self._now += 1
        stretch = self._stretch
        if heard.wake and not (self._was_called or (stretch and stretch.is_called)):
            return (self._woken(heard.wake),)
        again = (WokeAgain(heard.wake),) if heard.wake else ()
        if stretch is None:
            return (*again, *self._wait_for_speech(block, heard.speech, loud))
        if again:
            stretch.again_s = self.now_s
        return (*again, *self._go_on(stretch, block, heard.speech, loud))

    def _wait_for_speech(self, block: bytes, speech: float, loud: float) -> tuple[Step, ...]:
        self._before.append(block)
        self._room.append(loud)
        if self._begins(speech):
            noticed_s = self.now_s - self._loud * BLOCK_S
            self._stretch = _Stretch([*self._before], noticed_s, self.now_s, self._room_db())
            self._stretch.is_called = self._was_called or self._always
            self._was_called = False
            self._loud = 0
            self._before.clear()
            return (Began(self.now_s),)
        if not self._always and 0 <= self._attends_until < self.now_s and not self._loud:
            self._attends_until, self._was_called = -1.0, False
            return (NothingSaid(self.now_s),)
        return ()

    def finish(self) -> tuple[Step, ...]:
        """The sound is over: what goes on ends here."""
        stretch = self._stretch
        return () if stretch is None else (self._ended(stretch, "end_of_sound"),)

    def _woken(self, phrase: str) -> Woke:
        """Begin anew at the wake word: the speech before it was for somebody else, or the wake word
        itself."""
        self._stretch = None
        self._before.clear()
        self._loud = self._settled_loud = 0
        self._was_called = True
        self._settling = _blocks(self._on.settle_s)
        self.attend(self._on.after_wake_s)
        return Woke(phrase, self.now_s)

    def _begins(self, speech: float) -> bool:
        self._loud = self._loud + 1 if speech >= self._on.begins_at else 0
        if self._settling:
            self._settling -= 1
            self._settled_loud = self._loud
            return False
        self._settled_loud = min(self._settled_loud, self._loud)
        began_in_time = self.now_s - self._loud * BLOCK_S <= self._attends_until
        return began_in_time and self._loud - self._settled_loud >= _blocks(self._on.begin_s)

    def _room_db(self) -> float:
        """How loud the room was before what is said now; nothing is known of it soon after the
        companion itself spoke."""
        powers = sorted(self._room)
        enough = len(powers) >= _blocks(LEAST_ROOM_S)
        return db(powers[round(ROOM_SHARE * (len(powers) - 1))]) if enough else -math.inf

    def _go_on(
        self, stretch: "_Stretch", block: bytes, speech: float, loud: float
    ) -> tuple[Step, ...]:
        stretch.take(block, loud, self.now_s)
        speaks = speech >= self._on.goes_on_at
        if speaks:
            stretch.hears(loud, self.now_s, self._on)
        silent_s = self.now_s - stretch.spoke_s
        if len(stretch.blocks) >= _blocks(self._on.longest_s):
            return (self._ended(stretch, "too_long"),)
        if silent_s >= self._on.pause_s - BLOCK_S / 2 and not stretch.number:
            self._pauses += 1
            stretch.pauses(self._pauses, goes_on=speaks)
            return (Paused(stretch.clip(), stretch.number, self.now_s),)
        return self._over(stretch)

    def _over(self, stretch: "_Stretch") -> tuple[Step, ...]:
        """Its end, where the silence after its last pause is long enough."""
        silent_s = self.now_s - stretch.spoke_s
        if stretch.number and silent_s >= self._wait_s(stretch) - BLOCK_S / 2:
            return (self._ended(stretch, stretch.ended_by or "silence"),)
        return ()

    def _wait_s(self, stretch: "_Stretch") -> float:
        """Until the words are read the longest silence holds: they may say that more comes."""
        return self._on.longest_silence_s if stretch.wait_s is None else stretch.wait_s

    def _ended(self, stretch: "_Stretch", ended_by: str) -> Ended:
        self._stretch = None
        if not self._always:
            self._attends_until = -1.0
        far = stretch.number if stretch.hears_far else 0
        number = 0 if far else stretch.number
        return Ended(stretch.clip(), number, stretch.began_s, stretch.spoke_s, ended_by, far)


class _Stretch:
    """Speech that goes on."""

    def __init__(self, blocks: list[bytes], began_s: float, now_s: float, room_db: float) -> None:
        self.blocks, self._room_db = blocks, room_db
        self.began_s = began_s
        self.spoke_s = now_s
        self.number = 0
        self.wait_s: float | None = None
        self.ended_by = ""
        self.hears_far = False
        """Whether there was far speech since the last pause."""
        self.is_called = False
        self.again_s = 0.0
        """When the wake word was heard in it; 0: it was not."""
        self._now_s = now_s
        self.last_powers: deque[float] = deque(maxlen=_blocks(SYLLABLE_S))
        """Of the last blocks, pauses included."""
        self._powers: list[float] = []
        self._near_s = now_s

    def take(self, block: bytes, block_power: float, now_s: float) -> None:
        """The next block, speech or not."""
        self.blocks.append(block)
        self.last_powers.append(block_power)
        self._now_s = now_s

    def hears(self, block_power: float, now_s: float, on: SegmenterSettings) -> None:
        """There is speech; unless it is far for long, what was read at the last pause is not
        all."""
        self._powers.append(block_power)
        level_db = db(mean(self.last_powers))
        near_db = loud_db(self._powers, _blocks(LOUD_S)) - on.far_db
        if level_db >= min(near_db, self._room_db + on.room_db):
            self._near_s = now_s
        if now_s - self._near_s <= on.far_s:
            self.spoke_s, self.number, self.wait_s, self.ended_by = now_s, 0, None, ""
            self.hears_far = False
        else:
            self.hears_far = self.number > 0

    def begin_again(self) -> None:
        """The words begin behind the wake word in it."""
        behind = round((self._now_s - self.again_s) / BLOCK_S)
        self.blocks = self.blocks[-behind:]
        self.began_s, self.again_s = self.again_s, 0.0
        self.number, self.wait_s, self.ended_by = 0, None, ""

    def pauses(self, number: int, *, goes_on: bool) -> None:
        """The words so far may be read. `goes_on`: far speech does; near speech ended before it."""
        self.number = number
        if goes_on:
            self.spoke_s = self._near_s

    def clip(self) -> AudioClip:
        """The sound so far."""
        return AudioClip(b"".join(self.blocks))


def _blocks(seconds: float) -> int:
    return max(1, round(seconds / BLOCK_S))
