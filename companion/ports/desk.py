"""Ports of the desk: take the requests that a person makes at the page or the command line."""

from collections.abc import Mapping
from typing import Any, Protocol

from companion.home.taught import Lesson
from companion.words.approval import ApprovalQuestion
from companion.words.health import Health
from companion.words.ids import ApprovalId, DeviceId, EventId
from companion.words.said import Said
from companion.words.writeplan import Withdrawn


class NothingToUndo(ValueError):
    """This event is no action result, or it declared itself irreversible."""


class Desk(Protocol):
    """The front desk. Every call is a person's: its trust label is set here, by channel."""

    async def answer(
        self, approval_id: ApprovalId, yes: bool, channel: str, shown: str = ""
    ) -> ApprovalQuestion:
        """Answer a pending question; the walk goes on at the referee. `shown`: the hash of the act
        that the person saw; "" for an answer that was spoken. Raises `KeyError`, `PermissionError`,
        `ApprovalAlreadyAnswered`, and `NotAsShown` for a yes to an act that has changed."""

    async def operate(
        self, device_id: DeviceId, operation: str, parameters: Mapping[str, Any], channel: str
    ) -> EventId:
        """Ask for one device operation; gives the input event's id at once."""

    async def go_to(self, room: str, channel: str) -> EventId:
        """Ask for the wheeled base to go to a room; gives the input event's id at once. Raises
        `ValueError` for a room that is none of the home's."""

    async def undo(self, result_event_id: EventId, channel: str) -> EventId:
        """Take an action back. Raises `NothingToUndo` with the reason."""

    async def forget(self, event_id: EventId, channel: str) -> Withdrawn:
        """Believe an event no more; what was remembered from it goes. The owner only."""

    async def teach(self, result_event_id: EventId, lesson: Lesson, channel: str) -> EventId:
        """Keep what the owner says of an act it did by itself: wrong (it is asked first), never
        again, or neither any more. `KeyError` where there was no such act."""

    async def say(self, said: Said) -> EventId:
        """A sentence somebody typed or spoke. Gives the input event's id."""

    async def pass_on(self, text: str, channel: str) -> EventId:
        """A text somebody wants told, in persona, as theirs; gives the wish's event id. It is
        quoted and never obeyed. Raises `ValueError` for an empty one."""

    async def stop(self, channel: str) -> EventId:
        """Stop what is being done now: motion, sound, generation, queue of triggers."""

    async def set_privacy(self, on: bool, channel: str) -> None:
        """On: every camera is closed at the source."""

    def privacy(self) -> bool:
        """True if privacy is on."""

    def health(self) -> tuple[Health, ...]:
        """Every part, worst first."""
