"""Habit 習慣: an act that people do by hand at one occasion, or at one time, on most days.

Example: on 14 of the last 16 evenings somebody switched the living room lamp on after the front
door opened. The companion proposes to do that from now on, as a routine.
"""

from dataclasses import dataclass
from enum import StrEnum

from companion.words.language import Bilingual
from companion.words.timing import Timing

HABIT = "habit"
"""Kind of the rows of state, one for each habit that was proposed."""


class HabitStanding(StrEnum):
    """習慣の扱い: how far a proposal came."""

    PROPOSED = "proposed"
    REFUSED = "refused"
    ACCEPTED = "accepted"
    """It is a routine."""
    ENDING = "ending"
    """It was proposed to take the routine out."""
    KEPT = "kept"
    """The routine stays, though it did not seem to be wanted any more."""
    ENDED = "ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class Habit:
    """習慣: one that was found, with its score on days that did not help to find it."""

    key: str
    """Names it for good: the act and its occasion."""
    act: str
    """`turn_on light.living`."""
    label: Bilingual
    timing: Timing
    hits: int
    of: int
    """On how many of the later days it held, and how many those were."""

    @property
    def share(self) -> float:
        """0 to 1."""
        return self.hits / self.of if self.of else 0.0
