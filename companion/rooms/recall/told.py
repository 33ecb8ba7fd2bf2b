"""Told things out of `state`. Implements the port `ToldMemory`."""

from dataclasses import replace
from datetime import datetime

from companion.ports.state import StateReader
from companion.words.areas import Standing
from companion.words.told import Told, ToldKind, told_of


class ToldThings:
    """Reads the rows of facts and preferences."""

    def __init__(self, state: StateReader) -> None:
        self._state = state

    async def told(self, *, as_of: datetime | None = None) -> tuple[Told, ...]:
        """Things that held then; one that ended later held still."""
        found = []
        for one in await self._every():
            over = one.valid_until is not None and (as_of is None or one.valid_until <= as_of)
            early = as_of is not None and one.valid_from > as_of
            if over or early or one.status is Standing.REVOKED:
                continue
            found.append(replace(one, valid_until=None) if as_of is not None else one)
        return tuple(found)

    async def ended(self) -> tuple[Told, ...]:
        """Things that held once, and preferences that were taken back."""
        return tuple(
            one
            for one in await self._every()
            if one.valid_until is not None or one.status is Standing.REVOKED
        )

    async def _every(self) -> list[Told]:
        rows = [row for kind in ToldKind for row in await self._state.rows(kind.value)]
        found = [one for row in rows if (one := told_of(row)) is not None]
        return sorted(found, key=lambda one: (one.valid_from, one.evidence_event_ids, one.id))
