"""How soon it answers: what the house adds between the end of speech and the first sound of the
answer (P12), how much of a reply has to be made before it is heard (P13), and how soon it falls
silent for who cuts in (P14).

For P12 the stages are twins that take a fixed time, so that all the rest is ours: the silence that
ends a turn, reading, understanding, answering, the record, and the way to the speaker. The time of
the last sound is when the microphone gave its block.
"""

import asyncio
import math
import os
import tempfile
import time
from array import array
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.app import Companion
from companion.engines.voice.scripted import ScriptedVoice
from companion.engines.voice.scripted import Settings as VoiceSettings
from companion.links.broker import find_mosquitto
from companion.ports.body import Speaker
from companion.ports.listening import Transcript
from companion.service.settings import Driver, Engine, Home, Settings
from companion.service.supervision import until
from companion.voice.segmenter import BLOCK_S, SegmenterSettings
from companion.voice.turn import Called, Happened, Sentence, TurnState
from companion.words.audio import HEARING_RATE_HZ, AudioClip
from companion.words.event import Event
from companion.words.language import Language
from companion.words.voice_style import VoiceStyle
from hardware.microphone.simulated import SimulatedMicrophone
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.heartbeat import share
from tests.proof.bench.whole import living, shipped

NOBODY = Path(__file__).parents[2] / "story" / "scenarios" / "nobody.yaml"
QUESTIONS = {Effort.SHORT: 5, Effort.LONG: 60}
EARS_S = 0.1
"""How long speech to text takes here, always."""
ADDED_MS, FIRST_SHARE, SILENT_MS = 50.0, 0.5, 150.0
"""Limits: P12 at the 95th percentile, P13, and P14."""
QUESTION = "何ができる？"
"""A whole sentence: nothing is waited for behind it, and the answer is long enough to cut in."""
PATIENCE_S, SOUNDS_S = 60.0, 0.3
WARM = 3
"""Answers that are not counted."""
_TONE = [
    round(9000 * math.sin(2 * math.pi * 220 * n / HEARING_RATE_HZ))
    for n in range(round(0.6 * HEARING_RATE_HZ))
]
"""Stands for what is said."""
SYNTHESIS = 0.6
"""Real time that making speech takes, as a share of its length: a small board."""
REPLY = "The kitchen light is on. The curtain in the living room is closed. Nobody is at home."
_PAUSE_BLOCKS = round(SegmenterSettings().pause_s / BLOCK_S)


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Questions to a house that lives; then one reply, made and heard."""
    first = await _first_share()
    if find_mosquitto() is None:
        return (NotMeasured(id="P12", why="mosquitto is not installed"), first)
    with tempfile.TemporaryDirectory() as folder:
        async with living(_settings(Path(folder))) as (house, _):
            asked = _Asked(house)
            await asked.is_ready()
            moments = [await asked.once() for _ in range(QUESTIONS[effort])]
    return (_added(moments), _silent(moments), first)


def _settings(folder: Path) -> Settings:
    return shipped(
        folder,
        home=Home(kind="dollhouse", scenario=str(NOBODY)),
        microphone=Driver.model_validate({"driver": "simulated", "place": "kitchen"}),
        wake=Engine(engine="scripted", settings={"at_s": []}),
        vad=Engine(engine="scripted"),
        turn=Engine(engine="scripted"),
        ears=Engine.model_validate({"engine": "scripted", "settings": {"lines": [QUESTION]}}),
    )


@dataclass
class _Asked:
    """A question, again and again, with the moments that count."""

    house: Companion
    spoke_at: float = 0.0
    read_at: float = 0.0
    heard_at: float = 0.0
    began_at: float = 0.0
    silent_at: float = 0.0
    ended_at: float = 0.0
    """When the turn was held to have ended."""
    replied_at: float = 0.0
    """When the reply was recorded and given to the mouth."""
    _heard: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        """Look on at the microphone, at speech to text and at the speaker."""
        hearing = self.house.outside.voice.hearing
        assert isinstance(hearing.microphone, SimulatedMicrophone)
        self.microphone = hearing.microphone
        self._at_the_speaker(self.house.body.speaker)
        self._at_the_turn()
        assert hearing.ears is not None
        make, read = self.microphone._block, hearing.ears.recognise

        def block() -> bytes:
            speaks, made = self.microphone.talks(), make()
            if speaks:
                self.spoke_at = time.monotonic()
                self.began_at = self.began_at or self.spoke_at
            return made

        async def recognise(*given: Any, **more: Any) -> Transcript:
            took = asyncio.create_task(asyncio.sleep(EARS_S))
            words = await read(*given, **more)
            await took
            self.read_at = time.monotonic()
            return words

        self.microphone._block = block  # type: ignore[method-assign]
        hearing.ears.recognise = recognise  # type: ignore[method-assign]

    def _at_the_turn(self) -> None:
        talk = self.house.outside.voice.talk
        assert talk is not None
        take, answer = talk.take, talk.mouth.answer

        def taken(happened: Happened) -> None:
            if isinstance(happened, Sentence):
                self.ended_at = time.monotonic()
            take(happened)

        def answered(reply: Event) -> None:
            self.replied_at = time.monotonic()
            answer(reply)

        talk.take = taken  # type: ignore[method-assign]
        talk.mouth.answer = answered  # type: ignore[method-assign]

    def _at_the_speaker(self, speaker: Speaker) -> None:
        play, stop = speaker.play_clips, speaker.stop

        async def stopped() -> None:
            await stop()
            self.silent_at = self.silent_at or time.monotonic()

        async def play_clips(sound: str, clips: AsyncGenerator[AudioClip, None]) -> float:
            async def given() -> AsyncGenerator[AudioClip, None]:
                async for clip in clips:
                    self.heard_at = self.heard_at or time.monotonic()
                    self._heard.set()
                    yield clip

            return await play(sound, given())

        speaker.play_clips = play_clips  # type: ignore[method-assign]
        speaker.stop = stopped  # type: ignore[method-assign]

    async def is_ready(self) -> None:
        """The first answers wait for the grammar, and for prompts that are read ahead."""
        for _ in range(WARM):
            await self.once()

    async def once(self) -> "_Moments":
        """Press the button, say it, and cut in when the answer has begun to sound."""
        talk = self.house.outside.voice.talk
        assert talk is not None
        talk.take(Called())
        await until(lambda: talk.turn.state is TurnState.LISTENING)
        self._heard.clear()
        self.heard_at = 0.0
        async with asyncio.timeout(PATIENCE_S):
            self._say()
            await self._heard.wait()
            spoken = self.spoke_at + _PAUSE_BLOCKS * BLOCK_S + EARS_S
            read, ended, replied = self.read_at, self.ended_at, self.replied_at
            await asyncio.sleep(SOUNDS_S)
            self.began_at = self.silent_at = 0.0
            self._say()
            await until(lambda: self.silent_at > 0)
            await until(lambda: not self.microphone.talks())
        return _Moments(
            added=1000 * (self.heard_at - spoken),
            judged=1000 * (ended - read),
            replied=1000 * (replied - ended),
            spoken=1000 * (self.heard_at - replied),
            silent=1000 * (self.silent_at - self.began_at),
        )

    def _say(self) -> None:
        self.microphone.say(AudioClip(array("h", _TONE).tobytes()))


@dataclass(frozen=True, kw_only=True)
class _Moments:
    """Of one question, in ms."""

    added: float
    judged: float
    """Of these, from the words to the end of the turn."""
    replied: float
    """From there to the recorded reply."""
    spoken: float
    """From there to the first sound."""
    silent: float
    """From the first sound of who cuts in until the speaker was silent."""


def _added(moments: Sequence[_Moments]) -> Figure:
    added = [one.added for one in moments]
    shares = {
        "words_to_end_of_turn": [one.judged for one in moments],
        "end_of_turn_to_reply": [one.replied for one in moments],
        "reply_to_sound": [one.spoken for one in moments],
    }
    return Figure(
        id="P12",
        what="end of speech to the first sound of the answer, what we add, p95",
        value=share(added, 0.95),
        limit=ADDED_MS,
        sense=Sense.AT_MOST,
        unit="ms",
        against=f"{1000 * _PAUSE_BLOCKS * BLOCK_S:.0f} ms of silence and speech to text of "
        f"{1000 * EARS_S:.0f} ms",
        detail={
            "questions": len(added),
            "p50_ms": round(share(added, 0.5), 1),
            "max_ms": round(max(added), 1),
            **{f"{name}_p50_ms": round(share(of, 0.5), 1) for name, of in shares.items()},
            **{f"{name}_p95_ms": round(share(of, 0.95), 1) for name, of in shares.items()},
            "load_1min": round(os.getloadavg()[0], 1),
        },
    )


def _silent(moments: Sequence[_Moments]) -> Figure:
    silent = [one.silent for one in moments]
    return Figure(
        id="P14",
        what="who cuts in: first sound to silence, p99",
        value=share(silent, 0.99),
        limit=SILENT_MS,
        sense=Sense.AT_MOST,
        unit="ms",
        against="the simulated speaker; what a device still sounds is `stop to silence`",
        detail={"p50_ms": round(share(silent, 0.5), 1), "max_ms": round(max(silent), 1)},
    )


async def _first_share() -> Figure:
    voice = ScriptedVoice(VoiceSettings(make_share=SYNTHESIS))
    began, clips = time.monotonic(), list[float]()
    async for _ in voice.speak(REPLY, language=Language.EN, style=VoiceStyle()):
        clips.append(time.monotonic() - began)
    return Figure(
        id="P13",
        what="first sound of a reply of three sentences",
        value=clips[0] / clips[-1],
        limit=FIRST_SHARE,
        sense=Sense.AT_MOST,
        unit="of making all of it",
        against=f"a voice that makes a second of speech in {SYNTHESIS} s",
        detail={"clauses": len(clips)},
    )
