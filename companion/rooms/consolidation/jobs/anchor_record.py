"""Write down, beside the record, where its chain ends."""

from collections.abc import Awaitable, Callable

from companion.words.job import Job, JobPriority, Period, Retry


class AnchorRecord:
    """Job kind `anchor_record`. The period is how far behind an anchor may be."""

    KIND = "anchor_record"
    PRIORITY = JobPriority.HOUSEKEEPING
    RETRY = Retry()
    PERIOD = Period(every_s=60.0)

    def __init__(self, anchor: Callable[[], Awaitable[None]]) -> None:
        self._anchor = anchor

    async def run(self, job: Job) -> None:
        """Write it, where something was added since."""
        await self._anchor()


def build(*, anchor: Callable[[], Awaitable[None]]) -> AnchorRecord:
    """`anchor`: writes the anchor."""
    return AnchorRecord(anchor)
