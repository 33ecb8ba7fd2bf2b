"""Teaching: takes the owner's word on acts of the companion's own accord and on wrong beliefs."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from companion.home.taught import Lesson, taught_keys
from companion.ports.record import Record
from companion.rooms.journal.room import Journal
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.trust import TrustLabel
from companion.words.writeplan import Withdrawn

_FORGET = Bilingual("記録{}から覚えたことを忘れる", "forget what was learned from log entry {}")


class MayNotTeach(PermissionError):
    """Only the owner decides what is believed and what is done by itself."""


@dataclass(frozen=True, kw_only=True)
class Teaching:
    """Writes the owner's word down, then has consolidation keep it."""

    journal: Journal
    record: Record
    language: Language
    trust_of: Callable[[str], TrustLabel]
    withdraw: Callable[[EventId, Event], Awaitable[Withdrawn]]
    """Consolidation's way to believe an event no more."""
    lesson: Callable[[Sequence[str], Lesson, Bilingual, Event], Awaitable[None]]
    """Consolidation's way to keep what the owner said of an act."""

    async def forget(self, event_id: EventId, channel: str) -> Withdrawn:
        """Believe an event no more: everything remembered from it goes, the record stays.

        Raises `MayNotTeach` for anybody but the owner, `KeyError` for no such event.
        """
        self._only_the_owner(channel)
        if await self.record.event(event_id) is None:
            raise KeyError(f"no event {event_id}")
        asked = await self.journal.requested(
            _FORGET.get(self.language).format(event_id),
            {"action_type": "memory.withdraw", "event_id": event_id},
            TrustLabel.OWNER,
            channel,
        )
        return await self.withdraw(event_id, asked)

    async def teach(self, result_event_id: EventId, lesson: Lesson, channel: str) -> EventId:
        """Keep what the owner says of an act: wrong, never again, or neither any more.

        Raises `MayNotTeach` for anybody but the owner, `KeyError` where there was no such act.
        """
        self._only_the_owner(channel)
        result = await self.record.result(result_event_id)
        decision = await self.record.decision(result.decision_event_id) if result else None
        if decision is None:
            raise KeyError(f"no act {result_event_id}")
        label = decision.summary
        asked = await self.journal.requested(
            f"{lesson.value}: {label.get(self.language)}",
            {
                "action_type": "memory.teach",
                "lesson": lesson.value,
                "of": result_event_id,
                "label": {"ja": label.ja, "en": label.en},
            },
            TrustLabel.OWNER,
            channel,
        )
        keys = taught_keys(decision.action_type, decision.action_payload)
        await self.lesson(keys, lesson, label, asked)
        return asked.id

    def _only_the_owner(self, channel: str) -> None:
        if self.trust_of(channel) is not TrustLabel.OWNER:
            raise MayNotTeach(f"{channel} may not decide what is believed or done by itself")
