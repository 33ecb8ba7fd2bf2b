"""The front desk: what a person at the page or the command line asks becomes an event.

The trust label is set here, by channel, never by the caller. The desk decides
nothing: a wish becomes a trigger with a structured request, an answer goes on at the referee.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.desk.greeting import Greeter
from companion.desk.smalltalk import TOPICS, SmallTalk, SmallTalker, small_talk
from companion.desk.why_and_undo import (
    NOTHING_OF_MY_OWN,
    NOTHING_TO_UNDO,
    ONLY_THE_OWNER,
    Hindsight,
    Recollection,
    asked_of,
    never_again,
)
from companion.home.device_group import group_deed, group_touches, ways_back
from companion.home.device_operation import operation_of, row_for
from companion.home.request import (
    device_request,
    notice_request,
    recorded_facts,
    recorded_request,
    room_request,
    said_trigger,
    undo_request,
)
from companion.home.taught import Lesson, taught_keys
from companion.ports.approvals import ApprovalBook
from companion.ports.clock import Clock, Ids
from companion.ports.desk import NothingToUndo
from companion.ports.house import DeviceUnknown, House
from companion.ports.policy import TriggerSink
from companion.ports.record import Record
from companion.rooms.approval.room import ApprovalRoom
from companion.rooms.journal.room import Journal
from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.capability import ActionCall
from companion.words.device import Device, Domain, devices_in
from companion.words.disclosure import KEPT_BACK, TO_STRANGERS, Topic, may_be_told
from companion.words.event import Event
from companion.words.health import Health
from companion.words.ids import ApprovalId, DeviceId, EventId, TriggerId
from companion.words.language import Bilingual, Language
from companion.words.said import SATELLITE, Said, language_to_answer, told_language
from companion.words.stop_word import means_stop
from companion.words.text import data_line
from companion.words.travel import GO_TO_ROOM, go_label
from companion.words.trigger import Priority, RequestedAction, Trigger
from companion.words.trust import Authority, TrustLabel, authority_of
from companion.words.understood import Heeded, SentenceKind
from companion.words.writeplan import Withdrawn

log = logging.getLogger(__name__)

CHANNEL_TRUST: Mapping[str, TrustLabel] = {
    "web": TrustLabel.OWNER,
    "chat": TrustLabel.OWNER,
    "cli": TrustLabel.OWNER,
    "voice": TrustLabel.HOUSEHOLD,
    "discord": TrustLabel.HOUSEHOLD,
}
"""Page login and the device's own command line are the owner; unknown is guest."""

MEDIA_CHANNELS = frozenset({"television", "radio", "media"})
"""What a loudspeaker of the home says: `observed`, written down and neither obeyed nor answered."""

VOICES = frozenset({"voice", SATELLITE})

STRANGERS = "(strangers)"
"""No room's id: where the grammar remembers what strangers said."""
_FORGET = Bilingual("記録{}から覚えたことを忘れる", "forget what was learned from log entry {}")
_PASS_ON = Bilingual("届いた知らせを伝える", "pass on a notice that came in")


QUESTION_MARKS = ("?", "？")
"""Closed vocabulary. Telling commands, questions and musings apart comes with the grammar
of a later step; until then a written question mark at least never leads to an act."""


GIVE_WAY_S = 0.1
"""From a sentence to its command is a tenth of that; what is learnt from it can wait so long."""


class MayNotAnswer(PermissionError):
    """This channel's authority does not reach to this question."""


@dataclass
class FrontDesk:
    """Implements `ports.desk.Desk`."""

    journal: Journal
    approval: ApprovalRoom
    walk: Callable[[Trigger], Awaitable[None]]
    walk_on: Callable[[ApprovalQuestion], Awaitable[None]]
    converse: Callable[[Event], Awaitable[object]]
    stop_everything: Callable[[str], Awaitable[Event]]
    health_board: Callable[[], tuple[Health, ...]]
    triggers: TriggerSink
    approvals: ApprovalBook
    record: Record
    house: House
    clock: Clock
    ids: Ids
    privacy_file: Path
    language: Language
    withdraw: Callable[[EventId, Event], Awaitable[Withdrawn]] | None = None
    """Consolidation's way to believe an event no more; joined in `app`."""
    lesson: Callable[[Sequence[str], Lesson, Bilingual, Event], Awaitable[None]] | None = None
    """Consolidation's way to keep what the owner said of an act; joined in `app`."""
    rooms: Mapping[str, Bilingual] = field(default_factory=dict)
    """The rooms of the home, by id."""
    also_heard: Mapping[str, TrustLabel] = field(default_factory=dict)
    """Trust of channels that only this home can tell, beside `CHANNEL_TRUST`."""
    heed: Callable[[str, str, Language | None], Heeded] | None = None
    """What the grammar understands of a sentence, of the room it was said in ("" where nobody
    knows) and the language that its sender told; joined in `app`. Without it a model decides."""
    about: Callable[[Event, tuple[str, ...]], Awaitable[object]] | None = None
    """Answers a question about these things from facts."""
    outcome: Callable[[Event], Awaitable[Bilingual]] | None = None
    """The one answer to an understood sentence, from what was observed."""
    hindsight: Recollection | None = None
    """Why it did what, and what can be taken back; from the record."""
    small_talk: SmallTalker | None = None
    """Thanks, "be quiet", what happened today, whether anybody is there."""
    greeter: Greeter | None = None
    """Hello, good night, "who are you?"."""
    labels: Callable[[str], Bilingual] = lambda action_type: Bilingual(action_type, action_type)
    """What an operation of a capability is called; joined in `app`."""
    speaker_name: str = ""
    spoken_at: float = -GIVE_WAY_S
    """When a person last asked for something; seconds of the loop's own clock."""
    _going: set[asyncio.Future[object]] = field(default_factory=set)

    async def answer(self, approval_id: ApprovalId, yes: bool, channel: str) -> ApprovalQuestion:
        """Answer a pending question; the walk goes on at the referee."""
        question = await self.approvals.get(approval_id)
        if question is None:
            raise KeyError(f"no question {approval_id}")
        trust = self.heard_as(channel)
        if not self.approval.may_answer(question, trust):
            raise MayNotAnswer(f"{channel} may not answer a tier {question.risk} question")
        status = ApprovalStatus.GRANTED if yes else ApprovalStatus.DENIED
        question = await self.approvals.answer(approval_id, status, channel)
        await self.journal.answered(question, trust, channel)
        self._go(self.walk_on(question), f"approved {approval_id}")
        return question

    async def operate(
        self, device_id: DeviceId, operation: str, parameters: Mapping[str, Any], channel: str
    ) -> EventId:
        """Ask for one device operation; gives the input event's id at once."""
        device = self.house.device(device_id)
        if device is None:
            raise DeviceUnknown(device_id)
        row = operation_of(device, operation)
        if row is None:
            raise ValueError(f"{device_id} takes {', '.join(device.operations) or 'nothing'}")
        wish = device_request(row.name, [device], parameters)
        return await self._wish(self._words(wish), wish, device.area, channel)

    async def go_to(self, room: str, channel: str) -> EventId:
        """Ask for the wheeled base to go to a room; gives the input event's id at once."""
        if room not in self.rooms:
            raise ValueError(f"no such room: {room}")
        wish = room_request(room, self.rooms[room])
        return await self._wish(self._words(wish), wish, room, channel)

    async def undo(self, result_event_id: EventId, channel: str) -> EventId:
        """Take an action back. Raises `NothingToUndo` with the reason."""
        result = await self.record.result(result_event_id)
        if result is None:
            raise NothingToUndo(f"event {result_event_id} is not the result of an action")
        ways = ways_back(result)
        if not ways:
            raise NothingToUndo(f"{result.capability}.{result.operation} cannot be taken back")
        # An act on several may need more than one way back; each is a wish of its own.
        wishes = [self._way_back(way, result.capability, result_event_id) for way in ways]
        asked = [
            await self._wish(self._words(wish), wish, self._room_of(wish.payload), channel)
            for wish in wishes
        ]
        return asked[0]

    def _way_back(
        self, way: ActionCall, capability: str, result_event_id: EventId
    ) -> RequestedAction:
        action_type = f"{capability}.{way.operation}"
        devices = self._devices(way.payload)
        does = self._way_to(action_type, way.payload) or self.labels(action_type)
        does = group_deed(way.operation, devices) if devices else does
        return undo_request(way, action_type, result_event_id, does, devices)

    def _way_to(self, action_type: str, payload: Mapping[str, Any]) -> Bilingual | None:
        """What a way of the base is called; None for any other act."""
        room = self.rooms.get(str(payload.get("room", "")))
        return go_label(room) if action_type == GO_TO_ROOM and room is not None else None

    def _words(self, wish: RequestedAction) -> str:
        return wish.label.get(self.language) if wish.label is not None else wish.action_type

    def _room_of(self, payload: Mapping[str, Any]) -> str:
        devices = self._devices(payload)
        return devices[0].area if devices else ""

    def _devices(self, payload: Mapping[str, Any]) -> list[Device]:
        found = (self.house.device(one) for one in devices_in(payload))
        return [device for device in found if device is not None]

    async def forget(self, event_id: EventId, channel: str) -> Withdrawn:
        """Believe an event no more: everything remembered from it goes, the record stays.

        Raises `MayNotAnswer` for anybody but the owner, `KeyError` for no such event.
        """
        if self.heard_as(channel) is not TrustLabel.OWNER:
            raise MayNotAnswer(f"{channel} may not decide what is believed")
        if self.withdraw is None or await self.record.event(event_id) is None:
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

        Raises `MayNotAnswer` for anybody but the owner, `KeyError` where there was no such act.
        """
        if self.heard_as(channel) is not TrustLabel.OWNER:
            raise MayNotAnswer(f"{channel} may not decide what is done by itself")
        result = await self.record.result(result_event_id)
        decision = await self.record.decision(result.decision_event_id) if result else None
        if decision is None or self.lesson is None:
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

    async def say(self, said: Said) -> EventId:
        """A sentence, typed or heard: recorded, answered by the conversation corridor."""
        text, channel = said.text, said.channel
        trust = self.heard_as(channel)
        self.spoken_at = asyncio.get_running_loop().time()
        if means_stop(text) and authority_of(trust) is Authority.USER:
            # Stopped first, written down after: a full disk must not keep the wheels turning.
            await self.stop_everything(channel)
        event = await self.journal.heard(said, trust)
        if means_stop(text):
            # Never behind the walk it is to stop; the conversation stays silent.
            self._go(self._halt(event), f"stop {event.id}")
            return event.id
        if trust is TrustLabel.OBSERVED:
            return event.id
        heeded = self._heeded(event, said.place)
        if not await self._answered_by_code(event, heeded):
            asked = heeded.kind is SentenceKind.QUESTION or text.rstrip().endswith(QUESTION_MARKS)
            if not asked:
                # Who asks is answered, and nothing is done: a question is no command.
                self.triggers.raise_trigger(self._trigger(event, said.place, None))
            if not await self._greeted(event):
                self._go(self.converse(event), f"converse {event.id}")
        return event.id

    async def _greeted(self, event: Event) -> bool:
        """Whether it was a greeting, which is answered. That somebody goes to bed or comes home is
        thought over beside it."""
        heard = self.greeter.heard(event.user_text) if self.greeter is not None else None
        if self.greeter is None or heard is None:
            return False
        await self._reply(event, await self.greeter.answer(heard))
        return True

    async def _answered_by_code(self, event: Event, heeded: Heeded) -> bool:
        """Whether no model is needed for it: small talk, a look back, a command, a question about
        things."""
        if await self._small_talk(event, heeded):
            return True
        back = asked_of(event.user_text)
        if (words := _instead(event.trust, back, heeded)) is not None:
            await self._reply(event, words)
        elif back is not None and self.hindsight is not None:
            self._go(self._look_back(event, back), f"look back {event.id}")
        elif heeded.requests:
            self._go(self._obey(event, heeded), f"obey {event.id}")
        elif heeded.reply is not None:
            await self._reply(event, heeded.reply)
        elif heeded.about and self.about is not None:
            self._go(self.about(event, heeded.about), f"tell {event.id}")
        else:
            return False
        return True

    async def _small_talk(self, event: Event, heeded: Heeded) -> bool:
        """Whether it was small talk, which is answered; only people of the home ask for quiet."""
        if self.small_talk is None:
            return False
        text = event.user_text
        question = heeded.kind is SentenceKind.QUESTION or text.rstrip().endswith(QUESTION_MARKS)
        said = small_talk(text, question=question)
        if said is None:
            return False
        if said in TOPICS and not may_be_told(event.trust, TOPICS[said]):
            await self._reply(event, KEPT_BACK)
            return True
        if said is SmallTalk.QUIET and authority_of(event.trust) is not Authority.USER:
            return False
        words = await self.small_talk.answer(said, text)
        if words is not None:
            await self._reply(event, words)
        return words is not None

    def _heeded(self, event: Event, place: str = "") -> Heeded:
        """Only who has user authority is heeded; of anybody else it is only seen whether a question
        was asked. Strangers have a place of their own in the grammar's memory, so that they
        never complete a sentence of the household."""
        if self.heed is None or small_talk(event.user_text, question=False) is not None:
            return Heeded(SentenceKind.UNKNOWN)
        told = told_language(event.payload)
        if authority_of(event.trust) is Authority.USER:
            return self.heed(event.user_text, place, told)
        heard = self.heed(event.user_text, STRANGERS, told)
        return heard if heard.kind is SentenceKind.QUESTION else Heeded(SentenceKind.UNKNOWN)

    async def _obey(self, event: Event, heeded: Heeded) -> None:
        """Each wish is its own act, in the order said, beside the queue; then one answer
        from what was seen of all of them, with what could not be done."""
        for wish in heeded.requests:
            devices = self._devices(wish.payload)
            await self.walk(self._trigger(event, devices[0].area if devices else "", wish))
        if self.outcome is not None:
            came, left = await self.outcome(event), heeded.not_done
            if left is not None:
                came = Bilingual(f"{came.ja}{left.ja}", f"{came.en} {left.en}")
            await self._reply(event, came)

    async def _look_back(self, event: Event, asked: Hindsight) -> None:
        """Why, and undo: from the cause chain, with no model."""
        assert self.hindsight is not None
        if asked is Hindsight.WHY:
            await self._reply(event, await self.hindsight.why(event.user_text))
            return
        if asked is Hindsight.NEVER:
            await self._reply(event, await self._never_again(event))
            return
        if (never := await self.hindsight.never_undone()) is not None:
            await self._reply(event, never)
            return
        found = await self.hindsight.last_undoable()
        if found is None or self.outcome is None:
            await self._reply(event, NOTHING_TO_UNDO)
            return
        done, result = found
        told: list[Bilingual] = []
        for way in ways_back(result):
            wish = self._way_back(way, result.capability, done.id)
            asked_for = await self._requested(self._words(wish), wish, event.channel)
            await self.walk(self._trigger(asked_for, self._room_of(way.payload), wish))
            told.append(await self.outcome(asked_for))
        ja, en = "".join(t.ja for t in told), " ".join(t.en for t in told)
        await self._reply(event, Bilingual(ja, en))

    async def _never_again(self, event: Event) -> Bilingual:
        """The last act of its own is not done by itself any more, if its owner says so."""
        assert self.hindsight is not None
        found = await self.hindsight.last_of_my_own()
        if found is None:
            return NOTHING_OF_MY_OWN
        if self.heard_as(event.channel) is not TrustLabel.OWNER:
            return ONLY_THE_OWNER
        done, decision = found
        await self.teach(done.id, Lesson.NEVER, event.channel)
        return never_again(decision)

    async def _reply(self, to: Event, words: Bilingual) -> None:
        # In the language it was said in, whatever the household's: the grammar read that one.
        text = words.get(language_to_answer(to.user_text, to.payload, self.language))
        await self.journal.replied(
            text, to, trust=TrustLabel.OBSERVED, speaker_name=self.speaker_name
        )

    async def pass_on(self, text: str, channel: str) -> EventId:
        """A text somebody wants told, as theirs: the wish is ours, the words are data."""
        if not (words := data_line(text)):
            raise ValueError("there are no words to pass on")
        wish = notice_request(words)
        return await self._wish(_PASS_ON.get(self.language), wish, "", channel)

    def heard_as(self, channel: str) -> TrustLabel:
        """Who stands behind what comes in on a channel. While a player plays, a voice in the
        room may be the player's: it commands nothing; the page and the keys do."""
        if channel in MEDIA_CHANNELS or (channel in VOICES and self._something_plays()):
            return TrustLabel.OBSERVED
        known = {**self.also_heard, **CHANNEL_TRUST}
        return known.get(channel, TrustLabel.GUEST)

    def _something_plays(self) -> bool:
        players = (d for d in self.house.devices() if d.domain is Domain.MEDIA_PLAYER)
        states = (self.house.state(player.id) for player in players)
        return any(state is not None and state.value == "playing" for state in states)

    def take_up(self, event: Event) -> None:
        """A wish that was recorded and cut off before it was thought about is walked now.
        Its trust is the event's own; a stop has nothing left to stop."""
        if event.kind == "requested":
            wish = self._wish_of(event)
            devices = self._devices(wish.payload)
            trigger = self._trigger(event, devices[0].area if devices else "", wish)
            self._go(self.walk(trigger), f"wish {event.id}")
            return
        place = str(event.payload.get("place", ""))
        heeded = self._heeded(event, place)
        if heeded.requests and not means_stop(event.user_text):
            self._go(self._obey(event, heeded), f"obey {event.id}")
        elif not means_stop(event.user_text):
            self.triggers.raise_trigger(self._trigger(event, place, None))

    async def stop(self, channel: str) -> EventId:
        """Stop what is being done now."""
        return (await self.stop_everything(channel)).id

    async def set_privacy(self, on: bool, channel: str) -> None:
        """On: every camera is closed at the source, also after a restart.

        Raises `MayNotAnswer` where somebody without user authority would open them again.
        """
        if not on and authority_of(self.heard_as(channel)) is not Authority.USER:
            raise MayNotAnswer(f"{channel} may not switch privacy off")
        if on:
            self.privacy_file.touch()
        else:
            self.privacy_file.unlink(missing_ok=True)
        await self.journal.noted(f"privacy_{'on' if on else 'off'}", {"channel": channel})

    def privacy(self) -> bool:
        """Whether privacy is on."""
        return self.privacy_file.exists()

    def health(self) -> tuple[Health, ...]:
        """Every part, worst first."""
        return self.health_board()

    async def close(self) -> None:
        """Let go of walks begun here."""
        for task in tuple(self._going):
            task.cancel()
        await asyncio.gather(*self._going, return_exceptions=True)

    async def _halt(self, said: Event) -> None:
        """The reflex decides and records the stop itself: wheels stop for anybody."""
        await self.walk(replace(self._trigger(said, "", None), priority=Priority.USER))

    async def _requested(self, text: str, wish: RequestedAction, channel: str) -> Event:
        facts, trust = recorded_facts(wish), self.heard_as(channel)
        return await self.journal.requested(text, facts, trust, channel)

    async def leisure(self) -> None:
        """Until nobody has just asked for something: memory's jobs give way to commands."""
        left_s = self.spoken_at + GIVE_WAY_S - asyncio.get_running_loop().time()
        if left_s > 0:
            with self.clock.hold():
                await asyncio.sleep(left_s)

    async def _wish(self, text: str, wish: RequestedAction, place: str, channel: str) -> EventId:
        self.spoken_at = asyncio.get_running_loop().time()
        event = await self._requested(text, wish, channel)
        # Understood wishes need no model: they are walked beside the queue, at once.
        self._go(self.walk(self._trigger(event, place, wish)), f"wish {event.id}")
        return event.id

    def _wish_of(self, event: Event) -> RequestedAction:
        """The wish as it stands in the record, in the words of the device it is about."""
        action_type, devices = (
            str(event.payload.get("action_type", "")),
            self._devices(event.payload),
        )
        operation = action_type.partition(".")[2]
        if not devices or row_for(operation, devices[0]) is None:
            return recorded_request(event.payload, self._way_to(action_type, event.payload), None)
        label, impact = group_deed(operation, devices), group_touches(operation, devices)
        return recorded_request(event.payload, label, impact)

    def _trigger(self, event: Event, place: str, wish: RequestedAction | None) -> Trigger:
        trigger = said_trigger(event, wish, self.clock.now(), self.language, place)
        return replace(trigger, id=TriggerId(self.ids.new()))

    def _go(self, walk: Awaitable[object], name: str) -> None:
        task = asyncio.ensure_future(walk)
        if isinstance(task, asyncio.Task):
            task.set_name(name)
        self._going.add(task)
        task.add_done_callback(self._gone)

    def _gone(self, task: asyncio.Future[object]) -> None:
        self._going.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a walk begun at the desk died", exc_info=error)


def _instead(asker: TrustLabel, back: Hindsight | None, heeded: Heeded) -> Bilingual | None:
    """What is said in place of an answer that this asker may not be told; None: answer."""
    if back is not None:
        return None if may_be_told(asker, Topic.DEEDS) else KEPT_BACK
    if heeded.kind is not SentenceKind.QUESTION or may_be_told(asker, Topic.HOME):
        return None
    if heeded.topic is Topic.ITSELF:
        return TO_STRANGERS
    return None if may_be_told(asker, heeded.topic) else KEPT_BACK
