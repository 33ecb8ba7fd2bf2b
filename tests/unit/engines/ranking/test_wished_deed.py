"""What a sentence asks for by its form: the ranker must not take forbidding for asking (T-18)."""

import pytest

from companion.engines.ranking.wished_deed import asked_deeds

ON, OFF = {"turn_on", "play"}, {"turn_off", "pause", "stop"}
ASKS: tuple[tuple[str, set[str]], ...] = (
    ("Please switch the kettle on.", ON),
    ("Hall light off, please.", OFF),
    ("I am tired, could you put the fan out?", OFF),
    ("Every evening at six: open the blind", {"open"}),
    ("It rains, close the skylight.", {"close", "lock"}),
    ("Pause the radio", OFF),
    ("書斎の明かりをつけてくれる？", ON),
    ("もう寝るから廊下の明かりを消して。", OFF),
    ("朝八時にブラインドを開ける", {"open"}),
    ("玄関の鍵をかけておいて", {"lock"}),
    ("留守のあいだに掃除ロボットをかける", ON),
    ("手が離せないから廊下の明かりをお願い", ON),
)
ASKS_NOT = (
    "Don't switch the kettle on.",
    "Leave the heater on, I am not finished.",
    "The iron is still on.",
    "A sign reads: turn off the alarm",
    "I wonder if the fan is on",
    "No vacuum for the next hour.",
    "廊下の明かりはつけないで。",
    "テレビはつけたままで。",
    "紙に「扉を開けて」と書いてある",
    "窓が開いている",
    "うちの掃除機は夜は使えない",
    "",
)


@pytest.mark.parametrize(("sentence", "deeds"), ASKS)
def test_a_wish_is_read(sentence: str, deeds: set[str]) -> None:
    assert asked_deeds(sentence) == deeds


@pytest.mark.parametrize("sentence", ASKS_NOT)
def test_what_is_forbidden_reported_or_merely_told_asks_for_nothing(sentence: str) -> None:
    assert not asked_deeds(sentence)
