"""Who may put which act into the schedule, and what a refusal tells; stopping never waits for the
record."""

from collections.abc import Mapping
from typing import Any, cast

import pytest

from companion.desk.schedule_requests import ScheduleRequestDesk
from companion.ports.capability import Capability
from companion.ports.schedule import EntryUnknown
from companion.ports.schedule_requests import ScheduleRequestForbidden, ScheduleRequestRefused
from companion.words.capability import CapabilitySpec, OperationSpec, RiskTier
from companion.words.device import Device, Domain
from companion.words.facts import Fact
from companion.words.ids import DeviceId
from companion.words.language import Bilingual, Language
from companion.words.schedule import EntryId, EntryKind
from companion.words.trust import TrustLabel
from tests.twins.clock import JumpClock
from tests.twins.home import CatalogueTwin
from tests.twins.memory_house import MemoryDevice, MemoryHouse

LAMP = Device(
    id=DeviceId("light.hall"),
    domain=Domain.LIGHT,
    name=Bilingual("玄関の明かり", "hall light"),
    area="hall",
    operations=("turn_on", "turn_off"),
)
OWNER, HOUSEHOLD, HUB = TrustLabel.OWNER, TrustLabel.HOUSEHOLD, TrustLabel.OBSERVED


class Acts:
    """A capability with one operation of each tier that matters here."""

    SPEC = CapabilitySpec(
        name="device_control",
        label=Bilingual("機器", "devices"),
        operations=(
            OperationSpec(
                name="light_turn_on", label=Bilingual("点ける", "turn on"), risk=RiskTier.REVERSIBLE
            ),
            OperationSpec(
                name="lock_unlock", label=Bilingual("開ける", "unlock"), risk=RiskTier.ASK
            ),
            OperationSpec(
                name="wipe", label=Bilingual("消去", "wipe"), risk=RiskTier.NEVER_BY_ITSELF
            ),
        ),
    )


class Alarms:
    """The schedule and the journal: no entry is saved, one rings; the disk takes nothing."""

    def __init__(self) -> None:
        self.stopped = 0

    def get(self, entry_id: EntryId) -> None:
        raise EntryUnknown(entry_id)

    async def stop(self, entry_id: EntryId | None) -> tuple[EntryId, ...]:
        self.stopped += 1
        return (EntryId(1),)

    async def noted(self, fact: Fact) -> None:
        raise OSError("no space left")


def desk(trust: TrustLabel, language: Language = Language.EN) -> tuple[ScheduleRequestDesk, Alarms]:
    clock, alarms = JumpClock(), Alarms()
    parts: Mapping[str, Any] = dict.fromkeys(
        ("record", "ids", "walk", "possible", "is_so", "coming")
    )
    made = ScheduleRequestDesk(
        schedule=cast(Any, alarms),
        journal=cast(Any, alarms),
        catalogue=CatalogueTwin(cast(Capability, Acts())),
        clock=clock,
        language=language,
        heard_as=lambda channel: trust,
        house=MemoryHouse(clock, [MemoryDevice(LAMP, value="off")]),
        **parts,
    )
    return made, alarms


def saved(action_type: str, device: str = "light.hall") -> dict[str, Any]:
    return {"actions": [{"action_type": action_type, "payload": {"device_id": device}}]}


@pytest.mark.parametrize(
    ("trust", "action_type", "told"),
    [
        (HUB, "device_control.light_turn_on", "only people of the house"),
        (OWNER, "device_control.dance", "no operation device_control.dance"),
        (OWNER, "device_control.wipe", "“wipe” cannot be scheduled"),
        (HOUSEHOLD, "device_control.lock_unlock", "only the owner can schedule “unlock”"),
    ],
)
async def test_who_may_not_do_a_thing_may_not_save_it_for_later(
    trust: TrustLabel, action_type: str, told: str
) -> None:
    made, _ = desk(trust)
    with pytest.raises(ScheduleRequestForbidden, match=told):
        await made.request("set_routine", saved(action_type), "web")


async def test_a_device_that_is_not_there_is_refused_with_those_that_are() -> None:
    made, _ = desk(OWNER)
    asked = saved("device_control.light_turn_on", "light.moon")
    with pytest.raises(ScheduleRequestRefused, match=r"light\.moon; there are: light\.hall"):
        await made.request("set_routine", asked, "web")


async def test_an_operation_its_device_does_not_take_is_refused_with_those_it_takes() -> None:
    made, _ = desk(OWNER, Language.JA)
    asked = saved("device_control.lock_unlock")
    with pytest.raises(ScheduleRequestRefused, match="できる操作: turn_on, turn_off"):
        await made.request("set_routine", asked, "web")


async def test_an_alarm_is_silenced_also_where_no_line_can_be_written() -> None:
    """The bell first, the record after: a full disk does not keep an alarm ringing."""
    made, alarms = desk(HOUSEHOLD)
    assert await made.stop(None, "voice") == (EntryId(1),)
    assert alarms.stopped == 1


async def test_only_people_silence_an_alarm() -> None:
    made, alarms = desk(HUB)
    with pytest.raises(ScheduleRequestForbidden):
        await made.stop(None, "home_assistant")
    assert alarms.stopped == 0


async def test_a_form_without_a_moment_is_refused_by_its_field() -> None:
    made, _ = desk(OWNER)
    with pytest.raises(ScheduleRequestRefused, match=r"timing: it must be said when"):
        await made.sketch(EntryKind.ALARM, {"label": "gym"})
