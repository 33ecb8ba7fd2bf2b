"""Statement: one thing that a clause tells, before it is known who said it."""

import re
from dataclasses import dataclass

ME, US = "\x00me", "\x00us"
"""Owner of a statement about the speaker, and about the household."""
NOTE = "note"
"""Predicate of a clause that shall be remembered as it is."""
LIKES = "likes"
SEVERAL = frozenset(
    [
        "allergic_to",
        "cannot_have",
        "likes",
        "prefers",
        "eats",
        "drinks",
        "does",
        "is",
        "afraid_of",
        "speaks",
        "plays",
        "has",
        "takes",
        "note",
    ]
)
"""Predicates of which a thing may have several values: two allergies do not contradict each other.
Of every other one (a birthday, an address, a favourite colour) a second value ends the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One thing that a clause tells."""

    whose: str
    """`ME`, `US`, or a name."""
    subject: str = ""
    """Relative or thing of that person; "" is the person."""
    predicate: str
    value: str
    negated: bool = False
    text: str = ""
    """The clause as it was said."""
    asked: bool = False
    """True if the speaker asked to remember it."""


_LITTLE = re.compile(r"^(?:the|a|an|my|our|some|any|to)\s+|[\s'\"「」『』。、.,!！]+", re.I)


def plain_value(value: str) -> str:
    """A value without case, articles and marks: by it equal values are found."""
    return _LITTLE.sub("", value.casefold().strip())
