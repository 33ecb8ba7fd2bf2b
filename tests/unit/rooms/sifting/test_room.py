"""The sifter finds every story, keeps open ones, and drops those that are spoilt or too old."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rooms.sifting.pattern import Pattern, Step, Unless
from companion.rooms.sifting.patterns import PATTERNS
from companion.rooms.sifting.room import Sifter
from companion.words.language import Bilingual
from companion.words.story import StoryFact, StoryVerb, StoryWish
from tests.unit.rooms.sifting.full_search import full_search
from tests.unit.rooms.sifting.stories import BEGIN, fact, plainest

NAMED = {pattern.name: pattern for pattern in PATTERNS}
SAID = Bilingual("話", "story")


def found(patterns: tuple[Pattern, ...], log: list[StoryFact]) -> list[tuple[str, tuple[int, ...]]]:
    sifter = Sifter(patterns)
    return [
        (match.pattern, tuple(int(one) for one in match.event_ids))
        for one in log
        for match in sifter.take(one)
    ]


@st.composite
def logs(draw: st.DrawFn) -> tuple[Pattern, list[StoryFact]]:
    """A pattern, and a log in which its own steps are told among facts that could spoil it."""
    pattern = draw(st.sampled_from(PATTERNS))
    steps = (*pattern.steps, *pattern.never_before, *(one.fact for one in pattern.unless))
    verbs = st.sampled_from(sorted({step.verb for step in steps}))
    people, things = st.sampled_from(("a", "b", "")), st.sampled_from(("w", "p"))
    gaps = st.sampled_from((0.0, 0.2, 6.0, 21.0, 31 * 24.0, -1.0))
    log: list[StoryFact] = []
    hours = 0.0
    for told in plainest(pattern):
        while draw(st.integers(0, 3)) == 3:
            values = (draw(verbs), draw(people), draw(people), draw(things), draw(things))
            log.append(fact(len(log) + 1, *values, hours=hours + draw(gaps)))
        if draw(st.integers(0, 9)) < 9:
            hours = (told.when - BEGIN) / timedelta(hours=1)
            values = (told.verb, told.who, told.whom, told.what, told.where)
            log.append(fact(len(log) + 1, *values, hours=hours))
    return pattern, log


@settings(max_examples=150, deadline=None)
@given(logs())
def test_complete_matches_equal_those_of_a_full_search(
    case: tuple[Pattern, list[StoryFact]],
) -> None:
    pattern, log = case
    assert sorted(found((pattern,), log)) == sorted(full_search(pattern, log))


@st.composite
def made_up(draw: st.DrawFn) -> Pattern:
    """Any small pattern over two verbs, so that steps, unless-steps and windows meet freely."""
    verbs = st.sampled_from((StoryVerb.MET, StoryVerb.MET, StoryVerb.GAVE))
    terms = st.sampled_from(("?a", "?b", "?a", "?b", "", "", "ann", "-"))

    def any_time() -> Step:
        return Step(
            verb=draw(verbs), who=draw(terms), whom=draw(terms), either_way=draw(st.booleans())
        )

    def step() -> Step:
        return replace(
            any_time(),
            at_least=timedelta(hours=draw(st.sampled_from((0, 0, 2)))),
            at_most=draw(st.sampled_from((None, timedelta(hours=6)))),
        )

    steps = (Step(verb=draw(verbs), who="?a", whom="?b"), *(step() for _ in range(2)))
    after = draw(st.integers(0, 1))
    spoils = Unless(fact=any_time(), after=after, before=draw(st.integers(after + 1, 2)))
    return Pattern(
        name="made_up",
        label=SAID,
        line=SAID,
        steps=steps,
        unless=(spoils,) if draw(st.booleans()) else (),
        never_before=(any_time(),) if draw(st.integers(0, 3)) == 3 else (),
        differ=(("a", "b"),) if draw(st.booleans()) else (),
        within=timedelta(hours=draw(st.sampled_from((5, 50)))),
        weight=0.5,
    )


@settings(max_examples=150, deadline=None)
@given(made_up(), st.data())
def test_the_same_holds_for_patterns_of_every_form(pattern: Pattern, data: st.DataObject) -> None:
    people = st.sampled_from(("ann", "bob", "ann", "bob", ""))
    verbs = st.sampled_from((StoryVerb.MET, StoryVerb.MET, StoryVerb.GAVE))
    log, hours = [], 0.0
    for number in range(11):
        hours += data.draw(st.sampled_from((0.0, 1.0, 1.0, -2.0)))
        log.append(
            fact(number, data.draw(verbs), data.draw(people), data.draw(people), hours=hours)
        )
    assert sorted(found((pattern,), log)) == sorted(full_search(pattern, log))


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda one: one.name)
def test_every_shipped_story_can_happen(pattern: Pattern) -> None:
    ids = tuple(range(1, len(pattern.steps) + 1))
    assert (pattern.name, ids) in found(PATTERNS, plainest(pattern))


def test_an_open_story_says_what_would_complete_it() -> None:
    sifter = Sifter((NAMED["found_by_another"],))
    sifter.take(fact(1, StoryVerb.LOST, "ann", what="umbrella"))
    sifter.take(fact(2, StoryVerb.FOUND, "bob", what="umbrella"))
    first, second = sifter.threads()
    assert first.wish == StoryWish(verb=StoryVerb.FOUND, what="umbrella")
    assert first.progress == pytest.approx(1 / 3)
    assert second.wish == StoryWish(
        verb=StoryVerb.GAVE_BACK, who="bob", whom="ann", what="umbrella"
    )
    assert second.event_ids == (1, 2)


def test_a_story_that_is_spoilt_or_too_old_is_no_longer_open() -> None:
    sifter = Sifter((NAMED["waited_in_vain"], NAMED["promise_kept"]))
    sifter.take(fact(1, StoryVerb.WAITED, "ann", "bob", where="bridge"))
    sifter.take(fact(2, StoryVerb.PROMISED, "ann", "bob", "song"))
    sifter.take(fact(3, StoryVerb.MET, "bob", "ann", where="bridge"))
    assert [one.pattern for one in sifter.threads()] == ["promise_kept"]
    sifter.take(fact(4, StoryVerb.RAINED, hours=32 * 24))
    assert sifter.threads() == ()


def test_a_quarrel_is_made_up_whoever_begins() -> None:
    log = [
        fact(1, StoryVerb.QUARRELLED, "ann", "bob"),
        fact(2, StoryVerb.MADE_UP, "bob", "ann"),
    ]
    assert ("made_up_after_a_quarrel", (1, 2)) in found(PATTERNS, log)


def test_a_clock_that_was_set_back_loses_no_story() -> None:
    log = [
        fact(1, StoryVerb.LOST, "ann", what="key", hours=5),
        fact(2, StoryVerb.FOUND, "ann", what="key", hours=2),
    ]
    assert ("lost_and_found", (1, 2)) in found(PATTERNS, log)
