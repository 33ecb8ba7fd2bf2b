"""A wake word inside a television's speech is not a call (T2; issue 13, point 4)."""

from array import array

import pytest

from companion.voice.loudness import power
from companion.voice.room_sound import APART_DB, RoomSound
from companion.voice.segmenter import BLOCK_S
from companion.words.audio import AudioClip
from tests.twins.recordings import blocks, joined, louder, silence, sound

WAKE = sound("wake-okay_nabu-2.wav")
"""It speaks from 0.5 to 1.4 s."""
READ = sound("spk-speaker_1_utt_1.wav")
COMMAND = sound("home-turn-on-kitchen-lights.wav")


def level(clip: AudioClip) -> float:
    samples = array("h", clip.pcm)
    return float((sum(s * s for s in samples) / len(samples)) ** 0.5)


def as_loud(clip: AudioClip, other: AudioClip, times: float = 1.0) -> AudioClip:
    return louder(clip, times * level(other) / level(clip))


def cut(clip: AudioClip, from_s: float, to_s: float) -> AudioClip:
    return AudioClip(clip.pcm[2 * round(16_000 * from_s) : 2 * round(16_000 * to_s)])


CALL = cut(WAKE, 0.5, 1.5)


def heard(*before: AudioClip) -> tuple[RoomSound, float, bool]:
    """The room after a call, its time, and whether it stood apart."""
    room, at_s = RoomSound(), 0.0
    for block in blocks(joined(*before)):
        room.take(power(block))
        at_s += BLOCK_S
    return room, at_s, room.called(at_s) >= APART_DB


def test_a_call_in_a_quiet_room_stands_apart_and_its_sentence_follows() -> None:
    for before in (silence(3.0), louder(READ, 0.02), silence(0.1)):
        room, at_s, apart = heard(before, CALL)
        assert apart
        command = as_loud(COMMAND, CALL)
        assert room.is_callers(command, at_s + 0.4)
        assert not room.is_callers(command, at_s + 5.0), "it does not follow directly"
        assert not room.is_callers(command, at_s - 2.0), "it was before the call"


def test_a_call_inside_speech_does_not_stand_apart() -> None:
    """At whatever place of the sentence it stands."""
    for end_s in (2.2, 3.0, 3.6, 4.4, 5.4):
        speech = cut(READ, 0.0, end_s)
        room, at_s, apart = heard(speech, as_loud(CALL, cut(READ, 0.5, 5.5)))
        assert not apart, end_s
        assert not room.is_callers(COMMAND, at_s + 0.4)


@pytest.mark.parametrize(("quieter", "counts"), [(1.0, True), (0.6, True), (0.15, False)])
def test_what_a_television_says_behind_a_real_call_is_not_the_callers(
    quieter: float, counts: bool
) -> None:
    """The owner calls, says nothing, and the television goes on, 16 dB below."""
    room, at_s, apart = heard(silence(3.0), CALL)
    assert apart
    assert room.is_callers(as_loud(READ, CALL, quieter), at_s + 0.4) is counts
