"""Told requests: the owner forgets, corrects, confirms and takes back what people told, by a press
on the page or at the command line.

They walk the same way as the sentences "forget that" and "no, it's 5 May": `Unlearning`.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from companion.desk.unlearning import MayNotUnlearn, Unlearning
from companion.words.areas import Standing
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.trust import TrustLabel

_FORGET = Bilingual("記憶から外す", "take it out of memory")
_CORRECT = Bilingual("記憶を直す", "put a memory right")
_SETTLE = {
    Standing.CONFIRMED: Bilingual("好みを確かめる", "confirm a preference"),
    Standing.REVOKED: Bilingual("好みを取り消す", "take a preference back"),
    Standing.CANDIDATE: Bilingual("好みを未確認に戻す", "make a preference unconfirmed again"),
}


@dataclass(frozen=True, kw_only=True)
class ToldRequestDesk:
    """Implements `ports.told.ToldRequests`."""

    unlearning: Unlearning
    settle_it: Callable[[str, Standing, Event], Awaitable[bool]]
    """Consolidation's way to confirm or revoke a preference."""
    trust_of: Callable[[str], TrustLabel]
    """Gives the trust label of a channel."""

    async def forget(self, event_ids: Sequence[EventId], channel: str) -> tuple[EventId, ...]:
        """Believe these events no more, nor any other telling of what they told."""
        self._only_the_owner(channel)
        await self._known(event_ids)
        asked = await self._asked(_FORGET, "memory.withdraw", channel)
        return await self.unlearning.forget_said(event_ids, asked)

    async def correct(
        self, event_id: EventId, right: str, channel: str, *, whole: bool = False
    ) -> Event:
        """Put the right value, or the right sentence, in the place of what an event told."""
        self._only_the_owner(channel)
        await self._known([event_id])
        asked = await self._asked(_CORRECT, "memory.correct", channel)
        return await self.unlearning.correct_event(event_id, right, asked, whole=whole)

    async def forget_feedback(self, keys: Sequence[str], channel: str) -> int:
        """Forget the household's signs about acts."""
        self._only_the_owner(channel)
        asked = await self._asked(_FORGET, "memory.feedback", channel)
        return await self.unlearning.forget_feedback(keys, asked)

    async def settle(self, key: str, standing: Standing, channel: str) -> None:
        """Confirm or take back a preference."""
        self._only_the_owner(channel)
        every = (*await self.unlearning.told.told(), *await self.unlearning.told.ended())
        if not any(one.id == key for one in every):
            raise KeyError(f"no memory {key}")
        asked = await self._asked(_SETTLE[standing], "memory.confirm", channel)
        if not await self.settle_it(key, standing, asked):
            raise KeyError(f"{key} is no preference")

    async def _known(self, event_ids: Sequence[EventId]) -> None:
        """Refuse an event that is not there before the wish is written down."""
        for event_id in event_ids:
            if await self.unlearning.record.event(event_id) is None:
                raise KeyError(f"no event {event_id}")

    async def _asked(self, words: Bilingual, action_type: str, channel: str) -> Event:
        return await self.unlearning.journal.requested(
            words.get(self.unlearning.language),
            {"action_type": action_type, "label": {"ja": words.ja, "en": words.en}},
            TrustLabel.OWNER,
            channel,
        )

    def _only_the_owner(self, channel: str) -> None:
        if self.trust_of(channel) is not TrustLabel.OWNER:
            raise MayNotUnlearn(f"{channel} may not change what is remembered")
