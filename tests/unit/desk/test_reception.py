"""The front desk: a person's wish becomes an event and a trigger, labelled by channel."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.desk.answerers.stop_word import StopWord
from companion.desk.reception import MayNotAnswer
from companion.ports.approvals import NotAsShown
from companion.ports.desk import NothingToUndo
from companion.ports.house import DeviceUnknown
from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.capability import ActionCall
from companion.words.device import Device, Domain
from companion.words.event import EventSource
from companion.words.ids import ApprovalId, DeviceId
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus
from companion.words.said import MCP_ACT, Said
from companion.words.trigger import Priority, Trigger
from companion.words.trust import TrustLabel
from tests.twins.memory_house import MemoryDevice, MemoryHouse
from tests.unit.desk.door import Door, door_of
from tests.unit.store.samples import decision, draft, trigger

LIGHT = Device(
    id=DeviceId("light.hall"),
    domain=Domain.LIGHT,
    name=Bilingual("玄関の明かり", "hall light"),
    area="hall",
    operations=("turn_on", "turn_off"),
)


@pytest.fixture
async def door(tmp_path: Path) -> AsyncIterator[Door]:
    found = door_of(
        tmp_path,
        lambda clock: MemoryHouse(clock, [MemoryDevice(LIGHT, value="off")]),
        answerers=lambda requests, teaching, store: (StopWord(requests=requests),),
    )
    yield found
    await found.desk.tasks.close()
    await found.house.stop()


async def test_a_button_becomes_an_owner_request_walked_at_once(door: Door) -> None:
    """T-06, C-034: recorded first, labelled by the channel, beside the queue."""
    event_id = await door.desk.operate(LIGHT.id, "turn_on", {}, "web")
    await door.settled()
    event = await door.store.record.event(event_id)
    assert event is not None
    assert event.source is EventSource.USER_INPUT
    assert event.trust is TrustLabel.OWNER
    assert event.user_text == "玄関の明かりをつける"
    (trigger,) = door.walked
    assert trigger.requested is not None
    assert trigger.requested.action_type == "device_control.light_turn_on"
    assert trigger.requested.payload == {"device_id": "light.hall"}
    assert trigger.priority is Priority.USER
    assert door.triggers.depth() == 0


async def test_c_014_one_record_of_talk_with_each_turn_marked_by_its_source(door: Door) -> None:
    """C-014, C-030, T-14: whatever door a sentence comes in by, it stands in the one record."""
    for channel in ("web", "cli", "voice"):
        await door.desk.operate(LIGHT.id, "turn_on", {}, channel)
    await door.settled()
    said = await door.store.record.recent(limit=9, sources=(EventSource.USER_INPUT,))
    assert [event.channel for event in reversed(said)] == ["web", "cli", "voice"]


async def test_an_unknown_channel_is_a_guest(door: Door) -> None:
    """T-09: unknown sources are public."""
    event_id = await door.desk.operate(LIGHT.id, "turn_on", {}, "roblox")
    await door.settled()
    event = await door.store.record.event(event_id)
    assert event is not None
    assert event.trust is TrustLabel.GUEST


async def test_what_a_device_cannot_do_is_refused_with_what_it_can(door: Door) -> None:
    """A clear message with the remedy on bad input."""
    with pytest.raises(ValueError, match="turn_on, turn_off"):
        await door.desk.operate(LIGHT.id, "open", {}, "web")
    with pytest.raises(DeviceUnknown):
        await door.desk.operate(DeviceId("light.moon"), "turn_on", {}, "web")


async def test_a_sentence_goes_to_both_front_doors(door: Door) -> None:
    """T-28: the reply and the deliberation meet only in the event."""
    event_id = await door.desk.say(Said("玄関の明かりをつけて", "cli"))
    await door.settled()
    assert [event.id for event in door.talk.asked] == [event_id]
    trigger = await door.triggers.next()
    assert trigger.event_ids == (event_id,)
    assert trigger.requested is None
    assert trigger.about.trust is TrustLabel.OWNER


@pytest.mark.parametrize("text", ["リビングの明かりは点いてる？", "Is the hall light on?"])
async def test_a_written_question_is_answered_and_leads_to_no_act(door: Door, text: str) -> None:
    """A question is no command: it goes to the conversation only."""
    await door.desk.say(Said(text, "web"))
    await door.settled()
    assert len(door.talk.asked) == 1
    assert door.triggers.depth() == 0


async def test_a_wish_carries_its_two_lines_in_both_languages(door: Door) -> None:
    """C-047: what it is and what it touches, should it have to be asked."""
    await door.desk.operate(LIGHT.id, "turn_on", {}, "web")
    await door.settled()
    wish = door.walked[0].requested
    assert wish is not None
    assert wish.label == Bilingual("玄関の明かりをつける", "turn on hall light")
    assert wish.impact is not None
    assert "hall light" in wish.impact.en
    assert "玄関の明かり" in wish.impact.ja


async def test_only_the_owner_answers_tier_two(door: Door) -> None:
    """T-56: a voice in the room may not approve tier 2; the page may, and the walk goes on."""
    decided = await door.store.events.append(
        draft(EventSource.DELIBERATION_DECISION), decision=door.desk.approval.named(decision())
    )
    question = await door.store.approvals.ask(
        decided.id, Bilingual("鍵を閉める", "lock the door"), Bilingual("玄関", "the hall"), 2
    )
    with pytest.raises(MayNotAnswer):
        await door.desk.answer(question.id, True, "voice")
    done = await door.desk.answer(question.id, True, "web")
    await door.settled()
    assert done.status is ApprovalStatus.GRANTED
    assert [q.id for q in door.walked_on] == [question.id]
    with pytest.raises(KeyError):
        await door.desk.answer(ApprovalId(99), True, "web")


async def test_what_is_no_result_cannot_be_undone(door: Door) -> None:
    """Undo of something that was no action says so."""
    event_id = await door.desk.say(Said("hello", "cli"))
    with pytest.raises(NothingToUndo, match="not the result"):
        await door.desk.undo(event_id, "web")


async def test_an_undo_is_asked_for_in_the_words_of_the_household(door: Door) -> None:
    """Issue 2 item 9: what the page quotes is in the household's language."""
    journal, light = door.desk.journal, {"device_id": LIGHT.id}
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
    asked = await door.store.record.event(await door.desk.undo(acted.id, "web"))
    await door.settled()
    assert asked is not None
    assert asked.user_text == "元に戻す（玄関の明かりを消す）"
    assert asked.payload["undo_of"] == acted.id


async def test_b10_the_undo_of_an_entry_has_no_raw_id(door: Door) -> None:
    """The log said "undo: schedule_alarm.cancel_alarm"."""
    journal, desk = door.desk.journal, door.desk
    door.requests.labels = lambda capability, operation: {
        ("schedule_alarm", "cancel_alarm"): Bilingual("予定を取り消す", "cancel an entry")
    }[capability, operation]
    heard = await journal.heard(Said("目覚まし", "web"), TrustLabel.OWNER)
    decided = await journal.decided(decision(), trigger())
    back = ActionCall(
        operation="cancel_alarm", payload={"alarm_id": 1}, decision_event_id=decided.id
    )
    done = ActionResult(
        capability="schedule_alarm",
        operation="set_alarm",
        status=ResultStatus.SUCCESS,
        summary_text="",
        observed_at=heard.at,
        result_payload={},
        inverse=back,
        decision_event_id=decided.id,
    )
    acted = await journal.acted(done)
    asked = await door.store.record.event(await desk.undo(acted.id, "web"))
    await door.settled()
    assert asked is not None
    assert asked.user_text == "元に戻す（予定を取り消す）"


async def test_privacy_survives_a_restart(door: Door) -> None:
    """T18: the switch is a file in the state folder, read by the next start too."""
    assert not door.desk.privacy()
    await door.desk.set_privacy(True, "web")
    assert door.desk.privacy()
    assert door.desk.privacy_file.exists()
    await door.desk.set_privacy(False, "web")
    assert not door.desk.privacy()


@pytest.mark.parametrize("word", ["stop", "Stop!", "止まれ。", " 止めて "])
async def test_a_typed_stop_never_waits_behind_the_walk_it_is_to_stop(
    door: Door, word: str
) -> None:
    """T-06, T-57: beside the queue, and the conversation stays silent."""
    event_id = await door.desk.say(Said(word, "web"))
    await door.settled()
    assert door.triggers.depth() == 0
    (trigger,) = door.walked
    assert trigger.event_ids == (event_id,)
    assert door.talk.asked == []
    (stopped,) = await door.store.record.recent(limit=5, sources=(EventSource.INTERRUPT,))
    assert stopped.payload == {"reason": "stopped"}


async def test_a_guest_stops_the_wheels_and_nothing_else(door: Door) -> None:
    """T-09: public never interrupts; stopping a motion is safe whoever asks."""
    await door.desk.say(Said("stop", "roblox"))
    await door.settled()
    assert len(door.walked) == 1
    assert await door.store.record.recent(limit=5, sources=(EventSource.INTERRUPT,)) == ()


async def test_a_walk_that_dies_at_the_desk_is_told_in_the_log(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing runs unwatched: a mistake behind a button does not vanish."""

    async def broken(trigger: Trigger) -> None:
        raise LookupError("a mistake of ours")

    door.requests.walk = broken
    await door.desk.operate(LIGHT.id, "turn_on", {}, "web")
    await door.settled()
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
    door: Door,
    channel: str,
    plays: bool,
    trust: TrustLabel,
    wakes: Priority | None,
    answered: bool,
) -> None:
    """T-09, T-56, T2: a player's voice is written down, neither obeyed nor answered; a guest never
    goes before the people of the house."""
    door.house.add(MemoryDevice(TV, value="playing" if plays else "idle"))
    event_id = await door.desk.say(Said("turn on the light", channel))
    await door.settled()
    event = await door.store.record.event(event_id)
    assert event is not None
    assert event.trust is trust
    assert bool(door.talk.asked) is answered
    assert door.triggers.depth() == (wakes is not None)
    if wakes is not None:
        trigger = await door.triggers.next()
        assert trigger.priority is wakes
        assert trigger.about.foreign is (trust is TrustLabel.GUEST)


async def test_only_the_people_of_the_house_open_the_cameras_again(door: Door) -> None:
    """T18, T-09: anybody may ask for privacy; nobody else may end it."""
    await door.desk.set_privacy(True, "x")
    with pytest.raises(MayNotAnswer):
        await door.desk.set_privacy(False, "x")
    assert door.desk.privacy()
    await door.desk.set_privacy(False, "web")
    assert not door.desk.privacy()


async def test_t_56_a_program_that_acts_gives_no_yes_and_opens_no_camera(door: Door) -> None:
    """It wishes as a voice of the household does; a yes is a person's."""
    decided = await door.store.events.append(
        draft(EventSource.DELIBERATION_DECISION), decision=door.desk.approval.named(decision())
    )
    lines = Bilingual("玄関の明かりをつける", "Turn on the hall light")
    question = await door.store.approvals.ask(decided.id, lines, lines, 1)
    with pytest.raises(MayNotAnswer):
        await door.desk.answer(question.id, True, MCP_ACT)
    with pytest.raises(MayNotAnswer):
        await door.desk.set_privacy(False, MCP_ACT)
    await door.desk.answer(question.id, True, "voice")


async def test_a_guest_can_stop_the_wheels(door: Door) -> None:
    """ADR 0006: stopping is taken from whoever says it, before everything else."""
    await door.desk.say(Said("stop", "x"))
    await door.settled()
    (trigger,) = door.walked
    assert trigger.priority is Priority.USER


async def _lamp_asked_for(door: Door) -> ApprovalQuestion:
    """A question about the lamp, with the lamp as it is now."""
    decided = await door.store.events.append(
        draft(EventSource.DELIBERATION_DECISION), decision=door.desk.approval.named(decision())
    )
    lines = Bilingual("玄関の明かりをつける", "Turn on the hall light")
    return await door.store.approvals.ask(decided.id, lines, lines, 2)


async def test_c_044_a_yes_to_a_device_with_another_name_is_refused_and_told(door: Door) -> None:
    """The question shows the hash of exactly this act; its yes is good for nothing else."""
    question = await _lamp_asked_for(door)
    renamed = replace(LIGHT, name=Bilingual("玄関の鍵", "front door"))
    door.house.add(MemoryDevice(renamed, value="off"))
    with pytest.raises(NotAsShown, match="ask me again"):
        await door.desk.answer(question.id, True, "web", question.shown_hash)
    await door.settled()
    assert not door.walked_on
    found = await door.store.approvals.get(question.id)
    assert found is not None
    assert (found.status, found.answered_by) == (ApprovalStatus.DENIED, "companion")


async def test_c_045_an_answer_to_another_question_than_the_one_seen_changes_nothing(
    door: Door,
) -> None:
    question = await _lamp_asked_for(door)
    with pytest.raises(NotAsShown, match="another question"):
        await door.desk.answer(question.id, True, "web", "0" * 32)
    assert [q.id for q in await door.store.approvals.pending()] == [question.id]
    await door.desk.answer(question.id, True, "web", question.shown_hash)
    await door.settled()
    assert [q.id for q in door.walked_on] == [question.id]


async def test_c_049_a_question_waits_while_its_device_is_not_known_yet(door: Door) -> None:
    """After a restart devices come one by one; the walk looks again before the act."""
    question = await _lamp_asked_for(door)
    door.house.remove(LIGHT.id)
    answered = await door.desk.answer(question.id, True, "web", question.shown_hash)
    assert answered.status is ApprovalStatus.GRANTED


async def test_c_049_an_answer_right_after_a_start_waits_for_its_device(door: Door) -> None:
    """The page answers before the home has told of its devices: the yes is not lost by that."""
    question = await _lamp_asked_for(door)
    door.house.remove(LIGHT.id)
    await door.desk.answer(question.id, True, "web", question.shown_hash)
    for _ in range(3):
        await asyncio.sleep(0)
    assert not door.walked_on
    door.house.add(MemoryDevice(LIGHT, value="off"))
    await door.settled()
    assert [q.id for q in door.walked_on] == [question.id]
