"""Skills: builds the capabilities, the policies and the mouth from their config lines."""

from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial

from companion.app.alarms import Alarms
from companion.app.body import Body
from companion.app.ground import Ground
from companion.app.voices import build_voices
from companion.ports.body import Drive
from companion.ports.clock import Clock
from companion.ports.policy import Policy
from companion.ports.speech import SpeechEngine
from companion.service.persona_voice import PersonaVoice
from companion.service.plugins import CapabilityRegistry
from companion.service.settings import Voice
from companion.service.volume_file import VolumeFile
from companion.voice.mouth import Mouth
from companion.voice.quiet import Quiet
from companion.voice.speech import Speech
from companion.words.language import Language
from companion.words.quiet import Channel
from companion.words.travel import MOBILITY


@dataclass(frozen=True, kw_only=True)
class Skills:
    """Capabilities, policies and quiet hours."""

    catalogue: CapabilityRegistry
    policies: Mapping[str, Policy]
    base: Drive | None
    """The wheeled base as people may ask for it; None where no capability moves it."""
    quiet: Quiet
    voices: Mapping[Language, Sequence[SpeechEngine]]
    """Voice engines of each language; with the simulated speaker a tone."""
    speech: Speech
    """The sound of what was recorded."""
    mouth: Mouth
    """Speaks what was recorded, through the capability `speak`."""
    persona_voice: PersonaVoice
    volume: VolumeFile
    """How loud people want it to speak."""


def build_skills(stack: AsyncExitStack, ground: Ground, body: Body, alarms: Alarms) -> Skills:
    """Those whose own code is broken are left out."""
    on, settings = ground.foundations, ground.foundations.settings
    quiet = Quiet(
        [quiet.hours() for quiet in settings.quiet],
        on.clock,
        most_per_hour={Channel.VOICE: settings.most_spoken_per_hour},
        away=ground.home.people.away,
        kept=on.state_dir / "quiet_until.json",
    )
    heard, persona_voice = (
        settings.speaker.driver != "simulated",
        PersonaVoice(settings.avatar.sheet),
    )
    volume = VolumeFile(on.state_dir / "volume.json", settings.voice.volume)
    voices = build_voices(stack, on, heard=heard)
    speech = Speech(
        ground.storage.record,
        voices,
        style=persona_voice.style,
        volume=partial(_volume, settings.voice, quiet, volume, on.clock),
        household=on.language,
        ready_ahead=heard,
        names=settings.names_by_letters,
    )
    speaker = body.house_speaker
    has = {**body.has, "schedule": alarms.clock, "spoken": speech, "speaker": speaker}
    catalogue, policies = alarms.catalogue, alarms.rules
    catalogue.add(on.plug_ins.all_built("capabilities", settings.capabilities, has))
    policies.update(on.plug_ins.all_built("policies", settings.policies, has))
    return Skills(
        catalogue=catalogue,
        policies=policies,
        base=body.drive if catalogue.get(MOBILITY) is not None else None,
        quiet=quiet,
        voices=voices,
        speech=speech,
        mouth=Mouth(catalogue, on.hub, on.clock, quiet, chimes=settings.voice.chimes),
        persona_voice=persona_voice,
        volume=volume,
    )


def _volume(voice: Voice, quiet: Quiet, wanted: VolumeFile, clock: Clock) -> float:
    """Loudness of speech now: by the hour, lower in quiet hours, and as people asked for."""
    volume = voice.volume_at(clock.now()) * wanted.share()
    return min(1.0, volume * (voice.quiet_volume if quiet.voice_hushed() else 1.0))
