"""Garden log 庭の記録から: reads the facts of the garden as facts of stories.

A fact is read as no more than it says: a plan that was dropped tells no reason, so no story blames
the rain for it.
"""

from collections.abc import Iterator
from datetime import UTC

from companion.words.facts import Fact
from companion.words.facts.garden import (
    GardenActed,
    GardenBond,
    GardenDayEnded,
    GardenInjected,
    GardenMet,
    GardenTalked,
)
from companion.words.garden import GardenAction, moment_of
from companion.words.ids import EventId
from companion.words.story import StoryFact, StoryVerb

_NO_HABIT = frozenset(
    {GardenAction.TOILET, GardenAction.SLEEP, GardenAction.MOVE, GardenAction.IDLE}
)
FRIENDS_FROM = 65.0
"""Affinity from which on two are friends."""
_OF_ONE = {"gave": StoryVerb.GAVE, "broken": StoryVerb.DUE, "quarrelled": StoryVerb.QUARRELLED}
_OF_BOTH = {"promised": StoryVerb.PROMISED, "kept": StoryVerb.KEPT}
"""A promise to meet is a promise of each to the other."""


def story_facts(event: EventId, fact: Fact) -> tuple[StoryFact, ...]:
    """The story facts of one event of the garden; none for an event of another kind."""
    if isinstance(fact, GardenActed):
        return tuple(_acted(event, fact))
    if isinstance(fact, GardenMet):
        place = fact.facility or fact.map_id
        return (_fact(event, fact.at, StoryVerb.MET, fact.who, fact.other, where=place),)
    if isinstance(fact, GardenBond):
        return tuple(_bond(event, fact))
    if isinstance(fact, GardenTalked):
        if not fact.affinity_before < FRIENDS_FROM <= fact.affinity_after:
            return ()
        return (_fact(event, fact.at, StoryVerb.BEFRIENDED, fact.who, fact.other),)
    if isinstance(fact, GardenInjected):
        verb = StoryVerb(fact.verb)
        return (_fact(event, fact.at, verb, fact.who, fact.other, fact.about.en),)
    if isinstance(fact, GardenDayEnded):
        return (_fact(event, fact.at, StoryVerb.ENDED_DAY, fact.who),)
    return ()


def _acted(event: EventId, fact: GardenActed) -> Iterator[StoryFact]:
    place = fact.facility or fact.map_id
    if fact.leg or not place:
        return
    yield _fact(event, fact.ended, StoryVerb.VISITED, fact.who, where=place)
    if fact.cut_short or fact.action in _NO_HABIT:
        return
    yield _fact(event, fact.ended, StoryVerb.DID, fact.who, what=fact.action.value, where=place)


def _bond(event: EventId, fact: GardenBond) -> Iterator[StoryFact]:
    what = f"{fact.promise}" if fact.promise else fact.about.en
    if fact.turn in _OF_BOTH:
        verb = _OF_BOTH[fact.turn]
        yield _fact(event, fact.at, verb, fact.who, fact.other, what)
        yield _fact(event, fact.at, verb, fact.other, fact.who, what)
    elif fact.turn in _OF_ONE:
        yield _fact(event, fact.at, _OF_ONE[fact.turn], fact.who, fact.other, what)
        if fact.waited:
            place = fact.map_id
            yield _fact(event, fact.due, StoryVerb.WAITED, fact.other, fact.who, where=place)
            yield _fact(event, fact.at, StoryVerb.LEFT, fact.other, where=place)
    elif fact.turn == "made_up":
        yield _fact(event, fact.at, StoryVerb.MADE_UP, fact.who, fact.other)


def _fact(
    event: EventId,
    minute: int,
    verb: StoryVerb,
    who: str,
    whom: str = "",
    what: str = "",
    where: str = "",
) -> StoryFact:
    when = moment_of(minute).replace(tzinfo=UTC)
    return StoryFact(
        verb=verb, who=who, whom=whom, what=what, where=where, when=when, event_id=event
    )
