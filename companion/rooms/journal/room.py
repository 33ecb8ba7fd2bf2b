"""The journal writes every lasting fact to the record, then tells every watcher.

`companion/store/README.md` lists the facts that are stored and those that are not; a test holds it.
Trust labels: what came from a sensor, a device or a model that read such things stays `observed`,
so that no text gains authority by being remembered.
"""

import logging
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from companion.ports.clock import Clock
from companion.ports.event_log import EventLog
from companion.ports.stream import Stream
from companion.rooms.journal.facts import (
    decision_summary,
    event_facts,
    plain,
    trigger_facts,
    unique,
)
from companion.words.activity import StreamKind, StreamMessage
from companion.words.approval import Approval, ApprovalQuestion, ApprovalStatus
from companion.words.decision import ActionDecision, DecisionOutcome
from companion.words.device import DeviceState
from companion.words.episode import worded
from companion.words.event import Event, EventDraft, EventSource
from companion.words.facts import (
    ClaimFacts,
    Decided,
    DeliberationDropped,
    Fact,
    Interrupted,
    KeptSilent,
    MessageFailed,
    MessageSaid,
    MomentCame,
    Moved,
    Replied,
    ReplyFailed,
    Restated,
    Ruled,
    SaidFacts,
    StillThinking,
    WalkFailed,
    check,
    fact_of,
    kind_of,
    payload_of,
)
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.observation import TEXT, Observation
from companion.words.result import ActionResult, is_look
from companion.words.ruling import Ruling
from companion.words.said import Said
from companion.words.schedule import Entry, Firing
from companion.words.trigger import Priority, Trigger, is_own_look
from companion.words.trust import TrustLabel
from companion.words.utterance import Utterance

log = logging.getLogger(__name__)

_ERROR_CHARS = 200
"""How much of an error's text is kept."""
GARDEN = "garden"
"""Origin of events of the companion's own life, which tell nothing of the house."""
REMEMBER = "remember_event"
"""Kind of the job that walks the remember corridor for an event."""


class Journal:
    """The only appender. Methods give the event as recorded; durable ones return only when it
    is on the disk. Raises `RecordNotWritable`, and `FactMalformed` for a payload that is not of
    its kind's class."""

    def __init__(self, log: EventLog, stream: Stream, clock: Clock) -> None:
        self._log = log
        self._stream = stream
        self._clock = clock
        self.dropped_deliberations = 0
        """How many deliberations were dropped."""

    # What came in

    async def heard(self, said: Said, trust: TrustLabel) -> Event:
        """A person said or typed something; it is part of the conversation. It is not synced by
        itself: the next durable event, or `sync`, brings it to the disk. Where, in which language
        and how surely it was heard stands beside it, as far as its sender told. A sentence that
        corrects another names it as its evidence."""
        draft = self._draft(EventSource.USER_INPUT, "said", trust, channel=said.channel)
        facts = SaidFacts(
            place=said.place,
            language=said.language,
            speaker=said.speaker,
            speaker_confidence=said.speaker_confidence,
            confidence=said.confidence,
            adds_to=said.adds_to or EventId(0),
            ended_by=said.ended_by,
            corrects=said.corrects or EventId(0),
        )
        draft = replace(
            draft,
            user_text=said.text,
            payload=payload_of(facts),
            searchable=True,
            evidence_event_ids=unique(
                one for one in (said.adds_to, said.corrects) if one is not None
            ),
        )
        return await self._write(draft, durable=True, syncs=False, job=REMEMBER)

    async def sync(self) -> None:
        """Have on the disk what was written so far; the buffer in front says where it is not."""
        await self._log.sync()

    async def restated(self, text: str, wrong: EventId, speaker: str, by: Event) -> Event:
        """A sentence as it was corrected by the sentence `by`; durable, and part of memory in the
        place of the event `wrong`. `speaker`: who had said that one."""
        draft = self._draft(EventSource.USER_INPUT, "restated", by.trust, channel=by.channel)
        facts = Restated(speaker=speaker, instead_of=wrong)
        draft = replace(
            draft,
            user_text=text,
            payload=payload_of(facts),
            searchable=True,
            evidence_event_ids=(by.id,),
        )
        return await self._write(draft, durable=True, job=REMEMBER)

    async def requested(
        self, text: str, payload: Mapping[str, Any], trust: TrustLabel, channel: str
    ) -> Event:
        """A person pressed something: a structured wish, no sentence; durable."""
        draft = self._draft(EventSource.USER_INPUT, "requested", trust, channel=channel)
        return await self._write(replace(draft, user_text=text, payload=payload), durable=True)

    async def observed(
        self,
        observation: Observation,
        trust: TrustLabel = TrustLabel.OBSERVED,
        *,
        words: Bilingual | None = None,
    ) -> Event:
        """Perception concluded something; at most a second behind on the disk. `words` for
        something of note: by them it can be recalled, as can a text that was read."""
        kind = f"{observation.subject}_{observation.change.value}"
        channel = "mqtt" if "." in observation.source else "camera"
        draft = self._draft(EventSource.OBSERVATION, kind, trust, channel=channel)
        read = (observation.value or "") if observation.subject == TEXT else ""
        text = read if words is None else worded(words)
        return await self._write(
            replace(
                draft,
                at=observation.at,
                payload=plain(observation),
                user_text=text,
                searchable=bool(text),
            ),
            job=REMEMBER,
        )

    async def device_changed(self, state: DeviceState) -> Event:
        """A device reported a state."""
        kind = "device_state" if state.available else "device_offline"
        draft = self._draft(EventSource.DEVICE_STATE, kind, TrustLabel.OBSERVED, channel="mqtt")
        return await self._write(replace(draft, at=state.at, payload=plain(state)), job=REMEMBER)

    async def due(self, entry: Entry, firing: Firing, evidence: Iterable[EventId] = ()) -> Event:
        """A moment the owner saved has come, was missed, or is over. Durable: it is the
        cause of what follows."""
        kind = f"{entry.kind.value}_{firing.outcome or 'due'}"
        draft = replace(
            self._draft(EventSource.SCHEDULE, kind, TrustLabel.SELF),
            evidence_event_ids=unique(evidence),
            payload=payload_of(
                MomentCame(
                    alarm_id=entry.id,
                    label=entry.label,
                    due=firing.due.isoformat(),
                    outcome=firing.outcome,
                    why=firing.why,
                )
            ),
        )
        return await self._write(draft, durable=True)

    # What was thought

    async def decided(self, decision: ActionDecision, trigger: Trigger) -> Event:
        """The one decision of a deliberation, `skip` and `defer` included; durable, but for
        the companion's own looks: as what a sensor says, they are at most a second behind. An act
        has its sync with what follows: its claim, or what ends the walk."""
        draft = self._draft(
            EventSource.DELIBERATION_DECISION, decision.decision_outcome.value, decision.trust
        )
        draft = replace(
            draft,
            user_text=decision_summary(decision),
            evidence_event_ids=unique(trigger.event_ids, decision.evidence_event_ids),
            payload=payload_of(
                Decided(trigger=trigger_facts(trigger), action_type=decision.action_type)
            ),
        )
        # A thought about no place draws interest to none, and where there was nothing to choose
        # nobody thought: a quiet hour leaves a dozen of each, and each job is three commits.
        job = REMEMBER if trigger.place and decision.decided_by != "no_choice" else ""
        durable = not is_own_look(decision.action_type, trigger.priority)
        acts = decision.decision_outcome is DecisionOutcome.DO_ACTION
        syncs = not acts or is_look(decision.action_type)
        return await self._write(draft, decision=decision, durable=durable, syncs=syncs, job=job)

    async def chose(self, decision: ActionDecision, trigger: Trigger) -> Event:
        """A decision of the companion's own life in its garden; no memory, and at most a second
        behind on the disk."""
        draft = self._draft(
            EventSource.DELIBERATION_DECISION, decision.decision_outcome.value, decision.trust
        )
        draft = replace(
            draft,
            origin=GARDEN,
            user_text=decision.intent,
            evidence_event_ids=unique(trigger.event_ids, decision.evidence_event_ids),
            payload=payload_of(
                Decided(trigger=trigger_facts(trigger), action_type=decision.action_type)
            ),
        )
        return await self._write(draft, decision=decision)

    async def lived(
        self,
        fact: Fact,
        *,
        evidence: Iterable[EventId] = (),
        remembered: bool = False,
        recalled_by: str = "",
    ) -> Event:
        """Something happened in the garden. It never becomes a memory of the house. `remembered`:
        it leaves a trace in the mood. `recalled_by`: words by which the garden itself recalls it;
        "" for what is not recalled."""
        source, kind = kind_of(type(fact))
        draft = replace(
            self._draft(source, kind, TrustLabel.SELF),
            origin=GARDEN,
            user_text=recalled_by,
            searchable=bool(recalled_by),
            evidence_event_ids=unique(evidence),
            payload=payload_of(fact),
        )
        return await self._write(draft, job=REMEMBER if remembered else "")

    async def dropped(self, reason: str, trigger: Trigger, detail: str = "") -> Event:
        """A deliberation whose output was not valid: no decision, but a trace. `detail`:
        what came instead, for failure analysis; never shown as speech."""
        self.dropped_deliberations += 1
        log.warning("deliberation dropped: %s (trigger %s)", reason, trigger.id)
        draft = replace(
            self._draft(EventSource.SYSTEM, "deliberation_dropped", TrustLabel.SELF),
            evidence_event_ids=unique(trigger.event_ids),
            payload=payload_of(
                DeliberationDropped(
                    trigger=trigger_facts(trigger), reason=reason, detail=detail[:_ERROR_CHARS]
                )
            ),
        )
        event = await self._write(draft)
        self.activity("deliberation_dropped", event_id=event.id, reason=reason)
        return event

    async def ruled(self, ruling: Ruling, decision_event: Event) -> Event:
        """The GM said whether it is possible here; durable where the walk ends."""
        draft = self._about(decision_event, EventSource.GM_JUDGEMENT, ruling.reason_code)
        ruled = Ruled(
            allowed=ruling.allowed,
            reason_code=ruling.reason_code,
            reason=ruling.reason,
            wished=not ruling.allowed and _is_wish(decision_event),
        )
        return await self._write(
            replace(draft, payload=payload_of(ruled)), durable=not ruling.allowed
        )

    async def judged(self, approval: Approval, decision_event: Event) -> Event:
        """Whether it may be done, and by which rule; durable where it may not be done now. Where
        it may, the claim of the act follows, and no act begins before that is on the disk."""
        pending = approval.status is ApprovalStatus.PENDING
        free = approval.status is ApprovalStatus.NOT_NEEDED
        source = EventSource.APPROVAL_QUESTION if pending else EventSource.APPROVAL_ANSWER
        draft = self._about(decision_event, source, approval.status.value)
        if approval.grant is not None:
            # Each use of a grant leaves its event, which names the grant.
            cited = unique(draft.evidence_event_ids, (approval.grant,))
            draft = replace(draft, evidence_event_ids=cited)
        return await self._write(replace(draft, payload=plain(approval)), durable=not free)

    async def asked(self, question: ApprovalQuestion) -> Event:
        """The owner was asked; the two lines go out to the page."""
        draft = replace(
            self._draft(EventSource.APPROVAL_QUESTION, "asked", TrustLabel.SELF),
            evidence_event_ids=(question.decision_event_id,),
            payload=plain(question),
        )
        event = await self._write(draft, durable=True)
        self._publish(StreamKind.APPROVAL, event, event.payload)
        return event

    async def answered(self, question: ApprovalQuestion, trust: TrustLabel, channel: str) -> Event:
        """Someone with the authority answered."""
        draft = replace(
            self._draft(EventSource.APPROVAL_ANSWER, question.status.value, trust, channel=channel),
            evidence_event_ids=(question.decision_event_id,),
            payload=plain(question),
        )
        event = await self._write(draft, durable=True, job=REMEMBER)
        self._publish(StreamKind.APPROVAL, event, event.payload)
        return event

    # What was done and said

    async def acted(
        self,
        result: ActionResult,
        decision: ActionDecision | Event | None = None,
        *,
        evidence: Iterable[EventId] = (),
        words: Bilingual | None = None,
    ) -> Event:
        """An action's observed result, naming its decision. `words` only for results that are of
        use in conversation: by them it can be recalled."""
        if isinstance(decision, Event):
            result = replace(result, decision_event_id=decision.id)
        draft = replace(
            self._draft(
                EventSource.ACTION_RESULT,
                f"{result.capability}.{result.operation}",
                TrustLabel.OBSERVED,
            ),
            at=result.observed_at,
            user_text="" if words is None else worded(words),
            searchable=words is not None,
            evidence_event_ids=unique((result.decision_event_id,), evidence),
            payload={"status": result.status.value, **plain(result.result_payload)},
        )
        # A look changes nothing that is held to be so: what it saw comes as observations.
        looked = is_look(draft.kind)
        event = await self._write(
            draft, result=result, durable=not looked, job="" if looked else REMEMBER
        )
        self.activity(
            "acted",
            event_id=event.id,
            action_type=draft.kind,
            status=result.status.value,
            summary=result.summary_text,
            failure_class=result.failure_class,
        )
        return event

    async def said(
        self,
        utterance: Utterance,
        trust: TrustLabel = TrustLabel.OBSERVED,
        *,
        garden: bool = False,
    ) -> Event:
        """The persona speaks: recorded and on the disk, only then published.

        A message quotes what was observed; so remembered, it is `observed` text. `garden`: it tells
        of the companion's own garden life and is no memory of the house.
        """
        draft = replace(
            self._draft(EventSource.AUTONOMY_MESSAGE, utterance.delivery.message_kind.value, trust),
            assistant_text=utterance.text,
            origin=GARDEN if garden else "home",
            searchable=not garden,
            evidence_event_ids=unique(
                (utterance.decision_event_id,), (claim.event_id for claim in utterance.claims)
            ),
            payload=payload_of(
                MessageSaid(
                    delivery=utterance.delivery.kind.value,
                    message_kind=utterance.delivery.message_kind.value,
                    speaker_name=utterance.speaker_name,
                    language=utterance.language.value,
                    claims=tuple(
                        ClaimFacts(event_id=c.event_id, kind=c.kind) for c in utterance.claims
                    ),
                    model=utterance.model,
                    tokens=utterance.tokens,
                )
            ),
        )
        event = await self._write(draft, durable=True, job=REMEMBER)
        self._publish(StreamKind.MESSAGE, event, {"text": utterance.text, **event.payload})
        return event

    async def replied(
        self,
        text: str,
        to: Event,
        *,
        trust: TrustLabel,
        speaker_name: str,
        model: str = "",
        tokens: int = 0,
        asks: bool = False,
        goes_on: bool = False,
        garden: bool = False,
        evidence: Sequence[EventId] = (),
    ) -> Event:
        """A conversation reply; `trust` is the least trusted text of the prompt behind it. Watchers
        are told while the disk still syncs, so that who asked hears it at once; it returns as
        `sync` does. `asks`: it is a question back. `goes_on`: its first sentence stands in a reply
        before. `evidence`: what it rests on; the reply cites the sentence first, then these.
        `garden`: it tells of the companion's own garden life and is no memory of the house."""
        draft = replace(
            self._draft(EventSource.CONVERSATION_REPLY, "replied", trust, channel=to.channel),
            assistant_text=text,
            origin=GARDEN if garden else "home",
            searchable=not garden,
            evidence_event_ids=tuple(dict.fromkeys((to.id, *evidence))),
            payload=payload_of(
                Replied(
                    speaker_name=speaker_name,
                    model=model,
                    tokens=tokens,
                    asks=asks,
                    goes_on=goes_on,
                )
            ),
        )
        event = await self._write(draft, durable=True, syncs=False, job=REMEMBER)
        await self._log.sync()
        return event

    async def still_thinking(self, about: Event) -> Event:
        """A reply takes its time: told as a state, never as speech."""
        event = await self.noted(StillThinking(), evidence=(about.id,))
        self.activity("still_thinking", event_id=event.id)
        return event

    async def unanswered(self, to: Event, reason: str) -> Event:
        """No reply could be made; no stand-in is spoken, the activity says so."""
        event = await self.noted(ReplyFailed(reason=reason), evidence=(to.id,))
        self.activity("reply_failed", event_id=event.id, reason=reason)
        return event

    async def unsaid(self, acted: Event) -> Event:
        """A message was due and none could be made: nothing is said in its place, and the
        activity and the record say so."""
        event = await self.noted(MessageFailed(), evidence=(acted.id,))
        self.activity("message_failed", event_id=event.id)
        return event

    async def kept_silent(self, about: Event, reason: str, shown: Bilingual | None = None) -> Event:
        """An act or a message is not said aloud. `shown`: the act in words, for the activity view;
        it is no speech."""
        event = await self.noted(KeptSilent(reason=reason), evidence=(about.id,))
        words = {} if shown is None else {"ja": shown.ja, "en": shown.en}
        self.activity("kept_silent", event_id=event.id, reason=reason, **words)
        return event

    @asynccontextmanager
    async def mistakes(self, evidence: Iterable[EventId]) -> AsyncIterator[None]:
        """A mistake of ours that ends a walk leaves its event before it goes on up."""
        try:
            yield
        except Exception as error:
            failed = WalkFailed(error=type(error).__name__, what=f"{error}"[:_ERROR_CHARS])
            event = await self.noted(failed, evidence=evidence)
            self.activity("walk_failed", event_id=event.id, **payload_of(failed))
            raise

    async def interrupted(self, reason: str, channel: str = "system") -> Event:
        """Something in hand was stopped."""
        draft = self._draft(EventSource.INTERRUPT, "stopped", TrustLabel.SELF, channel=channel)
        stopped = replace(draft, payload=payload_of(Interrupted(reason=reason)))
        return await self._write(stopped, durable=True)

    async def noted(
        self,
        fact: Fact,
        *,
        evidence: Iterable[EventId] = (),
        durable: bool = False,
        remember: bool = False,
    ) -> Event:
        """A fact about ourselves that is needed for audit or failure analysis. `remember`: it
        changes what is held in `state`."""
        source, kind = kind_of(type(fact))
        draft = replace(
            self._draft(source, kind, TrustLabel.SELF),
            evidence_event_ids=unique(evidence),
            payload=payload_of(fact),
        )
        return await self._write(draft, durable=durable, job=REMEMBER if remember else "")

    async def moved(self, person: str, words: Bilingual, *, arrived: bool = False) -> Event:
        """A person of the household came home or left, as their tracker tells."""
        source, kind = kind_of(Moved)
        draft = replace(
            self._draft(source, kind, TrustLabel.OBSERVED, channel="mqtt"),
            user_text=worded(words),
            searchable=True,
            payload=payload_of(Moved(person=person, words=words, arrived=arrived)),
        )
        return await self._write(draft)

    def activity(self, kind: str, *, event_id: EventId | None = None, **facts: Any) -> None:
        """Tell watchers what goes on; never a record, never `assistant_text`."""
        data = {"kind": kind, **plain(facts)}
        self._stream.publish(
            StreamMessage(
                kind=StreamKind.ACTIVITY, at=self._clock.now(), event_id=event_id, data=data
            )
        )

    # How

    def _draft(
        self, source: EventSource, kind: str, trust: TrustLabel, channel: str = "system"
    ) -> EventDraft:
        return EventDraft(
            source=source, kind=kind, at=self._clock.now(), trust=trust, channel=channel
        )

    def _about(self, decision_event: Event, source: EventSource, kind: str) -> EventDraft:
        draft = self._draft(source, kind, TrustLabel.SELF)
        return replace(draft, evidence_event_ids=(decision_event.id,))

    async def _write(
        self,
        draft: EventDraft,
        *,
        decision: ActionDecision | None = None,
        result: ActionResult | None = None,
        durable: bool = False,
        syncs: bool = True,
        job: str = "",
    ) -> Event:
        check(draft.source, draft.kind, draft.payload)
        event = await self._log.append(
            draft, decision=decision, result=result, durable=durable, syncs=syncs, job=job
        )
        self._publish(StreamKind.EVENT, event, event_facts(event))
        return event

    def _publish(self, kind: StreamKind, event: Event, data: Mapping[str, Any]) -> None:
        self._stream.publish(StreamMessage(kind=kind, at=event.at, event_id=event.id, data=data))


def _is_wish(decision_event: Event) -> bool:
    """Whether a person set the decision off."""
    decided = fact_of(decision_event, Decided)
    return decided is not None and decided.trigger.priority is Priority.USER
