"""Who changed a thing, when, and why it is as it is: told from the record, or as unknown."""

from dataclasses import replace
from pathlib import Path

from companion.desk.act_causes import ActCauses
from companion.desk.answerers.what_happened import WhatHappened
from companion.desk.device_changes import DeviceChanges
from companion.home.occasion import Occasion
from companion.rooms.expression.claims import Names
from companion.service.plugins import CapabilityRegistry
from companion.words.device import Device, DeviceState, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.observation import Certainty, Change, Observation
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.twins.memory_house import MemoryDevice, MemoryHouse
from tests.unit.desk.answerers.lamp import LAMP, acted
from tests.unit.desk.door import Door, door_of

HEATER = Device(
    id=DeviceId("climate.study"),
    domain=Domain.CLIMATE,
    name=Bilingual("書斎の暖房", "study heater"),
    area="study",
    operations=("set_mode", "set_temperature"),
)
WASHER = Device(
    id=DeviceId("switch.washer"),
    domain=Domain.SWITCH,
    name=Bilingual("洗濯機", "washing machine"),
    area="study",
    operations=("turn_on", "turn_off"),
)


def _door(folder: Path) -> Door:
    things = [MemoryDevice(one, value="off") for one in (LAMP, HEATER, WASHER)]
    return door_of(
        folder,
        lambda clock: MemoryHouse(clock, things),
        answerers=lambda requests, teaching, store: (
            WhatHappened(
                changes=DeviceChanges(store.record, requests.house),
                causes=ActCauses(
                    store.record,
                    Names(house=requests.house, catalogue=CapabilityRegistry({}), places={}),
                    requests.clock,
                ),
                places=(),
                clock=requests.clock,
            ),
        ),
    )


async def _answer(door: Door, question: str, channel: str = "web") -> str:
    before = len(await door.replies())
    await door.desk.say(Said(question, channel))
    await door.settled()
    replies = await door.replies()
    return replies[0] if len(replies) > before else ""


async def _reports(door: Door, device: Device, value: str, **numbers: float) -> None:
    at = door.clock.now()
    state = DeviceState(device_id=device.id, value=value, attributes=numbers, at=at)
    await door.desk.journal.device_changed(state)


async def test_issue_15_a_person_who_asked_is_named_where_the_voice_was_known(
    tmp_path: Path,
) -> None:
    door = _door(tmp_path)
    asked = await door.desk.journal.heard(
        Said("make it bright", "voice", speaker="Noor"), TrustLabel.HOUSEHOLD
    )
    await acted(door, asked.id)
    told = await _answer(door, "Who turned on the hall light?")
    assert "because Noor asked me: “make it bright”" in told
    assert "do not know" not in told


async def test_issue_15_an_unknown_voice_and_a_tap_are_told_as_such(tmp_path: Path) -> None:
    door = _door(tmp_path)
    asked = await door.desk.journal.heard(Said("明るくして", "voice"), TrustLabel.HOUSEHOLD)
    await acted(door, asked.id)
    told = await _answer(door, "玄関の明かりつけたの誰？")
    assert "声で「明るくして」と頼まれた" in told
    assert "誰だったかは分かりません" in told
    tapped = await door.desk.journal.requested("", {}, TrustLabel.OWNER, "web")
    await door.clock.sleep(3600)
    await acted(door, tapped.id)
    told = await _answer(door, "Why is the hall light on?")
    assert "because it was asked for on the page" in told


async def test_issue_15_what_it_did_by_itself_is_told_as_its_own(tmp_path: Path) -> None:
    door = _door(tmp_path)
    remark = await door.desk.journal.heard(Said("nice evening", "web"), TrustLabel.OWNER)
    await acted(door, remark.id, decided_by="sum")
    told = await _answer(door, "was it you or Mia who switched the hall light on?")
    assert "I turned on the hall light" in told
    assert "nobody asked for it" in told


async def test_issue_15_a_hand_at_the_switch_is_nobody_that_is_known(tmp_path: Path) -> None:
    door = _door(tmp_path)
    await _reports(door, HEATER, "heat", temperature=19.0)
    await door.clock.sleep(600)
    await _reports(door, HEATER, "heat", temperature=23.0)
    for question, words in (
        ("暖房の温度上げたん誰や", ("23", "私がしたことではありません", "誰かは分かりません")),
        ("who turned the heater up?", ("23", "It was not me", "cannot tell")),
    ):
        told = await _answer(door, question)
        assert all(word in told for word in words), told


async def test_issue_15_the_report_of_an_own_act_is_no_hand_at_the_switch(tmp_path: Path) -> None:
    door = _door(tmp_path)
    asked = await door.desk.journal.heard(Said("light please", "web"), TrustLabel.OWNER)
    await _reports(door, LAMP, "off")
    await door.clock.sleep(60)
    await _reports(door, LAMP, "on")
    await acted(door, asked.id)
    assert "“light please”" in await _answer(door, "Why is the hall light on?")
    await door.clock.sleep(600)
    await _reports(door, LAMP, "off")
    told = await _answer(door, "who switched it off?")
    assert "went off" in told
    assert "It was not me" in told


async def test_issue_15_what_the_record_does_not_hold_is_unknown(tmp_path: Path) -> None:
    door = _door(tmp_path)
    assert "do not know who" in await _answer(door, "who turned the heater down?")
    assert "分かりません" in await _answer(door, "洗濯いつ終わったの？")
    assert await _answer(door, "who painted the fence?") == ""


async def test_issue_15_the_end_of_a_machines_work_and_a_ring_are_told_with_their_time(
    tmp_path: Path,
) -> None:
    door = _door(tmp_path)
    assert "no ring" in await _answer(door, "who rang the doorbell?")
    seen = Observation(
        subject=Occasion.FINISHED.value,
        place="study",
        change=Change.APPEARED,
        certainty=Certainty.FACT,
        confidence=1.0,
        at=door.clock.now(),
        source=WASHER.id,
    )
    await door.desk.journal.observed(seen)
    clock = f"{door.clock.now():%H:%M}"
    ring = replace(seen, subject=Occasion.DOORBELL.value, source="binary_sensor.bell")
    await door.desk.journal.observed(ring)
    await door.clock.sleep(900)
    assert await _answer(door, "洗濯いつ終わった？") == f"洗濯機は{clock}に終わりました。"
    assert f"rang at {clock}" in await _answer(door, "who rang the doorbell?")
    assert f"rang at {clock}" in await _answer(door, "did anyone knock at the door?")
    assert "鳴りました" in await _answer(door, "今日チャイム鳴った？")


async def test_strangers_are_told_nothing_of_it(tmp_path: Path) -> None:
    door = _door(tmp_path)
    assert "people of this home" in await _answer(door, "who turned the heater on?", "guest")


async def test_issue_15_an_entry_of_the_schedule_has_a_doer_too(tmp_path: Path) -> None:
    door = _door(tmp_path)
    asked = await door.desk.journal.heard(
        Said("forget the hens", "voice", speaker="Noor"), TrustLabel.HOUSEHOLD
    )
    await acted(door, asked.id, payload={"alarm_id": 4, "kind": "reminder", "label": "hens"})
    assert "because Noor asked me" in await _answer(door, "who removed the hens?")
    assert await _answer(door, "who removed the ducks?") == ""


async def test_issue_15_who_told_you_means_an_own_act(tmp_path: Path) -> None:
    door = _door(tmp_path)
    asked = await door.desk.journal.heard(
        Said("light please", "voice", speaker="Noor"), TrustLabel.HOUSEHOLD
    )
    await acted(door, asked.id)
    await door.clock.sleep(600)
    await _reports(door, HEATER, "off")
    await _reports(door, HEATER, "heat")
    assert "because Noor asked me" in await _answer(door, "who told you to do that?")
