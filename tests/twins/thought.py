"""A thought about a remark: of nothing, or of an act that is told after a while."""

import asyncio

from companion.words.language import Bilingual


class Thought:
    """What `came` of it; None: nothing was done. `late`: the decision itself comes with it."""

    def __init__(self, came: Bilingual | None = None, *, late: bool = False) -> None:
        self.came, self.told = came, asyncio.Event()
        self.decided = asyncio.Future[bool]()
        if not late:
            self.decided.set_result(came is not None)

    async def words(self) -> Bilingual | None:
        """Once it is told."""
        if self.came is not None:
            await self.told.wait()
        return self.came
