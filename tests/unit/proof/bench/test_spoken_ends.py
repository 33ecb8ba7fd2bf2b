"""The benchmark of endings on sound: its clips and its counts; the run itself is a long proof."""

import numpy as np

from companion.words.audio import HEARING_RATE_HZ, AudioClip
from companion.words.language import Language
from tests.proof.bench import spoken_ends
from tests.proof.bench.spoken_ends import Score


def test_the_same_commands_are_said_each_time_and_each_can_be_cut() -> None:
    for language in Language:
        for half in ("open", "sealed"):
            said = spoken_ends.commands(language, half, 4)
            assert said == spoken_ends.commands(language, half, 4)
            for one in said:
                for first, rest in spoken_ends.cut_in_two(one):
                    assert first
                    assert rest
                    assert one.text.startswith(first)
                    assert one.text.endswith(rest)


def test_a_clip_keeps_its_length_and_tone_at_16_khz_and_loses_its_silence() -> None:
    """The last sound is what the time of a decision is counted from."""
    at = np.arange(48_000) / 48_000
    tone = np.concatenate([np.zeros(4_800), 8000 * np.sin(2 * np.pi * 440 * at), np.zeros(9_600)])
    sound = spoken_ends.resampled(AudioClip(tone.astype("<i2").tobytes(), 48_000))
    assert len(sound) == round(len(tone) / 3)
    kept = spoken_ends.trimmed(sound)
    assert abs(len(kept) / HEARING_RATE_HZ - 1.0) < 0.02
    spectrum = np.abs(np.fft.rfft(kept))
    assert abs(spectrum.argmax() * HEARING_RATE_HZ / len(kept) - 440) < 2


def test_limits_stand_beside_the_shares_and_of_the_sealed_half_only_totals_are_told() -> None:
    good = Score(whole=10, soon=9, cut=50, otherwise=1)
    bad = Score(whole=10, soon=8, cut=10, otherwise=1, examples=["x | y"], missed=["z"])
    scores = {(Language.EN, "open"): good, (Language.JA, "sealed"): bad}
    figures = spoken_ends.figures(scores, [0.2, 0.4])
    assert [f.held for f in figures] == [True, True, False, False]
    assert figures[0].detail["decode_cpu_median_s"] == 0.3
    assert "not_at_once" not in figures[2].detail
    assert "acted_otherwise" not in figures[2].detail


def test_a_command_that_was_done_in_several_turns_counts_as_heard() -> None:
    """A voice that pauses between two orders has said both; half of them is not the whole."""
    text = "turn on the fan and close the curtains"
    said = spoken_ends.Said(text, Language.EN, "open", "living_room", "home_en.json")
    meant = spoken_ends.understood(said, text)
    first = spoken_ends.understood(said, "turn on the fan")
    second = spoken_ends.understood(said, "close the curtains")
    assert spoken_ends.in_turn([first, second], meant)
    assert not spoken_ends.in_turn([first, first], meant)
    assert not spoken_ends.in_turn([first], meant)
