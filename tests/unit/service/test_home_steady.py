"""A home that is still announcing itself is waited for."""

import asyncio
from typing import cast

import pytest

from companion.ports.house import House
from companion.service import home_steady


async def test_it_waits_until_no_more_devices_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home_steady, "HOME_STEADY_S", 0.0)
    known = [0, 0, 1, 1, 3, 3, 3, 3]

    class Announcing:
        asked = 0

        def devices(self) -> range:
            self.asked += 1
            return range(known[min(self.asked - 1, len(known) - 1)])

    house = Announcing()
    async with asyncio.timeout(30):
        await home_steady.until_steady(cast(House, house))
    assert len(house.devices()) == 3
