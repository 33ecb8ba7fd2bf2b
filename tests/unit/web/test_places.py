"""Places: strangers never take the last ones (F20)."""

import pytest

from companion.web import places
from companion.web.places import Holder, Place, Places, Refused


class Door:
    """Places on a clock of their own; who is put out is written down."""

    def __init__(self) -> None:
        self.now = 0.0
        self.places = Places(lambda: self.now)
        self.put_out: list[str] = []

    def enter(self, network: str, holder: Holder = Holder.STRANGER) -> Place:
        place = self.places.enter(network, holder)
        place.put_out = lambda: self.put_out.append(network)
        self.now += 0.05
        return place

    def fill(self, count: int, networks: int) -> list[Place]:
        return [self.enter(f"10.0.0.{n % networks}") for n in range(count)]


def test_a_newcomer_gets_the_place_of_the_one_that_holds_most() -> None:
    door = Door()
    door.fill(places.STRANGERS_MAX - 1, 5)
    door.enter("10.0.0.1")
    door.now += places.SETTLED_S
    assert door.enter("192.168.1.7").holder is Holder.STRANGER
    assert door.put_out[0].startswith("10.0.0.")
    assert door.places.count(Holder.STRANGER) == places.STRANGERS_MAX


def test_who_holds_the_most_gets_no_more() -> None:
    door = Door()
    for _ in range(places.PER_NETWORK):
        door.enter("10.0.0.1")
    with pytest.raises(Refused):
        door.enter("10.0.0.1")
    assert door.put_out == []


def test_many_machines_with_one_connection_each_keep_nobody_out() -> None:
    door = Door()
    door.fill(places.STRANGERS_MAX, places.STRANGERS_MAX)
    door.now += places.SETTLED_S
    door.enter("192.168.1.7")
    assert door.put_out == ["10.0.0.0"]  # the oldest


def test_a_connection_that_just_came_is_not_put_out() -> None:
    """Its request is on the way; a storm of newcomers must not put each other out."""
    door = Door()
    door.fill(places.STRANGERS_MAX, places.STRANGERS_MAX)
    for place in list(door.places._held[Holder.STRANGER]):
        place.since_s = door.now
    with pytest.raises(Refused):
        door.enter("192.168.1.7")


def test_a_session_holds_a_place_of_its_own_until_it_is_none() -> None:
    door = Door()
    place = door.enter("192.168.1.7")
    place.hold_as_known(True)
    assert (door.places.count(Holder.SESSION), door.places.count(Holder.STRANGER)) == (1, 0)
    place.hold_as_known(False)
    assert (door.places.count(Holder.SESSION), door.places.count(Holder.STRANGER)) == (0, 1)
    place.leave()
    place.leave()
    place.hold_as_known(True)
    assert (door.places.count(Holder.SESSION), door.places.count(Holder.STRANGER)) == (0, 0)


def test_this_machine_and_the_socket_have_their_own() -> None:
    door = Door()
    door.fill(places.STRANGERS_MAX, 10)
    for holder, most in ((Holder.LOCAL, places.LOCAL_MAX), (Holder.UNIX, places.UNIX_MAX)):
        for number in range(most):
            door.enter(f"127.0.0.{number % 3}", holder)
        with pytest.raises(Refused):
            door.enter("127.0.0.9", holder)
