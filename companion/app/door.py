"""Door: builds the parts that tell who stands behind a channel, and that turn a wish into a
walk."""

from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial

from companion.app.acting import Acting
from companion.app.alarms import Alarms
from companion.app.commands import Commands, build_commands
from companion.app.ground import Ground
from companion.app.talking import Talking
from companion.app.told import ToldParts, build_told
from companion.desk.answerers.correct_said import CorrectSaid
from companion.desk.answerers.told_answer import ToldAnswer
from companion.desk.answerers.unlearn import Unlearn
from companion.desk.appearance import CHANNEL as HOME_ASSISTANT
from companion.desk.channels import Channels, trust_of_sources
from companion.desk.requests import Requests
from companion.desk.teaching import Teaching
from companion.home.kinds import KIND_BY_NAME
from companion.links.own_node import trust_of
from companion.service.give_way import GiveWay
from companion.service.watched_tasks import WatchedTasks


@dataclass(frozen=True, kw_only=True)
class Door:
    """Parts that every way into the house needs."""

    channels: Channels
    requests: Requests
    teaching: Teaching
    unlearn: Unlearn
    """Answers a sentence that corrects or forgets something that was told."""
    told: ToldParts
    """Facts and preferences that people told, and what changes them."""
    told_answer: ToldAnswer
    """Answers a question by what was told."""
    commands: Commands
    tasks: WatchedTasks
    """Walks that were begun here and are waited for by nobody."""
    give_way: GiveWay
    """Background work waits here while somebody has just asked for something."""


def build_door(
    stack: AsyncExitStack, ground: Ground, alarms: Alarms, talking: Talking, acting: Acting
) -> Door:
    """Walks begun at the door end with it."""
    on, storage = ground.foundations, ground.storage
    tasks, give_way = WatchedTasks(), GiveWay(on.clock)
    channels = Channels(
        house=ground.home.house,
        of_this_home={
            **trust_of_sources(on.settings.sources),
            HOME_ASSISTANT: trust_of(ground.home.broker.address),
        },
    )
    requests = Requests(
        journal=storage.journal,
        record=storage.record,
        house=ground.home.house,
        clock=on.clock,
        ids=on.ids,
        language=on.language,
        trust_of=channels.trust_of,
        walk=acting.act.walk,
        tasks=tasks,
        give_way=give_way,
        rooms={place.id: place.name for place in on.places},
        labels=alarms.names.operation,
    )
    stack.push_async_callback(tasks.close)
    told = build_told(ground, talking, channels.trust_of)
    return Door(
        channels=channels,
        requests=requests,
        teaching=Teaching(
            journal=storage.journal,
            record=storage.record,
            language=on.language,
            trust_of=channels.trust_of,
            withdraw=talking.consolidation.withdraw,
            lesson=talking.consolidation.teach,
        ),
        unlearn=Unlearn(
            unlearning=told.unlearning,
            settle=talking.consolidation.settle,
            clock=on.clock,
            whole=CorrectSaid(
                unlearning=told.unlearning,
                find=ground.remembering.recall.find,
                evidence_for=ground.remembering.recall.evidence_for,
            ),
        ),
        told=told,
        told_answer=ToldAnswer(
            told=told.things,
            record=storage.record,
            clock=on.clock,
            names=partial(_known_by_name, ground),
        ),
        commands=build_commands(ground, talking, requests),
        tasks=tasks,
        give_way=give_way,
    )


def _known_by_name(ground: Ground) -> Iterator[str]:
    """Names of what the home itself can look for: devices and their kinds, rooms, people."""
    on = ground.foundations
    people = [on.settings.avatar.name, *(one.name for one in on.settings.people.values())]
    for name in (
        *(one.name for one in ground.home.house.devices()),
        *(kind.called for kind in KIND_BY_NAME.values()),
        *(place.name for place in on.places),
        *(one.bilingual() for one in people),
    ):
        yield from (name.ja, name.en)
