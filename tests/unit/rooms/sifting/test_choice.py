"""Open stories choose what the game master brings up; whole ones choose a diary's lines."""

from collections import Counter

from companion.rooms.sifting.choice import best_injection, carried_on, grants, worth_a_line
from companion.rooms.sifting.patterns import PATTERNS
from companion.rooms.sifting.room import Sifter
from companion.words.language import Language
from companion.words.story import StoryFact, StoryMatch, StoryVerb, StoryWish
from tests.unit.rooms.sifting.stories import fact

QUARREL = fact(1, StoryVerb.QUARRELLED, "ann", "bob")
LOSS = fact(2, StoryVerb.LOST, "ann", what="hat")
PEACE = fact(3, StoryVerb.MADE_UP, "ann", "bob")
FIND = fact(4, StoryVerb.FOUND, "ann", what="hat")


def sifted(*facts: StoryFact) -> tuple[Sifter, list[StoryMatch]]:
    sifter = Sifter(PATTERNS)
    return sifter, [match for one in facts for match in sifter.take(one)]


def test_a_wish_is_granted_by_the_fact_that_it_names() -> None:
    wish = StoryWish(verb=StoryVerb.FOUND, what="hat")
    assert grants(wish, FIND)
    assert not grants(wish, fact(5, StoryVerb.FOUND, "ann", what="coat"))
    assert not grants(wish, LOSS)


def test_e_048_the_event_that_carries_the_weightiest_open_story_on_is_injected() -> None:
    """E-048, T-19: chosen by the partial matches, where there are any."""
    threads = sifted(QUARREL, LOSS)[0].threads()
    bell = fact(5, StoryVerb.RAINED)
    assert best_injection(threads, (bell, FIND, PEACE)) == 2
    assert best_injection(threads, (bell, FIND)) == 1
    assert best_injection(threads, (bell,)) is None
    assert carried_on(threads, bell) == 0.0


def test_a_diary_tells_the_rarest_stories_and_no_event_twice() -> None:
    whole = sifted(QUARREL, LOSS, PEACE, FIND)[1]
    assert [one.pattern for one in worth_a_line(whole, Counter(), 1)] == ["made_up_after_a_quarrel"]
    often = Counter(made_up_after_a_quarrel=6)
    assert [one.pattern for one in worth_a_line(whole, often, 1)] == ["lost_and_found"]
    lines = worth_a_line(whole + whole, Counter(), 9)
    used = [event for one in lines for event in one.event_ids]
    assert len(used) == len(set(used)) == 4


def test_a_story_is_told_in_both_languages_with_names() -> None:
    whole = sifted(QUARREL, PEACE)[1][0]
    names = {"ann": "アン", "bob": "ボブ"}
    assert whole.told(Language.JA, names) == "アンとボブが仲直りした。"
    assert whole.told(Language.EN, {}) == "ann made up with bob after a quarrel."
