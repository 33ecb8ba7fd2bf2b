"""Phones and voices of the page, without sound."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field

from companion.ports.push_to_talk import Phone, PhoneState, Press, StateTold, Tell
from companion.ports.speech import SpeechUnavailable
from companion.ports.voice_shelf import VoiceOffered, WakeWordOffered
from companion.words.audio import AudioClip
from companion.words.language import Bilingual, Language


@dataclass(eq=False)
class PhoneTwin:
    """Phone that keeps what it was told."""

    tell: Tell
    presses: list[Press] = field(default_factory=list)
    sound: bytearray = field(default_factory=bytearray)
    released: list[float | None] = field(default_factory=list)
    plays: int = 0
    is_heard: bool = False
    closed: asyncio.Event = field(default_factory=asyncio.Event)

    async def press(self, press: Press) -> None:
        self.presses.append(press)
        self.is_heard = True
        await self.tell(StateTold(PhoneState.LISTENING))

    def hear(self, pcm: bytes) -> None:
        self.sound += pcm

    def release(self, took_s: float | None = None) -> None:
        self.released.append(took_s)
        self.is_heard = False

    def played(self) -> None:
        self.plays += 1

    async def close(self) -> None:
        self.closed.set()


@dataclass
class PhonesTwin:
    """Phones that are connected."""

    phones: list[PhoneTwin] = field(default_factory=list)

    def connect(self, tell: Tell) -> Phone:
        self.phones.append(PhoneTwin(tell))
        return self.phones[-1]


@dataclass
class ShelfTwin:
    """Port `VoiceShelf`: a voice for each language, and one whose engine is `gone`."""

    sheet: str = "config/personas/koto.yaml"
    gone: str = "not started"

    def voices(self) -> Sequence[VoiceOffered]:
        gone = Bilingual("まだ起動していません", "not started")
        return (
            VoiceOffered(name="mei", language=Language.JA, chosen=True, trouble=None),
            VoiceOffered(name="takumi", language=Language.JA, chosen=False, trouble=None),
            VoiceOffered(name="joe", language=Language.EN, chosen=True, trouble=gone),
        )

    def wake(self) -> Sequence[WakeWordOffered]:
        line = "wake: {engine: pymicro_wakeword, settings: {words: [alexa]}}"
        return (
            WakeWordOffered(phrase="Okay Nabu", chosen=True, line=""),
            WakeWordOffered(phrase="Alexa", chosen=False, line=line),
        )

    async def sample(self, language: Language, voice: str) -> AsyncGenerator[AudioClip, None]:
        if voice not in {one.name for one in self.voices() if one.language is language}:
            raise KeyError(voice)
        if voice == "joe":
            raise SpeechUnavailable(self.gone)
        for _ in range(2):
            yield AudioClip(b"\x01\x00" * 100, 48_000)
