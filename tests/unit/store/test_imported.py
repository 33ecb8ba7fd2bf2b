"""Import of talks: times as people write them, labels by source, lines that cannot be taken."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.store.imported import LineWrong, draft_of, import_talk, time_of
from companion.store.sqlite import Store, record_path
from companion.words.event import EventSource
from companion.words.trust import Authority, TrustLabel
from tests.unit.store.samples import SetClock


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2026-03-02T06:52:00+09:00", "2026-03-01T21:52:00"),
        ("1:56 pm on 8 May, 2023", "2023-05-08T13:56:00"),
        ("8 May 2023", "2023-05-08T00:00:00"),
        ("2023/05/20 (Sat) 02:21", "2023-05-20T02:21:00"),
        ("2023年5月8日 午後1時56分", "2023-05-08T13:56:00"),
        ("2023年5月8日(月) 13:56", "2023-05-08T13:56:00"),
        ("２０２３年５月８日", "2023-05-08T00:00:00"),
        (1683554160, "2023-05-08T13:56:00"),
    ],
)
def test_a_time_as_people_write_it(written: object, read: str) -> None:
    assert time_of(written, UTC).astimezone(UTC).isoformat()[:19] == read


@pytest.mark.parametrize("written", ["", None, "soon", "13:56", "May 8", "2023年5月40日", True])
def test_a_time_that_is_none_is_refused(written: object) -> None:
    with pytest.raises(LineWrong):
        time_of(written, UTC)


def line(**fields: object) -> str:
    known = {"id": "t1", "time": "2026-03-02T06:52:00", "speaker": "Ann", "text": "Hello"}
    return json.dumps({**known, **fields})


def test_who_said_it_gives_the_label() -> None:
    """S2: what a sign, a page or a screen says never has a person's authority."""
    said = draft_of(line(source="voice"), UTC)[1]
    assert (said.source, said.trust) == (EventSource.USER_INPUT, TrustLabel.HOUSEHOLD)
    own = draft_of(line(speaker="companion", source="voice"), UTC)[1]
    assert (own.source, own.trust) == (EventSource.CONVERSATION_REPLY, TrustLabel.OBSERVED)
    for source in ("sign", "web", "tv"):
        read = draft_of(line(source=source, speaker="companion"), UTC)[1]
        assert (read.source, read.authority) == (EventSource.OBSERVATION, Authority.PUBLIC)


@pytest.mark.parametrize(
    "wrong", ["{", "[1]", line(id=""), line(text=" "), line(time="soon"), line(text=3)]
)
def test_a_wrong_line_says_what_it_must_be(wrong: str) -> None:
    with pytest.raises(LineWrong, match=r"\w"):
        draft_of(wrong, UTC)


async def test_lines_are_taken_once_and_wrong_ones_told_by_number(tmp_path: Path) -> None:
    record = record_path(tmp_path)
    file = tmp_path / "talk.jsonl"
    file.write_text(
        "\n".join([line(), "{", line(id="t2", text="鍵は青い鉢の下"), line(), ""]), encoding="utf-8"
    )
    done = import_talk(file, record, (), UTC)
    assert (done.taken, done.known) == (2, 1)
    assert [one.line for one in done.refused] == [2]
    again = import_talk(file, record, {"t1", "t2"}, UTC)
    assert (again.taken, again.known) == (0, 3)
    store = await Store.open(record, SetClock())
    try:
        assert (await store.check()).sound
        events = await store.record.recent()
        assert [event.user_text for event in events] == ["鍵は青い鉢の下", "Hello"]
        assert events[-1].at == datetime(2026, 3, 2, 6, 52, tzinfo=UTC)
        assert await store.record.recallable() == (), "no turn of the talk that goes on"
    finally:
        await store.close()
