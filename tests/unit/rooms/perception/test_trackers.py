"""Who came home and who left, from what trackers report (B-102, F16; issue 4, items 4 and 7)."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from companion.rooms.perception.trackers import People
from companion.words.device import DeviceState
from companion.words.ids import DeviceId
from companion.words.timing import EVERYBODY, Movement

MIKA = DeviceId("person.mika")
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def said(value: str | None, *, available: bool = True, of: str = MIKA) -> DeviceState:
    return DeviceState(device_id=DeviceId(of), value=value, at=NOON, available=available)


def people(now: DeviceState | None = None) -> People:
    return People({"mika": MIKA}, {MIKA: now}.get)


@pytest.mark.parametrize(
    ("reports", "movements"),
    [
        ([said("home")], [None]),
        ([said("not_home"), said("home")], [None, Movement.ARRIVES]),
        ([said("home"), said("Office")], [None, Movement.LEAVES]),
        ([said("not_home"), said("Office")], [None, None]),
        # A phone that was off, and a hub that restarts, bring nobody home (F16).
        ([said("home"), said(None), said("home")], [None, None, None]),
        ([said("home"), said("home", available=False), said("home")], [None, None, None]),
        # Whoever comes home while the phone is off has come home.
        ([said("not_home"), said(None), said("home")], [None, None, Movement.ARRIVES]),
        ([said("on", of="light.hall")], [None]),
    ],
)
def test_an_arrival_is_a_change_that_was_seen(
    reports: list[DeviceState], movements: list[Movement | None]
) -> None:
    found = people()
    assert [found.take(report) for report in reports] == movements


async def test_movements_are_handed_on_with_the_person() -> None:
    moves: list[tuple[str, Movement, str]] = []

    async def moved(person: str, movement: Movement, place: str) -> None:
        moves.append((person, movement, place))

    async def changes() -> AsyncIterator[DeviceState]:
        for value in ("home", "not_home", "home"):
            yield said(value)

    await people().follow(changes, moved)
    left, came = Movement.LEAVES, Movement.ARRIVES
    each = [("mika", left), (EVERYBODY, left), ("mika", came), (EVERYBODY, came)]
    assert moves == [(who, how, "") for who, how in each]


async def test_everybody_has_left_when_the_last_has() -> None:
    """A5: "when everybody has left" was kept for a person of that name, and never came."""
    trackers = {"mika": "person.mika", "ken": "person.ken"}
    moves: list[tuple[str, Movement]] = []

    async def moved(person: str, movement: Movement, place: str) -> None:
        moves.append((person, movement))

    async def changes() -> AsyncIterator[DeviceState]:
        for who, value in (
            ("person.mika", "home"),
            ("person.ken", "home"),
            ("person.mika", "not_home"),
            ("person.ken", "not_home"),
            ("person.mika", "home"),
        ):
            yield said(value, of=who)

    await People(trackers, dict[DeviceId, DeviceState]().get).follow(changes, moved)
    left, came = Movement.LEAVES, Movement.ARRIVES
    assert moves == [("mika", left), ("ken", left), (EVERYBODY, left), ("mika", came)]


def test_away_is_known_or_it_is_not_so() -> None:
    """Quiet hours hold for whoever may be at home."""
    assert people(said("not_home")).away("mika")
    assert not people(said("home")).away("mika")
    assert not people(said(None)).away("mika")
    assert not people(None).away("mika")
    assert not people(said("not_home")).away("ken")
