"""Reception: takes every request of a person from page, command line or satellite, and passes it
on.

The trust label is set here, by channel, never by the caller. Reception decides nothing: a sentence
enters the converse corridor, a button becomes a request, an answer goes on at the referee.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.desk.requests import Requests
from companion.desk.teaching import Teaching
from companion.home.taught import Lesson
from companion.ports.approvals import ApprovalAlreadyAnswered, ApprovalBook, NotAsShown
from companion.ports.record import Record
from companion.rooms.approval.question_queue import WITHDRAWN_BY
from companion.rooms.approval.room import ApprovalRoom
from companion.rooms.journal.room import Journal
from companion.service.give_way import GiveWay
from companion.service.watched_tasks import WatchedTasks
from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.event import Event
from companion.words.facts import PrivacyOff, PrivacyOn
from companion.words.health import Health
from companion.words.ids import ApprovalId, DeviceId, EventId
from companion.words.said import Said
from companion.words.trust import Authority, TrustLabel, authority_of
from companion.words.writeplan import Withdrawn

HOME_WAIT_S, LOOK_EVERY_S = 10.0, 0.05
"""Real seconds that devices have to come up after an answer, and how often it is looked."""


class MayNotAnswer(PermissionError):
    """This channel's authority does not reach to this question."""


@dataclass(kw_only=True)
class Reception:
    """Implements `ports.desk.Desk`."""

    trust_of: Callable[[str], TrustLabel]
    """Gives the trust label of a yes, by its channel."""
    trust_of_said: Callable[[Said], TrustLabel]
    """Gives the trust label of a sentence."""
    hear: Callable[[Said, TrustLabel], Awaitable[Event]]
    """The converse corridor."""
    hear_again: Callable[[Event], Awaitable[None]]
    """The same, for a sentence that the end of the last process cut off."""
    requests: Requests
    teaching: Teaching
    approval: ApprovalRoom
    approvals: ApprovalBook
    record: Record
    walk_on: Callable[[ApprovalQuestion], Awaitable[None]]
    """The act corridor from the referee on."""
    stop_everything: Callable[[str], Awaitable[Event]]
    health_board: Callable[[], tuple[Health, ...]]
    journal: Journal
    tasks: WatchedTasks
    give_way: GiveWay
    privacy_file: Path

    async def say(self, said: Said) -> EventId:
        """A sentence, typed or heard."""
        self.give_way.asked()
        return (await self.hear(said, self.trust_of_said(said))).id

    async def answer(
        self, approval_id: ApprovalId, yes: bool, channel: str, shown: str = ""
    ) -> ApprovalQuestion:
        """Answer a pending question; the walk goes on at the referee."""
        question = await self.approvals.get(approval_id)
        if question is None:
            raise KeyError(f"no question {approval_id}")
        trust = self.trust_of(channel)
        if not self.approval.may_answer(question, trust):
            raise MayNotAnswer(f"{channel} may not answer a tier {question.risk} question")
        if yes:
            await self._check_shown(question, shown)
        status = ApprovalStatus.GRANTED if yes else ApprovalStatus.DENIED
        question = await self.approvals.answer(approval_id, status, channel)
        await self.journal.answered(question, trust, channel)
        self.tasks.begin(self._once_there(question), f"approved {approval_id}")
        return question

    async def _once_there(self, question: ApprovalQuestion) -> None:
        """Walk on once the home tells of the devices: right after a start it has not yet."""
        decision = await self.record.decision(question.decision_event_id)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(HOME_WAIT_S):
                while decision and not self.approval.is_there(decision):  # noqa: ASYNC110
                    await asyncio.sleep(LOOK_EVERY_S)
        await self.walk_on(question)

    async def _check_shown(self, question: ApprovalQuestion, shown: str) -> None:
        """Raise `NotAsShown` for a yes to another act than the one that would be done. A question
        whose act has changed is taken back: no yes to it could ever count."""
        if shown and shown != question.shown_hash:
            raise NotAsShown("the answer names another question than this one")
        decision = await self.record.decision(question.decision_event_id)
        if question.status is not ApprovalStatus.PENDING or decision is None:
            return  # the book says that it was answered before
        if self.approval.is_as_shown(decision) or not self.approval.is_there(decision):
            return
        with contextlib.suppress(ApprovalAlreadyAnswered):
            gone = await self.approvals.answer(question.id, ApprovalStatus.DENIED, WITHDRAWN_BY)
            await self.journal.answered(gone, TrustLabel.SELF, "system")
        raise NotAsShown(f"{question.summary.en}: it is not as it was when I asked; ask me again")

    async def operate(
        self, device_id: DeviceId, operation: str, parameters: Mapping[str, Any], channel: str
    ) -> EventId:
        """Ask for one device operation; gives the input event's id at once."""
        return await self.requests.operate(device_id, operation, parameters, channel)

    async def go_to(self, room: str, channel: str) -> EventId:
        """Ask for the wheeled base to go to a room; gives the input event's id at once."""
        return await self.requests.go_to(room, channel)

    async def undo(self, result_event_id: EventId, channel: str) -> EventId:
        """Take an action back. Raises `NothingToUndo` with the reason."""
        return await self.requests.undo(result_event_id, channel)

    async def pass_on(self, text: str, channel: str) -> EventId:
        """A text somebody wants told, as theirs. Raises `ValueError` for an empty one."""
        return await self.requests.pass_on(text, channel)

    async def forget(self, event_id: EventId, channel: str) -> Withdrawn:
        """Believe an event no more. Raises `PermissionError`, `KeyError` for no such event."""
        return await self.teaching.forget(event_id, channel)

    async def teach(self, result_event_id: EventId, lesson: Lesson, channel: str) -> EventId:
        """Keep what the owner says of an act. Raises `PermissionError`, `KeyError` for none."""
        return await self.teaching.teach(result_event_id, lesson, channel)

    async def stop(self, channel: str) -> EventId:
        """Stop what is being done now."""
        return (await self.stop_everything(channel)).id

    async def set_privacy(self, on: bool, channel: str) -> None:
        """On: every camera is closed at the source, also after a restart.

        Raises `MayNotAnswer` where somebody without user authority would open them again.
        """
        if not on and authority_of(self.trust_of(channel)) is not Authority.USER:
            raise MayNotAnswer(f"{channel} may not switch privacy off")
        if on:
            self.privacy_file.touch()
        else:
            self.privacy_file.unlink(missing_ok=True)
        await self.journal.noted((PrivacyOn if on else PrivacyOff)(channel=channel))

    def privacy(self) -> bool:
        """Whether privacy is on."""
        return self.privacy_file.exists()

    def health(self) -> tuple[Health, ...]:
        """Every part, worst first."""
        return self.health_board()

    def take_up(self, event: Event) -> None:
        """A wish that was recorded and cut off before it was thought about is walked now."""
        if event.kind == "requested":
            self.requests.take_up(event)
        else:
            self.tasks.begin(self.hear_again(event), f"hear again {event.id}")
