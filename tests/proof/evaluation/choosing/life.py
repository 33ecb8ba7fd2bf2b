"""What happened before, lived through the product's own ways in (perception, journal, the
remember corridor), and then what wakes the companion."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from companion.desk.channels import usual_trust
from companion.ports.answerer import QUESTION_MARKS
from companion.rooms.scheduler.room import heartbeat_trigger
from companion.words.decision import ConsoleDelivery, DeliveryKind
from companion.words.event import Event
from companion.words.ids import EventId, TriggerId
from companion.words.mood import MOOD, MOOD_KEY
from companion.words.observation import Certainty, Change, Observation
from companion.words.said import Said
from companion.words.text import LabelledText
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel
from companion.words.utterance import Utterance
from companion.words.writeplan import StateChange, WritePlan
from tests.noted import Noted
from tests.proof.evaluation.choosing.case import Cause, Fact, Seen, Speaker
from tests.proof.evaluation.choosing.chat import ANSWER, SPREAD_MIN
from tests.proof.evaluation.choosing.house import CaseHouse
from tests.proof.evaluation.choosing.past import earlier_decision, earlier_result, thing_of

CHANNELS: dict[Speaker, str] = {"owner": "web", "household": "voice", "guest": "visitor"}
"""Who speaks -> channel; from it the desk sets the trust label."""
LONG_AGO = timedelta(days=3)
"""When likings and goals were told: long out of what counts as recent."""
SURE, LIKELY = 0.93, 0.5
"""Confidence of a fact and of an estimate, as the eyes give them."""


class NoTrigger(ValueError):
    """What should wake it does not raise a trigger in the product."""


async def live(house: CaseHouse, chat: tuple[str, ...] = ()) -> None:
    """Everything up to the moment of the situation; `chat` is said among it."""
    situation, now = house.case.situation, house.still.at
    house.still.at = now - LONG_AGO
    await _told_long_ago(house)
    past: list[tuple[float, Fact | str]] = [(f.ago_min, f) for f in situation.facts]
    past += [(SPREAD_MIN * (1 - at / len(chat)), line) for at, line in enumerate(chat)]
    for ago_min, fact in sorted(past, key=lambda one: -one[0]):
        house.still.at = now - timedelta(minutes=ago_min)
        if isinstance(fact, str):
            await _chatted(house, fact)
        else:
            await _happened(house, fact)
        await house.jobs.drain()
    house.still.at = now
    await _felt(house)
    house.triggers.clear_below_user()


async def wake(house: CaseHouse) -> Trigger:
    """The trigger as the product raises it. Raises `NoTrigger`."""
    cause = house.case.situation.trigger
    if cause.said:
        await _speak(house, cause.said, CHANNELS[cause.by])
    elif cause.seen:
        await house.notice.notice((_observation(cause.seen, house.still.at),))
    else:
        house.triggers.raise_trigger(_raised(house, cause))
    await house.jobs.drain()
    if not house.triggers.depth():
        raise NoTrigger(f"{house.case.file}: this wakes nobody")
    return await house.triggers.next()


async def _heard(house: CaseHouse, text: str, channel: str) -> Event:
    """Written down with the label its channel gives it."""
    return await house.journal.heard(Said(text, channel), usual_trust(channel, {}))


async def _chatted(house: CaseHouse, line: str) -> None:
    """One line of chat and the answer to it."""
    said = await _heard(house, line, CHANNELS["owner"])
    await house.journal.replied(
        ANSWER.get(house.language), said, trust=said.trust, speaker_name=house.persona.name
    )


async def _speak(house: CaseHouse, text: str, channel: str) -> None:
    """A sentence at the front desk: recorded, and a reason to think unless it is a question."""
    said = await _heard(house, text, channel)
    if text.rstrip().endswith(QUESTION_MARKS):
        return
    house.triggers.raise_trigger(
        Trigger(
            id=TriggerId(house.ids.new()),
            kind=TriggerKind.EVENT,
            priority=Priority.USER,
            at=house.clock.now(),
            about=LabelledText(said.user_text, said.trust, said.id),
            event_ids=(said.id,),
        )
    )


def _raised(house: CaseHouse, cause: Cause) -> Trigger:
    """What a rule, a routine or the scheduler raises."""
    if cause.heartbeat:
        return heartbeat_trigger(house.clock, house.ids, house.language)
    spoken = cause.noticed or cause.due
    assert spoken is not None
    due = cause.due is not None
    return Trigger(
        id=TriggerId(house.ids.new()),
        kind=TriggerKind.TIME if due else TriggerKind.EVENT,
        priority=Priority.ROUTINE if due else Priority.OBSERVATION,
        at=house.clock.now(),
        about=LabelledText(spoken.text, TrustLabel.SELF if due else TrustLabel.OBSERVED),
        place=spoken.place,
    )


async def _told_long_ago(house: CaseHouse) -> None:
    """Likings and goals, as rows of `state` with an event behind each."""
    situation = house.case.situation
    told = (("preference", situation.preferences), ("goal", situation.goals))
    for kind, texts in told:
        for number, text in enumerate(texts, 1):
            event = await house.journal.heard(Said(text, "web"), TrustLabel.OWNER)
            key = f"{kind}_{number}"
            await _held(house, event, kind, key, {"text": text}, TrustLabel.OWNER)


async def _felt(house: CaseHouse) -> None:
    """The mood as it is now, whatever came before."""
    mood = house.case.situation.mood.model_dump()
    if any(mood.values()):
        event = await house.journal.noted(Noted(text="mood set"))
        value = {"long_mood_state": mood, "recent_vad_average": mood, "recent": [mood]}
        await _held(house, event, MOOD, MOOD_KEY, value, TrustLabel.SELF)


async def _held(
    house: CaseHouse, event: Event, kind: str, key: str, value: Mapping[str, Any], trust: TrustLabel
) -> None:
    change = StateChange(
        kind=kind,
        key=key,
        value=value,
        confidence=SURE,
        trust=trust,
        observed_at=event.at,
        evidence_event_ids=(event.id,),
    )
    await house.consolidation.apply(WritePlan(event_id=event.id, changes=(change,)))


async def _happened(house: CaseHouse, fact: Fact) -> None:
    if fact.said:
        await _heard(house, fact.said, CHANNELS[fact.by])
    elif fact.seen:
        await house.notice.notice((_observation(fact.seen, house.still.at),))
    elif fact.told:
        await _told(house, fact.told)
    elif fact.did:
        await _did(house, fact.did.act, fact.did.result)


async def _told(house: CaseHouse, text: str) -> None:
    beat = heartbeat_trigger(house.clock, house.ids, house.language)
    woken = await house.journal.noted(Noted(text=beat.id))
    await house.journal.said(
        Utterance(
            text=text,
            language=house.language,
            delivery=ConsoleDelivery(DeliveryKind.CHAT),
            speaker_name=house.persona.name,
            claims=(),
            decision_event_id=EventId(woken.id),
        )
    )


async def _did(house: CaseHouse, act: str, status: str) -> None:
    device = house.house.device(thing_of(act))
    assert device is not None, "checked when the case was read"
    beat = heartbeat_trigger(house.clock, house.ids, house.language)
    decision = earlier_decision(act, device)
    decided = await house.journal.decided(decision, beat)
    result = earlier_result(act, device, status, decided.id, house.still.at)
    await house.journal.acted(result, decision)


def _observation(seen: Seen, at: datetime) -> Observation:
    """What the eyes would have concluded."""
    change = Change(seen.change)
    unknown = change is Change.UNKNOWN
    certainty = Certainty.UNKNOWN if unknown else Certainty(seen.certainty)
    values = {Change.APPEARED: "present", Change.COUNT: "present", Change.GONE: "absent"}
    sure = SURE if certainty is Certainty.FACT else LIKELY
    return Observation(
        subject=seen.subject,
        place=seen.at,
        change=change,
        certainty=certainty,
        confidence=0.0 if unknown else sure,
        at=at,
        source=f"{seen.at}_camera",
        value=None if unknown else seen.value or values.get(change),
        count=seen.count if seen.count is not None else 1 if change is Change.APPEARED else None,
    )
