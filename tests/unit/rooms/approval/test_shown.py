"""The hash of what a question shows: any change of device, operation, parameter or line is seen."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import pytest

from companion.rooms.approval.shown import shown_hash
from companion.words.decision import ActionDecision
from companion.words.device import Device
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from tests.twins.home import decision, device

LIGHT = device("light.hall", "hall", "玄関の明かり", "Hall light", "turn_on", "turn_off")


def _hash(made: ActionDecision, light: Device | None = LIGHT) -> str:
    def found(device_id: DeviceId) -> Device | None:
        return light if device_id == LIGHT.id else None

    return shown_hash(made, found)


@pytest.mark.parametrize(
    "other",
    [
        replace(LIGHT, name=Bilingual("玄関の鍵", "Hall light")),
        replace(LIGHT, name=Bilingual("玄関の明かり", "Front door")),
        replace(LIGHT, area="bedroom"),
        None,
    ],
)
def test_c_044_a_renamed_or_moved_device_is_another_act(other: Device | None) -> None:
    assert _hash(decision(), other) != _hash(decision())


@pytest.mark.parametrize(
    "other",
    [
        decision("device_control.light_turn_off"),
        decision(payload={"device_id": "light.hall", "brightness": 1}),
        decision(payload={"device_id": "light.living"}),
        replace(decision(), summary=Bilingual("玄関の明かりを消す", "Turn off the hall light")),
        replace(decision(), impact=Bilingual("家じゅう", "the whole house")),
    ],
)
def test_c_047_each_part_that_is_shown_counts(other: ActionDecision) -> None:
    assert _hash(other) != _hash(decision())


@pytest.mark.parametrize(
    ("now", "later"),
    [
        (
            {"device_ids": ("light.hall", "light.x")},
            {"device_ids": ["light.hall", "light.x"]},
        ),
        ({"at": datetime(2026, 1, 2, tzinfo=UTC)}, {"at": "2026-01-02T00:00:00+00:00"}),
        ({"deep": MappingProxyType({"a": 1})}, {"deep": {"a": 1}}),
    ],
)
def test_it_is_the_same_once_it_comes_back_from_the_record(
    now: Mapping[str, Any], later: Mapping[str, Any]
) -> None:
    assert _hash(decision(payload=now)) == _hash(decision(payload=later))
