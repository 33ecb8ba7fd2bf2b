"""Score 採点: the named terms that add up to how much one possible act is wanted now.

A choice is the entry with the largest sum. Every part that chooses (acts in the home, acts of the
companion's own life) records its terms in this form, so that a reader can see what moved it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.words.ids import EventId
from companion.words.language import Bilingual


class TermName(StrEnum):
    """項の名: the closed set of what may count for or against an act."""

    SENSIBLE = "sensible"
    """The trained ranker's (or a rule's) opinion of such an act in such a situation."""
    ROLE = "role"
    """The use of the thing: never off, alone and first, light of the night."""
    NEED = "need"
    """A lack that a person's words tell of, and that the act remedies."""
    WISH = "wish"
    """A remembered wish of the household whose condition is met now."""
    TAUGHT = "taught"
    """Lessons of this household: undo, switched back by hand, yes and no."""
    DESIRE = "desire"
    """Desires of the moment, weighted by the numbers of the persona's sheet."""
    MOOD = "mood"
    """The mood as approach, readiness and asking first."""
    ATTENTION = "attention"
    """The act concerns a thing or place that holds attention now."""
    DISTURBING = "disturbing"
    """Cost of the act for those who would notice it."""
    VOTE = "vote"
    """The language model's own choice."""
    DUTY = "duty"
    """In a played scene: somebody asked for it."""
    DANGER = "danger"
    """In a played scene: the danger that the character sees in it."""
    MANNER = "manner"
    """In a played scene: how well the way of doing it suits the personality."""
    BODY = "body"
    """Needs of a body, in the companion's own life in its garden."""
    SCHEDULE = "schedule"
    """Plan for this time of the day."""
    PLACE = "place"
    """Fee, quality and distance of a place, the weather on the way, how long ago it was visited."""
    CHANCE = "chance"
    """A small draw, so that two equal days do not go alike."""


@dataclass(frozen=True, slots=True)
class ScoreTerm:
    """採点の項: one reason for or against, with its size and its words."""

    name: TermName
    value: float
    """Above 0 counts for the entry, below 0 against it; 1.0 is what certainty is worth."""
    why: Bilingual
    """Written by code from what was measured; never a model's words."""
    events: tuple[EventId, ...] = ()
    """Events that it rests on, where it rests on some."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredEntry:
    """採点した一項: one entry of a menu with its terms; doing nothing is an entry too."""

    name: str
    label: Bilingual
    terms: tuple[ScoreTerm, ...]

    @property
    def total(self) -> float:
        """The sum of all terms."""
        return self.without(())

    def without(self, names: Collection[TermName]) -> float:
        """The sum of the terms that do not have these names."""
        return sum(term.value for term in self.terms if term.name not in names)


def best_of(entries: Sequence[ScoredEntry], without: Collection[TermName] = ()) -> ScoredEntry:
    """The entry with the largest sum of the remaining terms; of equal ones the first by name, so
    that the order of a menu plays no part. Raises `ValueError` for no entries."""
    return min(entries, key=lambda entry: (-round(entry.without(without), 6), entry.name))
