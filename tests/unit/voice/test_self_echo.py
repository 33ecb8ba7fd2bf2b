"""Self-echo: it does not answer what it says itself (issue 13, point 4)."""

import pytest

from companion.rooms.recall.words_of import reading_of
from companion.voice.self_echo import AFTER_S, SelfEcho

JA = "台所の電気をつけました。明日は6時に起こしますね。"
EN = "The kitchen light is on. I will wake you up at six tomorrow."


class Now:
    """Seconds that the test sets."""

    s = 50.0

    def __call__(self) -> float:
        return self.s


def _spoken(text: str, at_s: float = 2.0) -> tuple[SelfEcho, Now]:
    now = Now()
    echo = SelfEcho(now)
    echo.began(text, length_s=4.0)
    now.s += at_s
    return echo, now


@pytest.mark.parametrize(
    ("spoken", "heard"),
    [
        (JA, "台所の電気をつけました"),
        (JA, "台所の電器をつけました。"),
        (JA, "電気"),
        (JA, "明日は6時に起こしますね"),
        (EN, "The kitchen light is on."),
        (EN, "kitchen light is on I will wake"),
        (EN, "the kitchen lights is on"),
        (EN, "wake you up at six tomorrow"),
    ],
)
def test_its_own_words_are_an_echo_also_with_slips_of_speech_to_text(
    spoken: str, heard: str
) -> None:
    assert _spoken(spoken)[0].is_echo(heard)


STOPS = "Stop. That is the word that stops me."


@pytest.mark.parametrize(
    ("spoken", "heard"),
    [(STOPS, "Stop Stop"), (STOPS, "Stop. Stop. Stop."), (JA, "電気電気")],
)
def test_a_word_that_speech_to_text_writes_twice_is_an_echo(spoken: str, heard: str) -> None:
    """Two of 100 sentences read aloud stopped everything."""
    assert _spoken(spoken)[0].is_echo(heard)


@pytest.mark.parametrize(
    ("spoken", "heard"),
    [
        (JA, "ここ"),
        (STOPS, "no no"),
        (JA, "電気つけて"),
        (JA, "台所の電気を消して"),
        (JA, "止まれ"),
        (JA, "やっぱり7時にして"),
        (EN, "turn off the kitchen light"),
        (EN, "kitchen light off"),
        (EN, "stop"),
        (EN, "make it seven"),
        (EN, ""),
    ],
)
def test_what_a_person_says_into_it_is_none(spoken: str, heard: str) -> None:
    assert not _spoken(spoken)[0].is_echo(heard)


def test_kana_are_compared_where_readings_are_known() -> None:
    now = Now()
    for reading, is_known in ((reading_of, True), (str, False)):
        echo = SelfEcho(now, reading=reading)
        echo.began("お風呂の準備ができました。廊下の電気を消します。", length_s=4.0)
        now.s += 2.0
        assert echo.is_echo("おフロのじゅんびが出来ました") is is_known


def test_the_dictionary_is_asked_when_it_begins_to_speak() -> None:
    """Loading it takes half a second, which no stop word waits for."""
    read: list[str] = []
    echo = SelfEcho(Now(), reading=lambda text: read.append(text) or text)  # type: ignore[func-returns-value]
    echo.began(JA)
    assert read == [JA]


def test_nothing_is_an_echo_of_what_was_said_long_ago() -> None:
    echo, now = _spoken(EN, at_s=4.0)
    echo.ended()
    now.s += AFTER_S - 0.1
    assert echo.is_echo("wake you up at six tomorrow")
    now.s += 0.2
    assert not echo.is_echo("wake you up at six tomorrow")


def test_stop_word_in_a_long_text_counts_only_around_the_time_it_is_spoken() -> None:
    """Whoever says stop must be heard, though the word comes a minute later in the text."""
    now = Now()
    echo = SelfEcho(now)
    text = "First the news of today, at some length. " * 20 + "Say stop to end it."
    echo.began(text, length_s=60.0)
    now.s += 5.0
    assert not echo.is_echo("stop")
    now.s += 54.5
    assert echo.is_echo("stop")


def test_pace_is_guessed_where_the_length_is_not_known() -> None:
    now = Now()
    echo = SelfEcho(now)
    echo.began(EN)
    now.s += 1.5
    assert echo.is_echo("the kitchen light is on")


@pytest.mark.parametrize(
    ("asked", "answer", "end"),
    [
        ("はい、玄関の鍵を開けます。いいですか。", "はい", "いいですか"),
        ("Yes, I can open the front door for you. Shall I?", "yes", "shall I"),
    ],
)
def test_an_answer_behind_a_question_is_a_persons_though_the_question_holds_it(
    asked: str, answer: str, end: str
) -> None:
    """A loudspeaker sounds on for a moment: then it is the end of the text that is heard."""
    echo, now = _spoken(asked, 4.0)
    echo.speech_began()
    assert echo.is_echo(answer), "the loudspeaker, and it sounds still"
    echo.ended()
    now.s += 0.4
    echo.speech_began()
    now.s += 0.8
    assert not echo.is_echo(answer)
    assert echo.is_echo(end)
    now.s += 0.3
    echo.speech_began()
    assert not echo.is_echo(end), "no loudspeaker sounds on for so long"
