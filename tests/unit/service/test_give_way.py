"""Background work waits for a moment after a person asked for something."""

import asyncio

import pytest

from companion.service import give_way
from companion.service.give_way import GiveWay
from tests.twins.clock import JumpClock


async def test_nobody_asked_nobody_waits() -> None:
    assert asyncio.get_running_loop().time() > 0
    await asyncio.wait_for(GiveWay(JumpClock()).leisure(), 5)


async def test_who_asked_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(give_way, "GIVE_WAY_S", 0.05)
    way = GiveWay(JumpClock())
    way.asked()
    began_s = asyncio.get_running_loop().time()
    await way.leisure()
    assert asyncio.get_running_loop().time() - began_s >= 0.05
