"""A fact that only tests note: any text, in the place of a line the companion notes of itself."""

from companion.words.event import EventSource
from companion.words.facts import Fact, fact


@fact(EventSource.SYSTEM, "noted_by_a_test")
class Noted(Fact, frozen=True, kw_only=True):
    """Text of a test."""

    text: str = ""
