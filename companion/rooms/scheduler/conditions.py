"""Conditions of a routine: tell whether a fact is so now."""

from dataclasses import dataclass

from companion.ports.house import House
from companion.ports.state import StateReader
from companion.words.areas import WorldValue, value_in
from companion.words.ids import DeviceId
from companion.words.number import real_number
from companion.words.schedule import Comparison, FactCondition


@dataclass(frozen=True)
class Conditions:
    """Compares what devices report, and else what is held to be so, with what was asked for."""

    house: House
    state: StateReader

    async def is_so(self, condition: FactCondition) -> bool:
        """Whether a fact is so now; what is unknown never is."""
        state = self.house.state(DeviceId(condition.thing))
        if state is not None:
            return state.available and holds(condition, state.value)
        row = await self.state.row("world_item", condition.thing)
        known = None if row is None else value_in(row, WorldValue)
        return known is not None and holds(condition, known.value)


def holds(condition: FactCondition, value: object) -> bool:
    """Compare a fact with what was asked for; numbers as numbers."""
    if value is None:
        return False
    text = str(value)
    if condition.comparison is Comparison.IS:
        return text == condition.value
    if condition.comparison is Comparison.IS_NOT:
        return text != condition.value
    number, limit = real_number(text), real_number(condition.value)
    if number is None or limit is None:
        return False
    return number > limit if condition.comparison is Comparison.ABOVE else number < limit
