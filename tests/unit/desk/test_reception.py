"""The front desk: a person's wish becomes an event and a trigger, labelled by channel."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.desk.greeting import Greeter
from companion.desk.reception import FrontDesk, MayNotAnswer
from companion.desk.smalltalk import SmallTalker
from companion.links.memory_house import MemoryDevice, MemoryHouse
from companion.ports.desk import NothingToUndo
from companion.ports.house import DeviceUnknown
from companion.rooms.approval.room import ApprovalRoom
from companion.rooms.approval.rules import ApprovalRules
from companion.rooms.expression.claims import Names
from companion.rooms.journal.room import Journal
from companion.rooms.perception.queue import TriggerQueue
from companion.service.clock import SystemIds
from companion.service.plugins import Shelf
from companion.store.memory import MemoryStore
from companion.web.hub import Hub
from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.capability import ActionCall
from companion.words.device import Device, Domain
from companion.words.disclosure import KEPT_BACK
from companion.words.event import Event, EventSource
from companion.words.ids import ApprovalId, DeviceId
from companion.words.language import Bilingual, Language
from companion.words.result import ActionResult, ResultStatus
from companion.words.said import Said
from companion.words.trigger import Priority, Trigger
from companion.words.trust import TrustLabel
from tests.twins.clock import JumpClock
from tests.unit.store.samples import decision, trigger

LIGHT = Device(
    id=DeviceId("light.hall"),
    domain=Domain.LIGHT,
    name=Bilingual("玄関の明かり", "hall light"),
    area="hall",
    operations=("turn_on", "turn_off"),
)


@dataclass
class Reception:
    """The desk with everything behind it in memory, and what came through."""

    desk: FrontDesk
    store: MemoryStore
    triggers: TriggerQueue
    walked: list[Trigger] = field(default_factory=list)
    walked_on: list[ApprovalQuestion] = field(default_factory=list)
    answered: list[Event] = field(default_factory=list)


@pytest.fixture
async def reception(tmp_path: Path) -> AsyncIterator[Reception]:
    clock = JumpClock()
    store = MemoryStore(clock)
    house = MemoryHouse(clock, [MemoryDevice(LIGHT, value="off")])
    journal = Journal(store.events, Hub(clock.now), clock)
    triggers = TriggerQueue(clock)
    walked: list[Trigger] = []
    walked_on: list[ApprovalQuestion] = []
    answered: list[Event] = []

    async def walk(trigger: Trigger) -> None:
        walked.append(trigger)

    async def walk_on(question: ApprovalQuestion) -> None:
        walked_on.append(question)

    async def converse(event: Event) -> None:
        answered.append(event)

    async def stop(channel: str) -> Event:
        return await journal.interrupted("stopped", channel)

    desk = FrontDesk(
        journal=journal,
        approval=ApprovalRoom(
            book=store.approvals, rules=ApprovalRules(), catalogue=Shelf({}), house=house
        ),
        walk=walk,
        walk_on=walk_on,
        converse=converse,
        stop_everything=stop,
        health_board=lambda: (),
        triggers=triggers,
        approvals=store.approvals,
        record=store.record,
        house=house,
        clock=clock,
        ids=SystemIds(),
        privacy_file=tmp_path / "privacy",
        language=Language.JA,
    )
    yield Reception(desk, store, triggers, walked, walked_on, answered)
    await desk.close()
    await house.stop()


async def _settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_button_becomes_an_owner_request_walked_at_once(reception: Reception) -> None:
    """T-06, C-034: recorded first, labelled by the channel, beside the queue."""
    event_id = await reception.desk.operate(LIGHT.id, "turn_on", {}, "web")
    await _settled()
    event = await reception.store.record.event(event_id)
    assert event is not None
    assert event.source is EventSource.USER_INPUT
    assert event.trust is TrustLabel.OWNER
    assert event.user_text == "玄関の明かりをつける"
    (trigger,) = reception.walked
    assert trigger.requested is not None
    assert trigger.requested.action_type == "device_control.light_turn_on"
    assert trigger.requested.payload == {"device_id": "light.hall"}
    assert trigger.priority is Priority.USER
    assert reception.triggers.depth() == 0


async def test_an_unknown_channel_is_a_guest(reception: Reception) -> None:
    """T-09: unknown sources are public."""
    event_id = await reception.desk.operate(LIGHT.id, "turn_on", {}, "roblox")
    await _settled()
    event = await reception.store.record.event(event_id)
    assert event is not None
    assert event.trust is TrustLabel.GUEST


async def test_what_a_device_cannot_do_is_refused_with_what_it_can(reception: Reception) -> None:
    """A clear message with the remedy on bad input."""
    with pytest.raises(ValueError, match="turn_on, turn_off"):
        await reception.desk.operate(LIGHT.id, "open", {}, "web")
    with pytest.raises(DeviceUnknown):
        await reception.desk.operate(DeviceId("light.moon"), "turn_on", {}, "web")


async def test_a_sentence_goes_to_both_front_doors(reception: Reception) -> None:
    """T-28: the reply and the deliberation meet only in the event."""
    event_id = await reception.desk.say(Said("玄関の明かりをつけて", "cli"))
    await _settled()
    assert [event.id for event in reception.answered] == [event_id]
    trigger = await reception.triggers.next()
    assert trigger.event_ids == (event_id,)
    assert trigger.requested is None
    assert trigger.about.trust is TrustLabel.OWNER


@pytest.mark.parametrize("text", ["リビングの明かりは点いてる？", "Is the hall light on?"])
async def test_a_written_question_is_answered_and_leads_to_no_act(
    reception: Reception, text: str
) -> None:
    """A question is no command: it goes to the conversation only."""
    await reception.desk.say(Said(text, "web"))
    await _settled()
    assert len(reception.answered) == 1
    assert reception.triggers.depth() == 0


async def test_a_wish_carries_its_two_lines_in_both_languages(reception: Reception) -> None:
    """C-047: what it is and what it touches, should it have to be asked."""
    await reception.desk.operate(LIGHT.id, "turn_on", {}, "web")
    await _settled()
    wish = reception.walked[0].requested
    assert wish is not None
    assert wish.label == Bilingual("玄関の明かりをつける", "turn on hall light")
    assert wish.impact is not None
    assert "hall light" in wish.impact.en
    assert "玄関の明かり" in wish.impact.ja


async def test_only_the_owner_answers_tier_two(reception: Reception) -> None:
    """T-56: a voice in the room may not approve tier 2; the page may, and the walk goes on."""
    cause = await reception.desk.journal.heard(Said("鍵を閉めて", "web"), TrustLabel.OWNER)
    question = await reception.store.approvals.ask(
        cause.id, Bilingual("鍵を閉める", "lock the door"), Bilingual("玄関", "the hall"), 2
    )
    with pytest.raises(MayNotAnswer):
        await reception.desk.answer(question.id, True, "voice")
    done = await reception.desk.answer(question.id, True, "web")
    await _settled()
    assert done.status is ApprovalStatus.GRANTED
    assert [q.id for q in reception.walked_on] == [question.id]
    with pytest.raises(KeyError):
        await reception.desk.answer(ApprovalId(99), True, "web")


async def test_what_is_no_result_cannot_be_undone(reception: Reception) -> None:
    """Undo of something that was no action says so."""
    event_id = await reception.desk.say(Said("hello", "cli"))
    with pytest.raises(NothingToUndo, match="not the result"):
        await reception.desk.undo(event_id, "web")


async def test_an_undo_is_asked_for_in_the_words_of_the_household(reception: Reception) -> None:
    """Issue 2 item 9: what the page quotes is in the household's language."""
    journal, light = reception.desk.journal, {"device_id": LIGHT.id}
    heard = await journal.heard(Said("明かり", "web"), TrustLabel.OWNER)
    decided = await journal.decided(decision(), trigger())
    back = ActionCall(operation="light_turn_off", payload=light, decision_event_id=decided.id)
    done = ActionResult(
        capability="device_control",
        operation="light_turn_on",
        status=ResultStatus.SUCCESS,
        summary_text="light.hall turn_on: success",
        observed_at=heard.at,
        result_payload=light,
        inverse=back,
        decision_event_id=decided.id,
    )
    acted = await journal.acted(done)
    asked = await reception.store.record.event(await reception.desk.undo(acted.id, "web"))
    await _settled()
    assert asked is not None
    assert asked.user_text == "元に戻す（玄関の明かりを消す）"
    assert asked.payload["undo_of"] == acted.id


async def test_b10_the_undo_of_an_entry_has_no_raw_id(reception: Reception) -> None:
    """The log said "undo: schedule_alarm.cancel_alarm"."""
    journal, desk = reception.desk.journal, reception.desk
    desk.labels = {
        "schedule_alarm.cancel_alarm": Bilingual("予定を取り消す", "cancel an entry")
    }.__getitem__
    heard = await journal.heard(Said("目覚まし", "web"), TrustLabel.OWNER)
    decided = await journal.decided(decision(), trigger())
    back = ActionCall(
        operation="cancel_alarm", payload={"alarm_id": 1}, decision_event_id=decided.id
    )
    done = ActionResult(
        capability="schedule_alarm", operation="set_alarm", status=ResultStatus.SUCCESS,
        summary_text="", observed_at=heard.at, result_payload={}, inverse=back,
        decision_event_id=decided.id,
    )  # fmt: skip
    acted = await journal.acted(done)
    asked = await reception.store.record.event(await desk.undo(acted.id, "web"))
    await _settled()
    assert asked is not None
    assert asked.user_text == "元に戻す（予定を取り消す）"


async def test_privacy_survives_a_restart(reception: Reception) -> None:
    """T18: the switch is a file in the state folder, read by the next start too."""
    assert not reception.desk.privacy()
    await reception.desk.set_privacy(True, "web")
    assert reception.desk.privacy()
    assert reception.desk.privacy_file.exists()
    await reception.desk.set_privacy(False, "web")
    assert not reception.desk.privacy()


@pytest.mark.parametrize("word", ["stop", "Stop!", "止まれ。", " 止めて "])
async def test_a_typed_stop_never_waits_behind_the_walk_it_is_to_stop(
    reception: Reception, word: str
) -> None:
    """T-06, T-57: beside the queue, and the conversation stays silent."""
    event_id = await reception.desk.say(Said(word, "web"))
    await _settled()
    assert reception.triggers.depth() == 0
    (trigger,) = reception.walked
    assert trigger.event_ids == (event_id,)
    assert reception.answered == []
    (stopped,) = await reception.store.record.recent(limit=5, sources=(EventSource.INTERRUPT,))
    assert stopped.payload == {"reason": "stopped"}


async def test_a_guest_stops_the_wheels_and_nothing_else(reception: Reception) -> None:
    """T-09: public never interrupts; stopping a motion is safe whoever asks."""
    await reception.desk.say(Said("stop", "roblox"))
    await _settled()
    assert len(reception.walked) == 1
    assert await reception.store.record.recent(limit=5, sources=(EventSource.INTERRUPT,)) == ()


async def test_a_walk_that_dies_at_the_desk_is_told_in_the_log(
    reception: Reception, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing runs unwatched: a mistake behind a button does not vanish."""

    async def broken(trigger: Trigger) -> None:
        raise LookupError("a mistake of ours")

    reception.desk.walk = broken
    await reception.desk.operate(LIGHT.id, "turn_on", {}, "web")
    await _settled()
    assert "a mistake of ours" in caplog.text


TV = Device(
    id=DeviceId("media_player.tv"),
    domain=Domain.MEDIA_PLAYER,
    name=Bilingual("テレビ", "TV"),
    area="living",
    operations=("play", "pause"),
)


@pytest.mark.parametrize(
    ("channel", "plays", "trust", "wakes", "answered"),
    [
        ("web", True, TrustLabel.OWNER, Priority.USER, True),
        ("voice", False, TrustLabel.HOUSEHOLD, Priority.USER, True),
        ("voice", True, TrustLabel.OBSERVED, None, False),
        ("television", False, TrustLabel.OBSERVED, None, False),
        ("x", False, TrustLabel.GUEST, Priority.OBSERVATION, True),
        ("nobody knows", False, TrustLabel.GUEST, Priority.OBSERVATION, True),
    ],
)
async def test_who_is_heard_as_whom(
    reception: Reception,
    channel: str,
    plays: bool,
    trust: TrustLabel,
    wakes: Priority | None,
    answered: bool,
) -> None:
    """T-09, T-56, T2: a player's voice is written down, neither obeyed nor answered; a guest never
    goes before the people of the house."""
    house = reception.desk.house
    assert isinstance(house, MemoryHouse)
    house.add(MemoryDevice(TV, value="playing" if plays else "idle"))
    event_id = await reception.desk.say(Said("turn on the light", channel))
    await _settled()
    event = await reception.store.record.event(event_id)
    assert event is not None
    assert event.trust is trust
    assert bool(reception.answered) is answered
    assert reception.triggers.depth() == (wakes is not None)
    if wakes is not None:
        trigger = await reception.triggers.next()
        assert trigger.priority is wakes
        assert trigger.about.foreign is (trust is TrustLabel.GUEST)


async def test_only_the_people_of_the_house_open_the_cameras_again(reception: Reception) -> None:
    """T18, T-09: anybody may ask for privacy; nobody else may end it."""
    await reception.desk.set_privacy(True, "x")
    with pytest.raises(MayNotAnswer):
        await reception.desk.set_privacy(False, "x")
    assert reception.desk.privacy()
    await reception.desk.set_privacy(False, "web")
    assert not reception.desk.privacy()


async def test_a_guest_can_stop_the_wheels(reception: Reception) -> None:
    """ADR 0006: stopping is taken from whoever says it, before everything else."""
    await reception.desk.say(Said("stop", "x"))
    await _settled()
    (trigger,) = reception.walked
    assert trigger.priority is Priority.USER


async def test_b16_small_talk_needs_no_model_and_does_nothing(reception: Reception) -> None:
    """In the language of the sentence, whatever the household's; a guest is told nothing of who
    is there, and cannot ask for quiet."""
    desk, hushed = reception.desk, list[float]()

    async def hush(seconds: float) -> None:
        hushed.append(seconds)

    desk.small_talk = SmallTalker(
        record=reception.store.record, state=reception.store.state,
        names=Names(house=desk.house, catalogue=Shelf({}), places={}), places=(),
        clock=desk.clock, hush=hush,
    )  # fmt: skip
    for text, channel, answer in (
        ("thanks", "web", "You're welcome."),
        ("ありがとう", "web", "どういたしまして。"),
        ("静かにして", "web", "分かりました。1時間は、聞かれたときだけ話します。"),
        ("what happened today?", "web", "Nothing to speak of today."),
        ("is anyone home?", "roblox", KEPT_BACK.en),
        ("今日何があった？", "roblox", KEPT_BACK.ja),
    ):
        said = await desk.say(Said(text, channel))
        newest = (await reception.store.record.recent(limit=1))[0]
        assert newest.evidence_event_ids == (said,)
        assert newest.assistant_text == answer
    await desk.say(Said("be quiet", "roblox"))
    assert len(hushed) == 1
    assert reception.walked == []


async def test_b16_a_greeting_is_answered_at_once_and_thought_over(reception: Reception) -> None:
    """A newcomer's "hello" waited a minute for the model. That somebody goes to bed still bears on
    the home; the conversation model stays silent."""
    desk = reception.desk
    desk.greeter = Greeter(
        name=Bilingual("コト", "Koto"), state=reception.store.state, clock=desk.clock
    )
    for text, answer, woken in (
        ("who are you?", "I am Koto, the companion of this home. Ask me “what can you do?”.", 0),
        ("おやすみ", "おやすみなさい。", 1),
    ):
        said = await desk.say(Said(text, "web"))
        newest = (await reception.store.record.recent(limit=1))[0]
        assert newest.evidence_event_ids == (said,)
        assert newest.assistant_text == answer
        assert reception.triggers.depth() == woken
    await _settled()
    assert reception.answered == []
