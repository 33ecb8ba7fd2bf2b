"""Which sentences ask who changed a thing, when it changed, or why it is as it is."""

import pytest

from companion.rooms.understanding.happened_question import Asks, Way, happened_question


@pytest.mark.parametrize(
    ("text", "asks", "way"),
    [
        ("Who switched the fan off?", Asks.WHO, Way.OFF),
        ("did Eve or Paul raise the blinds", Asks.WHO, Way.UP),
        ("Was that you who opened the garage?", Asks.WHO, Way.ON),
        ("When did the dryer stop?", Asks.WHEN, Way.OFF),
        ("since when is the heater on", Asks.WHEN, Way.ON),
        ("Why is the study lamp on?", Asks.WHY_SO, Way.ON),
        ("書斎の電気消したん誰？", Asks.WHO, Way.OFF),
        ("冷房下げたの、きみ？", Asks.WHO, Way.DOWN),
        ("乾燥いつ終わった？", Asks.WHEN, Way.OFF),
        ("何時からエアコンついてるの", Asks.WHEN, Way.ON),
        ("どうして換気扇が動いてるの？", Asks.WHY_SO, Way.ON),
    ],
)
def test_issue_15_a_question_for_who_when_or_why_is_found(text: str, asks: Asks, way: Way) -> None:
    found = happened_question(text)
    assert found is not None
    assert (found.asks, found.way) == (asks, way)


@pytest.mark.parametrize(
    "text",
    [
        "turn on the fan",
        "Is the fan on?",
        "換気扇つけて",
        "誰もいない",
        "What a day",
        "おはよう",
        "",
    ],
)
def test_other_sentences_ask_for_none_of_it(text: str) -> None:
    assert happened_question(text) is None


@pytest.mark.parametrize(
    "text", ["who turned it off?", "was that you?", "消したの誰", "誰がつけたの？"]
)
def test_a_question_without_a_thing_is_about_the_last_change(text: str) -> None:
    found = happened_question(text)
    assert found is None or found.of_it
    thing = happened_question("who turned the sprinkler off?")
    assert thing is not None
    assert not thing.of_it
