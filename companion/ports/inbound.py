"""Port of the inbound way: takes sentences that a bridge of the owner hands in from outside."""

from typing import Protocol

from companion.words.ids import EventId

TEXT_CHARS, SENDER_CHARS = 2000, 64
"""Longest sentence and name of its author that are taken."""
LONGEST_WAIT_S = 25.0
"""Longest time that a bridge may wait for the answer."""


class NoSuchSource(ValueError):
    """Error: this name belongs to one of the companion's own channels, or is none."""


class Inbound(Protocol):
    """Each sentence comes under the name of its source, which tells who stands behind it."""

    async def say(self, source: str, text: str, sender: str = "") -> EventId:
        """One sentence; gives its event. Raises `NoSuchSource`, `ValueError` for an empty one."""

    async def ask(self, source: str, text: str, sender: str, patience_s: float) -> str | None:
        """One sentence, and the answer to it; None where nothing is said within `patience_s`."""

    async def ask_as(
        self, program: str, text: str, patience_s: float, *, acts: bool
    ) -> tuple[EventId, str | None]:
        """A sentence of a program with a token of this name: its event, and the answer. `acts`: it
        counts as a voice of the household; else as a stranger's."""
