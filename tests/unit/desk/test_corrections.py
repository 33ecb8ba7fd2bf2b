"""A corrected sentence: what the first one led to is taken back, unless the second asks for it."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.desk.corrections import Corrections
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.trigger import RequestedAction
from tests.twins.home import decision

FIRST, SECOND, RESULT = EventId(1), EventId(4), EventId(3)
ON = "device_control.light_turn_on"
HALL = {"device_id": "light.hall"}


class HouseTwin:
    """Record and requests: the first sentence led to one act, and one way leads back from it."""

    def __init__(
        self, action_type: str, payload: dict[str, Any], *, cites: EventId = FIRST
    ) -> None:
        self.done = replace(decision(action_type, payload), evidence_event_ids=(cites,))
        self.taken_back: list[tuple[str, str]] = []

    async def recent(self, **asked: Any) -> tuple[Any, ...]:
        assert asked["after"] == FIRST
        return (SimpleNamespace(id=RESULT),)

    async def result(self, event_id: EventId) -> Any:
        return SimpleNamespace(decision_event_id=EventId(2))

    async def decision(self, event_id: EventId) -> Any:
        return self.done

    def ways_back(self, result: Any, event_id: EventId) -> tuple[str, ...]:
        return (f"undo of {event_id}",)

    async def ask_and_walk(self, way: str, channel: str) -> None:
        self.taken_back.append((way, channel))


async def made_way(house: HouseTwin, *wishes: RequestedAction) -> tuple[RequestedAction, ...]:
    corrections = Corrections(record=cast(Any, house), requests=cast(Any, house))
    second = cast(Event, SimpleNamespace(id=SECOND, channel="voice"))
    return await corrections.make_way(second, FIRST, wishes)


async def test_another_room_takes_the_first_act_back() -> None:
    """Turn on the light; no, in the bedroom."""
    house = HouseTwin(ON, HALL)
    bedroom = RequestedAction(action_type=ON, payload={"device_id": "light.bedroom"})
    assert await made_way(house, bedroom) == (bedroom,)
    assert house.taken_back == [("undo of 3", "voice")]


async def test_the_same_act_is_neither_taken_back_nor_done_twice() -> None:
    house = HouseTwin(ON, HALL)
    bedroom = RequestedAction(action_type=ON, payload={"device_id": "light.bedroom"})
    same = RequestedAction(action_type=ON, payload=HALL)
    assert await made_way(house, same, bedroom) == (bedroom,)
    assert house.taken_back == []


@pytest.mark.parametrize(
    ("wish", "stands"),
    [("device_control.light_set_brightness", True), (ON, False)],
    ids=["dimmed now", "the same kind once more"],
)
async def test_an_act_done_over_on_its_device_stands(wish: str, stands: bool) -> None:
    house = HouseTwin(ON, HALL)
    await made_way(house, RequestedAction(action_type=wish, payload={**HALL, "brightness": 30}))
    assert (house.taken_back == []) is stands


async def test_an_act_of_another_sentence_is_left_alone() -> None:
    house = HouseTwin(ON, HALL, cites=EventId(77))
    bedroom = RequestedAction(action_type=ON, payload={"device_id": "light.bedroom"})
    assert await made_way(house, bedroom) == (bedroom,)
    assert house.taken_back == []
