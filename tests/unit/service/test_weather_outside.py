"""The weather for the garden."""

import pytest

from companion.service.weather_outside import CONDITIONS, WeatherHeld
from companion.words.areas import WorldValue
from companion.words.facts import payload_of
from companion.words.garden import Weather
from companion.words.ids import EventId
from companion.words.observation import Certainty
from companion.words.trust import TrustLabel
from companion.words.world import WORLD_ITEM
from companion.words.writeplan import StateRow
from tests.unit.store.samples import START


class _State:
    def __init__(self, *held: tuple[str, str | None]) -> None:
        self._held = held

    async def rows(self, kind: str) -> tuple[StateRow, ...]:
        return tuple(
            StateRow(
                kind=WORLD_ITEM,
                key=entity,
                value=payload_of(
                    WorldValue(
                        entity=entity,
                        relation="state",
                        location="",
                        affordance=(),
                        value=value,
                        certainty=Certainty.FACT,
                        attributes={},
                    )
                ),
                confidence=1.0,
                trust=TrustLabel.OBSERVED,
                observed_at=START,
                evidence_event_ids=(EventId(1),),
                since=START,
                revision=1,
            )
            for entity, value in self._held
        )

    async def version(self) -> int:
        return 1

    async def row(self, kind: str, key: str) -> StateRow | None:
        raise AssertionError((kind, key))


@pytest.mark.parametrize(("condition", "weather"), CONDITIONS.items())
async def test_s_11_the_weather_of_a_weather_entity(condition: str, weather: Weather) -> None:
    """S-11."""
    state = _State(("light.hall", "on"), ("weather.home", condition))
    assert await WeatherHeld(state).now() is weather


@pytest.mark.parametrize("held", [(), (("weather.home", None),), (("weather.home", "odd"),)])
async def test_s_11_unknown_is_unknown(held: tuple[tuple[str, str | None], ...]) -> None:
    """S-11: 不明."""
    assert await WeatherHeld(_State(*held)).now() is Weather.UNKNOWN
