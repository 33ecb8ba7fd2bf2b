"""Quiet hours 静かな時間: when what is said is shown and not spoken."""

from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from enum import StrEnum

from companion.words.timing import EVERY_DAY


class Channel(StrEnum):
    """届け先: where a message goes out by itself; the page always has it."""

    VOICE = "voice"
    HOME_ASSISTANT = "home_assistant"


@dataclass(frozen=True, slots=True, kw_only=True)
class QuietHours:
    """静かな時間: from one time of the day to another, on these days; over midnight where `until`
    is the earlier one. It belongs to the day it begins on."""

    begins: time
    until: time
    weekdays: frozenset[int] = EVERY_DAY
    channels: frozenset[Channel] = field(default_factory=lambda: frozenset({Channel.VOICE}))
    person: str = ""
    """Only while this person is at home, or may be; "": whichever people are."""

    def covers(self, at: datetime) -> bool:
        """True if `at`, on the household's wall clock, lies in these hours."""
        now = at.time().replace(tzinfo=None)
        today, yesterday = at.weekday(), (at - timedelta(days=1)).weekday()
        if self.begins == self.until:
            return today in self.weekdays
        if self.begins < self.until:
            return today in self.weekdays and self.begins <= now < self.until
        begun_today = today in self.weekdays and now >= self.begins
        return begun_today or (yesterday in self.weekdays and now < self.until)
