"""Turn: decides who may speak now, as sounds are heard. No I/O; the clock is injected.

A state machine over events. It says what is to be done as values (`Step`); the resident that owns
it does them. In every state: a stop word stops everything at once, on the first words that
are read; a sentence goes to the door or is left out for a reason that is told; and each state but
`idle` ends by itself.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.voice.who_speaks import NOT_ASKED, SpeakerHeard, Voice
from companion.words.called_by import CalledBy
from companion.words.language import Language
from companion.words.short_answer import ShortAnswer, short_answers
from companion.words.stop_word import means_stop


class TurnState(StrEnum):
    """番の状態."""

    IDLE = "idle"
    """It listens for its wake word alone."""
    LISTENING = "listening"
    """It was called and waits for words."""
    HEARING = "hearing"
    """A person speaks to it."""
    THINKING = "thinking"
    """A sentence is with the house; the answer is not there yet."""
    SPEAKING = "speaking"
    INTERRUPTED = "interrupted"
    """It fell silent because somebody speaks, and does not know yet whether that is meant."""
    FOLLOW_ON = "follow_on"
    """It has spoken, and listens on without the wake word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSettings:
    """Settings of turn-taking, in seconds."""

    after_call_s: float = 8.0
    """Time to begin to speak after the wake word."""
    longest_turn_s: float = 35.0
    """A sentence that is not over then is given up; the segmenter cuts it at 30 s."""
    thinking_s: float = 90.0
    """An answer that is not there then is not waited for any more."""
    longest_speech_s: float = 180.0
    """Playback that does not end is held to have ended."""
    supplement_s: float = 5.0
    """Speech so soon after a sentence may add to it or correct it."""
    follow_on_s: float = 6.0
    """Listening without the wake word after it has spoken."""
    cough_s: float = 0.25
    """Shorter speech is a cough or a click, unless its words are an answer: a spoken はい is 0.13
    to 0.26 s of speech (two voices through voice activity)."""
    brief_s: float = 0.8
    """Shorter words while it speaks, of which the home makes nothing, are a nod: speech to text
    writes anything for "mm-hmm", and for a laugh. Nods of three voices last 0.2 to 0.7 s."""
    own_sound_s: float = 0.4
    """A sound that ends so soon after it made the companion silent was the companion; a person who
    cuts in goes on."""
    most_coughs: int = 2
    """Sounds without words for which it falls silent in one playback. Without echo cancelling its
    own voice is such a sound as soon as it goes on: it fell silent 35 times in a sentence."""


# --- Events: what happened ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Called:
    """The wake word was heard, or the button was pressed."""

    phrase: str = ""


@dataclass(frozen=True, slots=True)
class Ceded:
    """The call that was heard last is another companion's to answer, or was no call."""


@dataclass(frozen=True, slots=True)
class SpeechBegan:
    """A person began to speak, near enough and while it listens."""


@dataclass(frozen=True, slots=True)
class WordsSoFar:
    """Words at a short silence; more may come."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A whole stretch of speech."""

    text: str
    language: Language | None = None
    confidence: float | None = None
    length_s: float = 1.0
    rejected: str = ""
    """Why the words must not be acted on; "" for none."""
    ended_by: str = "silence"
    """Cause of its end, for the log: a value of `EndedBy`, or `too_long`, `button`."""
    speaker: SpeakerHeard = NOT_ASKED
    is_callers: bool = True
    """As of `SegmentHeard`."""


@dataclass(frozen=True, slots=True)
class NothingSaid:
    """The time to begin to speak is over."""


@dataclass(frozen=True, slots=True)
class PlaybackBegan:
    """It speaks now."""

    text: str = ""
    asks: bool = False
    """Something is asked of who listens: then うん is an answer."""


@dataclass(frozen=True, slots=True)
class PlaybackEnded:
    """It has said what it had to say."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The house is done with the sentence, and nothing will be said."""


@dataclass(frozen=True, slots=True)
class StopPressed:
    """The button that stops everything."""


@dataclass(frozen=True, slots=True)
class TimePassed:
    """The deadline of the state may be over."""


Happened = (
    Called
    | Ceded
    | SpeechBegan
    | WordsSoFar
    | Sentence
    | NothingSaid
    | PlaybackBegan
    | PlaybackEnded
    | Answered
    | StopPressed
    | TimePassed
)


# --- Steps: what is to be done --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ListenFor:
    """Attend to speech that begins within so many seconds."""

    for_s: float


@dataclass(frozen=True, slots=True)
class StopListening:
    """Attend to the wake word alone."""


@dataclass(frozen=True, slots=True)
class HoldPlayback:
    """Fall silent now; it may go on."""


@dataclass(frozen=True, slots=True)
class ResumePlayback:
    """Go on at the beginning of the clause that was cut."""


@dataclass(frozen=True, slots=True)
class DropPlayback:
    """Say no more of it."""


@dataclass(frozen=True, slots=True)
class PassOn:
    """The sentence enters by the door."""

    sentence: Sentence
    is_called: bool = False
    """The wake word stood directly before it, apart from the sound of the room."""


@dataclass(frozen=True, slots=True)
class StopEverything:
    """Straight to the stop corridor: no queue, no gate and no model before it."""


@dataclass(frozen=True, slots=True)
class LeaveOut:
    """These words are not acted on, for this reason."""

    text: str
    why: str
    """`nod`, `cough`, `echo`, `own_sound`, `not_called`, `unclear_voice`, or what speech to text
    gave."""


@dataclass(frozen=True, slots=True)
class AskAgain:
    """ "I did not get that", once, with a hint of what can be said."""

    why: str = ""
    """As of `LeaveOut`."""


Step = (
    ListenFor
    | StopListening
    | HoldPlayback
    | ResumePlayback
    | DropPlayback
    | PassOn
    | StopEverything
    | LeaveOut
    | AskAgain
)
Steps = tuple[Step, ...]

UNCLEAR_VOICE = "unclear_voice"
"""Voices are enrolled, and nobody can tell whether this one is."""
_BUSY = (TurnState.THINKING, TurnState.SPEAKING, TurnState.INTERRUPTED)
_ATTENDS = (TurnState.LISTENING, TurnState.FOLLOW_ON)


@dataclass(slots=True)
class TurnTaking:
    """The machine. `take` never raises and never waits."""

    monotonic: Callable[[], float]
    settings: TurnSettings = field(default_factory=TurnSettings)
    is_echo: Callable[[str], bool] = lambda _: False
    """Whether words are what it says itself, or has just said."""
    says_nothing: Callable[[str, Language | None], bool] = lambda *_: False
    """Whether words are no sentence of this home, whole or asked for."""
    called_by: CalledBy = CalledBy()
    """By which it is called: "Koto, stop" is a stop word."""
    state: TurnState = TurnState.IDLE
    deadline_s: float | None = None
    """Of the monotonic clock; `TimePassed` is due then. None in `idle` alone."""
    _asks: bool = False
    _is_held: bool = False
    _has_asked_again: bool = False
    _is_over: bool = False
    """The person has said that the talk is over."""
    _acts: bool = False
    """A sentence is with the house."""
    _passed_s: float = -math.inf
    """When it was passed on."""
    _hears_itself: bool = False
    """Its own voice came back through the microphone once: there is no echo cancelling, and a sound
    while it speaks is most likely its own."""
    _began_aloud: bool = False
    """The speech that is heard began while it spoke."""
    _coughs: int = 0
    """Sounds without words that made it silent since playback began."""
    _was_called: bool = False
    """It was called, and nothing was passed on since."""
    _stopped_on: str = ""
    """Words so far that stopped everything, until somebody speaks anew."""
    _talks: bool = False
    """True while a person talks with it: it was called, or a sentence was passed on."""

    def take(self, happened: Happened) -> Steps:
        """Steps that follow from an event, in this order."""
        match happened:
            case WordsSoFar(text):
                return self._stop(text) if self._stops(text) else self._words(text)
            case Sentence():
                return self._sentence(happened)
            case PlaybackBegan():
                return self._plays(happened)
            case Called(phrase):
                return self._called(phrase)
            case _:
                return self._plain[type(happened)]()

    @property
    def _plain(self) -> Mapping[type[object], Callable[[], Steps]]:
        """Events that tell nothing but that they happened."""
        return {
            Ceded: self._cede,
            SpeechBegan: self._speech,
            NothingSaid: self._nothing,
            PlaybackEnded: self._played,
            Answered: self._answered,
            StopPressed: self._stop,
            TimePassed: self._time,
        }

    # --- Stop -------------------------------------------------------------------------------------

    def _stops(self, text: str) -> bool:
        """Not where it says the word itself: who is quoted aloud stops nobody."""
        busy = self.state in _BUSY or self._acts
        stops = means_stop(self.called_by.without(text), busy=busy)
        return stops and not self.is_echo(text)

    def _stop(self, on_words: str = "") -> Steps:
        """It listens on: who stops it has often more to say."""
        self._acts = self._is_over = self._asks = False
        self._stopped_on = on_words
        return (StopEverything(), *self._drop(), *self._listen_on())

    # --- Listening --------------------------------------------------------------------------------

    def _called(self, phrase: str) -> Steps:
        """Take a call: it is heard whatever goes on, unless the companion itself spoke it."""
        if phrase and self.is_echo(phrase):
            return ()
        self._has_asked_again = self._is_over = False
        self._talks = self._was_called = True
        dropped = self._drop()
        self._to(TurnState.LISTENING, self.settings.after_call_s)
        return (*dropped, ListenFor(self.settings.after_call_s))

    def _cede(self) -> Steps:
        """Fall back to waiting, unless the talk went on since the call."""
        waits = self.state in (TurnState.LISTENING, TurnState.HEARING)
        return self._rest() if self._was_called and waits and not self._is_held else ()

    def _speech(self) -> Steps:
        self._stopped_on = ""
        self._began_aloud = self.state is TurnState.SPEAKING
        if self.state is TurnState.SPEAKING:
            return () if self._is_deaf else self._interrupted()
        if self.state in (*_ATTENDS, TurnState.THINKING):
            self._to(TurnState.HEARING, self.settings.longest_turn_s)
        return ()

    def _words(self, text: str) -> Steps:
        """Words make it silent where speech to text was quicker than voice activity."""
        foreign = text.strip() and not self._may_be_own(text)
        if self.state is not TurnState.SPEAKING or not foreign or self._nods(text):
            return ()
        return self._interrupted()

    @property
    def _is_deaf(self) -> bool:
        """Whether a sound is most likely its own."""
        return self._hears_itself or self._coughs >= self.settings.most_coughs

    def _may_be_own(self, text: str) -> bool:
        """Where its own voice comes back, no words are foreign enough: "okay nabu, fire up" came
        back as "Ok now booth, fire up". A person cuts in there by a call, a stop or an answer."""
        deaf = self._is_deaf and not (self._asks and _answers(text))
        return deaf or self.is_echo(text)

    def _interrupted(self) -> Steps:
        self._is_held = True
        self._to(TurnState.INTERRUPTED, self.settings.longest_turn_s)
        return (HoldPlayback(),)

    def _nods(self, text: str) -> bool:
        return not self._asks and ShortAnswer.NOD in short_answers(text)

    def _nothing(self) -> Steps:
        if self.state not in _ATTENDS:
            return ()
        return self._resume() if self._is_held else self._rest()

    # --- A sentence -------------------------------------------------------------------------------

    def _sentence(self, sentence: Sentence) -> Steps:
        """Where reading is slow the stretch has ended before its words so far stopped everything;
        then the sentence is the same words once more."""
        if sentence.text and sentence.text == self._stopped_on:
            self._stopped_on = ""
            return ()
        return self._stop() if self._stops(sentence.text) else self._heard(sentence)

    def _heard(self, sentence: Sentence) -> Steps:
        self._hears_itself |= self._began_aloud and self.is_echo(sentence.text)
        if self.state is TurnState.IDLE:
            return (LeaveOut(sentence.text, "not_called"),)
        if why := self._why_not(sentence) or self._why_late():
            return (LeaveOut(sentence.text, why), *self._go_on(why))
        dropped, called = self._drop(), self._was_called and sentence.is_callers
        self._is_over = ShortAnswer.BYE in short_answers(sentence.text)
        self._has_asked_again, self._acts, self._asks = False, True, False
        self._talks, self._was_called, self._passed_s = True, False, self.monotonic()
        self._to(TurnState.THINKING, self.settings.thinking_s)
        return (*dropped, PassOn(sentence, called), ListenFor(self.settings.thinking_s))

    def _why_not(self, sentence: Sentence) -> str:
        """Why the words are no turn; "" where they are one."""
        own_s = self.settings.own_sound_s if self._is_held else 0.0
        is_short = sentence.length_s < max(self.settings.cough_s, own_s)
        if not sentence.text.strip() or (is_short and not _answers(sentence.text)):
            return sentence.rejected or "cough"
        if sentence.rejected:
            return sentence.rejected
        speaks = self._is_held or self.state is TurnState.SPEAKING
        if self.is_echo(sentence.text):
            return "echo"
        if speaks and self._may_be_own(sentence.text):
            return "own_sound"
        if speaks and (self._nods(sentence.text) or self._is_brief(sentence)):
            return "nod"
        # Asked once to say more; what is unclear again goes on as a guest's.
        unclear = sentence.speaker.voice is Voice.UNCLEAR and not self._has_asked_again
        return UNCLEAR_VOICE if unclear else ""

    def _is_brief(self, sentence: Sentence) -> bool:
        """Whether it is a short sound without meaning for this home. A question is none."""
        text = sentence.text.rstrip()
        if sentence.length_s >= self.settings.brief_s or text.endswith(("?", "？")):
            return False
        return not _answers(text) and self.says_nothing(text, sentence.language)

    def _why_late(self) -> str:
        """While it thinks about one sentence, what comes later than a supplement is for somebody
        else, or from a television, unless it was called anew. A stop word is no sentence, and not
        late."""
        is_late = not self.may_add() and not self._was_called
        return "not_called" if self._acts and not self._is_held and is_late else ""

    def may_add(self) -> bool:
        """Whether speech now may still say more of the sentence that was passed on last."""
        return self.monotonic() - self._passed_s <= self.settings.supplement_s

    def _go_on(self, why: str) -> Steps:
        """As before the sound that was no turn."""
        self._coughs += self._is_held and why not in ("nod", UNCLEAR_VOICE)
        if self._is_held:
            return self._resume()
        if self.state is TurnState.SPEAKING:
            return (ListenFor(self.settings.longest_speech_s),)
        if self._acts:
            self._to(TurnState.THINKING, self.settings.thinking_s)
            return (ListenFor(self.settings.thinking_s),)
        if why in ("cough", "echo", "own_sound", "nod") or self._has_asked_again:
            return self._listen_on()
        self._has_asked_again = True
        self._to(TurnState.LISTENING, self.settings.after_call_s)
        return (AskAgain(why), ListenFor(self.settings.after_call_s))

    def _listen_on(self) -> Steps:
        self._to(TurnState.FOLLOW_ON, self.settings.follow_on_s)
        return (StopListening(), ListenFor(self.settings.follow_on_s))

    # --- Playback ---------------------------------------------------------------------------------

    def _plays(self, began: PlaybackBegan) -> Steps:
        self._asks = began.asks
        if self.state in (TurnState.LISTENING, TurnState.HEARING, TurnState.INTERRUPTED):
            self._is_held = True
            return (HoldPlayback(),)  # never over somebody who speaks
        self._is_held, self._acts, self._coughs = False, False, 0
        self._to(TurnState.SPEAKING, self.settings.longest_speech_s)
        return (ListenFor(self.settings.longest_speech_s),)

    def _played(self) -> Steps:
        self._is_held = False
        if self.state is TurnState.INTERRUPTED:
            self._to(TurnState.HEARING, self.settings.longest_turn_s)
            return ()
        if self.state is not TurnState.SPEAKING:
            return ()
        listens = self._asks or (self._talks and not self._is_over)
        return self._listen_on() if listens else self._rest()

    def _resume(self) -> Steps:
        self._is_held = False
        self._to(TurnState.SPEAKING, self.settings.longest_speech_s)
        return (ResumePlayback(), ListenFor(self.settings.longest_speech_s))

    def _drop(self) -> Steps:
        if self._is_held or self.state in (TurnState.SPEAKING, TurnState.INTERRUPTED):
            self._is_held = False
            return (DropPlayback(),)
        return ()

    # --- Ends -------------------------------------------------------------------------------------

    def _answered(self) -> Steps:
        self._acts = False
        if self.state is not TurnState.THINKING:
            return ()
        return self._rest() if self._is_over else self._listen_on()

    def _time(self) -> Steps:
        if self.deadline_s is None or self.monotonic() < self.deadline_s:
            return ()
        if self._is_held:
            return self._resume()
        self._acts = False
        return self._rest()

    def _rest(self) -> Steps:
        """The wake word alone."""
        self.state, self.deadline_s = TurnState.IDLE, None
        self._asks = self._is_held = self._has_asked_again = self._is_over = False
        self._talks = self._was_called = False
        return (StopListening(),)

    def _to(self, state: TurnState, for_s: float) -> None:
        self.state, self.deadline_s = state, self.monotonic() + for_s


def _answers(text: str) -> bool:
    """Whether the words are more than a nod, however short they sound."""
    return bool(short_answers(text) - {ShortAnswer.NOD})
