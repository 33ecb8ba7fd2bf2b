"""The log of the garden is read as facts of stories, and stories are found in a lived month."""

from collections import Counter

import pytest

from companion.rooms.sifting.garden import story_facts
from companion.rooms.sifting.patterns import PATTERNS
from companion.rooms.sifting.room import Sifter
from companion.words.facts.garden import GardenBond, GardenDayEnded, GardenMet
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.story import StoryFact, StoryMatch, StoryVerb
from tests.unit.rooms.garden.lives import live, town

ABOUT = Bilingual("散歩", "a walk")
ONE = EventId(1)


def bond(turn: str, who: str = "ann", other: str = "bob", promise: int = 0) -> GardenBond:
    return GardenBond(
        turn=turn, who=who, other=other, at=60, map_id="park", about=ABOUT, promise=promise
    )


def verbs(facts: tuple[StoryFact, ...]) -> list[tuple[StoryVerb, str, str, str]]:
    return [(one.verb, one.who, one.whom, one.what) for one in facts]


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        (
            "promised",
            [(StoryVerb.PROMISED, "ann", "bob", "4"), (StoryVerb.PROMISED, "bob", "ann", "4")],
        ),
        ("kept", [(StoryVerb.KEPT, "ann", "bob", "4"), (StoryVerb.KEPT, "bob", "ann", "4")]),
        ("broken", [(StoryVerb.DUE, "ann", "bob", "4")]),
        ("quarrelled", [(StoryVerb.QUARRELLED, "ann", "bob", "4")]),
        ("made_up", [(StoryVerb.MADE_UP, "ann", "bob", "")]),
        ("gave", [(StoryVerb.GAVE, "ann", "bob", "4")]),
    ],
)
def test_a_turn_of_a_bond_is_a_story_fact(
    turn: str, expected: list[tuple[StoryVerb, str, str, str]]
) -> None:
    assert verbs(story_facts(ONE, bond(turn, promise=4))) == expected


def test_a_meeting_has_its_place_and_a_day_its_end() -> None:
    met = GardenMet(who="ann", other="bob", at=60, map_id="park", facility="bath")
    (fact,) = story_facts(ONE, met)
    assert (fact.verb, fact.where, fact.when.hour) == (StoryVerb.MET, "bath", 1)
    ended = GardenDayEnded(who="ann", at=90, began=0, done=1, missed=0, changed=0)
    assert verbs(story_facts(ONE, ended)) == [(StoryVerb.ENDED_DAY, "ann", "", "")]


def test_a_broken_promise_is_a_story() -> None:
    sifter = Sifter(PATTERNS)
    found: list[StoryMatch] = []
    for number, fact in enumerate((bond("promised", promise=4), bond("broken", "bob", "ann", 4))):
        for one in story_facts(EventId(number), fact):
            found += sifter.take(one)
    (broken,) = found
    assert broken.pattern == "promise_broken"
    assert broken.told(Language.EN, {"bob": "Bob"}) == "Bob broke the promise to ann."


def test_stories_are_found_in_a_month_of_the_town_and_each_cites_its_events() -> None:
    """The same log gives the same stories; every event that one cites is in the log, in order."""
    facts = live(town(), 30).facts
    told: list[Counter[str]] = []
    for _ in range(2):
        sifter = Sifter(PATTERNS)
        found: Counter[str] = Counter()
        for number, fact in enumerate(facts):
            for one in story_facts(EventId(number), fact):
                for match in sifter.take(one):
                    found[match.pattern] += 1
                    assert list(match.event_ids) == sorted(match.event_ids)
                    assert match.event_ids[-1] == number
        told.append(found)
    assert told[0] == told[1]
    assert {"first_time", "promise_kept"} <= set(told[0])
    assert len(told[0]) >= 5
