"""Speech purse 口数の財布: limits what the companion says unasked, per person and channel.

Each unasked sentence costs; time refills it slowly, and a kind word at once. After words that met
no answer the next ones cost more, and "be quiet" empties it. Its levels are kept in a small file:
who asked for quiet is not talked at after a restart. A file that cannot be read counts as none.
"""

import json
import logging
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.ports.clock import Clock
from companion.service.private_file import write_private
from companion.service.wire_json import read_json
from companion.words.quiet import Channel

COST, IGNORED_COST = 0.2, 0.1
"""Of a full purse: one sentence, and what it costs more after words that nobody welcomed."""
PER_HOUR = 0.1
"""Refill by time alone: two sentences in four hours."""
WELCOME = 0.4
"""Refill by thanks or praise."""
FILE = "speech_purse.json"
"""In the folder of the state."""
HOUSEHOLD = ""
"""The person of a sentence that is meant for whoever is there."""


_LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class _Level:
    share: float
    at: datetime
    unanswered: bool = False


class SpeechPurse:
    """Levels from 0 (empty) to 1 (full)."""

    def __init__(self, clock: Clock, file: Path | None = None) -> None:
        """`file`: where the levels are kept; None keeps them in memory."""
        self._clock = clock
        self._file = file
        self._levels = _levels_in(file)

    def closeness(self, person: str = HOUSEHOLD, channel: Channel = Channel.VOICE) -> float:
        """How full it is now; 0 where not even one sentence is left."""
        share = self._level(person, channel).share
        return share if share >= COST else 0.0

    def spent(self, person: str = HOUSEHOLD, channel: Channel = Channel.VOICE) -> None:
        """One unasked sentence was said."""
        level = self._level(person, channel)
        level.share = max(0.0, level.share - COST - IGNORED_COST * level.unanswered)
        level.unanswered = True
        self._keep()

    def welcomed(self, person: str = HOUSEHOLD, channel: Channel = Channel.VOICE) -> None:
        """Thanks or praise from a person."""
        level = self._level(person, channel)
        level.share, level.unanswered = min(1.0, level.share + WELCOME), False
        self._keep()

    def told_off(self, person: str = HOUSEHOLD, channel: Channel = Channel.VOICE) -> None:
        """A person asked for quiet."""
        self._level(person, channel).share = 0.0
        self._keep()

    def _level(self, person: str, channel: Channel) -> _Level:
        now = self._clock.now()
        level = self._levels.setdefault((person, channel), _Level(1.0, now))
        passed_s = max(0.0, (now - level.at).total_seconds())
        level.share = min(1.0, level.share + passed_s / 3600.0 * PER_HOUR)
        level.at = now
        return level

    def _keep(self) -> None:
        if self._file is None:
            return
        rows = [
            [person, channel.value, level.share, level.at.isoformat(), level.unanswered]
            for (person, channel), level in self._levels.items()
        ]
        try:
            write_private(self._file, json.dumps(rows))
        except OSError as error:
            _LOG.warning("the levels of the speech purse are not kept: %s", error)


def _levels_in(file: Path | None) -> dict[tuple[str, Channel], _Level]:
    if file is None or not file.is_file():
        return {}
    try:
        rows = read_json(file.read_text(encoding="utf-8"))
        return {
            (str(person), Channel(channel)): _Level(
                float(share), datetime.fromisoformat(at).astimezone(), bool(unanswered)
            )
            for person, channel, share, at, unanswered in rows
        }
    except (OSError, ValueError, TypeError) as error:
        _LOG.warning("%s cannot be read: %s", file, error)
        return {}
