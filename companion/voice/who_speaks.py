"""Speaker of a sentence: decides whether an enrolled voice said a sentence.

Off while nobody is enrolled. It raises nobody's authority: a known voice is one of the household,
as every voice was before; another voice is a guest's.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.ports.listening import ListeningUnavailable, SpeakerId
from companion.voice.enrolled_voices import EnrolledVoices, VoicesUnreadable, likeness
from companion.words.audio import AudioClip
from companion.words.finding import Finding
from companion.words.health import HealthStatus
from companion.words.language import Bilingual

log = logging.getLogger(__name__)

KNOWN_FROM, KNOWN_FROM_SHORT = 0.64, 0.70
"""Likeness from which a voice is taken for an enrolled one; the second for less than `LONG_S` of
speech. Measured over 14 voices, people and synthetic ones, six of them enrolled: of whole sentences
22 of 22 are kept and 0 of 346 of another voice; of pieces of 1.5 s 38 of 42 and 0 of 669."""
LONG_S = 2.0
STRANGE_BELOW = 0.50
"""Likeness below which it is held to be another one; in between nothing is said."""
LEAST_S = 0.8
"""Speech that one look of the network takes."""


class Voice(StrEnum):
    """声の判定: what is known of the voice of a sentence."""

    NOT_ASKED = "not_asked"
    """No voice is enrolled."""
    KNOWN = "known"
    STRANGE = "strange"
    """It is none of the enrolled voices."""
    UNCLEAR = "unclear"
    """Too short, too noisy or between two: nobody can tell."""


NOT_ENROLLED = (Voice.STRANGE, Voice.UNCLEAR)
"""An unclear voice counts as another: a command by chance must not be done."""


@dataclass(frozen=True, slots=True)
class SpeakerHeard:
    """話し手: the voice of one sentence."""

    voice: Voice = Voice.NOT_ASKED
    name: str = ""
    """Of a known voice, as it was enrolled."""
    likeness: float | None = None
    """Cosine with the nearest enrolled voice, -1 to 1."""


NOT_ASKED = SpeakerHeard()
_DOWN = Bilingual(
    "声を聞き分けられません。登録した声があるので、声での頼みごとは聞きません",
    "voices cannot be told apart; as voices are enrolled, no command by voice is done",
)
_REMEDY = Bilingual(
    "文字で頼めます。モデルは `companion models fetch --speaker-id`、"
    "登録の取り消しは `companion voices erase NAME`",
    "You can write to it. The model: `companion models fetch --speaker-id`; to enrol nobody: "
    "`companion voices erase NAME`.",
)


@dataclass
class WhoSpeaks:
    """Compares clips with the enrolled voices."""

    engine: SpeakerId
    voices: EnrolledVoices
    _why_down: str = field(default="", init=False)

    async def of(self, clip: AudioClip) -> SpeakerHeard:
        """The speaker of a clip. Where the engine does not work, or the file is damaged, every
        voice is unclear: what protects the home does not open by itself."""
        try:
            voices = self.voices.all()
            if not voices:
                self._why_down = ""
                return NOT_ASKED
            heard = await self.engine.print_of(clip)
        except (ListeningUnavailable, VoicesUnreadable) as error:
            self._why_down = str(error)
            log.warning("whose voice it is cannot be told: %s", error)
            return SpeakerHeard(Voice.UNCLEAR)
        self._why_down = ""
        if not heard.vector or heard.speech_s < LEAST_S:
            return SpeakerHeard(Voice.UNCLEAR)
        nearest = max(voices, key=lambda one: likeness(one.vector, heard.vector))
        found = likeness(nearest.vector, heard.vector)
        if found >= (KNOWN_FROM if heard.speech_s >= LONG_S else KNOWN_FROM_SHORT):
            return SpeakerHeard(Voice.KNOWN, nearest.name, round(found, 2))
        voice = Voice.STRANGE if found < STRANGE_BELOW else Voice.UNCLEAR
        return SpeakerHeard(voice, "", round(found, 2))

    async def findings(self) -> Mapping[str, Finding]:
        """A line on the health page once voices are enrolled."""
        try:
            names = "、".join(one.name for one in self.voices.all())
        except VoicesUnreadable as error:
            self._why_down = str(error)
            names = ""
        if self._why_down:
            return {"speaker id": Finding(HealthStatus.DEGRADED, _DOWN, _REMEDY)}
        if not names:
            return {}
        told = Bilingual(f"登録した声: {names}", f"enrolled voices: {names.replace('、', ', ')}")
        return {"speaker id": Finding(HealthStatus.OK, told)}
