"""Port of a followed thought: tells what comes of thinking over a remark."""

import asyncio
from typing import Protocol

from companion.words.language import Bilingual


class FollowedThought(Protocol):
    """One remark, followed from before it is thought over until it is settled."""

    decided: asyncio.Future[bool]
    """True once an act was decided on, False once nothing is done."""

    async def words(self) -> Bilingual | None:
        """The words about what was done, asked or refused; None where nothing is to be told."""
