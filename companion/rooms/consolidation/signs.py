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
from companion.words.feedback import FEEDBACK, FeedbackKind, FeedbackOccasion, FeedbackSign
from companion.words.ids import EventId
from companion.words.result import ResultStatus
from companion.words.trigger import OWN_IDEAS, Priority
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
SENTENCES = 20
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
        return self.facts.trigger.priority in OWN_IDEAS

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
            return tuple(await self._of_switch(event))
        if event.source is EventSource.ACTION_RESULT:
            return tuple(await self._of_request(event))
        if event.source is EventSource.APPROVAL_ANSWER:
            return tuple(await self._of_answer(event))
        if event.source is EventSource.USER_INPUT:
            return tuple(await self._of_words(event))
        if event.source is EventSource.DELIBERATION_DECISION:
            return tuple(await self._of_leaving(event))
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

    async def _of_request(self, event: Event) -> list[FeedbackSign]:
        """A person of the house had something done, or undone."""
        result = await self.record.result(event.id)
        thought = await self._thought(result.decision_event_id) if result is not None else None
        if result is None or thought is None or not thought.facts.trigger.requested:
            return []
        if thought.facts.trigger.priority is not Priority.USER or result.was_so:
            return []
        wished = [await self.record.event(one) for one in thought.facts.trigger.event_ids]
        wishes = [one for one in wished if one is not None]
        if result.status is not ResultStatus.SUCCESS or not wishes or not _of_home(wishes):
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
        act = f"{row.does} {device.id}"
        return [
            FeedbackSign(act, one, FeedbackKind.BY_HAND, person) for one in dict.fromkeys(ideas)
        ]

    async def _of_leaving(self, event: Event) -> list[FeedbackSign]:
        """The companion thought of an occasion at which people do something by hand, and left it:
        one more time at which somebody may miss it, or not."""
        thought = await self._thought(event.id)
        if thought is None or not thought.is_idea:
            return []
        occasion = await self._occasion(thought)
        found = []
        for row in await self.state.rows(FEEDBACK):
            value = value_in(row, FeedbackValue)
            if value is None or not row.key.endswith(f"@{occasion.key}"):
                continue
            by_hand = any(one.kind is FeedbackKind.BY_HAND for one in value.tallies)
            if by_hand and self._possible(value.act) and value.act not in _acts(thought):
                found.append(FeedbackSign(value.act, occasion, FeedbackKind.LEFT))
        return found

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
