"""Resource locks: one running act for each camera, body or device, without a deadlock."""

import asyncio

import pytest

from companion.rooms.execution.resources import ResourceBusy, Resources, resources_of
from companion.words.capability import ActionCall
from companion.words.ids import EventId
from tests.twins.clock import JumpClock
from tests.twins.home import DEVICE_CONTROL, MOVE


def call(**payload: object) -> ActionCall:
    return ActionCall(operation="x", payload=payload, decision_event_id=EventId(1))


async def test_what_is_held_is_busy_and_free_again_afterwards() -> None:
    locks = Resources(JumpClock())
    async with locks.hold(frozenset({"body", "camera"})):
        assert locks.busy() == ("body", "camera")
    assert locks.busy() == ()


async def test_a_mistake_while_it_is_held_gives_it_back() -> None:
    locks = Resources(JumpClock())
    with pytest.raises(ZeroDivisionError):
        async with locks.hold(frozenset({"body"})):
            raise ZeroDivisionError
    assert locks.busy() == ()


async def test_who_waits_too_long_is_told_which_resource_is_busy() -> None:
    locks = Resources(JumpClock(), busy_limit_s=5.0)
    async with locks.hold(frozenset({"camera"})):
        with pytest.raises(ResourceBusy, match="camera"):
            async with locks.hold(frozenset({"body", "camera"})):
                raise AssertionError("both were taken")
        assert locks.busy() == ("camera",), "what it had already taken is given back"


async def test_two_takers_of_the_same_resources_never_wait_for_each_other() -> None:
    locks = Resources(JumpClock())
    done: list[int] = []

    async def take(number: int, *names: str) -> None:
        async with locks.hold(frozenset(names)):
            await asyncio.sleep(0)
            done.append(number)

    await asyncio.gather(take(1, "a", "b"), take(2, "b", "a"), take(3, "b"))
    assert sorted(done) == [1, 2, 3]


def test_a_call_holds_its_capability_and_every_device() -> None:
    assert resources_of(MOVE, call()) == {"body"}
    assert resources_of(DEVICE_CONTROL, call(device_ids=["light.a", "light.b"])) == {
        "light.a",
        "light.b",
    }
