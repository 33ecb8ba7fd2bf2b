"""Days are named by their distance where they are near, else by weekday and date."""

from datetime import date, timedelta

import pytest

from companion.phrases.calendar import DAYS_FROM_NOW, day_said, sentence_start
from companion.words.language import Bilingual

TODAY = date(2026, 11, 26)


@pytest.mark.parametrize(("word", "away"), DAYS_FROM_NOW.items())
def test_every_word_for_a_day_leads_to_a_day_with_a_name(word: str, away: int) -> None:
    said = day_said(TODAY + timedelta(days=away), TODAY)
    assert DAYS_FROM_NOW[said.ja] == DAYS_FROM_NOW[said.en] == away, word


def test_a_day_farther_away_is_told_by_its_date() -> None:
    said = day_said(date(2026, 11, 20), TODAY)
    assert said == Bilingual("11月20日（金）", "on Friday, 20 November")
    assert sentence_start(said.en) == "On Friday, 20 November"


def test_a_day_of_another_year_is_told_with_its_year() -> None:
    said = day_said(date(2025, 11, 20), TODAY)
    assert said == Bilingual("2025年11月20日（木）", "on Thursday, 20 November 2025")
