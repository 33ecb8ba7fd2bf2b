"""The owner speaks: a sound at the microphone, a device that changed, and the answer aloud.

Wake word, voice activity and speech to text are scripted; everything behind them is the house's
own. What a device truly is comes from the simulator's ground truth.
"""

import math
from array import array
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app import Companion
from companion.service.settings import Driver, Engine
from companion.service.supervision import until
from companion.voice.enrolled_voices import EnrolledVoice, EnrolledVoices
from companion.voice.turn import StopEverything, TurnState, WordsSoFar
from companion.words.audio import HEARING_RATE_HZ, AudioClip
from companion.words.event import Event, EventSource
from companion.words.trust import TrustLabel
from hardware.microphone.simulated import SimulatedMicrophone
from hardware.speaker.simulated import SimulatedSpeaker
from tests.story.whole_house import SCENARIOS, awake, settings_for

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(120)]
CALLED_S, PAUSE_S, SPOKEN_S = 0.5, 1.5, 1.0


def _called_and_spoken() -> AudioClip:
    """The call is in the script of the wake word; what is said is a tone."""
    quiet = array("h", bytes(2 * round(PAUSE_S * HEARING_RATE_HZ)))
    tone = array(
        "h",
        (
            round(9000 * math.sin(2 * math.pi * 220 * n / HEARING_RATE_HZ))
            for n in range(round(SPOKEN_S * HEARING_RATE_HZ))
        ),
    )
    return AudioClip((quiet + tone).tobytes())


def _settings(folder: Path, *lines: str) -> Any:
    settings = settings_for(str(SCENARIOS / "nobody.yaml"), folder, speed=1.0)
    return settings.model_copy(
        update={
            "microphone": Driver.model_validate({"driver": "simulated", "place": "kitchen"}),
            "wake": Engine(engine="scripted", settings={"at_s": [CALLED_S]}),
            "vad": Engine(engine="scripted"),
            "turn": Engine(engine="scripted"),
            "speaker_id": Engine(engine="scripted", settings={"prints": [[1.0, 0.0]]}),
            "ears": Engine.model_validate(
                {"engine": "scripted", "settings": {"lines": list(lines)}}
            ),
        }
    )


async def _events(house: Companion, source: EventSource) -> list[Event]:
    return list(await house.storage.record.recent(limit=20, sources=(source,)))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("明かりをつけて", "台所"),
        ("turn on the light", "kitchen"),
        ("コト、明かりをつけて", "台所"),
        ("Koto, turn on the light", "kitchen"),
    ],
)
async def test_p_007_a_command_by_voice_is_done_and_answered_aloud(
    tmp_path: Path, text: str, answer: str
) -> None:
    """Heard in the kitchen: the kitchen's light, and the answer in the language of the sentence. It
    is called by its name or not, and knows its own voice by the reading."""
    async with awake(_settings(tmp_path, text)) as house:
        home, talk, speaker = (
            house.foundations.dollhouse,
            house.outside.voice.talk,
            house.body.speaker,
        )
        assert home is not None
        assert talk is not None
        assert isinstance(house.outside.voice.hearing.microphone, SimulatedMicrophone)
        assert isinstance(speaker, SimulatedSpeaker)
        assert StopEverything() in replace(talk.turn).take(WordsSoFar("コト、止まって"))
        assert talk.echo.reading("廊下") == "ロウカ"
        house.outside.voice.hearing.microphone.say(_called_and_spoken())
        await home.clock.start()
        await until(lambda: home.device("light.kitchen").value() == "on")
        await until(lambda: talk.turn.state is TurnState.SPEAKING)
        (said,) = await _events(house, EventSource.USER_INPUT)
        (reply,) = await _events(house, EventSource.CONVERSATION_REPLY)
        assert (said.channel, said.user_text, said.payload["place"]) == ("voice", text, "kitchen")
        assert answer in reply.assistant_text
        await until(lambda: talk.turn.state is TurnState.FOLLOW_ON)
        spoken = [p.sound for p in speaker.played if not p.sound.startswith(("chime:", "phrase:"))]
        assert spoken == [f"utterance:{reply.id}"]


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        ("turn on the light", "In the bedroom.", "turn on the light in the bedroom"),
        ("明かりをつけて", "違う、寝室の", "違う、寝室の"),
    ],
)
async def test_what_is_said_after_the_act_sets_it_right(
    tmp_path: Path, first: str, second: str, whole: str
) -> None:
    """Issue 13, points 2 and 3: a tail that came late, and a correction, without a second call."""
    async with awake(_settings(tmp_path, first, second)) as house:
        home, talk = house.foundations.dollhouse, house.outside.voice.talk
        microphone = house.outside.voice.hearing.microphone
        assert home is not None
        assert talk is not None
        assert isinstance(microphone, SimulatedMicrophone)
        microphone.say(_called_and_spoken())
        await home.clock.start()
        await until(lambda: home.device("light.kitchen").value() == "on")
        microphone.say(_called_and_spoken())
        await until(lambda: home.device("light.bedroom").value() == "on")
        assert home.device("light.kitchen").value() == "off"
        said = [e for e in await _events(house, EventSource.USER_INPUT) if e.kind == "said"]
        assert [e.user_text for e in said] == [whole, first]
        assert said[0].evidence_event_ids == ((said[1].id,) if whole != second else ())


@pytest.mark.parametrize(("enrolled", "lit"), [((1.0, 0.0), True), ((0.0, 1.0), False)])
async def test_t_56_only_an_enrolled_voice_commands(
    tmp_path: Path, enrolled: tuple[float, ...], lit: bool
) -> None:
    """Another voice is answered as a guest is, and nothing is done."""
    async with awake(_settings(tmp_path, "明かりをつけて")) as house:
        at = house.foundations.clock.now()
        EnrolledVoices(house.foundations.state_dir).enrol(
            EnrolledVoice(name="ミカ", vector=enrolled, speech_s=60.0, enrolled_at=at)
        )
        home, speaker = house.foundations.dollhouse, house.body.speaker
        assert home is not None
        assert isinstance(house.outside.voice.hearing.microphone, SimulatedMicrophone)
        assert isinstance(speaker, SimulatedSpeaker)
        house.outside.voice.hearing.microphone.say(_called_and_spoken())
        await home.clock.start()
        await until(lambda: any(p.sound.startswith("utterance:") for p in speaker.played))
        (said,) = await _events(house, EventSource.USER_INPUT)
        assert said.trust is (TrustLabel.HOUSEHOLD if lit else TrustLabel.GUEST)
        assert said.payload.get("speaker", "") == ("ミカ" if lit else "")
        assert said.payload["speaker_confidence"] == (1.0 if lit else 0.0)
        assert (home.device("light.kitchen").value() == "on") is lit


async def test_without_a_microphone_the_voice_is_off_and_health_says_so(tmp_path: Path) -> None:
    settings = settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path)
    async with awake(settings) as house:
        assert house.outside.voice.talk is None
        found = await house.service.health.look()
        assert "microphone" in found
        assert not {"turns", "listen"} & set(house.service.supervisor.names())
