"""The owner talks to the whole house through a microphone and a loudspeaker, and is heard.

Wake word, voice activity, speech to text and both voices are the real ones, the sound goes through
the drivers `sounddevice` into a virtual sound card. What a device truly is comes from the
simulator; what was said aloud is recorded at the speaker and read back by speech to text.
"""

import asyncio
import re
import time
import wave
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest

from companion.app import Companion
from companion.desk.answerers.yes_no import NOT_YOURS
from companion.dollhouse.house import DollHouse
from companion.engines import weights
from companion.engines.synthesis.voice_weights import JOE_FILES
from companion.engines.weights import MODELS_DIR, ears_model, is_here
from companion.ports.microphone import Microphone
from companion.service.settings import Driver, Engine, Settings
from companion.service.supervision import until
from companion.voice.hearing import Hearing
from companion.voice.talk import Talk
from companion.voice.turn import TurnState
from companion.voice.vocabulary import vocabulary
from companion.words.audio import HEARING_RATE_HZ, AudioClip
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.said import Said
from companion.words.schedule import Entry, EntryKind
from companion.words.timing import After
from tests.slow_time import at_real_rate
from tests.story.whole_house import SCENARIOS, awake, settings_for
from tests.twins.recordings import FOLDER as RECORDINGS
from tests.virtual_sound import Recording, VirtualSound, virtual_sound

pytestmark = [pytest.mark.real("broker"), pytest.mark.real("voice"), pytest.mark.timeout(900)]
SAID = Path(__file__).parents[1] / "data" / "said"
WAKE = RECORDINGS / "wake-okay_nabu-2.wav"
PATIENT = {"deadline_s": 110}
"""For the engines: on a busy machine they wait their turn for much of it."""
TURN_ON = {
    Language.EN: RECORDINGS / "home-turn-on-kitchen-lights.wav",
    Language.JA: SAID / "ja-turn_on.wav",
}
CONFIRMS = {Language.EN: ("kitchen", "on"), Language.JA: ("台所", "つ")}
QUIET_S = 0.6
"""Longer than the pause between two clauses."""
TRIES = 5
MISHEARD_MOST = 2
TURNED_ON = {Language.EN: "turn on", Language.JA: "つけ"}
HELP = {Language.EN: "can you do", Language.JA: "できる"}
"""Words by which it is known that a clip was heard as it was said."""
PATIENT_S = 60.0
"""How long what was said may take to be done on a busy machine; else it was not heard."""
T = TypeVar("T")


def _settings(folder: Path, language: Language) -> Settings:
    settings = settings_for(str(SCENARIOS / "nobody.yaml"), folder, speed=1.0)
    patient = {"settings": PATIENT}
    voices = {name: getattr(settings.voice, name) for name in ("ja", "en")}
    voices = {name: voice.model_copy(update=patient) for name, voice in voices.items()}
    return settings.model_copy(
        update={
            "language": language,
            "microphone": Driver.model_validate({"driver": "sounddevice", "place": "kitchen"}),
            "speaker": Driver(driver="sounddevice"),
            "ears": Engine(engine="faster_whisper", settings=PATIENT),
            "voice": settings.voice.model_copy(update=voices),
        }
    )


@dataclass(frozen=True)
class Room:
    """A house whose microphone and loudspeaker can be spoken into and listened to."""

    house: Companion
    language: Language
    sound: VirtualSound
    speaker: Recording
    said_whole: set[EventId] = field(default_factory=set)
    """Messages that were spoken to their end."""
    unheard: set[str] = field(default_factory=set)
    """The clip that had to be said again since nothing was heard of it."""

    async def watch(self) -> None:
        """Note what was spoken whole, until cancelled."""
        async for message in self.house.foundations.hub.watch():
            spoken = message.data.get("kind") == "spoken" and message.data["status"] == "success"
            if spoken and message.event_id is not None:
                self.said_whole.add(message.event_id)

    @property
    def microphone(self) -> Microphone:
        microphone = self.house.outside.voice.hearing.microphone
        assert microphone is not None
        return microphone

    @property
    def talk(self) -> Talk:
        talk = self.house.outside.voice.talk
        assert talk is not None
        return talk

    def clip(self, name: str) -> Path:
        return SAID / f"{self.language}-{name}.wav"

    @property
    def dollhouse(self) -> DollHouse:
        dollhouse = self.house.foundations.dollhouse
        assert dollhouse is not None
        return dollhouse

    def truth(self, device: str) -> str:
        return self.dollhouse.device(device).value()

    async def events(self, source: EventSource) -> list[Event]:
        return list(await self.house.storage.record.recent(limit=50, sources=(source,)))

    async def is_ready(self) -> None:
        """It listens, and knows its own words."""
        await until(lambda: self.talk.turn.state is TurnState.IDLE)
        listener = self.house.outside.voice.listener
        assert listener is not None
        await until(lambda: listener.state is Hearing.WAITING)

    async def say(self, *wavs: Path, until: Callable[[], Awaitable[T | None]]) -> T:
        """Say it and wait until it came to that. Sound is lost where the machine was too busy to
        take it within a second, and the microphone counts that: then it is said again. So is it,
        once in an evening, where nobody was heard to speak: a busy machine blurs a wake word."""
        for _ in range(TRIES):
            lost, heard = self.microphone.dropped(), len(await self.events(EventSource.USER_INPUT))
            await self.sound.say(*wavs)
            patient_until = time.monotonic() + PATIENT_S
            while time.monotonic() < patient_until:
                if (found := await until()) is not None:
                    return found
                await asyncio.sleep(0.05)
            if self.microphone.dropped() == lost:
                told = f"{wavs[-1].name}\n{await self.told()}"
                assert len(await self.events(EventSource.USER_INPUT)) == heard, told
                assert not self.unheard, told
                self.unheard.add(wavs[-1].name)
        raise AssertionError(f"{wavs[-1].name} was said {TRIES} times")

    async def told(self) -> str:
        """What happened, for who reads a failure."""
        events = await self.house.storage.record.recent(limit=20)
        lost = f"{self.microphone.dropped()} blocks of sound lost"
        lines = (f"{e.source}: {e.user_text}{e.assistant_text}{e.kind}{e.payload}" for e in events)
        return "\n".join((lost, *lines))

    async def asked(self, *wavs: Path, word: str = "") -> Event:
        """Say a sentence; gives the recorded reply to it. Where sound was lost meanwhile the words
        have a hole, and it is said again. So is a sentence that was heard without `word`, twice at
        most, where the same ears read the same clip rightly from its file: then the virtual sound
        of a busy machine was at fault, and not the hearing."""
        misheard = 0
        for _ in range(TRIES):
            lost = self.microphone.dropped()
            before = {event.id for event in await self.events(EventSource.USER_INPUT)}
            reply = await self.say(*wavs, until=partial(self._reply, before))
            if self.microphone.dropped() != lost:
                continue
            heard = await self._heard_since(before)
            if word in heard or misheard == MISHEARD_MOST:
                break
            misheard += 1
            clean = await self._read_clean(wavs[-1])
            assert word in clean, f"{wavs[-1].name}: heard as {heard!r}, from its file {clean!r}"
            await self.silent()
        return reply

    async def _read_clean(self, wav: Path) -> str:
        """The words of a clip that went through no sound card, as the house would read them."""
        with wave.open(str(wav)) as file:
            clip = AudioClip(file.readframes(file.getnframes()), file.getframerate())
        ears = self.house.outside.voice.hearing.ears
        assert ears is not None
        heard = await ears.recognise(clip, language=self.language, vocabulary=self._vocabulary())
        return heard.text.casefold()

    def _vocabulary(self) -> str:
        japanese = self.language is Language.JA
        names = (it.name.ja if japanese else it.name.en for it in self.dollhouse.plan.devices)
        return vocabulary(names, self.language)

    async def _heard_since(self, before: set[EventId]) -> str:
        events = await self.events(EventSource.USER_INPUT)
        return " ".join(e.user_text.casefold() for e in events if e.id not in before)

    async def _reply(self, before: set[EventId]) -> Event | None:
        # The reply to the sentence before may come only now.
        heard = {event.id for event in await self.events(EventSource.USER_INPUT)} - before
        replies = await self.events(EventSource.CONVERSATION_REPLY)
        return next((e for e in replies if heard & set(e.evidence_event_ids)), None)

    async def silent(self) -> None:
        """Until nothing has sounded for a while."""
        await until(lambda: time.monotonic() - self.speaker.last_loud_at > QUIET_S)

    async def sounds(self, mark: int, seconds: float) -> None:
        """Until so much has sounded since `mark`."""
        await until(lambda: _loud(self.speaker, mark).length_s >= seconds)

    async def read_back(self, mark: int) -> str:
        """What the speaker said since `mark`, by speech to text."""
        ears = self.house.outside.voice.hearing.ears
        assert ears is not None
        clip = _loud(self.speaker, mark)
        heard = await ears.recognise(clip, language=self.language, vocabulary=self._vocabulary())
        return re.sub(r"[\W_]", "", heard.text).casefold()


def _loud(speaker: Recording, mark: int) -> AudioClip:
    return Recording(speaker.rate_hz, speaker.pcm[mark:]).loud()


@asynccontextmanager
async def room(
    folder: Path, language: Language, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Room]:
    """The house alive, time running as it does for its owner, the speaker recorded."""
    if not JOE_FILES.paths(weights.MODELS_DIR) or not is_here(ears_model(), MODELS_DIR):
        pytest.skip("no voice or no speech to text: `make setup-test` brings both")
    async with virtual_sound() as sound:
        sound.enter(monkeypatch)
        async with (
            sound.recorded(rate_hz=HEARING_RATE_HZ) as speaker,
            awake(_settings(folder, language)) as house,
        ):
            there = Room(house, language, sound, speaker)
            await there.dollhouse.clock.start()
            watches = asyncio.create_task(there.watch(), name="watch")
            try:
                await there.is_ready()
                yield there
            finally:
                watches.cancel()
                await asyncio.gather(watches, return_exceptions=True)


@at_real_rate
@pytest.mark.parametrize("language", Language)
async def test_p_007_the_owner_talks_to_the_house(
    language: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P-007, T-09, T-12, T-31, T-56: one evening with one house, whose engines take seconds to
    load."""
    async with room(tmp_path, language, monkeypatch) as there:
        await _a_command_is_done_and_confirmed(there)
        await _who_cuts_in_is_heard(there)
        await _stop_is_silence(there)
        await _a_yes_in_the_room_opens_no_lock(there)
        await _an_alarm_rings_and_is_stopped(there)


async def _a_command_is_done_and_confirmed(there: Room) -> None:
    mark = len(there.speaker.pcm)
    await there.asked(WAKE, TURN_ON[there.language], word=TURNED_ON[there.language])
    assert there.truth("light.kitchen") == "on", await there.told()
    heard = ""
    while any(
        word not in heard for word in CONFIRMS[there.language]
    ):  # a reply that takes its time begins with a word of acknowledgement
        await there.sounds(mark, 0.8)
        await there.silent()
        heard = await there.read_back(mark)


async def _who_cuts_in_is_heard(there: Room) -> None:
    """No second wake word: speech makes it silent, and the new command is done."""
    mark = len(there.speaker.pcm)
    long = await there.asked(WAKE, there.clip("help"), word=HELP[there.language])
    await there.sounds(mark, 1.0)

    async def is_off() -> bool | None:
        return there.truth("light.kitchen") == "off" or None

    await there.say(there.clip("turn_off"), until=is_off)
    assert long.id not in there.said_whole
    await there.silent()


async def _stop_is_silence(there: Room) -> None:
    mark = len(there.speaker.pcm)
    long = await there.asked(WAKE, there.clip("help"), word=HELP[there.language])
    await there.sounds(mark, 1.0)

    async def stopped() -> list[Event] | None:
        told = await there.events(EventSource.INTERRUPT)
        return [event for event in told if event.id > long.id] or None

    await there.say(there.clip("stop"), until=stopped)
    await there.silent()
    assert long.id not in there.said_whole
    assert len(await stopped() or ()) == 1


async def _a_yes_in_the_room_opens_no_lock(there: Room) -> None:
    """T-56: anybody near the microphone says yes. The owner's own yes, on the page, opens it."""
    desk, approvals = there.house.desk.reception, there.house.storage.store.approvals
    await desk.say(Said("unlock the front door", "web"))
    while not (pending := await approvals.pending()):
        await asyncio.sleep(0.05)
    await there.silent()
    mark = len(there.speaker.pcm)
    reply = await there.asked(WAKE, there.clip("yes"))
    assert reply.assistant_text == NOT_YOURS.get(there.language), await there.told()
    await there.sounds(mark, 0.8)
    assert there.truth("lock.front_door") == "locked"
    assert await approvals.pending() == pending
    await desk.answer(pending[0].id, True, "web")
    await until(lambda: there.truth("lock.front_door") == "unlocked")
    await there.silent()


async def _an_alarm_rings_and_is_stopped(there: Room) -> None:
    """It is heard while the voice listens, and who says stop is heard beside it."""
    alarms, mark = there.house.alarms, len(there.speaker.pcm)
    entry = Entry(kind=EntryKind.TIMER, timing=After(0.5), created_at=_now(there))
    await alarms.clock.add(entry)
    await until(lambda: bool(alarms.ladder.ringing()))
    await there.sounds(mark, 1.0)

    async def is_over() -> bool | None:
        return alarms.ladder.ringing() == () or None

    await there.say(WAKE, there.clip("stop"), until=is_over)
    await there.silent()


def _now(there: Room) -> datetime:
    return there.house.foundations.clock.now()
