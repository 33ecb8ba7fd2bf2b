"""From sound to words: partial words, whole ones, states, faults and coming back (P-007, F14)."""

import asyncio
from array import array
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from math import sin
from typing import Any

import pytest

from companion.engines.ears.scripted import ScriptedEars
from companion.engines.listening.detecting import BLOCK_BYTES
from companion.engines.vad import scripted as scripted_vad
from companion.engines.wake import scripted as scripted_wake
from companion.ports.listening import BlockHeard, Enough, ListeningUnavailable, Transcript
from companion.ports.microphone import MicrophoneUnavailable
from companion.voice.call_check import CallCheck
from companion.voice.hearing import Hearing
from companion.voice.listen import (
    BATCH_BLOCKS,
    CallDoubted,
    Heard,
    HearingChanged,
    Listener,
    PartialHeard,
    SegmentHeard,
    Verdict,
)
from companion.voice.segmenter import Began, NothingSaid, Woke
from companion.words.audio import AudioClip
from companion.words.health import HealthStatus
from companion.words.language import Bilingual, Language, has_japanese
from tests.twins.clock import JumpClock
from tests.twins.detector import InProcessDetector
from tests.twins.recordings import blocks, joined, louder, silence, sound

COMMAND = louder(sound("quiet-set_timer.wav"), 8)
NOTES = (220.0, 277.2, 329.6)
HUM = AudioClip(b"\x03\x00\x00\x00" * 8_000)
"""A second of a microphone that is open in a quiet room."""
MUSIC = AudioClip(
    array(
        "h", (round(sum(900 * sin(n * f / 2546.5) for f in NOTES)) for n in range(16_000))
    ).tobytes()
)
"""A second of a chord that is held, 23 dB under full scale."""


class Played:
    """Port `Microphone`: plays clips, one a call, and raises what stands among them."""

    name, place = "microphone", "hall"

    def __init__(self, *sounds: AudioClip | Exception, is_live: bool = False) -> None:
        self.sounds, self.is_live = list(sounds), is_live

    async def blocks(self) -> AsyncGenerator[bytes, None]:
        played = self.sounds.pop(0) if self.sounds else MicrophoneUnavailable("nothing more")
        if isinstance(played, Exception):
            raise played
        for block in blocks(played):
            await asyncio.sleep(0)
            yield block

    def dropped(self) -> int:
        return 0

    def waiting(self) -> int:
        return 0

    def trouble(self) -> Bilingual | None:
        return None


class Kept:
    """What a listener told."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []

    async def take(self, heard: Heard) -> None:
        self.heard.append(heard)

    def segments(self) -> list[SegmentHeard]:
        return [one for one in self.heard if isinstance(one, SegmentHeard)]

    def states(self) -> list[Hearing]:
        return [one.state for one in self.heard if isinstance(one, HearingChanged)]

    def kinds(self) -> list[str]:
        return [type(one).__name__ for one in self.heard if not isinstance(one, HearingChanged)]


def detector(*wake_at_s: float) -> InProcessDetector:
    wake = scripted_wake.build(scripted_wake.Settings(at_s=wake_at_s))
    return InProcessDetector(wake, scripted_vad.build(scripted_vad.Settings(least_peak=2500)))


async def test_words_of_a_command_are_told_at_the_pause_and_at_the_end() -> None:
    """The words are read once; the end adds nothing to them."""
    kept, ears = Kept(), ScriptedEars(["set a timer"])
    listener = Listener(
        Played(joined(HUM, COMMAND, silence(2.0))),
        detector(),
        ears,
        kept.take,
        attends_always=True,
        language=lambda: Language.EN,
        vocabulary=lambda: "timer",
    )
    await listener.once()
    (segment,) = kept.segments()
    assert segment.words.text == "set a timer"
    assert segment.ended_by == "silence"
    assert kept.kinds()[0] == Began.__name__
    assert kept.kinds()[-2:] == [PartialHeard.__name__, SegmentHeard.__name__]
    partials = kept.kinds().count(PartialHeard.__name__)
    assert len(ears.heard) == partials
    assert set(ears.vocabularies) == {"timer"}
    assert Hearing.HEARING in kept.states()


async def test_the_judge_ends_a_whole_command_at_once() -> None:
    async def whole(words: Transcript, clip: AudioClip) -> Verdict:
        assert words.text
        assert clip.length_s > 0.4
        return Verdict(0.2, "meaning")

    kept = Kept()
    listener = Listener(
        Played(joined(HUM, COMMAND, silence(2.0))),
        detector(),
        ScriptedEars(["set a timer"]),
        kept.take,
        judge=whole,
        attends_always=True,
    )
    await listener.once()
    assert {one.ended_by for one in kept.segments()} == {"meaning"}


@pytest.mark.parametrize(
    ("words", "is_call"), [("お茶入れて", False), ("Okay, now boo", True), ("", True)]
)
async def test_a_wake_word_that_speech_to_text_does_not_hear_is_no_call(
    words: str, is_call: bool
) -> None:
    """The words after it are nobody's then. They are read as an English wake word, once."""
    kept, ears = Kept(), ScriptedEars([words, "set a timer"])
    listener = Listener(
        Played(joined(HUM, COMMAND, silence(2.0))),
        detector(0.1),
        ears,
        kept.take,
        vocabulary=lambda: "timer",
        call_check=CallCheck(frozenset({"okay nabu"})),
    )
    await listener.once()
    assert ears.vocabularies[0] == "Okay Nabu."
    assert (CallDoubted.__name__ in kept.kinds()) is not is_call
    assert [one.words.text for one in kept.segments()] == ["set a timer"] * is_call


@pytest.mark.parametrize(
    ("words", "said"), [("What can you do?", ["set a timer"]), ("Okay, now boo", ["set a timer"])]
)
async def test_a_wake_word_that_is_found_in_the_words_behind_a_call_loses_none(
    words: str, said: list[str]
) -> None:
    """A detector took "What can you do?" behind "Okay Nabu" for another, and a help went unheard;
    who calls twice is heard, too."""
    kept, ears = Kept(), ScriptedEars(["Okay, now boo", words, "set a timer"])
    command_s = HUM.length_s + 1.2
    listener = Listener(
        Played(joined(HUM, COMMAND, silence(2.0))),
        detector(0.1, command_s),
        ears,
        kept.take,
        call_check=CallCheck(frozenset({"okay nabu"})),
    )
    await listener.once()
    assert CallDoubted.__name__ not in kept.kinds()
    assert kept.kinds().count(Woke.__name__) == 1
    assert [one.words.text for one in kept.segments()] == said


async def test_a_call_is_believed_where_speech_to_text_is_gone() -> None:
    kept, ears = Kept(), ScriptedEars(["お茶入れて"])
    ears.gone = "no model"
    check = CallCheck(frozenset({"okay nabu"}))
    played = Played(joined(HUM, COMMAND, silence(2.0)))
    await Listener(played, detector(0.1), ears, kept.take, call_check=check).once()
    assert CallDoubted.__name__ not in kept.kinds()
    assert kept.segments()


async def test_the_reading_that_is_chosen_is_told_at_the_pause_and_at_the_end() -> None:
    """Also of a stretch that the sound's end cut, whose words are read anew."""
    kept = Kept()
    listener = Listener(
        Played(joined(HUM, COMMAND, silence(0.5))),
        detector(),
        ScriptedEars(["head the lights"]),
        kept.take,
        choose=lambda words: replace(words, text=words.text.replace("head", "hit")),
        attends_always=True,
    )
    await listener.once()
    told = [one.words.text for one in kept.heard if isinstance(one, PartialHeard | SegmentHeard)]
    assert set(told) == {"hit the lights"}


@pytest.mark.parametrize("waiting", [0, 9])
async def test_who_is_behind_takes_blocks_together(waiting: int) -> None:
    """A burst of load is caught up with; block by block it would fall behind for good."""

    class Behind(Played):
        def waiting(self) -> int:
            return waiting

    sizes: list[int] = []

    class Counting(InProcessDetector):
        async def hear(self, sound: bytes, *, speech: bool = True) -> tuple[BlockHeard, ...]:
            sizes.append(len(sound) // BLOCK_BYTES)
            return await super().hear(sound, speech=speech)

    wake = scripted_wake.build(scripted_wake.Settings())
    counting = Counting(wake, scripted_vad.build(scripted_vad.Settings()))
    listener = Listener(Behind(HUM), counting, ScriptedEars([]), Kept().take, attends_always=True)
    await listener.once()
    assert max(sizes) == (BATCH_BLOCKS if waiting else 1)


async def test_without_the_wake_word_no_word_is_read() -> None:
    """B-050: not listened to, not kept, not transcribed."""
    kept, ears = Kept(), ScriptedEars(["secret"])
    await Listener(Played(joined(HUM, COMMAND, silence(2.0))), detector(), ears, kept.take).once()
    assert ears.heard == []
    assert kept.kinds() == []


async def test_the_wake_word_opens_and_silence_closes() -> None:
    kept, ears = Kept(), ScriptedEars(["set a timer"])
    said = joined(HUM, silence(0.5), COMMAND, silence(2.0), COMMAND, silence(2.0))
    await Listener(Played(said), detector(0.5), ears, kept.take).once()
    assert kept.kinds()[0] == Woke.__name__
    assert len(kept.segments()) == 1

    kept = Kept()
    await Listener(Played(silence(12.0)), detector(0.5), ears, kept.take).once()
    assert kept.kinds() == [Woke.__name__, NothingSaid.__name__]


async def test_a_recording_that_ends_in_the_middle_of_a_word_is_read() -> None:
    kept = Kept()
    half = AudioClip(COMMAND.pcm[: 16_000 * 2 * 2])
    await Listener(
        Played(half), detector(), ScriptedEars(["set a"]), kept.take, attends_always=True
    ).once()
    assert [one.ended_by for one in kept.segments()][-1] == "end_of_sound"
    assert kept.segments()[-1].words.text == "set a"


async def test_speech_to_text_is_told_which_first_reading_will_do() -> None:
    """Other readings take nearly as long again; the words of the home tell whether they are
    needed."""
    asked = list[Enough]()

    class Asks(ScriptedEars):
        async def recognise(self, clip: AudioClip, **given: Any) -> Transcript:
            asked.append(given["enough"])
            return await super().recognise(clip, **given)

    def is_enough(words: Transcript) -> bool:
        return words.text == "lights off"

    ears = Asks(["set a timer"])
    await Listener(
        Played(COMMAND), detector(), ears, Kept().take, enough=is_enough, attends_always=True
    ).once()
    assert set(asked) == {is_enough}


async def test_listening_goes_on_while_words_are_read() -> None:
    """A stop that is said meanwhile is not lost."""
    read = asyncio.Event()

    class Slow(ScriptedEars):
        async def recognise(self, clip: AudioClip, **asked: Any) -> Transcript:
            await read.wait()
            return await super().recognise(clip, **asked)

    kept = Kept()

    async def take(heard: Heard) -> None:
        await kept.take(heard)
        if kept.kinds().count(Began.__name__) == 2:
            read.set()

    said = joined(HUM, COMMAND, silence(3.0), COMMAND, silence(3.0))
    await Listener(
        Played(said, is_live=True),
        detector(),
        Slow(["one", "two"]),
        take,
        attends_always=True,
    ).once()
    assert len(kept.segments()) == 2
    assert all(one.words.text for one in kept.segments())
    assert kept.kinds().index(SegmentHeard.__name__) > kept.kinds().index(Began.__name__, 1)


async def test_ears_that_do_not_work_are_a_state_and_what_was_said_is_told() -> None:
    kept, ears = Kept(), ScriptedEars(["x"])
    ears.gone = "no model of speech to text in /x: `companion models fetch --ears` (133 MB)"
    listener = Listener(
        Played(joined(HUM, COMMAND, silence(2.0))), detector(), ears, kept.take, attends_always=True
    )
    await listener.once()
    assert {one.words.rejected for one in kept.segments()} == {"unavailable"}
    assert listener.state is Hearing.NO_ENGINE
    found = (await listener.findings())["microphone"]
    assert found.status is HealthStatus.DOWN
    assert "models fetch --ears" in found.what.en
    assert has_japanese(found.what.ja)


@pytest.mark.parametrize(
    ("played", "state"),
    [
        (silence(11.0), Hearing.SILENT),
        (louder(joined(*[COMMAND] * 3), 60), Hearing.CLIPPING),
        (joined(*[HUM] * 11), Hearing.WAITING),
        (joined(*[MUSIC] * 31), Hearing.STEADY_SOUND),
        (joined(*[louder(sound("spk-speaker_1_utt_1.wav"), 2)] * 6), Hearing.WAITING),
    ],
)
async def test_bad_sound_is_a_clear_state(played: AudioClip, state: Hearing) -> None:
    """F14: muted, cut off, music; a quiet room and talk are none of them."""
    kept = Kept()
    listener = Listener(Played(played), detector(), ScriptedEars([""]), kept.take)
    await listener.once()
    assert state in kept.states()
    found = (await listener.findings())["microphone"]
    assert has_japanese(found.what.ja)
    assert (found.remedy is None) is (state is Hearing.WAITING)


@pytest.mark.parametrize(
    ("rejected", "times", "state"),
    [
        ("other_language", 1, Hearing.OTHER_LANGUAGE),
        ("no_speech", 3, Hearing.NO_WORDS),
        ("no_speech", 2, None),
    ],
)
async def test_words_of_no_use_are_a_clear_state_until_good_ones_come(
    rejected: str, times: int, state: Hearing | None
) -> None:
    """F14: an unknown language; music, in which no words are found. It recovers by itself."""
    bad = Transcript(text="", language=None, rejected=rejected)
    kept, ears = Kept(), ScriptedEars([bad])

    async def take(heard: Heard) -> None:
        await kept.take(heard)
        if len(kept.segments()) == times:
            ears._lines = ["set a timer"]

    one = joined(HUM, COMMAND, silence(3.0))
    listener = Listener(
        Played(joined(*[one] * (times + 2))), detector(), ears, take, attends_always=True
    )
    await listener.once()
    assert (state in kept.states()) is (state is not None)
    assert kept.states()[-1] in (Hearing.ATTENDING, Hearing.RECOGNISING)
    troubled = {Hearing.OTHER_LANGUAGE, Hearing.NO_WORDS} & set(kept.states())
    assert troubled == ({state} if state else set())


async def test_sound_that_is_good_again_is_no_trouble_any_more() -> None:
    """F14: muted, then switched on; cut off, then turned down; music that is over."""
    kept = Kept()
    muted, loud = silence(11.0), louder(joined(*[COMMAND] * 3), 60)
    played = Played(joined(muted, *[HUM] * 3, loud, *[HUM] * 4, *[MUSIC] * 31, *[HUM] * 4))
    listener = Listener(played, detector(), ScriptedEars([""]), kept.take)
    await listener.once()
    states = kept.states()
    assert states.index(Hearing.SILENT) < states.index(Hearing.CLIPPING)
    assert states.index(Hearing.CLIPPING) < states.index(Hearing.STEADY_SOUND)
    assert states[-1] is Hearing.WAITING


async def test_talk_without_a_pause_is_a_clear_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """The television: told after ten minutes (here one), and never transcribed."""
    monkeypatch.setattr("companion.voice.hearing.TALK_S", 60.0)
    kept, ears = Kept(), ScriptedEars(["news"])
    talk = louder(sound("home-turn-on-kitchen-lights.wav"), 4)
    listener = Listener(Played(joined(*[talk] * 28)), detector(), ears, kept.take)
    await listener.once()
    assert listener.state is Hearing.ENDLESS_TALK
    assert ears.heard == []


@pytest.mark.parametrize("fault", ["microphone", "engine"])
async def test_a_fault_is_told_and_it_listens_again_by_itself(fault: str) -> None:
    """F14: vanish and return."""
    kept, ears, clock = Kept(), ScriptedEars(["set a timer"]), JumpClock()
    said = joined(HUM, COMMAND, silence(2.0))
    gone = MicrophoneUnavailable("unplugged", "抜けました")
    microphone = Played(HUM, gone, gone, said)
    hears = detector()
    if fault == "engine":
        microphone = Played(HUM, ListeningUnavailable("worker died"), said)
    listener = Listener(microphone, hears, ears, kept.take, attends_always=True)
    task = asyncio.create_task(listener.run(clock))
    async with asyncio.timeout(20):
        while not kept.segments():
            await asyncio.sleep(0.01)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    told = Hearing.VANISHED if fault == "microphone" else Hearing.NO_ENGINE
    assert told in kept.states()
    assert kept.states().index(told) < kept.states().index(Hearing.HEARING)
    assert kept.segments()[0].words.text == "set a timer"


async def test_a_microphone_that_was_never_there_is_no_vanished_one() -> None:
    kept, clock = Kept(), JumpClock()
    listener = Listener(Played(), detector(), ScriptedEars([""]), kept.take)
    task = asyncio.create_task(listener.run(clock))
    await until(lambda: bool(kept.states()))
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    assert kept.states() == [Hearing.NO_MICROPHONE]


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.01)


def test_every_state_is_told_in_both_languages() -> None:
    from companion.voice.hearing import finding

    findings: Iterable[tuple[Hearing, Bilingual, Bilingual | None]] = (
        (state, finding(state).what, finding(state).remedy) for state in Hearing
    )
    for state, what, remedy in findings:
        assert has_japanese(what.ja), state
        assert what.en, state
        assert not has_japanese(what.en), state
        assert remedy is None or (has_japanese(remedy.ja) and remedy.en), state


async def test_words_without_the_far_speech_behind_them_are_one_more_reading() -> None:
    """A command, then a second of speech ten decibels below it: the second reading has both."""
    heights = (2_400, 10_000, 3_000)
    room, near, far = (AudioClip(height.to_bytes(2, "little") * 16_000) for height in heights)
    played = Played(joined(room, near, far, silence(2.0)))
    given: list[Transcript] = []

    def choose(words: Transcript) -> Transcript:
        given.append(words)
        return words

    async def waits(words: Transcript, clip: AudioClip) -> Verdict:
        return Verdict(1.6, "silence")

    ears, kept = ScriptedEars(["set a timer", "set a timer on the news"]), Kept()
    await Listener(
        played, detector(), ears, kept.take, judge=waits, choose=choose, attends_always=True
    ).once()
    assert [(one.text, one.others) for one in given] == [
        ("set a timer", ()),
        ("set a timer on the news", ("set a timer",)),
    ]
