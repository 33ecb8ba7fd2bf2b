"""Wyoming satellite: a microphone and a speaker in another room, over the Wyoming protocol.

The companion connects to the satellite, as Home Assistant does. A satellite that finds the wake
word itself asks for speech to text; one that sends all its sound is listened to for the wake word
here. From the call on it is a phone whose button was tapped: the same pipeline hears it, and the
answer is sent back as sound. Events: the `wyoming` package.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from wyoming.asr import Transcribe, Transcript
from wyoming.audio import AudioChunk, AudioChunkConverter, AudioStart, AudioStop
from wyoming.error import Error
from wyoming.event import Event, async_write_event
from wyoming.ping import Ping, Pong
from wyoming.pipeline import PipelineStage, RunPipeline
from wyoming.satellite import RunSatellite
from wyoming.snd import Played
from wyoming.tts import Synthesize
from wyoming.vad import VoiceStarted, VoiceStopped
from wyoming.wake import Detection

from companion.phrases import health
from companion.ports.body import SpeakerUnavailable
from companion.ports.clock import Clock
from companion.ports.listening import Detector, ListeningUnavailable
from companion.ports.part import ResidentSpec, Stage
from companion.ports.push_to_talk import (
    AnswerTold,
    HeardTold,
    LeftOutTold,
    Phone,
    PhoneState,
    Press,
    PressMode,
    PushToTalk,
    StateTold,
    Told,
    TroubleTold,
    WaitTold,
)
from companion.service.watched_tasks import WatchedTasks
from companion.service.wyoming_event import read_event
from companion.words.audio import BLOCK_SAMPLES, HEARING_RATE_HZ, SAMPLE_BYTES, AudioClip
from companion.words.call import CALL_S, CallSound
from companion.words.finding import Finding
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.said import SATELLITE

log = logging.getLogger("companion.wyoming")

CONNECT_S, SEND_S = 5.0, 10.0
PING_EVERY_S, SILENT_S = 15.0, 40.0
"""Real seconds between our pings, and without any event after which the satellite is gone: it
answers a ping at once, and sends sound many times a second."""
AWAKE_S, ANSWER_S = 2.0, 1.0
"""While sound is sent: after so long without an event the satellite is asked, and answers within
the second figure. A program that hangs takes sound for as long as there is room on the way."""
RETRY_FROM_S, RETRY_TO_S = 1.0, 30.0
PIECE_BYTES = 16_000
"""Longest piece of sound in one event to the satellite."""
SOUND_RATE_HZ, SOUND_CHANNELS = 22_050, 1
"""Sound of a satellite's speaker where it tells no other: the default of its own program."""
_OVER: tuple[Told, ...] = (StateTold(PhoneState.IDLE), StateTold(PhoneState.THINKING))
"""States after which no person speaks: nothing was said, or a sentence was given in."""
_BLOCK_BYTES = BLOCK_SAMPLES * SAMPLE_BYTES
_BLOCK_S = BLOCK_SAMPLES / HEARING_RATE_HZ

GONE = "the satellite is not connected"
HANGS = "the satellite does not answer"

Answers = Callable[[], bool]
"""Whether this satellite answers the call, of all that heard it."""


class SpeaksThere(Protocol):
    """The companion's mouth at a satellite: all that sounds there goes through it, one after the
    other."""

    async def answer(self, reply_id: EventId) -> None:
        """Speak a reply to who spoke there."""

    async def acknowledge(self, phrase: str, language: Language) -> None:
        """Say a short phrase of ours that tells no result."""

    async def hold(self) -> bool:
        """Be silent while somebody speaks; tells whether something was being said."""

    async def release(self, *, drops: bool) -> None:
        """End the silence for a speaker. `drops`: what was cut is not gone on with."""


class _BadSound(ValueError):
    """The satellite sent sound of a form that nobody can hear."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SatelliteAddress:
    """Where a satellite is, and what is known of it."""

    name: str
    """Key in the configuration."""
    host: str
    port: int
    place: str
    """Id of the room it stands in."""
    language: Language
    """Language that is most likely spoken there."""


class Outlet:
    """Speaker's end of the connection to one satellite. Implements the port `SoundOutlet`."""

    def __init__(self) -> None:
        self._to: _Connection | None = None
        self._ending = WatchedTasks()

    @property
    def is_there(self) -> bool:
        """Whether the satellite is connected."""
        return self._to is not None

    def lead_to(self, connection: "_Connection | None") -> None:
        """Sound goes there from now on; None: nowhere."""
        self._to = connection

    async def send(self, clip: AudioClip) -> None:
        """Send the next piece of a sound. Raises `SpeakerUnavailable`."""
        if self._to is None:
            raise SpeakerUnavailable(GONE)
        try:
            await self._to.play(clip)
        except (OSError, TimeoutError) as error:
            raise SpeakerUnavailable(str(error) or type(error).__name__) from error

    def end(self) -> None:
        """The sound is over, or is to be silent now."""
        if self._to is not None:
            self._ending.begin(self._to.silence(), "satellite: silence")

    def trouble(self) -> str:
        """That it is not connected, or does not answer; "" where it does."""
        if self._to is None:
            return GONE
        return HANGS if self._to.hangs else ""

    async def close(self) -> None:
        """Leave nothing behind."""
        await self._ending.close()


class WyomingSatellite:
    """Resident that keeps the connection to one satellite and passes its sound on."""

    def __init__(
        self,
        address: SatelliteAddress,
        *,
        phones: PushToTalk,
        wake: Detector,
        clock: Clock,
        answers: Answers,
        outlet: Outlet,
        mouth: SpeaksThere,
    ) -> None:
        """`wake`: finds the wake word for satellites that do not; it follows this sound alone.
        `mouth`: speaks through `outlet`."""
        self._at, self._phones, self._wake = address, phones, wake
        self._clock, self._answers = clock, answers
        self._outlet, self._mouth = outlet, mouth
        self._is_connected = False
        self._why_not = ""

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The connection."""
        return (ResidentSpec(f"satellite link {self._at.name}", self.run, Stage.INTAKE),)

    async def findings(self) -> Mapping[str, Finding]:
        """Whether the satellite is there."""
        found = health.satellite(self._is_connected, self._why_not)
        return {f"satellite {self._at.name}": found}

    async def run(self) -> None:
        """Be connected until cancelled; a satellite that is gone is tried again and again."""
        pause_s = RETRY_FROM_S
        while True:
            began = self._clock.monotonic()
            try:
                await self._connected()
            except (OSError, EOFError, TimeoutError, ValueError) as error:
                self._why_not = str(error) or type(error).__name__
            finally:
                self._is_connected = False
            if self._clock.monotonic() - began > RETRY_TO_S:
                pause_s = RETRY_FROM_S
            await self._clock.sleep(pause_s)
            pause_s = min(2 * pause_s, RETRY_TO_S)

    async def _connected(self) -> None:
        async with asyncio.timeout(CONNECT_S):
            reader, writer = await asyncio.open_connection(self._at.host, self._at.port)
        one = _Connection(
            self._at, writer, self._phones, self._wake, self._answers, self._mouth, self._clock
        )
        try:
            await one.begin()
            while True:
                async with asyncio.timeout(SILENT_S):
                    event = await read_event(reader)
                self._is_connected, self._why_not = True, ""
                self._outlet.lead_to(one)
                await one.take(event)
        finally:
            self._outlet.lead_to(None)
            await self._outlet.close()
            await one.end()


class _Connection:
    """One connection to a satellite."""

    def __init__(
        self,
        at: SatelliteAddress,
        writer: asyncio.StreamWriter,
        phones: PushToTalk,
        wake: Detector,
        answers: Answers,
        mouth: SpeaksThere,
        clock: Clock,
    ) -> None:
        self._at, self._writer, self._wake, self._answers = at, writer, wake, answers
        self._mouth, self._clock = mouth, clock
        self.hangs = False
        """Whether it was asked and did not answer, and has sent nothing since."""
        self._awake_s = clock.monotonic()
        self._awake = asyncio.Event()
        self._sending = asyncio.Lock()
        self._phone: Phone = phones.connect(self._tell)
        self._heard = AudioChunkConverter(HEARING_RATE_HZ, SAMPLE_BYTES, 1)
        self._spoken = AudioChunkConverter(SOUND_RATE_HZ, SAMPLE_BYTES, SOUND_CHANNELS)
        self._sound = b""
        """Sound that is no whole block yet."""
        self._recent: deque[bytes] = deque(maxlen=round(CALL_S / _BLOCK_S))
        """Last blocks in which the wake word was looked for."""
        self._looks_for_wake = self._is_sounding = False
        self._pings: asyncio.Task[None] | None = None
        self._acknowledging = WatchedTasks()

    async def begin(self) -> None:
        """The satellite may send now."""
        await self._wake.reset()
        await self._send(RunSatellite().event())
        self._pings = asyncio.create_task(self._keep_alive(), name="satellite: ping")

    async def end(self) -> None:
        """Leave nothing behind."""
        if self._pings is not None:
            self._pings.cancel()
            await asyncio.gather(self._pings, return_exceptions=True)
        await self._phone.close()
        await self._acknowledging.close()
        await self._mouth.release(drops=False)
        self._writer.transport.abort()
        with suppress(OSError):
            await self._writer.wait_closed()

    async def take(self, event: Event) -> None:
        """The next event. Raises `ValueError` for one that has not the protocol's form."""
        self.hangs, self._awake_s = False, self._clock.monotonic()
        self._awake.set()
        if AudioChunk.is_type(event.type):
            await self._hear(_pcm(event, self._heard))
        elif Ping.is_type(event.type):
            await self._send(Pong(text=Ping.from_event(event).text).event())
        elif RunPipeline.is_type(event.type):
            await self._asked(event.data)
        elif AudioStop.is_type(event.type):
            self._phone.release()
        elif Played.is_type(event.type):
            self._phone.played()

    async def _asked(self, data: Mapping[str, Any]) -> None:
        """It found the wake word, or wants us to."""
        self._hear_as(data.get("snd_format"))
        self._looks_for_wake = data.get("start_stage") == PipelineStage.WAKE.value
        if data.get("start_stage") == PipelineStage.ASR.value:
            await self._called()

    async def _called(self, call: CallSound | None = None) -> None:
        """`call`: its sound, where it was found here. A satellite that finds it sends none."""
        if not self._answers():
            await self._send(Error(text="another device answers", code="ceded").event())
            return
        self._sound = b""
        interrupts = await self._mouth.hold()
        await self._phone.press(
            Press(
                mode=PressMode.TAP,
                language=self._at.language,
                place=self._at.place,
                channel=SATELLITE,
                interrupts=interrupts,
                call=call,
                aloud=False,
            )
        )

    async def _hear(self, pcm: bytes) -> None:
        if self._phone.is_heard:
            self._phone.hear(pcm)
        elif self._looks_for_wake:
            await self._look_for_wake(pcm)

    async def _look_for_wake(self, pcm: bytes) -> None:
        self._sound += pcm
        whole = len(self._sound) // _BLOCK_BYTES * _BLOCK_BYTES
        blocks, self._sound = self._sound[:whole], self._sound[whole:]
        if not blocks:
            return
        try:
            found = await self._wake.hear(blocks, speech=False)
        except ListeningUnavailable as error:
            raise OSError(str(error)) from error
        for number, one in enumerate(found, 1):
            self._recent.append(blocks[(number - 1) * _BLOCK_BYTES : number * _BLOCK_BYTES])
            if one.wake:
                behind = blocks[number * _BLOCK_BYTES :] + self._sound
                await self._send(Detection(name=one.wake).event())
                await self._called(CallSound(one.wake, AudioClip(b"".join(self._recent))))
                self._recent.clear()
                self._phone.hear(behind)
                return

    async def _tell(self, told: Told) -> None:
        """Pass on to the satellite what the pipeline tells."""
        if told in _OVER:
            await self._mouth.release(drops=told != _OVER[0])
        elif (event := _event_of(told, self._at.language)) is not None:
            await self._send(event)
        if isinstance(told, AnswerTold):
            await self._mouth.answer(told.event_id)
        elif isinstance(told, WaitTold):
            waits = self._mouth.acknowledge(told.phrase, told.language)
            self._acknowledging.begin(waits, "satellite: it takes time")

    async def play(self, clip: AudioClip) -> None:
        """Send sound to its speaker. Raises `OSError`, `TimeoutError`."""
        await self._answers_now()
        if not self._is_sounding:
            self._is_sounding = True
            await self._write(
                AudioStart(
                    rate=self._spoken.rate or SOUND_RATE_HZ,
                    width=self._spoken.width or SAMPLE_BYTES,
                    channels=self._spoken.channels or SOUND_CHANNELS,
                ).event()
            )
        whole = AudioChunk(clip.rate_hz, SAMPLE_BYTES, 1, clip.pcm)
        sound = self._spoken.convert(whole)
        for at in range(0, len(sound.audio), PIECE_BYTES):
            piece = sound.audio[at : at + PIECE_BYTES]
            await self._write(AudioChunk(sound.rate, sound.width, sound.channels, piece).event())

    async def _answers_now(self) -> None:
        """Raises `TimeoutError` where it hangs."""
        if self._clock.monotonic() - self._awake_s <= AWAKE_S:
            return
        self._awake.clear()
        try:
            async with asyncio.timeout(ANSWER_S):
                await self._write(Ping().event())
                await self._awake.wait()
        except TimeoutError:
            self.hangs = True
            raise TimeoutError(HANGS) from None

    async def silence(self) -> None:
        """The sound is over, or is to be silent."""
        if self._is_sounding:
            self._is_sounding = False
            await self._send(AudioStop().event())

    def _hear_as(self, told: object) -> None:
        """Take the form of sound that its speaker wants; nonsense is left out."""
        if not isinstance(told, Mapping):
            return
        rate, width, channels = (told.get(key) for key in ("rate", "width", "channels"))
        is_known = isinstance(rate, int) and 8_000 <= rate <= 96_000
        if is_known and width in (2, 4) and channels in (1, 2):
            self._spoken = AudioChunkConverter(rate, width, channels)

    async def _keep_alive(self) -> None:
        with suppress(OSError, TimeoutError):  # the reader finds out that it is gone
            while True:
                await asyncio.sleep(PING_EVERY_S)
                await self._write(Ping().event())

    async def _send(self, event: Event) -> None:
        """Send; a satellite that is gone is found out by the reader."""
        with suppress(OSError, TimeoutError):
            await self._write(event)

    async def _write(self, event: Event) -> None:
        async with self._sending, asyncio.timeout(SEND_S):
            await async_write_event(event, self._writer)


def _event_of(told: Told, language: Language) -> Event | None:
    """The protocol's event; None for what it has no word for."""
    match told:
        case StateTold(PhoneState.LISTENING):
            return Transcribe(language=language.value).event()
        case StateTold(PhoneState.HEARING):
            return VoiceStarted().event()
        case StateTold(PhoneState.READING):
            return VoiceStopped().event()
        case HeardTold():
            return Transcript(text=told.text).event()
        case AnswerTold(text):
            return Synthesize(text=text).event()
    return Error(text=why, code="not-done").event() if (why := _why_not(told)) else None


def _why_not(told: Told) -> str:
    """Reason for which nothing was done; "" where something was."""
    match told:
        case LeftOutTold():
            return told.why
        case TroubleTold():
            return told.what
    return ""


def _pcm(event: Event, form: AudioChunkConverter) -> bytes:
    """Sound of an event as our engines hear it. Raises `ValueError`."""
    data, sound = event.data, event.payload or b""
    rate, width, channels = (data.get(key) for key in ("rate", "width", "channels"))
    if not (isinstance(rate, int) and 8_000 <= rate <= 96_000 and width in (1, 2, 4)):
        raise _BadSound("its sound has no known rate or width")
    if channels not in (1, 2) or len(sound) % (width * channels):
        raise _BadSound("its sound is not one or two whole channels")
    return form.convert(AudioChunk(rate, width, channels, sound)).audio
