"""An owner speaks in the bedroom, to a satellite that is the companion's own ears there.

Wake word, voice activity, speech to text and the voice are the real ones. The satellite is the far
end of the protocol, with recordings for a microphone; what a device truly is comes from the
simulator.
"""

import wave
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from wyoming.pipeline import PipelineStage

from companion.app import Companion
from companion.engines import weights
from companion.engines.synthesis.voice_weights import JOE_FILES
from companion.engines.weights import MODELS_DIR, ears_model, is_here
from companion.service.home_settings import Links, Satellite
from companion.service.settings import Engine
from companion.service.supervision import until
from companion.words.audio import HEARING_RATE_HZ
from companion.words.event import EventSource
from companion.words.language import Language
from companion.words.said import SATELLITE, Said
from hardware.speaker.simulated import SimulatedSpeaker
from tests.slow_time import at_real_rate
from tests.story.whole_house import SCENARIOS, awake, settings_for
from tests.twins.recordings import FOLDER as RECORDINGS
from tests.twins.satellite import TwinSatellite, satellite

pytestmark = [pytest.mark.real("broker"), pytest.mark.real("voice"), pytest.mark.timeout(600)]
PATIENT = {"deadline_s": 110}
WAKE = RECORDINGS / "wake-okay_nabu-2.wav"
OTHER_WAKE = RECORDINGS / "wake-hey_jarvis-1.wav"
TURN_ON = RECORDINGS / "home-turn-on-kitchen-lights.wav"


def _pcm(path: Path) -> bytes:
    with wave.open(str(path)) as file:
        assert (file.getframerate(), file.getnchannels()) == (HEARING_RATE_HZ, 1)
        pcm: bytes = file.readframes(file.getnframes())
    return pcm


@at_real_rate
@pytest.mark.parametrize(
    ("stage", "wake", "words"),
    [
        (PipelineStage.WAKE, WAKE, {}),
        (PipelineStage.WAKE, OTHER_WAKE, {"words": ["hey_jarvis"]}),
        (PipelineStage.ASR, WAKE, {}),
    ],
)
async def test_s_22_a_sentence_in_another_room_is_done_and_answered_there(
    tmp_path: Path, stage: PipelineStage, wake: Path, words: dict[str, Any]
) -> None:
    """P-007, T-56: with the home's wake word found here, with the satellite's own word, and with
    one that the satellite found."""
    if not JOE_FILES.paths(weights.MODELS_DIR) or not is_here(ears_model(), MODELS_DIR):
        pytest.skip("no voice or no speech to text: `make setup-test` brings both")
    async with satellite() as twin:
        own = Satellite(host="127.0.0.1", port=twin.port, place="bedroom", wake=words)
        settings = settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path, speed=1.0).model_copy(
            update={
                "language": Language.EN,
                "links": Links(satellites={"bedside": own}),
                "ears": Engine(engine="faster_whisper", settings=PATIENT),
            }
        )
        async with awake(settings) as house:
            dollhouse = house.foundations.dollhouse
            assert dollhouse is not None
            await dollhouse.clock.start()
            await twin.first("run-satellite")
            await twin.calls(stage)
            called = _pcm(wake) if stage is PipelineStage.WAKE else b""
            await twin.hears(called + _pcm(TURN_ON) + bytes(3 * 2 * HEARING_RATE_HZ))
            await until(lambda: dollhouse.device("light.kitchen").value() == "on")
            heard = await twin.first("transcript")
            assert "kitchen" in heard.data["text"].casefold()
            await twin.first("synthesize")
            await twin.first("audio-stop")
            loud = b"".join(event.payload or b"" for event in twin.of("audio-chunk"))
            assert len(loud) > HEARING_RATE_HZ, "half a second of the answer at least"
            assert len(twin.of("detection")) == (stage is PipelineStage.WAKE)
            said = await house.storage.record.recent(limit=30, sources=(EventSource.USER_INPUT,))
            assert [(event.channel, event.payload["place"]) for event in said] == [
                ("satellite", "bedroom")
            ]
            if stage is PipelineStage.ASR:
                await _unasked(house, twin)


async def _unasked(house: Companion, twin: TwinSatellite) -> None:
    """Nobody asked for it: a reminder is spoken where somebody spoke last, and a timer of that room
    rings there beside the own speaker, until stop."""
    speaker = house.body.speaker
    assert isinstance(speaker, SimulatedSpeaker)
    say = partial(Said, channel=SATELLITE, language=Language.EN, place="bedroom", is_called=True)
    heard = len(twin.of("audio-stop"))
    await house.desk.reception.say(say("remind me to stretch in 2 seconds"))
    await twin.first("audio-stop", heard + 1)
    assert [one.sound for one in speaker.played if one.sound.startswith("utterance")] == []
    heard, begun = len(twin.of("audio-stop")), len(twin.of("audio-start"))
    await house.desk.reception.say(say("set a timer for 2 seconds"))
    await twin.first("audio-start", begun + 1)
    assert house.alarms.ladder.ringing()
    await house.acting.stop.stop(SATELLITE)
    await twin.first("audio-stop", heard + 1)
