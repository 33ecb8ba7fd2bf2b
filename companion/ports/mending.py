"""Mending: what an owner can do about a record that is damaged, or that others changed."""

from typing import Protocol

from companion.words.language import Bilingual


class NothingToMend(RuntimeError):
    """The record is whole, as far as it was looked at, and nothing is held back."""


class Mending(Protocol):
    """Offered on the page and the command line. Both end in a start of the house anew."""

    def damaged(self) -> bool:
        """True if a check found that the record is not what was written."""

    def held(self) -> tuple[Bilingual, ...]:
        """Rows that another program put in or changed, one line each; they do not act meanwhile."""

    async def rescue(self) -> None:
        """Begin a new record with what can be read. Raises `NothingToMend`."""

    async def settle(self, *, keep: bool, channel: str) -> int:
        """Keep what is held back as it is, or throw it away; how many rows it was. Raises
        `NothingToMend`, `RecordNotWritable`."""
