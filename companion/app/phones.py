"""Phones: lets browsers of the page be microphones, on the engines of the home's own voice."""

from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial

from companion.app.acting import Acting
from companion.app.desk import Desk
from companion.app.ground import Ground
from companion.app.hearing import detector_of, engine_of
from companion.app.skills import Skills
from companion.app.spoken_words import endings_of, vocabulary_of
from companion.app.talking import Talking
from companion.app.voice import Voice
from companion.app.voices import build_voices
from companion.service.wake_words import wake_words
from companion.voice.listen import Judge
from companion.voice.push_to_talk import PhoneParts, Phones
from companion.voice.shelf import Shelf
from companion.voice.speech import Speech
from companion.voice.turn_end import TurnEnd
from companion.voice.waiting_words import WaitingWords


@dataclass(frozen=True, kw_only=True)
class PageVoice:
    """The voice at the page: phones that are microphones, and voices to choose from."""

    phones: Phones
    """Each with its own loudness: that of the home's speaker is not theirs."""
    shelf: Shelf
    parts: PhoneParts
    """Parts of the phones, for what else is heard as they are."""


def build_phones(
    stack: AsyncExitStack,
    ground: Ground,
    skills: Skills,
    talking: Talking,
    acting: Acting,
    desk: Desk,
    voice: Voice,
) -> PageVoice:
    """Build both; no engine is loaded before a button is pressed. Speech to text is shared with the
    microphone of the home; a detector follows one sound, so phones have their own."""
    on = ground.foundations
    settings, hearing = on.settings, voice.hearing
    detector = detector_of(stack, settings)
    endings = endings_of(talking)

    def judge(place: str) -> Judge:
        return TurnEnd(
            endings=endings,
            clock=on.clock,
            language=on.language,
            place=place,
            model=hearing.turn_model,
        ).wait

    # With the simulated speaker a tone stands for the voice, and a phone speaks all the same.
    is_heard = settings.speaker.driver != "simulated"
    voices = skills.voices if is_heard else build_voices(stack, on, heard=True)
    spoken = Speech(
        ground.storage.record,
        voices,
        style=skills.persona_voice.style,
        volume=lambda: 1.0,
        household=on.language,
        ready_ahead=False,
        names=settings.names_by_letters,
    )
    words, chosen = wake_words(settings.wake)
    parts = PhoneParts(
        detector=detector,
        ears=hearing.ears or engine_of(stack, "ears", settings.ears),
        judge=judge,
        endings=endings,
        vocabulary=partial(vocabulary_of, talking),
        spoken=spoken,
        who_speaks=hearing.who_speaks.of,
        enrolment=hearing.enrolment,
        say=desk.reception.say,
        stop=acting.stop.stop,
        record=ground.storage.record,
        stream=on.hub,
        clock=on.clock,
        called_by=on.settings.called_by,
        waiting=WaitingWords(skills.persona_voice.waiting),
    )
    shelf = Shelf(
        engines=voices,
        style=skills.persona_voice.style,
        sheet=str(settings.avatar.sheet),
        words=words,
        chosen_words=chosen,
        wake_engine=settings.wake.engine,
    )
    return PageVoice(phones=Phones(parts), shelf=shelf, parts=parts)
