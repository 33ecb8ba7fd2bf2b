"""Signs: reads from an event of the home which act of the companion's own suited its people, and
what they did by hand while it left things as they were.

Only people of the house give signs. A switch tells no name, so while a guest is known to be here
nothing is read from switches. Acts that need a yes in any case are never learnt.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.home.device_kind import DeviceOperation
from companion.home.device_operation import OPERATION_BY_NAME, row_for
from companion.home.feedback import band_of, end_of
from companion.home.occasion import is_open, is_opening, occasion_of
from companion.home.taught import taught_keys
from companion.phrases.praise import is_annoyed, is_thanks
from companion.ports.house import House, device_of, only_one_at_home
from companion.ports.record import Record
from companion.ports.state import StateReader
from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.areas import FeedbackValue, WorldValue, value_in
from companion.words.capability import RiskTier
from companion.words.decision import BY_MIND, ActionDecision, DecisionOutcome
from companion.words.device import Device, DeviceState, devices_in
from companion.words.event import Event, EventSource
from companion.words.facts import (
    Decided,
    MomentCame,
    QuestionIgnored,
    Requested,
    SaidFacts,
    fact_of,
)
from companion.words.feedback import CLOCK, FEEDBACK, FeedbackKind, FeedbackOccasion, FeedbackSign
from companion.words.ids import EventId
from companion.words.observation import Certainty, Observation
from companion.words.result import ResultStatus
from companion.words.trigger import Priority
from companion.words.trust import Authority, TrustLabel, authority_of
from companion.words.world import WORLD_ITEM, world_key

WITHIN = timedelta(minutes=10)
"""So long after an act, or after an occasion, a change by hand is a word about it."""
WORDS_WITHIN = timedelta(minutes=3)
"""So long after an act thanks and complaints are meant for it."""
GUEST_STAYS = timedelta(hours=3)
"""So long after a guest's last words the hand at a switch may be theirs."""
THOUGHTS = 24
"""Newest decisions among which the one that a sign is about stands."""
SENTENCES, REPORTS = 20, 30
ROUTINE = "routine_"
"""Beginning of the cause of what a saved routine did; its number follows."""
_ANSWERED = {
    ApprovalStatus.GRANTED.value: FeedbackKind.AGREED,
    ApprovalStatus.DENIED.value: FeedbackKind.REFUSED,
}


@dataclass(frozen=True, slots=True)
class _Thought:
    """One decision and what is known of its trigger."""

    event: Event
    facts: Decided
    decision: ActionDecision

    @property
    def acts(self) -> bool:
        return self.decision.decision_outcome is DecisionOutcome.DO_ACTION

    @property
    def is_own(self) -> bool:
        """True if it was thought of, or a saved routine was due: no person asked for it."""
        by_mind = self.decision.decided_by in BY_MIND and not self.facts.trigger.requested
        return by_mind or self.is_routine

    @property
    def is_routine(self) -> bool:
        return self.facts.trigger.priority is Priority.ROUTINE and self.facts.trigger.requested

    @property
    def is_idea(self) -> bool:
        """Something that was seen or reported set it off."""
        return self.facts.trigger.priority is Priority.OBSERVATION

    @property
    def learnable(self) -> bool:
        """Whether it is of a kind that signs may move at all."""
        return self.acts and self.is_own and self.decision.risk < RiskTier.ASK

    def does(self, device: Device) -> DeviceOperation | None:
        """Its operation on this device; None where it does nothing to it."""
        if not self.acts or device.id not in devices_in(self.decision.action_payload):
            return None
        return row_for(self.decision.action_type.partition(".")[2], device)


@dataclass(frozen=True)
class SignReader:
    """Reads signs; asks record, house and state, and writes nothing."""

    record: Record
    house: House
    state: StateReader

    async def signs(self, event: Event) -> tuple[FeedbackSign, ...]:
        """The signs of one event; most events hold none."""
        if event.origin != "home":
            return ()
        if event.source is EventSource.DEVICE_STATE:
            return (*await self._of_switch(event), *await self._of_door(event))
        if event.source is EventSource.ACTION_RESULT:
            return tuple(await self._of_result(event))
        if event.source is EventSource.APPROVAL_ANSWER:
            return tuple(await self._of_answer(event))
        if event.source is EventSource.USER_INPUT:
            return tuple(await self._of_words(event))
        if event.source is EventSource.OBSERVATION:
            return tuple(await self._of_sight(event))
        return tuple(await self._of_silence(event))

    # What people did

    async def _of_switch(self, event: Event) -> list[FeedbackSign]:
        state = fact_of(event, DeviceState)
        device = device_of(self.house, state.device_id) if state is not None else None
        if state is None or device is None or state.value is None or not state.available:
            return []
        row = end_of(device, state.value)
        since = None if row is None else await self._otherwise_since(device, state.value)
        if row is None or since is None or await self._guest_is_here(event):
            return []
        return await self._by_hand(device, row, event, only_one_at_home(self.house), since)

    async def _otherwise_since(self, device: Device, value: str) -> datetime | None:
        """Since when the device had been in another state; None where it is not known that it
        was."""
        row = await self.state.row(WORLD_ITEM, world_key(device.id, device.area))
        held = None if row is None else value_in(row, WorldValue)
        changed = held is not None and held.value is not None and held.value != value
        return row.since if row is not None and changed else None

    async def _guest_is_here(self, event: Event) -> bool:
        said = await self.record.recent(
            limit=SENTENCES, before=event.id, sources=(EventSource.USER_INPUT,), origin="home"
        )
        return any(
            one.trust is TrustLabel.GUEST and event.at - one.at <= GUEST_STAYS for one in said
        )

    async def _of_result(self, event: Event) -> list[FeedbackSign]:
        """An act changed something: one of the companion's own, or one that a person asked for."""
        result = await self.record.result(event.id)
        thought = await self._thought(result.decision_event_id) if result is not None else None
        if result is None or thought is None or result.was_so:
            return []
        if result.status is not ResultStatus.SUCCESS:
            return []
        if thought.learnable and not thought.is_routine:
            return await self._of_doing(thought)
        trigger = thought.facts.trigger
        by_person = trigger.requested and trigger.priority is Priority.USER
        return await self._of_wish(thought) if by_person else []

    async def _of_wish(self, thought: _Thought) -> list[FeedbackSign]:
        """A person of the house had something done, or undone."""
        wished = [await self.record.event(one) for one in thought.facts.trigger.event_ids]
        wishes = [one for one in wished if one is not None]
        if not wishes or not _of_home(wishes):
            return []
        person = next((name for one in wishes if (name := _speaker(one))), "")
        undone = next((u for one in wishes if (u := _undoes(one))), None)
        if undone is not None:
            return await self._of_undoing(undone, person)
        found: list[FeedbackSign] = []
        for device_id in devices_in(thought.decision.action_payload):
            device = self.house.device(device_id)
            row = None if device is None else thought.does(device)
            if device is not None and row is not None and row.risk < RiskTier.ASK:
                found += await self._by_hand(device, row, thought.event, person)
        return found

    async def _of_undoing(self, result_id: EventId, person: str) -> list[FeedbackSign]:
        result = await self.record.result(result_id)
        thought = await self._thought(result.decision_event_id) if result is not None else None
        return await self._about(thought, FeedbackKind.UNDONE, person)

    async def _by_hand(
        self,
        device: Device,
        row: DeviceOperation,
        event: Event,
        person: str,
        since: datetime | None = None,
    ) -> list[FeedbackSign]:
        """Signs of a person's change of a device: about the last own act on it that it takes back,
        else of the occasions at which the companion had left it. `since`: before that moment it was
        so already, and there was nothing to leave."""
        thoughts = await self._thoughts(event, WITHIN)
        for thought in thoughts:
            done = thought.does(device)
            if done is None:
                continue
            if done.does == row.does or done.value in (None, row.value) or not thought.learnable:
                return []
            act = f"{done.does} {device.id}"
            occasion = await self._occasion(thought)
            return [FeedbackSign(act, occasion, FeedbackKind.SWITCHED_BACK, person)]
        left = [t for t in thoughts if t.is_idea and (since is None or t.event.at >= since)]
        ideas = [await self._occasion(one) for one in left]
        doors = await self._doors(event, since, device)
        by_clock = FeedbackOccasion(CLOCK, "", band_of(event.at))
        act, minute = f"{row.does} {device.id}", event.at.hour * 60 + event.at.minute
        return [
            FeedbackSign(act, one, FeedbackKind.BY_HAND, person, minute)
            for one in dict.fromkeys((*ideas, *doors, by_clock))
        ]

    async def _doors(
        self, event: Event, since: datetime | None, moved: Device
    ) -> list[FeedbackOccasion]:
        """Doors and windows that opened in the last minutes. A cover that people work is an act of
        theirs too: on a round through the house one act follows another for no reason, so that
        only things in its own room count as done because of it."""
        reports = await self.record.recent(
            limit=REPORTS, before=event.id, sources=(EventSource.DEVICE_STATE,), origin="home"
        )
        lately = [r for r in reports if event.at - r.at <= WITHIN and (not since or r.at >= since)]
        found = [occasion for one in lately if (occasion := self._door(one)) is not None]
        return [one for one in found if one.place == moved.area or not self._is_worked(one.cause)]

    def _is_worked(self, cause: str) -> bool:
        device = device_of(self.house, cause)
        return device is not None and bool(device.operations)

    def _door(self, event: Event) -> FeedbackOccasion | None:
        state = fact_of(event, DeviceState)
        device = device_of(self.house, state.device_id) if state is not None else None
        if state is None or device is None or not is_opening(device):
            return None
        opened = is_open(device, state.value)
        return FeedbackOccasion(device.id, device.area, band_of(event.at)) if opened else None

    async def _of_door(self, event: Event) -> list[FeedbackSign]:
        """A door opened, after which people do something by hand on other days."""
        occasion = self._door(event)
        if occasion is None:
            return []
        return await self._left_at(occasion)

    async def _of_doing(self, thought: _Thought) -> list[FeedbackSign]:
        """The companion did what people do by hand at the occasion."""
        occasion, acts = await self._occasion(thought), _acts(thought)
        return [
            FeedbackSign(value.act, occasion, FeedbackKind.HELD)
            for value in await self._by_hand_at(occasion)
            if value.act in acts
        ]

    async def _by_hand_at(self, occasion: FeedbackOccasion) -> list[FeedbackValue]:
        """Acts that people do by hand at an occasion."""
        rows = [r for r in await self.state.rows(FEEDBACK) if r.key.endswith(f"@{occasion.key}")]
        values = [value_in(row, FeedbackValue) for row in rows]
        return [
            value
            for value in values
            if value is not None and any(one.kind is FeedbackKind.BY_HAND for one in value.tallies)
        ]

    async def _of_sight(self, event: Event) -> list[FeedbackSign]:
        """An occasion came at which people do something by hand on other days: one more time at
        which they do it, or do not. Where the companion does it, `held` takes that one away."""
        seen = fact_of(event, Observation)
        if seen is None or seen.certainty is Certainty.UNKNOWN:
            return []
        cause = seen.subject if occasion_of(seen.subject) is not None else event.kind
        occasion = FeedbackOccasion(cause, seen.place, band_of(event.at))
        return await self._left_at(occasion)

    async def _left_at(self, occasion: FeedbackOccasion) -> list[FeedbackSign]:
        return [
            FeedbackSign(value.act, occasion, FeedbackKind.LEFT)
            for value in await self._by_hand_at(occasion)
            if self._possible(value.act)
        ]

    def _possible(self, act: str) -> bool:
        """Whether it would change something now."""
        does, _, device_id = act.partition(" ")
        device = device_of(self.house, device_id)
        state = None if device is None else self.house.state(device.id)
        if device is None or state is None or state.value is None:
            return False
        row = end_of(device, state.value)
        return row is None or row.does != does

    # What people said

    async def _of_answer(self, event: Event) -> list[FeedbackSign]:
        question = fact_of(event, ApprovalQuestion)
        kind = _ANSWERED.get(event.kind)
        if question is None or kind is None or authority_of(event.trust) is not Authority.USER:
            return []
        return await self._about(await self._thought(question.decision_event_id), kind, "")

    async def _of_words(self, event: Event) -> list[FeedbackSign]:
        """Thanks or a complaint right after an act."""
        if event.kind != "said" or not _of_home((event,)):
            return []
        thanks = is_thanks(event.user_text)
        if not thanks and not is_annoyed(event.user_text):
            return []
        kind = FeedbackKind.THANKED if thanks else FeedbackKind.COMPLAINED
        newest = next((t for t in await self._thoughts(event, WORDS_WITHIN) if t.acts), None)
        return await self._about(newest, kind, _speaker(event))

    async def _of_silence(self, event: Event) -> list[FeedbackSign]:
        """A question that nobody answered for long."""
        ignored = fact_of(event, QuestionIgnored)
        if ignored is None:
            return []
        return await self._about(await self._thought(ignored.decision), FeedbackKind.IGNORED, "")

    # Where it belongs

    async def _about(
        self, thought: _Thought | None, kind: FeedbackKind, person: str
    ) -> list[FeedbackSign]:
        if thought is None or not thought.learnable:
            return []
        occasion = await self._occasion(thought)
        return [FeedbackSign(act, occasion, kind, person) for act in _acts(thought)]

    async def _thoughts(self, event: Event, within: timedelta) -> list[_Thought]:
        """The decisions of the last minutes before an event, newest first."""
        decided = await self.record.recent(
            limit=THOUGHTS,
            before=event.id,
            sources=(EventSource.DELIBERATION_DECISION,),
            origin="home",
        )
        lately = [one for one in decided if event.at - one.at <= within]
        found = [await self._thought(one.id) for one in lately]
        return [one for one in found if one is not None]

    async def _thought(self, decision_id: EventId) -> _Thought | None:
        event = await self.record.event(decision_id)
        facts = None if event is None else fact_of(event, Decided)
        decision = await self.record.decision(decision_id)
        if event is None or facts is None or decision is None or event.origin != "home":
            return None
        return _Thought(event, facts, decision)

    async def _occasion(self, thought: _Thought) -> FeedbackOccasion:
        trigger = thought.facts.trigger
        cause = trigger.occasion or trigger.kind.value
        if not trigger.occasion and trigger.event_ids:
            first = await self.record.event(trigger.event_ids[0])
            if first is not None:
                moment = fact_of(first, MomentCame)
                cause = first.kind if moment is None else f"{ROUTINE}{moment.alarm_id}"
        return FeedbackOccasion(cause, trigger.place, band_of(thought.event.at))


def _acts(thought: _Thought) -> tuple[str, ...]:
    if not thought.acts:
        return ()
    keys = taught_keys(thought.decision.action_type, thought.decision.action_payload)
    return keys if _is_of_devices(thought.decision) else ()


def _is_of_devices(decision: ActionDecision) -> bool:
    operation = decision.action_type.partition(".")[2]
    known = operation in OPERATION_BY_NAME or operation.startswith("all_")
    return known and bool(devices_in(decision.action_payload))


def _of_home(events: Iterable[Event]) -> bool:
    return all(authority_of(one.trust) is Authority.USER for one in events)


def _speaker(event: Event) -> str:
    said = fact_of(event, SaidFacts)
    return said.speaker.casefold() if said is not None else ""


def _undoes(event: Event) -> EventId | None:
    wish = fact_of(event, Requested)
    return wish.undo_of if wish is not None and wish.undo_of else None
