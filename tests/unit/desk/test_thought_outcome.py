"""What comes of a remark is read from the events of its thought."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest

from companion.desk.thought_outcome import Following
from companion.words.activity import StreamKind, StreamMessage
from companion.words.event import EventSource
from companion.words.ids import EventId
from companion.words.language import Bilingual
from tests.unit.desk.answerers.lamp import lit
from tests.unit.desk.commands.test_outcome import door_with_a_lamp, outcomes_of

AT = datetime(2026, 11, 26, 7, tzinfo=UTC)
DECIDED = EventId(50)


async def told(*events: tuple[EventSource, str, EventId]) -> AsyncIterator[StreamMessage]:
    """Events by source, kind and what each is about."""
    for source, kind, about in events:
        facts = {"source": source, "kind": kind, "evidence_event_ids": (about,)}
        yield StreamMessage(kind=StreamKind.EVENT, at=AT, event_id=DECIDED, data=facts)


class Remark:
    """A remark that a lamp was lit for, in a record."""

    def __init__(self, folder: Path) -> None:
        self.door = door_with_a_lamp(folder)

    async def follow(self, *events: tuple[EventSource, str, str]) -> tuple[Bilingual | None, bool]:
        """What is told of it, and whether an act was decided on. `said` or `decided` names what an
        event is about."""
        await lit(self.door, "it is dark")
        (said,) = await self.door.store.record.recent(sources=(EventSource.USER_INPUT,))
        ids = {"said": said.id, "decided": DECIDED, "other": EventId(7777)}
        messages = told(*((source, kind, ids[about]) for source, kind, about in events))
        one = Following(said, messages, cast(Any, self.door.store.record), outcomes_of(self.door))
        return await one.words(), one.decided.result()


ACT = (EventSource.DELIBERATION_DECISION, "do_action", "said")


async def test_an_act_is_told_once_its_result_is_there(tmp_path: Path) -> None:
    """15.2: in the short words of an answer to a wish; steps on the way tell nothing."""
    words, acts = await Remark(tmp_path).follow(
        (EventSource.DELIBERATION_DECISION, "do_action", "other"),
        ACT,
        (EventSource.GM_JUDGEMENT, "possible", "decided"),
        (EventSource.APPROVAL_ANSWER, "not_needed", "decided"),
        (EventSource.ACTION_RESULT, "light_turn_on", "decided"),
    )
    assert acts
    assert words is not None
    assert words.en == "Done, the hall light is on."


@pytest.mark.parametrize(
    "event",
    [
        (EventSource.DELIBERATION_DECISION, "skip", "said"),
        (EventSource.SYSTEM, "deliberation_dropped", "said"),
    ],
)
async def test_where_nothing_is_done_nothing_is_told(
    tmp_path: Path, event: tuple[EventSource, str, str]
) -> None:
    """Then the conversation answers."""
    assert await Remark(tmp_path).follow(event) == (None, False)


async def test_a_reason_that_was_told_is_not_told_again(tmp_path: Path) -> None:
    """The GM refused, and the asker heard why."""
    words, acts = await Remark(tmp_path).follow(
        ACT,
        (EventSource.GM_JUDGEMENT, "already_so", "decided"),
        (EventSource.CONVERSATION_REPLY, "reply", "said"),
    )
    assert (words, acts) == (None, True)


async def test_an_approval_that_is_not_given_now_is_told(tmp_path: Path) -> None:
    """Whoever spoke hears what became of it, and no model talks of something else."""
    words, acts = await Remark(tmp_path).follow(
        ACT, (EventSource.APPROVAL_ANSWER, "forbidden", "decided")
    )
    assert acts
    assert words is not None
