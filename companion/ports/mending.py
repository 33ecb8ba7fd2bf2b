"""Port of mending: lets an owner mend a damaged record, or answer changes by another program."""

from typing import Protocol

from companion.words.language import Bilingual


class NothingToMend(RuntimeError):
    """Error: the record is whole as far as it was checked, and nothing is held back."""


class Mending(Protocol):
    """Repair offered on the page and the command line. After either way the house begins again,
    once the answer has gone out."""

    def damaged(self) -> bool:
        """True if a check found that the record is not what was written."""

    def held(self) -> tuple[Bilingual, ...]:
        """Rows that another program put in or changed, one line each; they do not act meanwhile."""

    async def needs_rescue(self) -> None:
        """Check the whole record where no check has found damage yet. Raises `NothingToMend`."""

    async def settle(self, *, keep: bool, channel: str) -> int:
        """Keep what is held back as it is, or throw it away; how many rows it was. Raises
        `NothingToMend`, `RecordNotWritable`."""

    def begin_again(self, *, rescue: bool) -> None:
        """Restart the house; `rescue`: with a new record that holds what can be read."""
