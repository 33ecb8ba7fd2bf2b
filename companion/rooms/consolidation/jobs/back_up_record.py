"""Make the backup of the day, where it is missing."""

from collections.abc import Awaitable, Callable

from companion.words.job import Job, JobPriority, Period, Retry


class BackUpRecord:
    """Job kind `back_up_record`. It looks each hour: a house that was off in the night has its
    backup an hour after its start."""

    KIND = "back_up_record"
    PRIORITY = JobPriority.HOUSEKEEPING
    RETRY = Retry(attempts=3, first_s=600.0)
    PERIOD = Period(every_s=3600.0)

    def __init__(self, back_up: Callable[[], Awaitable[None]]) -> None:
        self._back_up = back_up

    async def run(self, job: Job) -> None:
        """Make it. Raises `RecordNotWritable` where the disk has no room."""
        await self._back_up()


def build(*, back_up: Callable[[], Awaitable[None]]) -> BackUpRecord:
    """`back_up`: makes today's backup where it is missing and the record is sound."""
    return BackUpRecord(back_up)
