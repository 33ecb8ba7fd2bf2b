"""One file for each kind of device: found by discovery, complete, and asked instead of named."""

import re
from collections import Counter

import pytest

from companion.home.device_kind import DeviceKind, DeviceOperation
from companion.home.device_operation import DEVICE_OPERATIONS
from companion.home.kinds import KINDS, kind_for, kind_of
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual


def test_every_domain_has_a_kind_and_every_file_is_found() -> None:
    assert {kind.domain for kind in KINDS} == set(Domain)
    assert max(Counter(kind.name for kind in KINDS).values()) == 1
    assert [kind.order for kind in KINDS] == sorted({kind.order for kind in KINDS})


def test_a_cover_that_lets_people_in_is_a_kind_of_its_own() -> None:
    assert kind_for(Domain.COVER, "gate").name == "garage"
    assert kind_for(Domain.COVER, "curtain").name == "cover"
    assert kind_for(Domain.LOCK, "garage").name == "lock"
    door = Device(
        id=DeviceId("cover.garage"),
        domain=Domain.COVER,
        name=Bilingual("車庫", "garage"),
        area="",
        operations=("open",),
        attributes={"device_class": "garage"},
    )
    assert kind_of(door).operations[0].lets_in


@pytest.mark.parametrize("row", DEVICE_OPERATIONS, ids=lambda row: row.name)
def test_an_operation_is_whole(row: DeviceOperation) -> None:
    """It is told in both languages, names what it does it to, and its inverse exists."""
    kind = next(kind for kind in KINDS if kind.name == row.kind)
    assert "{}" in row.verb.ja
    assert "{}" in row.verb.en
    assert "{}" in row.verb.past
    assert row.verb.button.ja
    assert "{" not in row.verb.button.ja + row.verb.button.en
    assert row.inverse is None or row.inverse in {o.does for o in kind.operations}
    if row.parameter:
        assert row.verb.to is not None
        assert "{v}" in row.verb.to.ja
        assert "{v}" in row.verb.to.en
        assert "{v}" in row.verb.to.past


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_kind_points_at_operations_that_it_has(kind: DeviceKind) -> None:
    does = {row.does for row in kind.operations}
    assert {instead for instead, _ in kind.instead.values()} <= does
    assert not kind.finer or kind.finer in {row.number for row in kind.operations}
    assert kind.called.ja
    assert kind.called.en


NUMBERS_OF = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
"""Of each path command (SVG 1.1, section 8.3)."""


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.name))
def test_each_path_of_an_icon_is_whole(kind: DeviceKind) -> None:
    """A browser stops drawing a path at the first command that lacks a number."""
    for path in re.findall(r' d="([^"]+)"', kind.icon):
        for command, given in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", path):
            count = len(re.findall(r"[-+]?(?:\d+\.\d*|\.\d+|\d+)", given))
            per_turn = NUMBERS_OF[command.upper()]
            assert count == 0 if per_turn == 0 else count > 0 and count % per_turn == 0, path
