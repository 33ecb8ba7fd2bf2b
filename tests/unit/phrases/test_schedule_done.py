"""Lines of the log about the schedule, in the reader's language (T-47, B-089)."""

from typing import Any

import pytest

from companion.phrases.schedule_done import schedule_done
from companion.words.capability import ActionCall
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus
from tests.twins.clock import EVENING


def as_it_is(label: str) -> Bilingual:
    return Bilingual(label, label)


def result(
    operation: str, status: ResultStatus = ResultStatus.SUCCESS, **payload: Any
) -> ActionResult:
    skipping = payload.pop("back_to_skipping", None)
    inverse = (
        ActionCall(
            operation="skip_alarm", payload={"skipping": skipping}, decision_event_id=EventId(1)
        )
        if skipping is not None
        else None
    )
    return ActionResult(
        capability=payload.pop("capability", "schedule_alarm"),
        operation=operation,
        status=status,
        summary_text="",
        result_payload=payload,
        decision_event_id=EventId(1),
        observed_at=EVENING,
        inverse=inverse,
    )


@pytest.mark.parametrize(
    ("what", "ja", "en"),
    [
        (
            result("set_alarm", kind="alarm", label="起きる"),
            "目覚まし「起きる」を入れました",
            "set the alarm “起きる”",
        ),
        (result("set_timer", kind="timer"), "タイマーを入れました", "set the timer"),
        (
            result("set_alarm", ResultStatus.NO_EFFECT, kind="alarm", reason="already_so"),
            "目覚ましを入れようとしましたが、もう入っていました",
            "found the alarm set already",
        ),
        (
            result("cancel_alarm", kind="routine", label="朝"),
            "決まりごと「朝」を消しました",
            "removed the routine “朝”",
        ),
        (
            result("skip_alarm", kind="alarm", back_to_skipping=False),
            "目覚ましを1回飛ばすことにしました",
            "will skip the alarm once",
        ),
        (
            result("skip_alarm", kind="alarm", back_to_skipping=True),
            "目覚ましの次の一回を飛ばさないことにしました",
            "will not skip the next alarm",
        ),
        (result("ring", kind="timer"), "タイマーを鳴らしました", "rang the timer"),
        (
            result("set_alarm", ResultStatus.FAILED),
            "目覚ましを入れようとしましたが、できませんでした",
            "tried to set the alarm, but it failed",
        ),
        (
            result("stop_ringing", ResultStatus.NO_EFFECT),
            "予定を止めようとしましたが、できませんでした",
            "tried to stop the entry, but it failed",
        ),
    ],
)
def test_a_line_says_what_became_of_which(what: ActionResult, ja: str, en: str) -> None:
    assert schedule_done(what, as_it_is) == Bilingual(ja, en)


def test_what_others_did_is_not_told_here() -> None:
    assert schedule_done(result("turn_on", capability="device_control"), as_it_is) is None
    assert schedule_done(result("dream"), as_it_is) is None
