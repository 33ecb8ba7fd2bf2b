"""Travel: where the base was seen to stand when it did not arrive."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from companion.rooms.expression.travel import arrival_known, stands_in
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus


@pytest.mark.parametrize(
    ("failure", "status", "en"),
    [
        ("lost", ResultStatus.FAILED, "I do not know which room I am in"),
        ("stuck", ResultStatus.PARTIAL, "I can get no further than the hall"),
        (
            "offline",
            ResultStatus.FAILED,
            "the base does not answer, and was last known to be in the hall",
        ),
        (
            "late",
            ResultStatus.PARTIAL,
            "I was too slow to steer, so the base stopped, and I am in the hall",
        ),
        ("unknown_room", ResultStatus.FAILED, "I know no way there"),
        ("", ResultStatus.PARTIAL, "I am in the hall now"),
    ],
)
def test_where_the_base_stands_is_told_by_what_kept_it(
    failure: str, status: ResultStatus, en: str
) -> None:
    """F28: a base that does not know where it is says so, and no room."""
    stood = result(status, operation="go_to_room", failure_class=failure)
    told = stands_in(stood, Bilingual("玄関", "Hall"))
    assert told is not None
    assert told.en == en
    assert stands_in(result(), Bilingual("玄関", "Hall")) is None


def result(status: ResultStatus = ResultStatus.SUCCESS, **more: Any) -> ActionResult:
    made = ActionResult(
        capability="mobility_move",
        operation="go_to_room",
        status=status,
        summary_text="",
        observed_at=datetime(2026, 11, 21, 19, 42, tzinfo=UTC),
    )
    return replace(made, **more)


def test_without_a_name_for_the_room_nothing_is_said_of_it() -> None:
    stuck = result(ResultStatus.PARTIAL, failure_class="stuck")
    assert stands_in(stuck, None) is None
    unknown = stands_in(result(ResultStatus.FAILED, failure_class="unknown_room"), None)
    assert unknown is not None
    assert unknown.ja == "そこへの道を知りません"


def test_only_a_drive_whose_end_was_seen_has_a_known_arrival() -> None:
    seen = result(ResultStatus.FAILED, result_payload={"after": "hall"})
    assert arrival_known(seen)
    assert not arrival_known(result(ResultStatus.FAILED))
    assert not arrival_known(replace(seen, operation="light_turn_on"))
