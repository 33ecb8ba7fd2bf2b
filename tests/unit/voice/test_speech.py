"""What is spoken: recorded messages in their own language, and acknowledgements (D-009, T-31)."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Any, cast

import pytest

from companion.engines.voice.scripted import ScriptedVoice, Settings
from companion.phrases.acknowledgements import ACKNOWLEDGEMENTS
from companion.ports.body import SoundUnknown
from companion.ports.speech import SpeechUnavailable
from companion.voice.speech import Speech
from companion.words.audio import AudioClip
from companion.words.event import Event, EventSource
from companion.words.health import HealthStatus
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.trust import TrustLabel
from companion.words.voice_style import VoiceStyle
from tests.twins.clock import EVENING

EN, JA = Language.EN, Language.JA
MESSAGE = Event(
    id=EventId(7),
    source=EventSource.AUTONOMY_MESSAGE,
    kind="report",
    at=EVENING,
    trust=TrustLabel.OBSERVED,
    assistant_text="Okay. The light is on.",
    payload={"language": "en"},
)


class RecordTwin:
    """The one method of the record that speech asks."""

    def __init__(self, *events: Event) -> None:
        self.events = {event.id: event for event in events}

    async def event(self, event_id: EventId) -> Event | None:
        return self.events.get(event_id)


class House:
    """Speech over two voices a language, with a style and a volume that a test may change."""

    def __init__(self, *events: Event, household: Language = EN) -> None:
        self.best, self.last = ScriptedVoice(Settings()), ScriptedVoice(Settings())
        self.style, self.volume = VoiceStyle(), 1.0
        self.asked: set[Language] = set()
        self.speech = Speech(
            cast(Any, RecordTwin(*events)),
            {language: (self.best, self.last) for language in Language},
            style=self._styled,
            volume=lambda: self.volume,
            household=household,
            ready_ahead=True,
        )

    def _styled(self, language: Language) -> VoiceStyle:
        self.asked.add(language)
        return self.style

    async def said(self, clips: AsyncGenerator[AudioClip, None]) -> list[AudioClip]:
        return [clip async for clip in clips]


async def test_a_message_is_spoken_clause_by_clause() -> None:
    house = House(MESSAGE)
    assert len(await house.said(house.speech.message(EventId(7)))) == 2
    assert house.best.made == ["Okay.", "The light is on."]
    assert house.last.made == []


@pytest.mark.parametrize("household", Language)
@pytest.mark.parametrize(
    ("text", "told", "language"),
    [
        ("Hue Go をつけました。", "ja", JA),
        ("It is 23:00.", "en", EN),
        ("明かりをつけました。", None, JA),
        ("The light is on.", None, EN),
    ],
)
async def test_a_message_is_spoken_in_the_language_it_was_rendered_in(
    household: Language, text: str, told: str | None, language: Language
) -> None:
    """Not in the household's, and not by its letters where the record tells."""
    payload = {"language": told} if told else {}
    house = House(replace(MESSAGE, assistant_text=text, payload=payload), household=household)
    await house.said(house.speech.message(EventId(7)))
    assert house.asked == {language}


@pytest.mark.parametrize("event", [None, replace(MESSAGE, assistant_text="", erased=True)])
async def test_what_is_not_in_the_record_is_not_spoken(event: Event | None) -> None:
    """T18: nor what was erased."""
    house = House(*([event] if event else []))
    with pytest.raises(SoundUnknown):
        await house.said(house.speech.message(EventId(7)))


async def test_the_next_voice_speaks_where_one_does_not_serve_and_it_is_told() -> None:
    house = House(MESSAGE)
    house.best.gone = "the voice joe was not fetched"
    assert await house.said(house.speech.message(EventId(7)))
    assert house.last.made
    found = (await house.speech.findings())["voice"]
    assert found.status is HealthStatus.DEGRADED
    house.last.gone = "espeak-ng is not installed"
    with pytest.raises(SpeechUnavailable, match="espeak-ng"):
        await house.said(house.speech.message(EventId(7)))
    house.best.gone = ""
    assert (await house.speech.findings())["voice"].status is HealthStatus.OK


async def test_a_voice_that_fails_in_the_middle_is_not_begun_anew_by_another() -> None:
    house = House(MESSAGE)
    clips = house.speech.message(EventId(7))
    await anext(clips)
    house.best.gone = "its worker died"
    with pytest.raises(SpeechUnavailable):
        await anext(clips)
    assert house.last.made == []


async def test_a_change_of_style_or_volume_is_heard_with_the_next_message() -> None:
    house = House(MESSAGE)
    (before, *_) = await house.said(house.speech.message(EventId(7)))
    house.style = VoiceStyle(pace=2.0)
    house.volume = 0.5
    (after, *_) = await house.said(house.speech.message(EventId(7)))
    assert after.length_s == pytest.approx(before.length_s / 2, rel=0.01)
    assert abs(int.from_bytes(after.pcm[:2], "little", signed=True)) == 4000


async def test_an_acknowledgement_is_made_once_and_again_for_another_style() -> None:
    house = House()
    await house.speech.get_ready()
    made = len(house.best.made)
    assert made >= len(ACKNOWLEDGEMENTS)
    assert await house.said(house.speech.phrase("moment", EN))
    assert len(house.best.made) == made
    house.style = VoiceStyle(pace=1.2)
    await house.said(house.speech.phrase("moment", EN))
    assert len(house.best.made) > made
    with pytest.raises(SoundUnknown):
        await house.said(house.speech.phrase("The door is open.", EN))


async def test_loading_ahead_survives_a_voice_that_is_not_there() -> None:
    house = House()
    house.best.gone = house.last.gone = "not installed"
    await house.speech.get_ready()
    assert (await house.speech.findings())["voice"].status is HealthStatus.DEGRADED
