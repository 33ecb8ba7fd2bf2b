"""How speech is cut: pre-roll, pauses, waits, the wake word, limits (P-007)."""

from companion.ports.listening import BlockHeard
from companion.voice.segmenter import (
    BLOCK_S,
    Began,
    Ended,
    NothingSaid,
    Paused,
    Segmenter,
    SegmenterSettings,
    Step,
    Woke,
    WokeAgain,
)
from companion.words.audio import BLOCK_SAMPLES

QUIET, SPEECH = 0.02, 0.9


class Played:
    """Gives a segmenter numbered blocks and keeps what it says."""

    def __init__(self, segmenter: Segmenter) -> None:
        self.segmenter = segmenter
        self.steps: list[Step] = []
        self.given = 0

    def play(
        self, seconds: float, speech: float, wake: str = "", height: int | None = None
    ) -> list[Step]:
        """So many seconds of this, as loud as `height`; the wake word ends in the last block."""
        count = round(seconds / BLOCK_S)
        new: list[Step] = []
        for n in range(count):
            block = (height or self.given).to_bytes(2, "little") * BLOCK_SAMPLES
            self.given += 1
            phrase = wake if n == count - 1 else ""
            loud = float((height or self.given) ** 2)
            new += self.segmenter.take(block, BlockHeard(phrase, speech), loud)
        self.steps += new
        return new


def always() -> Played:
    return Played(Segmenter(attends_always=True))


def first_block(ended: Ended | Paused) -> int:
    return int.from_bytes(ended.clip.pcm[:2], "little")


def test_a_command_is_cut_with_what_was_before_it_was_noticed() -> None:
    at = always()
    at.play(2.0, QUIET)
    began = at.given
    at.play(1.0, SPEECH)
    at.play(1.7, QUIET)
    kinds = [type(step) for step in at.steps]
    assert kinds == [Began, Paused, Ended]
    paused, ended = at.steps[1:]
    assert isinstance(paused, Paused)
    assert isinstance(ended, Ended)
    before_s = (began - first_block(ended)) * BLOCK_S
    assert 0.3 <= before_s <= 0.4
    assert abs(paused.at_s - 3.1) < 2 * BLOCK_S
    assert ended.number == paused.number
    assert ended.ended_by == "silence"
    assert abs(ended.began_s - 2.0) < 2 * BLOCK_S
    assert abs(ended.ended_s - 3.0) < 2 * BLOCK_S


def test_who_reads_the_words_says_how_long_to_wait() -> None:
    """電気を waits, 電気をつけて does not."""
    at = always()
    at.play(1.0, SPEECH)
    (paused,) = at.play(0.3, QUIET)
    assert isinstance(paused, Paused)
    assert at.segmenter.wait(paused.number, 1.2, "open") == ()
    assert at.play(0.8, QUIET) == []
    (ended,) = at.play(0.2, QUIET)
    assert isinstance(ended, Ended)
    assert ended.ended_by == "open"

    at.play(1.0, SPEECH)
    paused = at.play(0.25, QUIET)[-1]
    assert isinstance(paused, Paused)
    (ended,) = at.segmenter.wait(paused.number, 0.2, "meaning")
    assert isinstance(ended, Ended)
    assert ended.ended_by == "meaning"
    assert at.segmenter.wait(paused.number, 0.2, "meaning") == ()


def test_a_whole_command_waits_for_no_block_after_its_verdict() -> None:
    """P12: a verdict that comes after the silence it asks for ends the stretch, not the block 32 ms
    later."""
    at = always()
    at.play(1.0, SPEECH)
    (paused,) = at.play(0.2, QUIET)
    assert isinstance(paused, Paused)
    (ended,) = at.segmenter.wait(paused.number, 0.2, "meaning")
    assert isinstance(ended, Ended)
    assert ended.clip.pcm.startswith(paused.clip.pcm)
    assert at.play(2.0, QUIET) == []


def test_words_are_read_before_the_silence_that_ends_a_whole_command_is_over() -> None:
    """P12: reading and silence pass side by side, and the silence is not shortened by it."""
    at = always()
    at.play(1.0, SPEECH)
    (paused,) = at.play(0.13, QUIET)
    assert isinstance(paused, Paused)
    assert at.segmenter.wait(paused.number, 0.2, "meaning") == ()
    (ended,) = at.play(0.1, QUIET)
    assert isinstance(ended, Ended)
    assert ended.number == paused.number
    assert 0.15 < at.segmenter.now_s - ended.ended_s < 0.25


def test_speech_that_goes_on_takes_the_verdict_back() -> None:
    at = always()
    at.play(0.6, SPEECH)
    (paused,) = at.play(0.3, QUIET)
    assert isinstance(paused, Paused)
    at.play(0.5, SPEECH)
    at.segmenter.wait(paused.number, 0.2, "meaning")
    (again,) = at.play(0.3, QUIET)
    assert isinstance(again, Paused)
    assert again.number != paused.number
    assert again.clip.length_s > paused.clip.length_s + 0.5


def test_the_longest_silence_ends_it_without_a_verdict() -> None:
    at = always()
    at.play(0.6, SPEECH)
    at.play(1.5, QUIET)
    assert not any(isinstance(step, Ended) for step in at.steps)
    (ended,) = at.play(0.2, QUIET)
    assert isinstance(ended, Ended)
    assert ended.ended_by == "silence"


def test_without_the_wake_word_nothing_is_cut() -> None:
    """B-050: what people say to each other is not listened to."""
    at = Played(Segmenter())
    at.play(5.0, SPEECH)
    at.play(3.0, QUIET)
    assert at.steps == []
    assert not at.segmenter.attends


def test_after_the_wake_word_the_next_words_count_once() -> None:
    at = Played(Segmenter())
    at.play(1.0, SPEECH, wake="Okay Nabu")
    at.play(0.6, QUIET)
    at.play(1.0, SPEECH)
    at.play(2.0, QUIET)
    at.play(1.0, SPEECH)
    at.play(2.0, QUIET)
    assert [type(step) for step in at.steps] == [Woke, Began, Paused, Ended]


def test_the_end_of_the_wake_word_is_no_command_but_what_follows_at_once_is() -> None:
    at = Played(Segmenter())
    at.play(1.0, SPEECH, wake="Okay Nabu")
    at.play(0.2, SPEECH)
    at.play(1.0, QUIET)
    assert [type(step) for step in at.steps] == [Woke]

    at = Played(Segmenter())
    at.play(1.0, SPEECH, wake="Okay Nabu")
    woken = at.given
    at.play(1.5, SPEECH)
    at.play(2.0, QUIET)
    ended = at.steps[-1]
    assert isinstance(ended, Ended)
    assert first_block(ended) - woken <= 1


def test_the_wake_word_within_a_stretch_begins_anew() -> None:
    """A person who was talking, or to whom it speaks, calls it."""
    at = Played(Segmenter())
    at.segmenter.attend(5.0)
    at.play(1.0, SPEECH, wake="Okay Nabu")
    woken = at.given
    at.play(0.5, QUIET)
    at.play(1.0, SPEECH)
    at.play(2.0, QUIET)
    assert [type(step) for step in at.steps] == [Began, Woke, Began, Paused, Ended]
    ended = at.steps[-1]
    assert isinstance(ended, Ended)
    assert first_block(ended) >= woken


def called() -> Played:
    """A second of words behind a call, in which the wake word is found again."""
    at = Played(Segmenter())
    at.play(1.0, SPEECH, wake="Okay Nabu")
    at.play(0.5, QUIET)
    at.play(1.0, SPEECH, wake="Okay Nabu")
    return at


def test_words_behind_a_call_go_on_where_a_detector_takes_them_for_another() -> None:
    at = called()
    at.play(0.5, SPEECH)
    at.play(2.0, QUIET)
    assert [type(step) for step in at.steps] == [Woke, Began, WokeAgain, Paused, Ended]
    ended = at.steps[-1]
    assert isinstance(ended, Ended)
    assert ended.clip.length_s > 1.5 + 1.6


def test_words_begin_behind_a_call_that_was_made_again_within_them() -> None:
    at = called()
    again = at.given
    at.play(0.5, SPEECH)
    assert at.segmenter.call_again("Okay Nabu") == ()
    at.play(0.5, SPEECH)
    at.play(2.0, QUIET)
    ended = at.steps[-1]
    assert isinstance(ended, Ended)
    assert first_block(ended) == again


def test_a_call_that_was_made_again_is_a_call_where_nothing_followed_it() -> None:
    """Its words are waited for as at first; also where the words before it are over."""
    for quiet_s in (0.2, 3.0):
        at = called()
        at.play(quiet_s, QUIET)
        assert at.segmenter.call_again("Okay Nabu") == (Woke("Okay Nabu", at.segmenter.now_s),)
        at.play(5.0, QUIET)
        at.play(1.0, SPEECH)
        assert isinstance(at.steps[-1], Began)


def test_nothing_said_after_the_wake_word_is_told() -> None:
    at = Played(Segmenter())
    at.play(1.0, SPEECH, wake="Okay Nabu")
    at.play(9.0, QUIET)
    assert [type(step) for step in at.steps] == [Woke, NothingSaid]
    assert not at.segmenter.attends
    assert at.play(10.0, QUIET) == []


def test_it_attends_when_told_to_and_ignores_when_told_to() -> None:
    at = Played(Segmenter())
    at.segmenter.attend(5.0)
    at.play(1.0, QUIET)
    at.play(0.5, SPEECH)
    assert at.segmenter.hears
    at.segmenter.ignore()
    assert not at.segmenter.hears
    at.play(2.0, QUIET)
    assert [type(step) for step in at.steps] == [Began]


def test_talk_without_end_is_cut_and_then_not_listened_to() -> None:
    """Ten minutes of a television do not become ten minutes of work."""
    at = Played(Segmenter())
    at.play(1.0, SPEECH, wake="Okay Nabu")
    at.play(600.0, SPEECH)
    ended = [step for step in at.steps if isinstance(step, Ended)]
    assert [one.ended_by for one in ended] == ["too_long"]
    assert ended[0].clip.length_s <= SegmenterSettings().longest_s + BLOCK_S
    assert ended[0].number == 0


def test_a_click_is_no_speech() -> None:
    at = always()
    for _ in range(20):
        at.play(BLOCK_S, SPEECH)
        at.play(0.3, QUIET)
    assert at.steps == []


def test_the_end_of_a_recording_ends_the_stretch() -> None:
    at = always()
    at.play(1.0, SPEECH)
    (ended,) = at.segmenter.finish()
    assert isinstance(ended, Ended)
    assert (ended.ended_by, ended.number) == ("end_of_sound", 0)


def test_a_word_right_after_the_wake_word_is_as_long_as_it_sounded() -> None:
    """What settles after the wake word is no part of what begins a stretch, but of its length."""
    at = Played(Segmenter(SegmenterSettings(settle_s=0.3)))
    at.play(1.0, SPEECH, wake="okay nabu")
    at.play(0.1, QUIET)
    at.play(0.4, SPEECH)
    at.play(2.0, QUIET)
    ended = at.steps[-1]
    assert isinstance(ended, Ended)
    assert abs(ended.ended_s - ended.began_s - 0.4) <= 2 * BLOCK_S


def test_the_end_of_the_wake_word_begins_nothing() -> None:
    at = Played(Segmenter(SegmenterSettings(settle_s=0.3)))
    at.play(1.0, SPEECH, wake="okay nabu")
    at.play(0.3, SPEECH)
    at.play(1.0, QUIET)
    assert [type(step) for step in at.steps] == [Woke]


LOUD, FAR = 4000, 1265
"""Ten decibels apart."""


def among_others() -> Played:
    """Others have been speaking."""
    at = always()
    at.play(2.0, QUIET, height=FAR)
    return at


def test_speech_that_goes_on_far_below_a_command_does_not_hold_up_its_end() -> None:
    """A television talks before, below and after it."""
    at = Played(Segmenter())
    at.play(3.0, SPEECH, height=FAR)
    at.play(0.1, SPEECH, wake="okay nabu", height=LOUD)
    at.play(0.5, QUIET, height=FAR)
    at.play(1.2, SPEECH, height=LOUD)
    spoken_s = at.given * BLOCK_S
    (paused,) = at.play(0.75, SPEECH, height=FAR)
    assert isinstance(paused, Paused)
    (ended,) = at.segmenter.wait(paused.number, 0.2, "meaning")
    assert isinstance(ended, Ended)
    assert (ended.number, ended.far_after) == (paused.number, 0)
    assert abs(ended.ended_s - spoken_s) < 0.3


def test_last_words_may_be_quiet() -> None:
    """In a room where nobody spoke before, for as long as they like."""
    at = always()
    at.play(2.0, QUIET, height=40)
    at.play(1.0, SPEECH, height=LOUD)
    assert at.play(2.0, SPEECH, height=FAR) == []
    (paused,) = at.play(0.1, QUIET)
    assert isinstance(paused, Paused)


def test_quiet_words_for_long_are_read_too_where_the_command_lacked_something() -> None:
    """They may be the caller's; the words without them are one more reading."""
    at = among_others()
    at.play(1.0, SPEECH, height=LOUD)
    (paused,) = at.play(0.9, SPEECH, height=FAR)
    assert isinstance(paused, Paused)
    assert at.segmenter.wait(paused.number, 1.6, "silence") == ()
    *_, ended = at.play(1.5, QUIET)
    assert isinstance(ended, Ended)
    assert (ended.number, ended.far_after) == (0, paused.number)
    assert len(ended.clip.pcm) > len(paused.clip.pcm)


def test_who_speaks_up_again_goes_on() -> None:
    at = among_others()
    at.play(1.0, SPEECH, height=LOUD)
    (paused,) = at.play(0.75, SPEECH, height=FAR)
    assert isinstance(paused, Paused)
    at.segmenter.wait(paused.number, 1.6, "silence")
    at.play(0.5, SPEECH, height=LOUD)
    (again,) = at.play(0.1, QUIET)
    assert isinstance(again, Paused)
    assert again.number == paused.number + 1
