"""Night words: tell in the morning what was shown in the quiet hours and is still so.

A report of the night stood on the page alone. When the quiet hours are over and somebody
is seen, what still holds of it is said once, in one message that code writes.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from companion.home.occasion import occasion_of
from companion.ports.clock import Clock
from companion.ports.part import Tick
from companion.ports.record import Record
from companion.rooms.attention.room import QUIET
from companion.rooms.expression.claims import Names, claim_of_observation
from companion.rooms.expression.room import whole_sentence
from companion.rooms.journal.room import Journal
from companion.service.speech_purse import SpeechPurse
from companion.words.decision import ConsoleDelivery, DeliveryKind, MessageKind
from companion.words.event import Event, EventSource
from companion.words.facts import KeptSilent, fact_of
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.observation import Observation
from companion.words.utterance import Claim, Utterance

LOOK_S = 60.0
"""How often it is looked whether somebody is up."""
A_NIGHT = timedelta(hours=14)
"""A matter that was shown longer ago is for the page."""
READ = 60
"""Newest notes of the companion in which silences are looked for."""
TOLD = 3
"""Matters that are told: more is for the page."""
_BEGINS = Bilingual("夜のあいだのお知らせです。", "From the night:")


@dataclass(kw_only=True)
class NightWords:
    """Looks each minute, and speaks at most once after each night."""

    record: Record
    journal: Journal
    people: Callable[[], Awaitable[Mapping[str, str | None]]]
    """Place -> `present`, `absent` or None (unknown)."""
    still: Callable[[Observation], bool]
    """Whether an occasion is still so."""
    names: Names
    purse: SpeechPurse
    quiet: Callable[[], bool]
    """Whether quiet hours hold now, or a person asked for quiet."""
    clock: Clock
    language: Language
    speaker_name: str
    speak: Callable[[Event, EventId], None]
    _night: bool = field(default=True, init=False)
    """Whether there were quiet hours, or a start, since it spoke last."""

    def ticks(self) -> tuple[Tick, ...]:
        """The look."""
        return (Tick("night words", LOOK_S, self.look),)

    async def look(self) -> None:
        """Tell it now if the night is over and somebody is up."""
        if self.quiet():
            self._night = True
        elif self._night and "present" in set((await self.people()).values()):
            self._night = False
            if matters := (await self._matters())[:TOLD]:
                await self._tell(matters)

    async def _matters(self) -> list[Claim]:
        """Matters that were shown without a sound in the quiet hours, still are so, and were not
        told since; the oldest first."""
        since = self.clock.now() - A_NIGHT
        notes = await self.record.recent(limit=READ, sources=(EventSource.SYSTEM,), origin="home")
        said = await self._said_since(since)
        found: dict[EventId, Claim] = {}
        for note in reversed(notes):
            kept = fact_of(note, KeptSilent)
            if kept is None or kept.reason != QUIET or note.at < since:
                continue
            for about in note.evidence_event_ids:
                for claim in await self._still_so(about):
                    if claim.event_id not in said:
                        found[claim.event_id] = claim
        return list(found.values())

    async def _said_since(self, since: datetime) -> set[EventId]:
        """Events of which an earlier message of this sort told."""
        messages = await self.record.recent(limit=READ, sources=(EventSource.AUTONOMY_MESSAGE,))
        return {
            cited
            for message in messages
            if message.at >= since and message.assistant_text.startswith(self._begins)
            for cited in message.evidence_event_ids
        }

    async def _still_so(self, message: EventId) -> list[Claim]:
        event = await self.record.event(message)
        claims: list[Claim] = []
        for cited in () if event is None else event.evidence_event_ids:
            seen_event = await self.record.event(cited)
            seen = None if seen_event is None else fact_of(seen_event, Observation)
            if seen is None or seen_event is None or occasion_of(seen.subject) is None:
                continue
            if self.still(seen) and (claim := claim_of_observation(seen_event, self.names)):
                claims.append(claim)
        return claims

    @property
    def _begins(self) -> str:
        return _BEGINS.get(self.language)

    async def _tell(self, matters: list[Claim]) -> None:
        told = [whole_sentence(one.slots["outcome"], self.language) for one in matters]
        gap = "" if self.language is Language.JA else " "
        words = Utterance(
            text=gap.join((self._begins, *told)),
            language=self.language,
            delivery=ConsoleDelivery(DeliveryKind.CHAT, MessageKind.REPORT),
            speaker_name=self.speaker_name,
            claims=tuple(matters),
            decision_event_id=matters[0].event_id,
        )
        self.purse.spent()
        self.speak(await self.journal.said(words), matters[0].event_id)
