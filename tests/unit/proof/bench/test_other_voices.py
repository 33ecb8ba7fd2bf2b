"""The benchmark of other voices: what is mixed and counted; the run itself is a long proof."""

import math

import numpy as np
import pytest

from companion.ports.listening import Transcript
from companion.voice.listen import PartialHeard, SegmentHeard
from companion.voice.segmenter import Began
from companion.words.audio import AudioClip
from companion.words.language import Language
from tests.proof.bench import other_voices as bench
from tests.proof.bench.spoken_ends import Sound, silent
from tests.twins.recordings import silence


def tone(seconds: float, height: float) -> Sound:
    return height * np.sin(2 * math.pi * 220 * np.arange(round(seconds * 16_000)) / 16_000)


def test_other_speech_lies_ten_decibels_below_and_sounds_before_and_behind() -> None:
    command, others = tone(1.0, 1000.0), tone(0.5, 7.0)
    mixed = bench.among(command, others, seed=3)
    begin, end = 2.4, 3.4
    quiet = bench.level(mixed[round((end + 0.1) * 16_000) :])
    assert 20 * math.log10(bench.level(command) / quiet) == pytest.approx(10, abs=0.5)
    assert bench.level(mixed[: round(begin * 16_000)]) == pytest.approx(quiet, rel=0.05)
    assert len(mixed) / 16_000 == pytest.approx(begin + 1.0 + bench.AFTER_S)


@pytest.mark.parametrize(("text", "goes_on"), [("Mm-hmm.", True), ("What about the lamp?", False)])
async def test_only_a_nod_lets_it_go_on(text: str, goes_on: bool) -> None:
    playback = bench.Playback("The curtain is closed.")
    read = Transcript(text=text, language=Language.EN)
    clip = AudioClip(silent(0.5).astype("<i2").tobytes())
    for heard in (Began(1.0), PartialHeard(read, 1.5), SegmentHeard(read, clip, 1.0, 1.5, "end")):
        await playback.hear(heard)
    assert playback.goes_on is goes_on


def test_a_command_of_another_voice_is_counted_apart() -> None:
    clip, found = silence(1.0), bench.Known()
    anna, guest = (bench.Person(name, None, [clip, clip]) for name in ("anna", "guest"))
    found.take(anna, anna, 2)
    found.take(anna, guest, 1)
    assert (found.kept, found.own, found.others) == (2, 2, 2)
    assert found.taken == ["guest for anna"]


def test_a_recording_is_cut_to_the_length_of_commands() -> None:
    assert [round(one.length_s, 1) for one in bench.pieces(silence(5.2))] == [2.0, 2.0, 1.2]
    assert len(bench.pieces(silence(0.5))) == 1
    assert set(bench.NOD_WORDS) == set(Language)
