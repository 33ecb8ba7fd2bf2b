"""The journal: what is written, with which flags, in which order it is told."""

import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import time
from typing import Any

import pytest

from companion.ports.event_log import RecordNotWritable
from companion.rooms.journal.room import REMEMBER, Journal
from companion.store.codec import CodecError, decode, encode
from companion.store.sqlite import Store
from companion.words.activity import StreamKind
from companion.words.approval import Approval, ApprovalQuestion, ApprovalStatus
from companion.words.decision import (
    ActionDecision,
    ConsoleDelivery,
    DecisionOutcome,
    DeliveryKind,
)
from companion.words.device import DeviceState
from companion.words.event import Event, EventDraft, EventSource
from companion.words.ids import ApprovalId, DeviceId, EventId
from companion.words.language import Bilingual, Language
from companion.words.result import ActionResult
from companion.words.ruling import Ruling
from companion.words.said import Said, told_language
from companion.words.schedule import Entry, EntryId, EntryKind, Firing
from companion.words.timing import Recurring
from companion.words.trigger import Priority
from companion.words.trust import Authority, TrustLabel
from companion.words.utterance import Claim, Utterance
from tests.noted import Noted
from tests.unit.store.samples import (
    LIT,
    START,
    HeardStream,
    SetClock,
    decision,
    observation,
    result,
    trigger,
)


class House:
    """A journal over the in-memory store, with ears on the stream."""

    def __init__(self) -> None:
        self.clock = SetClock()
        self.store = Store.in_memory(self.clock)
        self.stream = HeardStream()
        self.durable: list[str] = []
        self.later: list[str] = []
        """Durable ones that are not on the disk yet."""
        self.journal = Journal(self, self.stream, self.clock)

    async def append(
        self,
        draft: EventDraft,
        *,
        decision: ActionDecision | None = None,
        result: ActionResult | None = None,
        durable: bool = False,
        syncs: bool = True,
        job: str = "",
    ) -> Event:
        if durable:
            self.durable.append(draft.source.value)
        if durable and not syncs:
            self.later.append(draft.source.value)
        return await self.store.events.append(
            draft, decision=decision, result=result, durable=durable, syncs=syncs, job=job
        )

    async def sync(self) -> None:
        self.later.clear()

    async def decided(self) -> Event:
        seen = await self.journal.observed(observation())
        return await self.journal.decided(decision(evidence=(seen.id,)), trigger((seen.id,)))


@pytest.fixture
def house() -> House:
    return House()


def _utterance(decided: Event, acted: Event) -> Utterance:
    return Utterance(
        text="玄関の明かりをつけたよ。",
        language=Language.JA,
        delivery=ConsoleDelivery(DeliveryKind.CHAT),
        speaker_name="コト",
        claims=(Claim(event_id=acted.id, kind="done"),),
        decision_event_id=decided.id,
    )


async def test_a_decision_is_told_in_one_event(house: House) -> None:
    """B-070, B-073, B-015: one event, its summary searchable by nobody, its trigger's kind."""
    event = await house.decided()
    assert event.source is EventSource.DELIBERATION_DECISION
    assert event.kind == "do_action"
    for part in ("light the hall", "device_control.turn_on", "in the dark", "welcome", "calm"):
        assert part in event.user_text
    assert event.payload["trigger"]["kind"] == "event"
    assert event.evidence_event_ids == (EventId(1),)
    assert event.trust is TrustLabel.OBSERVED
    assert not event.searchable


def test_d_012_no_act_is_decided_without_how_it_is_told() -> None:
    """D-012: neither made nor read from a record; a decision to do nothing needs no delivery."""
    with pytest.raises(ValueError, match="console_delivery"):
        replace(decision(), console_delivery=None)
    kept = encode(decision())
    assert decode(ActionDecision, kept).console_delivery == decision().console_delivery
    for less in ({**kept, "console_delivery": None}, _without(kept, "console_delivery")):
        with pytest.raises(CodecError, match="console_delivery"):
            decode(ActionDecision, less)
    skipped = encode(decision(outcome=DecisionOutcome.SKIP)) | {"console_delivery": None}
    assert decode(ActionDecision, skipped).console_delivery is None


def _without(kept: dict[str, Any], field: str) -> dict[str, Any]:
    return {name: value for name, value in kept.items() if name != field}


async def test_b_093_every_saved_decision_shows_its_influences(house: House) -> None:
    """B-093: none can be made without them, and the record gives them back."""
    with pytest.raises(ValueError, match="_influence"):
        replace(decision(), persona_influence="")
    with pytest.raises(ValueError, match="_influence"):
        replace(decision(), mood_influence="")
    found = await house.store.record.decision((await house.decided()).id)
    assert found is not None
    assert found.persona_influence
    assert found.mood_influence


@pytest.mark.parametrize("outcome", [DecisionOutcome.SKIP, DecisionOutcome.DEFER])
async def test_skip_and_defer_are_decisions_too(house: House, outcome: DecisionOutcome) -> None:
    """B-070."""
    event = await house.journal.decided(decision(outcome=outcome), trigger())
    found = await house.store.record.decision(event.id)
    assert found is not None
    assert found.decision_outcome is outcome


async def test_a_dropped_deliberation_leaves_no_decision(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """T-48: a warning, an activity of its own kind and a counter."""
    with caplog.at_level(logging.WARNING):
        event = await house.journal.dropped("not JSON", trigger())
    assert await house.store.record.decision(event.id) is None
    assert event.source is EventSource.SYSTEM
    assert "not JSON" in caplog.text
    (activity,) = house.stream.of(StreamKind.ACTIVITY)
    assert activity.data == {"kind": "deliberation_dropped", "reason": "not JSON"}
    assert house.journal.dropped_deliberations == 1


async def test_a_message_is_on_the_disk_before_it_is_published(house: House) -> None:
    """D-008, D-021, D-022: the stream hears it with its event id, never before."""
    decided = await house.decided()
    acted = await house.journal.acted(result(decided.id))
    event = await house.journal.said(_utterance(decided, acted))
    assert event.assistant_text == "玄関の明かりをつけたよ。"
    assert event.searchable
    assert event.evidence_event_ids == (decided.id, acted.id)
    assert house.durable[-1] == "autonomy_message"
    (message,) = house.stream.of(StreamKind.MESSAGE)
    assert message.event_id == event.id
    assert message.data["text"] == event.assistant_text
    assert message.data["speaker_name"] == "コト"
    assert message.data["delivery"] == "chat"
    assert list(message.data["claims"]) == [{"event_id": acted.id, "kind": "done"}]


async def test_d_018_a_result_is_recorded_before_it_is_shown(house: House) -> None:
    """D-018, D-019: steps one and two; the activity view is told of an event that is there."""
    decided = await house.decided()
    acted = await house.journal.acted(result(decided.id))
    assert (await house.store.record.result(acted.id)) is not None
    shown = [m for m in house.stream.of(StreamKind.ACTIVITY) if m.data.get("kind") == "acted"]
    assert [message.event_id for message in shown] == [acted.id]

    class _Full(House):
        async def append(self, draft: EventDraft, **more: Any) -> Event:
            raise RecordNotWritable("disk full")

    full = _Full()
    with pytest.raises(RecordNotWritable):
        await full.journal.acted(result(decided.id))
    assert full.stream.messages == []


async def test_a_message_that_cannot_be_recorded_is_not_published(house: House) -> None:
    """D-008, C-057."""
    decided = await house.decided()
    acted = await house.journal.acted(result(decided.id))

    class _Full(House):
        async def append(self, draft: EventDraft, **more: Any) -> Event:
            raise RecordNotWritable("disk full")

    full = _Full()
    with pytest.raises(RecordNotWritable):
        await full.journal.said(_utterance(decided, acted))
    assert full.stream.messages == []


async def test_what_was_observed_stays_observed_when_said(house: House) -> None:
    """T-56: remembering a sign's text in a message gives it no authority."""
    decided = await house.decided()
    acted = await house.journal.acted(result(decided.id))
    event = await house.journal.said(_utterance(decided, acted))
    assert (acted.trust, event.trust) == (TrustLabel.OBSERVED, TrustLabel.OBSERVED)
    assert event.authority is Authority.PUBLIC


async def test_a_result_names_its_decision_and_is_not_recalled(house: House) -> None:
    """B-060, B-072, B-076, B-079."""
    decided = await house.decided()
    acted = await house.journal.acted(replace(result(0), decision_event_id=decided.id))
    other = await house.journal.acted(result(0), decided, words=LIT)
    assert (acted.searchable, other.searchable) == (False, True)
    found = await house.store.record.result(other.id)
    assert found is not None
    assert found.decision_event_id == decided.id
    assert acted.kind == "device_control.turn_on"
    assert acted.payload["status"] == "success"
    assert acted.evidence_event_ids == (decided.id,)


async def test_activity_is_told_and_never_recorded(house: House) -> None:
    """D-010, D-071: not in `assistant_text`, not in the record at all."""
    house.journal.activity("looking", place="hall", since=START)
    assert await house.store.record.recent() == ()
    (activity,) = house.stream.of(StreamKind.ACTIVITY)
    assert activity.data == {"kind": "looking", "place": "hall", "since": START.isoformat()}


async def test_the_whole_walk_hangs_together(house: House) -> None:
    """DESIGN 1.5: from the message back to what was seen, each step with its flags."""
    decided = await house.decided()
    ruling = Ruling(allowed=True, reason_code="ok", reason=Bilingual("可能", "possible"))
    await house.journal.ruled(ruling, decided)
    question = ApprovalQuestion(
        id=ApprovalId(1),
        decision_event_id=decided.id,
        summary=Bilingual("つける", "turn on"),
        impact=Bilingual("明かり", "light"),
        risk=2,
        asked_at=START,
    )
    pending = Approval(status=ApprovalStatus.PENDING, rule="ask", id=question.id)
    await house.journal.judged(pending, decided)
    await house.journal.asked(question)
    granted = replace(question, status=ApprovalStatus.GRANTED, answered_by="web")
    answer = await house.journal.answered(granted, TrustLabel.OWNER, "web")
    acted = await house.journal.acted(result(decided.id))
    said = await house.journal.said(_utterance(decided, acted))
    chain = await house.store.record.chain(said.id)
    assert [e.source.value for e in chain.events] == [
        "observation",
        "deliberation_decision",
        "gm_judgement",
        "approval_question",
        "approval_question",
        "approval_answer",
        "action_result",
        "autonomy_message",
    ]
    assert [e.searchable for e in chain.events] == [False] * 7 + [True]
    assert answer.authority is Authority.USER
    assert [m.data["status"] for m in house.stream.of(StreamKind.APPROVAL)] == [
        "pending",
        "granted",
    ]


async def test_every_event_goes_out_live_in_order(house: House) -> None:
    """T-35, B-103."""
    await house.decided()
    await house.journal.interrupted("stop button", "web")
    told = house.stream.of(StreamKind.EVENT)
    assert [m.event_id for m in told] == [1, 2, 3]
    facts: Mapping[str, Any] = told[0].data
    assert facts["source"] == "observation"
    assert facts["authority"] == "public"
    assert facts["payload"]["certainty"] == "fact"


async def test_what_must_last_is_durable_and_the_rest_is_not(house: House) -> None:
    """Issue 2: decisions, actions, approvals, messages, user input FULL; observations not."""
    await house.journal.heard(Said("ただいま", "web"), TrustLabel.OWNER)
    decided = await house.decided()
    state = DeviceState(device_id=DeviceId("light.hall"), value="on", at=START)
    await house.journal.device_changed(state)
    await house.journal.acted(result(decided.id))
    await house.journal.interrupted("stop", "web")
    assert house.durable == ["user_input", "deliberation_decision", "action_result", "interrupt"]
    assert house.later == ["user_input", "deliberation_decision"]
    await house.journal.sync()
    assert house.later == []


async def test_a_decision_that_no_act_follows_is_on_the_disk_at_once(house: House) -> None:
    """Nothing comes behind it that would bring the sync."""
    for outcome in (DecisionOutcome.SKIP, DecisionOutcome.DEFER):
        await house.journal.decided(decision(outcome=outcome), trigger())
    assert house.durable == ["deliberation_decision"] * 2
    assert house.later == []


@pytest.mark.parametrize("asked", [True, False])
async def test_a_look_is_as_durable_as_who_wanted_it(house: House, asked: bool) -> None:
    """Issue 10.3: the companion's own looks are sensing, at most a second behind on the disk, with
    nothing to remember of them; what a person asked for is promised."""
    why = replace(trigger(), priority=Priority.USER if asked else Priority.HEARTBEAT)
    look = replace(decision(), action_type="vision_perception.observe_scene")
    decided = await house.journal.decided(look, replace(why, place=""))
    saw = replace(result(decided.id), capability="vision_perception", operation="observe_scene")
    await house.journal.acted(saw)
    assert house.durable == (["deliberation_decision"] if asked else [])
    assert house.later == []
    assert await house.store.jobs.claim() is None


async def test_where_there_was_no_choice_there_is_nothing_to_remember(house: House) -> None:
    """D-064: interest follows what was thought; nobody thought, and the record says so."""
    for decided_by in ("no_choice", "llm"):
        skipped = decision(outcome=DecisionOutcome.SKIP)
        decided = await house.journal.decided(replace(skipped, decided_by=decided_by), trigger())
    job = await house.store.jobs.claim()
    assert job is not None
    assert job.payload == {"event_id": decided.id}
    assert await house.store.jobs.claim() is None


async def test_where_a_walk_ends_its_last_word_is_durable(house: House) -> None:
    """Issue 2: a refusal, a question and a no are FULL; what leads on to an act is not, for the
    claim of the act is FULL before the effect."""
    decided, words = await house.decided(), Bilingual("可", "ok")
    assert house.durable == ["deliberation_decision"]
    for allowed in (True, False):
        ruling = Ruling(allowed=allowed, reason_code="ok", reason=words)
        await house.journal.ruled(ruling, decided)
    assert house.durable == ["deliberation_decision", "gm_judgement"]
    for status in ApprovalStatus:
        await house.journal.judged(Approval(status=status, rule="r"), decided)
    assert len(house.durable) - 2 == len(ApprovalStatus) - 1


async def test_what_memory_learns_from_brings_its_job_along(house: House) -> None:
    """D-023, B-104: input, facts, results and speech; not rulings or our own notes."""
    said = await house.journal.heard(Said("ただいま", "web"), TrustLabel.OWNER)
    await house.journal.noted(Noted(text="0.1"))
    job = await house.store.jobs.claim()
    assert job is not None
    assert (job.kind, job.payload) == (REMEMBER, {"event_id": said.id})
    assert await house.store.jobs.claim() is None


async def test_what_was_heard_can_be_found_with_its_room(house: House) -> None:
    """B-076: a person's words and the replies are part of the conversation that recall searches;
    the room stands there only where it is known."""
    said = await house.journal.heard(Said("ただいま", "web", place="hall"), TrustLabel.OWNER)
    typed = await house.journal.heard(Said("ただいま", "web"), TrustLabel.OWNER)
    assert (said.payload, typed.payload) == ({"place": "hall"}, {})
    reply = await house.journal.replied(
        "おかえり", said, trust=TrustLabel.OBSERVED, speaker_name="コト"
    )
    assert said.searchable
    assert reply.searchable


async def test_a_reply_is_told_before_its_sync_and_has_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P12: who asked hears the answer at once; a slow disk keeps only the corridor."""
    said = await house.journal.heard(Said("鍵はどこ", "voice"), TrustLabel.OWNER)
    told = list[EventId | None]()

    async def synced() -> None:
        told.extend(message.event_id for message in house.stream.messages)

    monkeypatch.setattr(house, "sync", synced)
    reply = await house.journal.replied("棚の上", said, trust=TrustLabel.SELF, speaker_name="")
    assert told == [said.id, reply.id]
    assert house.later == ["user_input", "conversation_reply"]


async def test_a_wish_that_was_pressed_is_on_the_disk(house: House) -> None:
    """B-003: no crash loses what a person asked for."""
    await house.journal.requested("light on", {"x": 1}, TrustLabel.OWNER, "web")
    assert house.durable == ["user_input"]


@pytest.mark.parametrize(
    ("source", "channel"), [("hall_camera", "camera"), ("binary_sensor.door", "mqtt")]
)
async def test_an_observation_says_how_it_came(house: House, source: str, channel: str) -> None:
    seen = await house.journal.observed(replace(observation(), source=source))
    assert seen.channel == channel


async def test_a_moment_that_came_to_nothing_says_why(house: House) -> None:
    """B-089: and nothing is said where there is nothing to say."""
    entry = Entry(
        kind=EntryKind.ROUTINE, timing=Recurring(time(7, 0)), created_at=START, label="morning"
    )
    firing = Firing(entry_id=EntryId(1), due=START, claimed_at=START)
    why = Bilingual("窓が開いている", "the window is open")
    told = await house.journal.due(entry, replace(firing, outcome="condition", why=why))
    assert told.payload["why"] == {"ja": why.ja, "en": why.en}
    assert "why" not in (await house.journal.due(entry, firing)).payload
    assert house.durable == ["schedule", "schedule"]


@pytest.mark.parametrize("priority", list(Priority))
async def test_who_wished_for_what_is_refused_is_marked(house: House, priority: Priority) -> None:
    """T-47: a person looks for what became of their wish; an idea of its own is nobody's."""
    seen = await house.journal.observed(observation())
    why = replace(trigger((seen.id,)), priority=priority)
    decided = await house.journal.decided(decision(evidence=(seen.id,)), why)
    words = Bilingual("可", "ok")
    for allowed in (True, False):
        ruled = await house.journal.ruled(
            Ruling(allowed=allowed, reason_code="ok", reason=words), decided
        )
        wished = priority is Priority.USER and not allowed
        assert ruled.payload.get("wished", False) is wished


@pytest.mark.parametrize("status", list(ApprovalStatus))
async def test_only_what_waits_is_a_question(house: House, status: ApprovalStatus) -> None:
    judged = await house.journal.judged(Approval(status=status, rule="r"), await house.decided())
    asked = judged.source is EventSource.APPROVAL_QUESTION
    assert asked is (status is ApprovalStatus.PENDING)


async def test_a_mistake_of_ours_leaves_its_event_and_goes_on_up(house: House) -> None:
    """B-069: the walk ends, and the record says with what; the text is cut to 200 characters."""
    seen = await house.journal.observed(observation())
    with pytest.raises(ZeroDivisionError):
        async with house.journal.mistakes((seen.id,)):
            raise ZeroDivisionError("x" * 300)
    (event,) = await house.store.record.recent(limit=1)
    assert (event.kind, event.evidence_event_ids) == ("walk_failed", (seen.id,))
    assert event.payload == {"error": "ZeroDivisionError", "what": "x" * 200}


async def test_an_offline_device_is_recorded_as_unknown(house: House) -> None:
    """F16: never `off`."""
    state = DeviceState(device_id=DeviceId("lock.door"), value=None, at=START, available=False)
    event = await house.journal.device_changed(state)
    assert event.kind == "device_offline"
    assert event.payload["value"] is None


async def test_only_what_is_known_of_a_sentence_is_kept(house: House) -> None:
    plain = await house.journal.heard(Said("おはよう", "web"), TrustLabel.OWNER)
    assert plain.payload == {}
    heard = Said("hi", "satellite", Language.EN, "bedroom", "mika", confidence=0.0)
    event = await house.journal.heard(heard, TrustLabel.OWNER)
    assert event.payload == {
        "place": "bedroom",
        "language": "en",
        "speaker": "mika",
        "confidence": 0.0,
    }
    assert told_language(event.payload) is Language.EN
