"""Ports of told things: facts and preferences that people told, and what the owner asks of them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from companion.words.areas import Standing
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.told import Told


class ToldMemory(Protocol):
    """Reader of what people told.

    Gives what rests on an event that is still believed: what was corrected, forgotten or erased is
    never among it, at whatever time one asks.
    """

    async def told(self, *, as_of: datetime | None = None) -> tuple[Told, ...]:
        """All that held at `as_of` (None: now) and was told by then, oldest first. Where two
        people differ, both are there."""

    async def ended(self) -> tuple[Told, ...]:
        """All that was told and holds no longer: something else was told of the same, or a
        preference was taken back."""


class ToldRequests(Protocol):
    """Desk for told things: takes a press or a command of a person. The trust label is set by
    channel; each raises `PermissionError` for anybody but the owner."""

    async def forget(self, event_ids: Sequence[EventId], channel: str) -> tuple[EventId, ...]:
        """Believe these events no more, nor any other telling of what they told; gives the events.
        Raises `KeyError` for no such event."""

    async def correct(
        self, event_id: EventId, right: str, channel: str, *, whole: bool = False
    ) -> Event:
        """Put the right value, or the right sentence, in the place of what an event told. `whole`:
        it is a sentence for sure. Gives the event that holds it. Raises `KeyError`."""

    async def forget_feedback(self, keys: Sequence[str], channel: str) -> int:
        """Forget the household's signs about acts, by their keys; gives how many there were."""

    async def settle(self, key: str, standing: Standing, channel: str) -> None:
        """Confirm or take back a preference, by the id of the told thing. Raises `KeyError`."""
