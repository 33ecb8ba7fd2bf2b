"""The one answer to an understood wish where nothing was done: why, and never that it was."""

from datetime import UTC, datetime
from typing import Any

import pytest

from companion.desk.commands.told import NOT_NOW, why_not
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.trust import TrustLabel


def event(source: EventSource, kind: str, **payload: Any) -> Event:
    return Event(
        id=EventId(1),
        source=source,
        kind=kind,
        at=datetime(2026, 11, 22, tzinfo=UTC),
        trust=TrustLabel.SELF,
        payload=payload,
    )


ON_ALREADY = {
    "ja": "リビングの明かりはもうついている",
    "en": "living room light is on already",
}
ALLOWED = event(EventSource.GM_JUDGEMENT, "ok")
AWAY = event(
    EventSource.GM_JUDGEMENT,
    "unavailable",
    reason={"ja": "玄関の明かり は今使えない", "en": "hall light is not available now"},
)


@pytest.mark.parametrize(
    ("events", "ja", "en"),
    [
        (
            [event(EventSource.GM_JUDGEMENT, "already_so", reason=ON_ALREADY)],
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
