"""The door of the house for tests: reception, requests and the converse corridor, joined as `app`
joins them, with everything behind them in memory and what came through kept."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from companion.corridors.converse import Converse
from companion.desk.channels import Channels
from companion.desk.reception import Reception
from companion.desk.requests import Requests
from companion.desk.teaching import Teaching
from companion.home.taught import Lesson
from companion.ports.answerer import Answer, Answerer, HeardSentence
from companion.rooms.approval.room import ApprovalRoom
from companion.rooms.approval.rules import ApprovalRules
from companion.rooms.conversation.room import Conversation, NoReply, Reply
from companion.rooms.journal.room import Journal
from companion.rooms.perception.queue import TriggerQueue
from companion.rooms.recall.room import Recall
from companion.service.clock import SystemIds
from companion.service.give_way import GiveWay
from companion.service.plugins import CapabilityRegistry
from companion.service.watched_tasks import WatchedTasks
from companion.store.sqlite import Store
from companion.web.hub import Hub
from companion.words.approval import ApprovalQuestion
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.recalled import Recalled
from companion.words.trigger import Trigger
from companion.words.understood import SentenceKind, SentenceReading
from companion.words.writeplan import Withdrawn
from tests.twins.clock import JumpClock
from tests.twins.memory_house import MemoryHouse


class Silent:
    """A conversation that makes no reply, and keeps what it was asked."""

    speaker_name = "コト"

    def __init__(self) -> None:
        self.asked: list[Event] = []

    async def reply(
        self,
        said: Event,
        *,
        recalled: tuple[Recalled, ...],
        begun: Callable[[Reply], None] | None = None,
    ) -> Reply | NoReply:
        self.asked.append(said)
        return NoReply("no model")


def not_understood(event: Event) -> SentenceReading:
    """A grammar that understands nothing."""
    return SentenceReading(SentenceKind.UNKNOWN)


@dataclass
class Door:
    """What the tests speak to, and what came of it."""

    desk: Reception
    converse: Converse
    requests: Requests
    teaching: Teaching
    store: Store
    house: MemoryHouse
    clock: JumpClock
    triggers: TriggerQueue
    talk: Silent
    walked: list[Trigger] = field(default_factory=list)
    walked_on: list[ApprovalQuestion] = field(default_factory=list)
    taught: list[tuple[Sequence[str], Lesson]] = field(default_factory=list)

    async def replies(self, after: EventId | None = None) -> list[str]:
        """The newest 500 replies to sentences, newest first. `after`: only those after an event."""
        sources = (EventSource.CONVERSATION_REPLY,)
        found = await self.store.record.recent(limit=500, after=after, sources=sources)
        return [one.assistant_text for one in found]

    async def settled(self) -> None:
        """Until what was begun at the door has ended."""
        await asyncio.sleep(0)
        await self.desk.tasks.settled()


async def nothing_is_done() -> bool:
    """No act answers a remark."""
    return False


def door_of(
    folder: Path,
    house: Callable[[JumpClock], MemoryHouse],
    *,
    language: Language = Language.JA,
    read: Callable[[Event], SentenceReading] = not_understood,
    answerers: Callable[[Requests, Teaching, Store], Sequence[Answerer]] = (
        lambda requests, teaching, store: ()
    ),
    talk: Conversation | None = None,
    clock: JumpClock | None = None,
    store: Store | None = None,
) -> Door:
    """A door at which these answerers stand."""
    clock = clock or JumpClock()
    store, home = store or Store.in_memory(clock), house(clock)
    journal = Journal(store.events, Hub(clock.now), clock)
    triggers, silent = TriggerQueue(clock), Silent()
    tasks, give_way, channels = WatchedTasks(), GiveWay(clock), Channels(house=home)
    walked: list[Trigger] = []
    walked_on: list[ApprovalQuestion] = []
    taught: list[tuple[Sequence[str], Lesson]] = []

    async def walk(trigger: Trigger) -> None:
        walked.append(trigger)

    async def walk_on(question: ApprovalQuestion) -> None:
        walked_on.append(question)

    async def stop(channel: str) -> Event:
        return await journal.interrupted("stopped", channel)

    async def withdraw(event_id: EventId, asked: Event) -> Withdrawn:
        raise AssertionError("not asked for here")

    async def lesson(keys: Sequence[str], lesson: Lesson, label: Bilingual, asked: Event) -> None:
        taught.append((keys, lesson))

    requests = Requests(
        journal=journal,
        record=store.record,
        house=home,
        clock=clock,
        ids=SystemIds(),
        language=language,
        trust_of=channels.trust_of,
        walk=walk,
        tasks=tasks,
        give_way=give_way,
    )
    teaching = Teaching(
        journal=journal,
        record=store.record,
        language=language,
        trust_of=channels.trust_of,
        withdraw=withdraw,
        lesson=lesson,
    )
    listed = tuple(answerers(requests, teaching, store))
    converse = Converse(
        stop=stop,
        journal=journal,
        read=read,
        answerers=listed,
        command=_command_of(listed),
        triggers=triggers,
        memory=Recall(store.record),
        conversation=talk or cast(Any, silent),
        watch=lambda said: nothing_is_done,
        tasks=tasks,
        clock=clock,
        ids=SystemIds(),
        language=language,
    )
    approval = ApprovalRoom(
        book=store.approvals, rules=ApprovalRules(), catalogue=CapabilityRegistry({}), house=home
    )
    desk = Reception(
        trust_of=channels.trust_to_allow,
        trust_of_said=channels.trust_of_said,
        hear=converse.hear,
        hear_again=converse.hear_again,
        requests=requests,
        teaching=teaching,
        approval=approval,
        approvals=store.approvals,
        record=store.record,
        walk_on=walk_on,
        stop_everything=stop,
        health_board=lambda: (),
        journal=journal,
        tasks=tasks,
        give_way=give_way,
        privacy_file=folder / "privacy",
    )
    return Door(
        desk,
        converse,
        requests,
        teaching,
        store,
        home,
        clock,
        triggers,
        silent,
        walked,
        walked_on,
        taught,
    )


class _NoCommand:
    async def answer(self, heard: HeardSentence) -> Answer | None:
        return None


def _command_of(listed: Sequence[Answerer]) -> Answerer:
    return next((one for one in listed if type(one).__name__ == "Command"), _NoCommand())
