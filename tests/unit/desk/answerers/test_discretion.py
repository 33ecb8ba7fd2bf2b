"""What a stranger asks is refused politely before anybody tells (T-09, T-56)."""

from datetime import UTC, datetime

import pytest

from companion.desk.answerers.discretion import Discretion
from companion.ports.answerer import HeardSentence
from companion.words.disclosure import KEPT_BACK, TO_STRANGERS, Topic
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.trust import TrustLabel
from companion.words.understood import SentenceKind, SentenceReading

ASKS, TELLS = SentenceKind.QUESTION, SentenceKind.MUSING


@pytest.mark.parametrize(
    ("text", "kind", "topic", "stranger"),
    [
        ("is the door locked?", ASKS, Topic.HOME, KEPT_BACK),
        ("what time is it?", ASKS, Topic.TIME, None),
        ("what can you do?", ASKS, Topic.ITSELF, TO_STRANGERS),
        ("what's planned?", ASKS, Topic.SCHEDULE, KEPT_BACK),
        ("why did you do it?", SentenceKind.UNKNOWN, Topic.HOME, KEPT_BACK),
        ("undo that", SentenceKind.UNKNOWN, Topic.HOME, KEPT_BACK),
        ("never again", SentenceKind.UNKNOWN, Topic.HOME, KEPT_BACK),
        ("I am cold", TELLS, Topic.HOME, None),
    ],
)
async def test_by_who_asks_and_about_what(
    text: str, kind: SentenceKind, topic: Topic, stranger: Bilingual | None
) -> None:
    for trust, refused in ((TrustLabel.GUEST, stranger), (TrustLabel.OWNER, None)):
        event = Event(
            id=EventId(1),
            at=datetime(2026, 1, 1, tzinfo=UTC),
            source=EventSource.USER_INPUT,
            kind="said",
            trust=trust,
            user_text=text,
        )
        heard = HeardSentence(event, lambda _: SentenceReading(kind, topic=topic))
        answer = await Discretion().answer(heard)
        assert (answer.words if answer is not None else None) == refused
