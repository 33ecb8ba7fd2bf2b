"""Entrance: gives the parts of a corridor a way into the notice and act corridors.

A camera, the alarm clock and the ladder hand on what they notice, and capabilities that the
act corridor walks through are built on them. So the entrance is built first and led to the
corridors later; nothing enters before everything stands.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from companion.words.decision import ActionDecision
from companion.words.observation import Observation
from companion.words.ruling import Ruling
from companion.words.trigger import Trigger


@dataclass(frozen=True, kw_only=True)
class Ways:
    """Where the entrance leads."""

    notice: Callable[[tuple[Observation, ...]], Awaitable[None]]
    """Observations through the notice corridor."""
    walk: Callable[[Trigger], Awaitable[None]]
    """One trigger through the whole house."""
    possible: Callable[[ActionDecision], Awaitable[Ruling]]
    """The referee's ruling about it now."""
    busy: Callable[[], Sequence[str]]
    """Resources that execution holds."""


class Entrance:
    """Passes everything on to the corridors. Raises `RuntimeError` before `lead_to`."""

    def __init__(self) -> None:
        self._ways: Ways | None = None

    def lead_to(self, ways: Ways) -> None:
        """From now on these corridors are entered."""
        self._ways = ways

    @property
    def _led(self) -> Ways:
        if self._ways is None:
            raise RuntimeError("a corridor was entered before it was built")
        return self._ways

    async def walk(self, trigger: Trigger) -> None:
        """One trigger through the whole house."""
        await self._led.walk(trigger)

    async def notice(self, observations: tuple[Observation, ...]) -> None:
        """Observations through the notice corridor."""
        await self._led.notice(observations)

    async def possible(self, decision: ActionDecision) -> Ruling:
        """The referee's ruling about it now."""
        return await self._led.possible(decision)

    def busy(self) -> Sequence[str]:
        """Resources that execution holds."""
        return self._led.busy()
