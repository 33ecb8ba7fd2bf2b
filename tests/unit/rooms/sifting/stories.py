"""Facts and patterns that the tests of the sifter share."""

from datetime import UTC, datetime, timedelta

from companion.rooms.sifting.pattern import Pattern
from companion.words.ids import EventId
from companion.words.story import StoryFact, StoryVerb

BEGIN = datetime(2026, 4, 1, 7, 0, tzinfo=UTC)


def fact(
    number: int,
    verb: StoryVerb,
    who: str = "",
    whom: str = "",
    what: str = "",
    where: str = "",
    *,
    hours: float | None = None,
) -> StoryFact:
    """A fact; without `hours` it is so many hours after the beginning as its number says."""
    return StoryFact(
        verb=verb,
        who=who,
        whom=whom,
        what=what,
        where=where,
        when=BEGIN + timedelta(hours=number if hours is None else hours),
        event_id=EventId(number),
    )


def plainest(pattern: Pattern) -> list[StoryFact]:
    """The shortest log that tells this story: one fact a step, as soon as its time allows."""
    log: list[StoryFact] = []
    now = BEGIN
    for number, step in enumerate(pattern.steps):
        now += step.at_least + timedelta(minutes=1)
        who, whom, what, where = (term.removeprefix("?").removeprefix("-") for term in step.terms())
        log.append(
            StoryFact(
                verb=step.verb,
                who=who,
                whom=whom,
                what=what,
                where=where,
                when=now,
                event_id=EventId(number + 1),
            )
        )
    return log
