"""Which things are so, what it can do, what comes, and which timer is meant (T-57; issue 4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, timedelta
from typing import cast

import pytest

from companion.desk.commands.states import asked_of_several, which_are_so
from companion.ports.capability import Catalogue
from companion.ports.house import House
from companion.ports.schedule import Schedule
from companion.rooms.commands.abilities import abilities
from companion.rooms.commands.kept import plans_told
from companion.rooms.commands.planned import chore
from companion.rooms.commands.wanted import WhichOne
from companion.rooms.expression.claims import Names
from companion.words.device import Device, DeviceState, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.schedule import EntryKind, Upcoming
from companion.words.understood import UnderstoodWish
from tests.unit.rooms.commands.test_kept import NOW, coming

LIGHTS = {"light.hall": "Hall light", "light.study": "Study light", "light.bath": "Bath light"}


def device(device_id: str, name: str) -> Device:
    return Device(
        id=DeviceId(device_id),
        domain=Domain(device_id.partition(".")[0]),
        name=Bilingual(name, name),
        area="",
        operations=("turn_on",),
    )


@dataclass(frozen=True)
class Reported:
    """A home with the values its devices reported."""

    values: Mapping[str, str | None]
    names: Mapping[str, str]
    there: bool = True

    def connected(self) -> bool:
        return self.there

    def device(self, device_id: DeviceId) -> Device | None:
        return device(device_id, self.names[device_id]) if device_id in self.names else None

    def devices(self) -> tuple[Device, ...]:
        return tuple(device(i, name) for i, name in self.names.items())

    def state(self, device_id: DeviceId) -> DeviceState | None:
        return DeviceState(device_id=device_id, value=self.values.get(device_id), at=NOW)


def asked(state: str, values: Mapping[str, str | None], *, there: bool = True) -> Bilingual:
    house = cast(House, Reported(values, LIGHTS, there))
    wish = UnderstoodWish(intent="HassGetState", slots={"state": state}, targets=tuple(LIGHTS))
    names = Names(house=house, catalogue=cast(Catalogue, {}), places={})
    return which_are_so(wish, names)


@pytest.mark.parametrize(
    ("state", "values", "en", "ja"),
    [
        ("on", "on off off", "The hall light is on.", "ついているのは、Hall lightです。"),
        ("on", "off off off", "None of them is on.", "ついているものはありません。"),
        (
            "off",
            "on on off",
            "The hall light and the study light are on, the others are off.",
            "ついているのはHall lightとStudy lightで、ほかは消えている状態です。",
        ),
        ("off", "off off off", "All of them are off.", "全部消えている状態です。"),
        (
            "on",
            "on off ?",
            "The hall light is on. I do not know about the bath light.",
            "ついているのは、Hall lightです。Bath lightの様子は分かりません。",
        ),
    ],
)
def test_which_lights_are_so(state: str, values: str, en: str, ja: str) -> None:
    """F16: what has not reported is neither on nor off."""
    read = [None if value == "?" else value for value in values.split()]
    told = asked(state, dict(zip(LIGHTS, read, strict=True)))
    assert (told.en, told.ja) == (en, ja)


def test_nothing_is_known_of_a_home_that_is_gone() -> None:
    told = asked("on", dict.fromkeys(LIGHTS, "on"), there=False)
    assert told.en.startswith("I do not know about")
    assert " is on" not in told.en


def test_only_a_question_of_several_is_answered_so() -> None:
    two, state = ("light.hall", "light.bath"), {"state": "on"}
    assert asked_of_several(UnderstoodWish(intent="HassGetState", slots=state, targets=two))
    assert not asked_of_several(UnderstoodWish(intent="HassGetState", targets=two))
    assert not asked_of_several(UnderstoodWish(intent="", slots=state, targets=two[:1]))


def test_it_says_what_it_can_do_in_this_home() -> None:
    """Only what is there; a lock with the question it brings (S-13)."""
    plain = abilities([device("light.hall", "Hall light")])
    assert "lights" in plain.en
    assert "lock" not in plain.en
    locked = abilities([device("lock.door", "Front door")])
    assert "I ask before I unlock" in locked.en
    assert "承認" in locked.ja


def test_what_is_planned_is_told_of_every_kind() -> None:
    held = [
        coming(EntryKind.TIMER, NOW + timedelta(minutes=3)),
        coming(EntryKind.ALARM, NOW + timedelta(hours=13)),
        coming(EntryKind.ROUTINE, None, "off", enabled=False),
    ]
    told = plans_told(held, NOW)
    assert told.en == "The timer has 3 minutes left; the alarm is tomorrow at 07:00."
    assert plans_told((), NOW).ja == "予定は入っていません。"


@dataclass(frozen=True)
class Held:
    """A schedule that only tells what it holds."""

    timers: Sequence[Upcoming]

    def entries(self, kinds: Sequence[EntryKind] = ()) -> tuple[Upcoming, ...]:
        return tuple(self.timers)


CANCEL = UnderstoodWish(intent="HassCancelTimer", operation="schedule.timer_cancel")


def test_which_timer_is_asked_by_the_clock_on_the_wall() -> None:
    """The times stand in the home's zone, whatever the record keeps them in."""
    utc = NOW.astimezone(UTC)
    two = [coming(EntryKind.TIMER, utc + timedelta(minutes=n)) for n in (3, 5)]
    with pytest.raises(WhichOne, match=r"18:03, 18:05"):
        chore(CANCEL, cast(Schedule, Held(two)), NOW, "")


def test_the_timer_that_rings_is_meant() -> None:
    ringing = coming(EntryKind.TIMER, NOW, rings=True)
    running = coming(EntryKind.TIMER, NOW + timedelta(minutes=5))
    request = chore(CANCEL, cast(Schedule, Held([ringing, running])), NOW, "")
    assert request.action_type == "schedule_alarm.stop_ringing"
