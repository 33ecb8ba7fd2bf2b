"""A recorded sentence as answerers get it."""

from datetime import UTC, datetime

from companion.ports.answerer import HeardSentence
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.trust import TrustLabel
from companion.words.understood import SentenceKind, SentenceReading

NOTHING = SentenceReading(SentenceKind.UNKNOWN)


def heard(
    text: str, reading: SentenceReading = NOTHING, trust: TrustLabel = TrustLabel.OWNER
) -> HeardSentence:
    """Said by the owner, unless by somebody else, and read as this."""
    event = Event(
        id=EventId(1),
        at=datetime(2026, 11, 23, tzinfo=UTC),
        source=EventSource.USER_INPUT,
        kind="said",
        trust=trust,
        user_text=text,
    )
    return HeardSentence(event, lambda _: reading)
