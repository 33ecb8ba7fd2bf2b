"""Look, once a day, for habits to propose as routines, and for routines that are not wanted."""

from collections.abc import Awaitable, Callable

from companion.words.job import Job, JobPriority, Period, Retry


class ProposeHabits:
    """Job kind `propose_habits`. It is started each hour, so that a house that was off in the
    morning proposes at noon; whoever looks does so once a day."""

    KIND = "propose_habits"
    PRIORITY = JobPriority.HOUSEKEEPING
    RETRY = Retry()
    PERIOD = Period(every_s=3600.0)

    def __init__(self, look: Callable[[], Awaitable[None]]) -> None:
        self._look = look

    async def run(self, job: Job) -> None:
        """Look."""
        await self._look()


def build(*, look_for_habits: Callable[[], Awaitable[None]]) -> ProposeHabits:
    """`look_for_habits`: proposes what it finds, once a day."""
    return ProposeHabits(look_for_habits)
