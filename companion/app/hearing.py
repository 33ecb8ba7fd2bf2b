"""Hearing: builds the microphone and the engines that listen from their config lines."""

from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

from companion.app.body import Body
from companion.app.ground import Ground
from companion.engines.listening.detector import WorkerDetector
from companion.phrases import health
from companion.ports.listening import Detector, Ears, TurnModel
from companion.ports.microphone import Microphone
from companion.rooms.recall.words_of import reading_of
from companion.service import plugins
from companion.service.first_call import FirstCall
from companion.service.health_checks import KnownTroubles
from companion.service.settings import Engine, Settings
from companion.service.wake_words import wake_words
from companion.voice.call_check import CallCheck
from companion.voice.enrolled_voices import EnrolledVoices
from companion.voice.enrolment import Enrolment
from companion.voice.who_speaks import WhoSpeaks

NONE = "absent"
"""Driver of a microphone that is not there."""


@dataclass(frozen=True, kw_only=True)
class Hearing:
    """The parts of listening; they start with the first sound. Without a microphone there is only
    what tells voices apart, which phones need too."""

    who_speaks: WhoSpeaks
    enrolment: Enrolment
    first_call: FirstCall
    """Between the microphone and the satellites."""
    microphone: Microphone | None = None
    detector: Detector | None = None
    """Wake word and voice activity, in one worker."""
    ears: Ears | None = None
    turn_model: TurnModel | None = None
    off: KnownTroubles | None = None
    """The line on the health page where nothing listens."""


def build_hearing(stack: AsyncExitStack, ground: Ground, body: Body) -> Hearing:
    """Without a microphone, or where its own code is broken, only voices are told apart. No engine
    is loaded before it is asked."""
    on = ground.foundations
    settings, own = on.settings, on.settings.microphone
    engine, voices = (
        engine_of(stack, "speaker_id", settings.speaker_id),
        EnrolledVoices(on.state_dir),
    )
    who_speaks, enrolment = WhoSpeaks(engine, voices), Enrolment(engine, voices, on.clock.now)
    first_call = FirstCall(on.clock)
    if own.driver == NONE:
        off = KnownTroubles({"microphone": health.no_microphone()})
        return Hearing(who_speaks=who_speaks, enrolment=enrolment, first_call=first_call, off=off)
    has = {**body.has, "name": "microphone"}
    microphone = on.plug_ins.built("microphone", "microphone", own.driver, own.own(), has)
    if microphone is None:
        return Hearing(who_speaks=who_speaks, enrolment=enrolment, first_call=first_call)
    return Hearing(
        microphone=microphone,
        detector=detector_of(stack, settings),
        ears=engine_of(stack, "ears", settings.ears),
        turn_model=engine_of(stack, "turn", settings.turn),
        who_speaks=who_speaks,
        enrolment=enrolment,
        first_call=first_call,
    )


def call_check_of(settings: Settings, own: Mapping[str, Any] | None = None) -> CallCheck:
    """Second opinion on the built-in wake words; an engine that takes any name has read it. `own`:
    as of `detector_of`."""
    wake = Engine(engine=settings.wake.engine, settings={**settings.wake.settings, **(own or {})})
    _, chosen = wake_words(wake)
    return CallCheck(frozenset(word.replace("_", " ") for word in chosen), reading_of)


def detector_of(
    stack: AsyncExitStack, settings: Settings, own: Mapping[str, Any] | None = None
) -> WorkerDetector:
    """Detector of wake word and voice activity for one sound, closed with the house. `own`:
    settings of the wake word that differ there."""
    detector = WorkerDetector(
        settings.wake.engine,
        settings.vad.engine,
        wake_settings={**settings.wake.settings, **(own or {})},
        vad_settings=settings.vad.settings,
    )
    stack.push_async_callback(detector.close)
    return detector


def engine_of(stack: AsyncExitStack, family: str, section: Engine) -> Any:
    """An engine of its config line, closed with the house."""
    built = plugins.build(plugins.FAMILIES[family], section.engine, section.settings, {})
    stack.push_async_callback(built.close)
    return built
