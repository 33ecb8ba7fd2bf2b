"""Declarations of parts are found in the records, each once (DESIGN 3)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from companion.ports.part import ResidentSpec, Stage, Tick
from companion.service.declared import collect
from companion.words.finding import Finding


async def _nothing() -> None:
    return


@dataclass(frozen=True)
class Clockwork:
    """A part with everything."""

    def residents(self) -> tuple[ResidentSpec, ...]:
        return (ResidentSpec("clockwork", _nothing, Stage.ACT),)

    def ticks(self) -> tuple[Tick, ...]:
        return (Tick("tock", 1.0, _nothing),)

    async def findings(self) -> Mapping[str, Finding]:
        return {}


@dataclass(frozen=True)
class Record:
    """As `app` builds them."""

    part: object = None
    alone: object = "no part"
    several: tuple[object, ...] = field(default=())


def test_fields_declare_and_a_part_in_two_records_declares_once() -> None:
    part = Clockwork()
    single = ResidentSpec("single", _nothing, Stage.INTAKE)
    tick = Tick("tick", 2.0, _nothing)
    found = collect((Record(part, single), Record(part, several=(tick,))))
    assert [spec.name for spec in found.residents] == ["clockwork", "single"]
    assert [one.name for one in found.ticks] == ["tock", "tick"]
    assert found.checks == (part,)


def test_what_is_no_record_is_a_mistake() -> None:
    with pytest.raises(TypeError, match="no record"):
        collect(("house",))
