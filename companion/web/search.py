"""Search: finds lines of the log by the words that a reader sees, by room and by speaker.

The text of a line is written for each reader and lies in no table, so the events are read back from
the newest, a page at a time, and each line is made and compared. One answer looks through
`LOOKED_THROUGH` events and tells how far back it came; "Earlier" goes on from there.
"""

import unicodedata
from dataclasses import dataclass

from companion.ports.house import House
from companion.ports.record import Record
from companion.web.lines import LogLine
from companion.web.quotation import without_marks
from companion.web.reader import Reader
from companion.words.device import devices_in
from companion.words.event import Event, EventSource
from companion.words.facts import Decided, fact_of
from companion.words.ids import DeviceId, EventId
from companion.words.trust import TrustLabel

LOOKED_THROUGH = 2000
"""Events of one answer: about ten days of a quiet home, half a second on a Raspberry Pi 5."""
PAGE = 200
FOUND = 50
SPEAKERS = (TrustLabel.OWNER, TrustLabel.HOUSEHOLD, TrustLabel.GUEST)
"""Whose words and wishes can be asked for."""
TEXT_MAX = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """Conditions of a search; every condition given has to hold."""

    text: str = ""
    room: str = ""
    who: str = ""

    @property
    def anything(self) -> bool:
        """Whether anything narrows the log."""
        return bool(self.text.strip() or self.room or self.who)


@dataclass(frozen=True, slots=True)
class Found:
    """The lines that fit, newest first, and the oldest event that was looked at."""

    lines: tuple[LogLine, ...]
    oldest: int
    """0 where the record ends here."""


@dataclass(frozen=True, slots=True)
class LogSearch:
    """Looks through the record for one reader."""

    record: Record
    house: House
    reader: Reader

    async def find(
        self, sought: Sought, sources: tuple[EventSource, ...], before: int | None
    ) -> Found:
        """Up to `FOUND` lines older than `before`."""
        lines: list[LogLine] = []
        position, looked = EventId(before) if before else None, 0
        words = folded(sought.text).split()
        while looked < LOOKED_THROUGH:
            events = await self.record.recent(limit=PAGE, before=position, sources=sources)
            narrowed = tuple(event for event in events if self._fits(event, sought))
            for line in await self.reader.log.lines(narrowed, self.reader.now):
                if says(line, words):
                    lines.append(line)
                    if len(lines) == FOUND:
                        return Found(tuple(lines), line.id)
            looked += len(events)
            if len(events) < PAGE:
                return Found(tuple(lines), 0)
            position = events[-1].id
        return Found(tuple(lines), position or 0)

    def _fits(self, event: Event, sought: Sought) -> bool:
        if sought.who and (event.source, event.trust.value) != (
            EventSource.USER_INPUT,
            sought.who,
        ):
            return False
        return not sought.room or sought.room in self._rooms(event)

    def _rooms(self, event: Event) -> set[str]:
        """Where it happened: as it says itself, and where its devices stand."""
        told = [event.payload.get("place"), event.payload.get("room")]  # of any kind
        decided = fact_of(event, Decided)
        told += [decided.trigger.place] if decided is not None else []
        devices = [self.house.device(DeviceId(one)) for one in devices_in(event.payload)]
        areas = [device.area for device in devices if device is not None]
        return {str(room) for room in (*told, *areas) if room}


def says(line: LogLine, words: list[str]) -> bool:
    """Whether a line shows all these words, each already folded."""
    shown = folded(f"{line.text} {line.why} {line.kind_word} {line.speaker}")
    shown += folded(line.mark.word) if line.mark else ""
    return all(word in shown for word in words)


def folded(text: str) -> str:
    """Wide and narrow letters, capitals and small ones are the same to who looks for them."""
    return unicodedata.normalize("NFKC", without_marks(text)).casefold()
