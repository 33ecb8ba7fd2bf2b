"""Times that lie behind, in both languages."""

from datetime import datetime, timedelta, timezone

import pytest

from companion.rooms.recall.past import span_in

JST = timezone(timedelta(hours=9))
NOW = datetime(2026, 6, 10, 20, 0, tzinfo=JST)  # a Wednesday


@pytest.mark.parametrize(
    ("said", "start", "end"),
    [
        ("what did I say yesterday?", "2026-06-09", "2026-06-10"),
        ("what did Dad buy last week?", "2026-06-01", "2026-06-08"),
        ("who came last Saturday?", "2026-06-06", "2026-06-07"),
        ("where were we in March?", "2026-03-01", "2026-04-01"),
        ("the trip of last summer", "2026-06-01", "2026-09-01"),
        ("what happened on 8 May, 2023?", "2023-05-08", "2023-05-09"),
        ("what happened on May 8th, 2023?", "2023-05-08", "2023-05-09"),
        ("the card of December 24", "2025-12-24", "2025-12-25"),
        ("what did she say three days ago?", "2026-06-07", "2026-06-08"),
        ("昨日なんて言った?", "2026-06-09", "2026-06-10"),
        ("先週の会議の話", "2026-06-01", "2026-06-08"),
        ("三月の演奏会、お客さんは何人?", "2026-03-01", "2026-04-01"),
        ("十二月のこと", "2025-12-01", "2026-01-01"),
        ("去年の夏に行った所", "2025-06-01", "2025-09-01"),
        ("2023年5月8日に何をした?", "2023-05-08", "2023-05-09"),
        ("三日前に誰が来た?", "2026-06-07", "2026-06-08"),
        ("去年の秋、どこに行った?", "2025-09-01", "2025-12-01"),
        ("先月買ったもの", "2026-05-01", "2026-06-01"),
        ("1二月のこと", "2025-12-01", "2026-01-01"),
        ("what did we do a year ago today?", "2025-06-10", "2025-06-11"),
        ("where were we over the weekend?", "2026-06-06", "2026-06-08"),
        ("二年前の今日は何をした?", "2024-06-10", "2024-06-11"),
        ("二十五日前に誰が来た?", "2026-05-16", "2026-05-17"),
    ],
)
def test_a_time_in_a_question_becomes_a_span(said: str, start: str, end: str) -> None:
    """D-049: absolute and relative, ja and en."""
    span = span_in(said, NOW)
    assert span is not None
    assert (span.start.date().isoformat(), span.end.date().isoformat()) == (start, end)


@pytest.mark.parametrize(
    "said",
    [
        "may I ask where the key is?",
        "she may come",
        "何曜日だっけ?",
        "三月曜",
    ],
)
def test_no_time_is_none(said: str) -> None:
    assert span_in(said, NOW) is None


@pytest.mark.parametrize(
    "said", ["9999年前の話", "九九九九年前の話", "二月三十日に", "February 31"]
)
def test_a_time_that_no_calendar_has_is_no_span(said: str) -> None:
    """D-049: a question is answered without the time it names wrongly, never ended by it."""
    assert span_in(said, NOW) is None
