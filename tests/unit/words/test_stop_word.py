"""Stop words: a lead-in, a stem and an ending stop everything; any other word makes it no stop."""

import pytest

from companion.words.stop_word import means_stop

ALWAYS = [
    "Stop right there.",
    "okay, stop now!",
    "no, no, stop!",
    "please stop",
    "stop please",
    "freeze",
    "Whoa, stop",
    "just stop, please",
    "don't move",
    "stop stop stop",
    "止めてください",
    "今すぐ止まって",
    "はい、ストップ",
    "止まれってば",
    "お願い、止まって",
    "ストップしてください",
    "いいから止めて",
    "一旦止まって",
    "とまってー！",
    "すとっぷ",
    "ストップ、ストップ",
    "そこで止まって",
    "緊急停止",
    "止ま",
    "とまっ",
    "ストッ",
]
"""Taken at all times. Written before the table was."""
BUSY = [
    "wait a minute",
    "just stop talking",
    "please be quiet",
    "hold on a sec",
    "Stop it please",
    "can you stop",
    "would you please stop",
    "that's enough",
    "shut up already",
    "quit it",
    "cut it out",
    "hey, wait",
    "hang on",
    "stop everything",
    "one moment please",
    "no, wait",
    "alright, pause for a second",
    "please don't talk",
    "ちょっと待って",
    "もうやめて",
    "やめてよ",
    "ねえ、静かにして",
    "黙ってください",
    "待ってってば",
    "もういいから",
    "やめなさい",
    "待て",
    "待ってー",
    "ちょっと待ってくれる？",
    "黙れ",
    "いや、待って",
    "全部止めて",
    "喋るのをやめて",
    "もう話さなくていい",
    "黙っててくれる",
    "もう結構です",
]
NEVER = [
    "stop the music at nine",
    "I can't stop laughing",
    "the bus stop is over there",
    "never stop learning",
    "when does the rain stop",
    "wait for the kettle to boil",
    "tell me when to stop",
    "don't stop",
    "he told me to stop",
    "stop the vacuum in the kitchen tomorrow",
    "did the washing machine stop",
    "quiet music please",
    "hold on to the receipt",
    "I had to wait an hour",
    "what's a pit stop",
    "wait, is that the cat",
    "wait until Friday",
    "ちょっと待っててくれたんだよ",
    "静かにしてくれた",
    "やめた方がいい",
    "止めた車",
    "バス停で待って",
    "雨が止まったら教えて",
    "音楽を九時に止めて",
    "待っていたのに来なかった",
    "笑いが止まらない",
    "止めないでね",
    "友達を待ってるところ",
    "やめてもいいと思う",
    "タバコをやめて三年になる",
    "時計が止まってる",
    "やめないで",
    "エアコンを止めて",
    "静かな曲をかけて",
    "待ち合わせは駅前です",
    "うるさい犬がいる",
    "待ってました",
    "ストップウォッチを使った",
    "もういいかげん眠い",
]


@pytest.mark.parametrize("text", ALWAYS + BUSY)
def test_a_stop_is_heard_in_the_words_people_use(text: str) -> None:
    """P-007: "wait" is one only while the companion speaks or acts."""
    assert means_stop(text, busy=True)
    assert means_stop(text) is (text in ALWAYS)


@pytest.mark.parametrize("text", NEVER)
def test_any_other_word_makes_it_a_sentence_like_others(text: str) -> None:
    """P-007: a false stop takes the sentence away from its person."""
    assert not means_stop(text, busy=True)


def test_a_long_run_of_stop_words_costs_nothing() -> None:
    """The regular expressions never try the same words in many ways."""
    assert not means_stop("now please okay " * 5, busy=True)
    assert not means_stop("stop now please " * 5 + "x", busy=True)
