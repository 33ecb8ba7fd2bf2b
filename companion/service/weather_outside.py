"""Weather outside: reads the weather for the garden from what the house holds of its weather
entity; implements the port `WeatherOutside`."""

from collections.abc import Mapping
from typing import Final

from companion.ports.state import StateReader
from companion.words.garden import Weather
from companion.words.world import WORLD_ITEM, world_item_of

CONDITIONS: Final[Mapping[str, Weather]] = {
    "sunny": Weather.CLEAR,
    "clear-night": Weather.CLEAR,
    "windy": Weather.CLEAR,
    "cloudy": Weather.CLOUDY,
    "partlycloudy": Weather.CLOUDY,
    "windy-variant": Weather.CLOUDY,
    "fog": Weather.CLOUDY,
    "rainy": Weather.RAIN,
    "pouring": Weather.RAIN,
    "hail": Weather.RAIN,
    "snowy": Weather.SNOW,
    "snowy-rainy": Weather.SNOW,
    "lightning": Weather.STORM,
    "lightning-rainy": Weather.STORM,
    "exceptional": Weather.STORM,
}
"""Conditions of a Home Assistant weather entity."""


class WeatherHeld:
    """The weather as the house holds it."""

    def __init__(self, state: StateReader) -> None:
        self._state = state

    async def now(self) -> Weather:
        """As the newest report of a weather entity says; unknown where there is none, or it says
        what nobody knows."""
        for row in await self._state.rows(WORLD_ITEM):
            item = world_item_of(row)
            if item.entity.partition(".")[0] == "weather" and item.value:
                return CONDITIONS.get(item.value, Weather.UNKNOWN)
        return Weather.UNKNOWN
