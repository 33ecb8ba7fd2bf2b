"""Story pattern 物語の型: declares a story as ordered steps over facts, and says how a fact fits.

A step names a verb and, for each of the four fields of a fact, a term: `?a` is a variable (the same
value wherever it stands, never empty), "" is any value, `-` is no value, all else is the value.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta

from companion.words.language import Bilingual
from companion.words.story import StoryFact, StoryVerb

FIELDS = ("who", "whom", "what", "where")
ANY = ""
NOBODY = "-"
"""Term of a field that must be empty."""


class PatternWrong(ValueError):
    """Error: a pattern is not well declared; the text names it and says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Step of a story: the fact that must happen next."""

    verb: StoryVerb
    who: str = ANY
    whom: str = ANY
    what: str = ANY
    where: str = ANY
    either_way: bool = False
    """`who` and `whom` may be exchanged, where the fact fits only so."""
    at_least: timedelta = timedelta(0)
    """Shortest time since the step before."""
    at_most: timedelta | None = None
    """Longest time since the step before; None is as long as the whole story may take."""

    def terms(self) -> tuple[str, str, str, str]:
        """The terms of the four fields, in the order of `FIELDS`."""
        return (self.who, self.whom, self.what, self.where)

    def timed(self) -> bool:
        """Whether the time since the step before matters."""
        return bool(self.at_least) or self.at_most is not None

    def variables(self) -> frozenset[str]:
        """Names of the variables of this step."""
        return frozenset(term[1:] for term in self.terms() if is_variable(term))


@dataclass(frozen=True, slots=True, kw_only=True)
class Unless:
    """Unless-step: a fact that must not happen between two steps. The story's own facts never
    spoil it."""

    fact: Step
    after: int
    """Number of the step after which it would spoil the story, from 0."""
    before: int
    """Number of the step until which it would."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """Story pattern: ordered steps, facts that spoil it, and the time it may take."""

    name: str
    label: Bilingual
    line: Bilingual
    """One sentence; `{a}` is the value of `?a`."""
    steps: tuple[Step, ...]
    within: timedelta
    """Longest time from the first step to the last."""
    weight: float
    """How much such a story is worth telling, 0.0-1.0."""
    unless: tuple[Unless, ...] = ()
    never_before: tuple[Step, ...] = ()
    """Facts that must not have happened at any time before the first step."""
    differ: tuple[tuple[str, str], ...] = ()
    """Pairs of variables that must have different values."""

    def __post_init__(self) -> None:
        """Refuse a pattern that could never match or be told. Raises `PatternWrong`."""
        if wrong := next(self._wrong(), ""):
            raise PatternWrong(f"{self.name}: {wrong}")

    def _wrong(self) -> Iterator[str]:
        yield from self._wrong_spoilers()
        if not self.steps or not 0.0 <= self.weight <= 1.0:
            yield "it needs a step, and a weight from 0 to 1"
        named = {name for pair in self.differ for name in pair}
        for text in (self.line.ja, self.line.en):
            named |= set(re.findall(r"\{(\w+)\}", text))
        if unknown := sorted(named - known_after(self.steps, len(self.steps))):
            yield f"no step knows {unknown}"

    def _wrong_spoilers(self) -> Iterator[str]:
        for one in self.unless:
            if not 0 <= one.after < one.before < len(self.steps):
                yield "an unless-step stands between two steps"
            if not one.fact.variables() <= known_after(self.steps, one.after + 1):
                yield "an unless-step has a variable not yet known"
        if any(not step.variables() <= self.steps[0].variables() for step in self.never_before):
            yield "a fact never before has a variable not yet known"
        if any(one.timed() for one in (*(u.fact for u in self.unless), *self.never_before)):
            yield "only a step of the story has times of its own"


def is_variable(term: str) -> bool:
    """Whether a term is a variable."""
    return term.startswith("?")


def known_after(steps: tuple[Step, ...], count: int) -> frozenset[str]:
    """Variables that have a value once the first `count` steps have happened."""
    return frozenset[str]().union(*(step.variables() for step in steps[:count]))


def fits(
    step: Step,
    fact: StoryFact,
    roles: Mapping[str, str],
    differ: tuple[tuple[str, str], ...] = (),
) -> dict[str, str] | None:
    """The roles once this fact has taken this step, or None where it does not fit."""
    if fact.verb is not step.verb:
        return None
    values = (fact.who, fact.whom, fact.what, fact.where)
    found = bound(step.terms(), values, roles, differ)
    if found is None and step.either_way:
        exchanged = (fact.whom, fact.who, fact.what, fact.where)
        return bound(step.terms(), exchanged, roles, differ)
    return found


def bound(
    terms: tuple[str, ...],
    values: tuple[str, ...],
    roles: Mapping[str, str],
    differ: tuple[tuple[str, str], ...] = (),
) -> dict[str, str] | None:
    """The roles once these four values have taken these terms, or None where they do not fit."""
    found = dict(roles)
    for term, value in zip(terms, values, strict=True):
        if not _takes(term, value, found):
            return None
    for one, other in differ:
        if one in found and found[one] == found.get(other):
            return None
    return found


def _takes(term: str, value: str, found: dict[str, str]) -> bool:
    """Whether a term takes a value; a variable that had none has it from then on."""
    if term == ANY:
        return True
    if is_variable(term):
        return bool(value) and found.setdefault(term[1:], value) == value
    return value == ("" if term == NOBODY else term)
