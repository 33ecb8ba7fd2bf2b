"""Speech purse 口数の財布: limits what the companion says unasked, per person and channel.

Each unasked sentence costs; time refills it slowly, and a kind word at once. After words that met
no answer the next ones cost more, and "be quiet" empties it. Kept in memory: a restart fills it.
"""

from dataclasses import dataclass

from companion.ports.clock import Clock
from companion.words.quiet import Channel

COST, IGNORED_COST = 0.2, 0.1
"""Of a full purse: one sentence, and what it costs more after words that nobody welcomed."""
PER_HOUR = 0.1
"""Refill by time alone: two sentences in four hours."""
WELCOME = 0.4
"""Refill by thanks or praise."""
HOUSEHOLD = ""
"""The person of a sentence that is meant for whoever is there."""


@dataclass(slots=True)
class _Level:
    share: float
    at_s: float
    unanswered: bool = False


class SpeechPurse:
    """Levels from 0 (empty) to 1 (full)."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._levels: dict[tuple[str, Channel], _Level] = {}

    def closeness(self, person: str = HOUSEHOLD, channel: Channel = Channel.VOICE) -> float:
        """How full it is now; 0 where not even one sentence is left."""
        share = self._level(person, channel).share
        return share if share >= COST else 0.0

    def spent(self, person: str = HOUSEHOLD, channel: Channel = Channel.VOICE) -> None:
        """One unasked sentence was said."""
        level = self._level(person, channel)
        level.share = max(0.0, level.share - COST - IGNORED_COST * level.unanswered)
        level.unanswered = True

    def welcomed(self, person: str = HOUSEHOLD, channel: Channel = Channel.VOICE) -> None:
        """Thanks or praise from a person."""
        level = self._level(person, channel)
        level.share, level.unanswered = min(1.0, level.share + WELCOME), False

    def told_off(self, person: str = HOUSEHOLD, channel: Channel = Channel.VOICE) -> None:
        """A person asked for quiet."""
        self._level(person, channel).share = 0.0

    def _level(self, person: str, channel: Channel) -> _Level:
        now = self._clock.monotonic()
        level = self._levels.setdefault((person, channel), _Level(1.0, now))
        level.share = min(1.0, level.share + (now - level.at_s) / 3600.0 * PER_HOUR)
        level.at_s = now
        return level
