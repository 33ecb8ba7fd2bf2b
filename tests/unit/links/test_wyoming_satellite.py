"""A satellite in another room, over the protocol's own events; the pipeline behind is scripted."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC

import pytest
from wyoming.event import Event
from wyoming.ping import Ping, Pong
from wyoming.pipeline import PipelineStage
from wyoming.snd import Played

from companion.engines.vad.scripted import ScriptedVad
from companion.engines.vad.scripted import Settings as VadSettings
from companion.engines.wake.scripted import ScriptedWakeWord
from companion.engines.wake.scripted import Settings as WakeSettings
from companion.links import wyoming_satellite
from companion.links.wyoming_satellite import Outlet, SatelliteAddress, WyomingSatellite
from companion.ports.body import SpeakerUnavailable
from companion.ports.push_to_talk import (
    AnswerTold,
    HeardTold,
    LeftOutTold,
    PhoneState,
    Press,
    PressMode,
    StateTold,
    Tell,
    TroubleTold,
)
from companion.service.clock import SystemClock
from companion.words.audio import AudioClip
from companion.words.call import CALL_S
from companion.words.health import HealthStatus
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.said import SATELLITE
from tests.twins.detector import InProcessDetector
from tests.twins.satellite import TwinSatellite, satellite

SILENCE = bytes(32_000)


@dataclass
class ScriptedPhones:
    """Port `PushToTalk` and its one `Phone`: keeps what it is given."""

    tell: Tell | None = None
    presses: list[Press] = field(default_factory=list)
    sound: bytes = b""
    is_heard: bool = False
    released: int = 0
    played_count: int = 0
    closed: int = 0

    def connect(self, tell: Tell) -> "ScriptedPhones":
        self.tell = tell
        return self

    async def press(self, press: Press) -> None:
        self.presses.append(press)
        self.is_heard = True

    def hear(self, pcm: bytes) -> None:
        self.sound += pcm

    def release(self, took_s: float | None = None) -> None:
        self.released += 1

    def played(self) -> None:
        self.played_count += 1

    async def close(self) -> None:
        self.closed += 1


@dataclass
class ScriptedMouth:
    """The companion's mouth at the satellite: keeps what it is told."""

    said: list[str] = field(default_factory=list)
    is_saying: bool = False

    async def answer(self, reply_id: EventId) -> None:
        self.said.append(f"answer {reply_id}")

    async def acknowledge(self, phrase: str, language: Language) -> None:
        self.said.append(f"{phrase} {language}")

    async def hold(self) -> bool:
        self.said.append("hold")
        return self.is_saying

    async def release(self, *, drops: bool) -> None:
        self.said.append("drop" if drops else "go on")


@dataclass
class Bedroom:
    """A satellite with the companion's end of the connection."""

    twin: TwinSatellite
    phones: ScriptedPhones
    link: WyomingSatellite
    mouth: ScriptedMouth
    outlet: Outlet

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not holds():
                await asyncio.sleep(0.005)

    async def tells(self, *told: object) -> None:
        assert self.phones.tell is not None
        for one in told:
            await self.phones.tell(one)  # type: ignore[arg-type]  # a test passes any of them

    async def status(self) -> HealthStatus:
        return (await self.link.findings())["satellite bedside"].status


@asynccontextmanager
async def bedroom(
    *, answers: bool = True, woken_at_s: tuple[float, ...] = ()
) -> AsyncIterator[Bedroom]:
    async with satellite() as twin:
        phones, mouth, outlet = ScriptedPhones(), ScriptedMouth(), Outlet()
        link = WyomingSatellite(
            SatelliteAddress(
                name="bedside",
                host="127.0.0.1",
                port=twin.port,
                place="bedroom",
                language=Language.JA,
            ),
            phones=phones,
            wake=InProcessDetector(
                ScriptedWakeWord(WakeSettings(at_s=woken_at_s)), ScriptedVad(VadSettings())
            ),
            clock=SystemClock(UTC),
            answers=lambda: answers,
            outlet=outlet,
            mouth=mouth,
        )
        running = asyncio.create_task(link.run())
        try:
            async with asyncio.timeout(30):
                await twin.first("run-satellite")
                yield Bedroom(twin, phones, link, mouth, outlet)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def test_a_satellite_that_was_called_is_listened_to_in_its_room() -> None:
    """After its own wake word: its room, its language, the channel of a satellite."""
    async with bedroom() as room:
        await room.twin.calls(PipelineStage.ASR)
        await room.twin.hears(SILENCE)
        await room.until(lambda: len(room.phones.sound) == len(SILENCE))
        (press,) = room.phones.presses
    assert press == Press(
        mode=PressMode.TAP,
        language=Language.JA,
        place="bedroom",
        channel=SATELLITE,
        aloud=False,
    )
    assert room.phones.closed == 1


async def test_the_wake_word_is_found_here_for_a_satellite_that_sends_all_its_sound() -> None:
    """It is told of the call, and what follows is heard as a sentence."""
    async with bedroom(woken_at_s=(1.5,)) as room:
        await room.twin.calls(PipelineStage.WAKE)
        await room.twin.hears(SILENCE)
        await room.twin.send(Ping(text="before").event())
        await room.twin.first("pong")
        assert room.phones.presses == []
        await room.twin.hears(SILENCE)
        assert (await room.twin.first("detection")).data["name"] == "Okay Nabu"
        await room.until(lambda: len(room.phones.presses) == 1)
        await room.until(lambda: 0 < len(room.phones.sound) < len(SILENCE))


async def test_sound_of_the_call_is_given_on_where_it_was_found_here() -> None:
    """It is read again; a satellite that found it itself has sent none."""
    loud = (9_000).to_bytes(2, "little") * 16_000
    async with bedroom(woken_at_s=(1.95,)) as room:
        await room.twin.calls(PipelineStage.WAKE)
        await room.twin.hears(SILENCE + loud + SILENCE)
        await room.until(lambda: len(room.phones.presses) == 1)
        call = room.phones.presses[0].call
        assert call is not None
        assert call.phrase == "Okay Nabu"
        assert call.clip.length_s == pytest.approx(CALL_S, abs=0.05)
        assert call.clip.pcm.endswith(loud[-8_000:])
    async with bedroom() as room:
        await room.twin.calls(PipelineStage.ASR)
        await room.until(lambda: len(room.phones.presses) == 1)
        assert room.phones.presses[0].call is None


async def test_before_the_call_no_sound_is_heard() -> None:
    async with bedroom() as room:
        await room.twin.hears(SILENCE)
        await room.twin.send(Played().event())
        await room.until(lambda: room.phones.played_count == 1)
        assert room.phones.sound == b""
        assert room.phones.presses == []


async def test_sound_of_another_form_is_converted() -> None:
    """48 kHz in two channels becomes what the engines hear."""
    async with bedroom() as room:
        await room.twin.calls(PipelineStage.ASR)
        await room.twin.hears(bytes(4 * 48_000), rate_hz=48_000, channels=2)
        await room.until(lambda: abs(len(room.phones.sound) - 32_000) < 200)


async def test_words_and_answer_go_to_the_satellite() -> None:
    """What was heard ends its listening; the answer comes as text and as sound in its own form."""
    async with bedroom() as room:
        await room.twin.calls(
            PipelineStage.ASR, snd_format={"rate": 16_000, "width": 2, "channels": 2}
        )
        heard = HeardTold(
            text="電気をつけて",
            language=Language.JA,
            confidence=1,
            ended_by="m",
            event_id=EventId(1),
        )
        await room.until(lambda: len(room.phones.presses) == 1)
        await room.tells(StateTold(PhoneState.LISTENING), StateTold(PhoneState.HEARING), heard)
        await room.tells(AnswerTold("つけました", "コト", EventId(2)))
        assert room.mouth.said == ["hold", "answer 2"]
        await room.outlet.send(AudioClip(bytes(64_000)))
        room.outlet.end()
        await room.twin.first("audio-stop")
        assert (await room.twin.first("transcript")).data["text"] == "電気をつけて"
        assert (await room.twin.first("synthesize")).data["text"] == "つけました"
        start = await room.twin.first("audio-start")
        assert (start.data["rate"], start.data["channels"]) == (16_000, 2)
        sound = b"".join(event.payload or b"" for event in room.twin.of("audio-chunk"))
        assert len(sound) == 128_000
        order = [
            event.type for event in room.twin.got if event.type in ("transcribe", "transcript")
        ]
        assert order == ["transcribe", "transcript"]


@pytest.mark.parametrize("told", [LeftOutTold("", "no_speech"), TroubleTold("ears")])
async def test_a_satellite_is_told_that_nothing_was_done(told: object) -> None:
    """Else it would go on sending for ever."""
    async with bedroom() as room:
        await room.twin.calls(PipelineStage.ASR)
        await room.until(lambda: len(room.phones.presses) == 1)
        await room.tells(told)
        assert (await room.twin.first("error")).data["text"] in ("no_speech", "ears")


async def test_of_two_that_hear_one_call_the_other_answers() -> None:
    async with bedroom(answers=False) as room:
        await room.twin.calls(PipelineStage.ASR)
        assert (await room.twin.first("error")).data["code"] == "ceded"
        assert room.phones.presses == []


async def test_a_ping_is_answered_and_health_tells_that_it_is_there() -> None:
    async with bedroom() as room:
        await room.twin.send(Ping(text="1").event())
        assert (await room.twin.first("pong")).data["text"] == "1"
        assert await room.status() is HealthStatus.OK


@pytest.mark.parametrize(
    "odd",
    [
        Event(type="audio-chunk", data={"rate": 0, "width": 2, "channels": 1}, payload=b"12"),
        Event(type="audio-chunk", data={"rate": 16_000, "width": 2, "channels": 1}, payload=b"1"),
        Event(type="audio-chunk", data={"rate": [], "width": {}, "channels": None}),
        Event(type="ping", data={"text": "x" * 70_000}),
    ],
)
async def test_a_satellite_that_sends_nonsense_is_let_go_and_tried_again(
    odd: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wyoming_satellite, "RETRY_FROM_S", 0.01)
    async with bedroom() as room:
        await room.twin.send(odd)
        await room.until(lambda: room.twin.connections > 1)


async def test_a_satellite_that_was_gone_is_connected_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(wyoming_satellite, "RETRY_FROM_S", 0.01)
    async with bedroom() as room:
        await room.twin.send(Ping(text="1").event())
        await room.twin.first("pong")
        room.twin.drop()
        await room.until(lambda: room.twin.connections > 1)
        await room.twin.calls(PipelineStage.ASR)
        await room.until(lambda: len(room.phones.presses) == 1)
    assert await room.status() is not HealthStatus.OK


async def test_a_satellite_that_is_away_is_told_with_its_remedy() -> None:
    async with bedroom() as room:
        pass
    away = WyomingSatellite(
        SatelliteAddress(
            name="bedside",
            host="127.0.0.1",
            port=room.twin.port,
            place="bedroom",
            language=Language.JA,
        ),
        phones=ScriptedPhones(),
        wake=InProcessDetector(ScriptedWakeWord(WakeSettings()), ScriptedVad(VadSettings())),
        clock=SystemClock(UTC),
        answers=lambda: True,
        outlet=Outlet(),
        mouth=ScriptedMouth(),
    )
    assert (await away.findings())["satellite bedside"].status is HealthStatus.STARTING
    running = asyncio.create_task(away.run())
    async with asyncio.timeout(20):
        while (found := (await away.findings())["satellite bedside"]).status is not (
            HealthStatus.DEGRADED
        ):
            await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert found.remedy is not None
    assert "links.satellites" in found.remedy.en


async def test_a_call_silences_what_is_said_there_and_a_sentence_drops_it() -> None:
    """ "Wait" means stop then; where nothing was said, it goes on at the clause."""
    async with bedroom() as room:
        room.mouth.is_saying = True
        await room.twin.calls(PipelineStage.ASR)
        await room.until(lambda: len(room.phones.presses) == 1)
        assert room.phones.presses[0].interrupts
        await room.tells(StateTold(PhoneState.IDLE))
        await room.tells(StateTold(PhoneState.THINKING))
        assert room.mouth.said == ["hold", "go on", "drop"]


async def test_a_satellite_that_is_gone_plays_nothing() -> None:
    async with bedroom() as room:
        await room.twin.send(Ping(text="1").event())
        await room.until(lambda: room.outlet.trouble() == "")
    assert room.outlet.trouble()
    with pytest.raises(SpeakerUnavailable):
        await room.outlet.send(AudioClip(bytes(3200)))
    room.outlet.end()


async def test_a_satellite_that_hangs_after_it_answered_is_not_counted_as_sounding(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """P-007: the network took the sound of an alarm for 40 s, and nobody heard it ring."""
    monkeypatch.setattr(wyoming_satellite, "AWAKE_S", 0.0)
    async with bedroom() as room:
        await room.twin.send(Ping(text="1").event())
        await room.until(lambda: room.outlet.is_there)
        await room.outlet.send(AudioClip(bytes(3200)))
        await room.twin.first("audio-chunk")
        room.twin.hangs = True
        monkeypatch.setattr(wyoming_satellite, "ANSWER_S", 0.05)
        with pytest.raises(SpeakerUnavailable, match="does not answer"):
            await room.outlet.send(AudioClip(bytes(3200)))
        assert room.outlet.trouble() == wyoming_satellite.HANGS
        await room.twin.send(Pong().event())
        await room.until(lambda: room.outlet.trouble() == "")
