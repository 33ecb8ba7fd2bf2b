"""A pattern is refused where it could not match, and told only by roles that its steps know."""

from dataclasses import replace
from datetime import timedelta

import pytest

from companion.rooms.sifting.pattern import NOBODY, Pattern, PatternWrong, Step, Unless, fits
from companion.rooms.sifting.patterns import PATTERNS
from companion.words.language import Bilingual
from companion.words.story import StoryVerb
from tests.unit.rooms.sifting.stories import fact

GAVE = Step(verb=StoryVerb.GAVE, who="?a", whom="?b")
GOOD = Pattern(
    name="good",
    label=Bilingual("良い", "good"),
    line=Bilingual("{a}", "{a}"),
    steps=(GAVE, Step(verb=StoryVerb.GAVE, who="?b", whom="?a", what="?w")),
    within=timedelta(days=1),
    weight=0.5,
)


def test_there_are_at_least_twenty_patterns_each_with_a_name_of_its_own() -> None:
    assert len({pattern.name for pattern in PATTERNS}) == len(PATTERNS) >= 20


@pytest.mark.parametrize(
    "change",
    [
        {"steps": ()},
        {"weight": 1.5},
        {"line": Bilingual("{x}", "{a}")},
        {"differ": (("a", "x"),)},
        {"unless": (Unless(fact=GAVE, after=1, before=1),)},
        {"unless": (Unless(fact=replace(GAVE, what="?w"), after=0, before=1),)},
        {"unless": (Unless(fact=replace(GAVE, at_most=timedelta(1)), after=0, before=1),)},
        {"never_before": (replace(GAVE, what="?w"),)},
    ],
)
def test_a_pattern_that_could_not_be_followed_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(PatternWrong, match="good"):
        replace(GOOD, **change)  # type: ignore[arg-type]


def test_a_variable_has_one_value_and_is_never_empty() -> None:
    gift = fact(1, StoryVerb.GAVE, "ann", "bob")
    assert fits(GAVE, gift, {}) == {"a": "ann", "b": "bob"}
    assert fits(GAVE, gift, {"b": "cid"}) is None
    assert fits(GAVE, fact(1, StoryVerb.GAVE, "ann"), {}) is None
    assert fits(GAVE, gift, {}, (("a", "b"),)) is not None
    assert fits(GAVE, fact(1, StoryVerb.GAVE, "ann", "ann"), {}, (("a", "b"),)) is None


def test_people_are_exchanged_only_where_the_step_allows_it_and_it_fits_only_so() -> None:
    gift = fact(1, StoryVerb.GAVE, "ann", "bob")
    assert fits(GAVE, gift, {"a": "bob"}) is None
    assert fits(replace(GAVE, either_way=True), gift, {"a": "bob"}) == {"a": "bob", "b": "ann"}
    assert fits(replace(GAVE, either_way=True), gift, {}) == {"a": "ann", "b": "bob"}


def test_a_term_can_ask_for_nobody() -> None:
    alone = replace(GAVE, whom=NOBODY)
    assert fits(alone, fact(1, StoryVerb.GAVE, "ann"), {}) == {"a": "ann"}
    assert fits(alone, fact(1, StoryVerb.GAVE, "ann", "bob"), {}) is None
