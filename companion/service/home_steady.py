"""Waits until the home has announced its devices."""

import asyncio

from companion.ports.house import House

HOME_STEADY_S = 0.5
"""Real seconds without a new device. Retained messages arrive within milliseconds of the link."""


async def until_steady(house: House) -> None:
    """Until no more devices announce themselves: a prompt or a grammar that was made of half a home
    would be made in vain."""
    known = 0
    while not known or known != len(house.devices()):
        known = len(house.devices())
        await asyncio.sleep(HOME_STEADY_S)
