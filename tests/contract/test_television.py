"""Read speech with wake words and commands in it, as from a television: nothing counts as called.

Real wake word and voice activity; what was said is scripted, as the worst case: a command each time
(T2, issue 13, point 4).
"""

from array import array

import pytest

from companion.engines.ears.scripted import ScriptedEars
from companion.service import plugins
from companion.voice.listen import Heard, Listener, SegmentHeard
from companion.voice.segmenter import Woke
from companion.words.audio import AudioClip
from companion.words.language import Language
from tests.twins.detector import InProcessDetector
from tests.twins.recordings import joined, louder, silence, sound
from tests.unit.voice.test_listen import Played
from tests.unit.voice.test_room_sound import CALL, COMMAND, READ, as_loud, cut

pytestmark = [pytest.mark.real("wake"), pytest.mark.real("vad")]


async def listened(clip: AudioClip) -> tuple[int, list[SegmentHeard]]:
    """How often it woke, and what it heard then."""
    woke, segments = 0, list[SegmentHeard]()

    async def take(heard: Heard) -> None:
        nonlocal woke
        woke += isinstance(heard, Woke)
        if isinstance(heard, SegmentHeard):
            segments.append(heard)

    wake = plugins.build("companion.engines.wake", "pymicro_wakeword", {}, {})
    vad = plugins.build("companion.engines.vad", "silero", {}, {})
    listener = Listener(
        Played(clip),
        InProcessDetector(wake, vad),
        ScriptedEars(["turn on the kitchen light"]),
        take,
        language=lambda: Language.EN,
    )
    await listener.once()
    return woke, segments


async def test_a_television_is_not_called() -> None:
    """A minute and a half: a sentence, the wake word in it, a command, and on, eight times over."""
    speech = cut(READ, 0.3, 5.8)
    other = as_loud(sound("spk-speaker_2_test_utt.wav"), speech)
    call, command = as_loud(CALL, speech), as_loud(COMMAND, speech)
    said = joined(speech, call, command, cut(other, 0.3, 4.5), call, command)
    woke, segments = await listened(joined(*[said] * 4))
    assert woke >= 4, "the wake word is heard, or this proves nothing"
    assert segments
    assert not [one for one in segments if one.is_callers]


async def test_the_owners_call_over_a_quieter_television_stands_apart() -> None:
    speech = louder(as_loud(cut(READ, 0.3, 5.8), CALL), 0.2)
    own = joined(silence(3.0), CALL, silence(0.2), as_loud(COMMAND, CALL), silence(1.8))
    woke, segments = await listened(_mixed(own, joined(speech, speech)))
    assert woke == 1
    assert [one.is_callers for one in segments][:1] == [True]


def _mixed(one: AudioClip, other: AudioClip) -> AudioClip:
    long, short = sorted((array("h", one.pcm), array("h", other.pcm)), key=len, reverse=True)
    padded = [*short, *[0] * (len(long) - len(short))]
    both = (max(-32768, min(32767, a + b)) for a, b in zip(long, padded, strict=True))
    return AudioClip(array("h", both).tobytes())
