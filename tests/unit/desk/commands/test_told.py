"""The one answer to an understood wish where nothing was done: why, and never that it was."""

from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import pytest

from companion.desk.commands.told import NOT_NOW, told, why_not
from companion.phrases.manner import Manner
from companion.rooms.expression.claims import Names
from companion.service.plugins import CapabilityRegistry
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus
from companion.words.trust import TrustLabel
from tests.twins.clock import JumpClock
from tests.twins.facts import ruled_facts
from tests.twins.memory_house import MemoryHouse

EMPTY: Mapping[str, Any] = MappingProxyType({})


def event(source: EventSource, kind: str, payload: Mapping[str, Any] = EMPTY) -> Event:
    return Event(
        id=EventId(1),
        source=source,
        kind=kind,
        at=datetime(2026, 11, 22, tzinfo=UTC),
        trust=TrustLabel.SELF,
        payload=payload,
    )


def ruled(code: str, ja: str = "", en: str = "") -> Event:
    return event(EventSource.GM_JUDGEMENT, code, ruled_facts(code, ja, en))


ON_ALREADY = ruled(
    "already_so", "リビングの明かりはもうついている", "living room light is on already"
)
ALLOWED = ruled("ok")
AWAY = ruled("unavailable", "玄関の明かり は今使えない", "hall light is not available now")


@pytest.mark.parametrize(
    ("events", "ja", "en"),
    [
        (
            [ON_ALREADY],
            "リビングの明かりはもうついています。",
            "The living room light is on already.",
        ),
        (
            [AWAY],
            "できませんでした（玄関の明かり は今使えない）。",
            "I could not: hall light is not available now.",
        ),
        (
            [ALLOWED, event(EventSource.APPROVAL_ANSWER, "forbidden")],
            "それはしてはいけないことになっています。",
            "I am not allowed to do that.",
        ),
        ([ALLOWED], NOT_NOW.ja, NOT_NOW.en),
        ([], NOT_NOW.ja, NOT_NOW.en),
    ],
)
def test_why_nothing_was_done(events: list[Event], ja: str, en: str) -> None:
    """T-57, S-14: the GM's reason or the rule, in both languages."""
    told = why_not(events)
    assert (told.ja, told.en) == (ja, en)


def saved(operation: str, **payload: Any) -> Bilingual:
    """The answer after an entry was saved."""
    now = datetime(2026, 11, 22, 20, 0, tzinfo=UTC)
    result = ActionResult(
        capability="schedule_alarm",
        operation=operation,
        status=ResultStatus.SUCCESS,
        summary_text="saved",
        observed_at=now,
        result_payload=payload,
    )
    names = Names(house=MemoryHouse(JumpClock()), catalogue=CapabilityRegistry({}), places={})
    return told([result], names, now, Manner())


def test_a_saved_routine_is_told_by_its_name() -> None:
    """What will be done with what stands in the answer, so that a misheard device is heard."""
    name = "毎日7:00 寝室のカーテンを開ける"
    said = saved("set_routine", label=name, due="2026-11-23T07:00:00+00:00")
    assert said.ja == f"はい、決まりごとに入れました（{name}）。"
    assert said.en == f"All right, saved ({name})."


def test_a_reminder_whose_moment_nobody_knows_is_told_by_its_words() -> None:
    """A4: after "tell me when the washing is done" it is heard what was understood."""
    said = saved("set_reminder", label="洗濯機が終わった", due="")
    assert "「洗濯機が終わった」" in said.ja
    assert "when it comes to that" in said.en


def test_what_recurs_is_told_with_its_rule_and_its_next_moment() -> None:
    """One date alone said that it would come once."""
    rule = {"type": "recurring", "at": "07:00", "weekdays": [3], "weeks": 2, "since": "2026-11-26"}
    said = saved("set_reminder", label="bins", due="2026-11-26T07:00:00+00:00", rule=rule)
    assert said.en == "I will remind you (every other Thu at 07:00, next 26 November 07:00)."
    assert said.ja == "リマインダーを入れました（隔週の木曜 07:00、次は11月26日07:00）。"
