"""A recorded message, spoken by the real voice, heard from a virtual loudspeaker and read back by
speech to text: the whole way out, and the way in again (P-007)."""

import re
from dataclasses import dataclass
from typing import Any, cast
from zoneinfo import ZoneInfo

import pytest

from capabilities import speak
from companion.engines import weights
from companion.engines.synthesis.voice_weights import JOE_FILES
from companion.engines.weights import MODELS_DIR, ears_model, is_here
from companion.ports.listening import Ears
from companion.ports.speech import SpeechEngine
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.voice.speech import Speech
from companion.words.audio import HEARING_RATE_HZ
from companion.words.capability import ActionCall
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.result import ResultStatus
from companion.words.trust import TrustLabel
from companion.words.voice_style import VoiceStyle
from tests.twins.clock import EVENING
from tests.virtual_sound import virtual_sound

VOICES = {Language.EN: "piper", Language.JA: "openjtalk"}
SAID = {
    Language.EN: ("Okay. The light in the kitchen is on.", ("light", "kitchen", "on")),
    Language.JA: ("はい。リビングの電気をつけました。", ("電気", "つけ")),
}


@dataclass(frozen=True)
class OneMessage:
    """The one method of the record that speech asks."""

    message: Event

    async def event(self, event_id: EventId) -> Event | None:
        return self.message if event_id == self.message.id else None


@pytest.mark.real("voice")
@pytest.mark.timeout(240)
@pytest.mark.parametrize("language", Language)
async def test_what_is_said_is_heard_from_the_speaker(
    language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not JOE_FILES.paths(weights.MODELS_DIR) or not is_here(ears_model(), MODELS_DIR):
        pytest.skip("no voice or no speech to text: `make setup-test` brings both")
    text, words = SAID[language]
    engine: SpeechEngine = plugins.build("companion.engines.voice", VOICES[language], {}, {})
    ears: Ears = plugins.build("companion.engines.ears", "faster_whisper", {"deadline_s": 110}, {})
    message = Event(
        id=EventId(7),
        source=EventSource.AUTONOMY_MESSAGE,
        kind="report",
        at=EVENING,
        trust=TrustLabel.OBSERVED,
        assistant_text=text,
        payload={"language": language.value},
    )
    spoken = Speech(
        cast(Any, OneMessage(message)),
        {language: (engine,)},
        style=lambda _: VoiceStyle(),
        volume=lambda: 1.0,
        household=language,
        ready_ahead=True,
    )
    clock = SystemClock(ZoneInfo("UTC"))
    try:
        await spoken.get_ready()
        async with virtual_sound() as sound:
            sound.enter(monkeypatch)
            speaker = plugins.build("hardware.speaker", "alsa", {}, {"clock": clock})
            capability = speak.build(speak.Settings(), speaker=speaker, clock=clock, spoken=spoken)
            call = ActionCall(
                operation="play_utterance",
                payload={"utterance_id": 7},
                decision_event_id=EventId(3),
            )
            async with sound.recorded(rate_hz=HEARING_RATE_HZ) as recording:
                result = await capability.perform(call)
        heard = recording.loud()
        transcript = await ears.recognise(recording.clip(), language=language)
    finally:
        await engine.close()
        await ears.close()
    assert result.status is ResultStatus.SUCCESS
    length_s = float(result.result_payload["length_s"])
    assert 0.5 * length_s < heard.length_s < length_s + 1.5
    plain = re.sub(r"[\W_]", "", transcript.text).casefold()
    assert [word for word in words if word not in plain] == [], transcript.text
