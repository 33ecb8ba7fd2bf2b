"""Makes the sentence grammar ready beside the loop, before anybody speaks."""

import asyncio
import contextlib
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from companion.engines.grammar_tables import INSTALLED, Tables, TablesNotMade
from companion.ports.part import ResidentSpec, Stage
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.words.finding import Finding
from companion.words.health import HealthStatus
from companion.words.language import Bilingual, Language

FOLDER = "understanding"
"""Of the state folder; whatever stands there can be deleted, and is made again."""
WARMING_TURN_S = 0.0005


@dataclass(frozen=True, kw_only=True)
class GrammarWarmUp:
    """A task that comes to its end once both languages have been read."""

    understanding: GrammarUnderstanding
    folder: Path
    home_known: Callable[[], Awaitable[None]]
    """Returns once the devices have announced themselves."""
    told: Callable[[str, Finding], Awaitable[None]]
    """Puts into the record that the tables could not be kept."""

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("grammar", self.run, Stage.DRIVERS, finishes=True),)

    async def run(self) -> None:
        """Make ready, once."""
        await make_ready(self.understanding, self.folder, self.home_known, self.told)


async def make_ready(
    understanding: GrammarUnderstanding,
    folder: Path,
    home_is_known: Callable[[], Awaitable[None]],
    told: Callable[[str, Finding], Awaitable[None]],
    installed: Path = INSTALLED,
) -> None:
    """Open the kept tables, `installed` or made by a process of their own where there are none;
    then read one sentence of each language. Where they cannot be made it is told, and the tables
    are built here: the first sentence is read as soon, and the loop waits for it."""
    try:
        await Tables(folder, installed).ready()
    except TablesNotMade as error:
        await told("grammar", _not_kept(str(error)))
    await home_is_known()
    for language in Language:
        # A thread that reads keeps the interpreter for 5 ms at a time, and every send or commit of
        # the loop would wait so long: the longest was 47 ms. With short turns it is not.
        before_s = sys.getswitchinterval()
        sys.setswitchinterval(WARMING_TURN_S)
        try:
            await asyncio.to_thread(understanding.warm, language)
        finally:
            sys.setswitchinterval(before_s)
    if why := await asyncio.to_thread(understanding.why_no_proposals):
        await told("grammar", _not_asked_back(why))
    await asyncio.to_thread(_give_back)


def _give_back() -> None:
    """Give the memory that the start left free back to the system: 0.5 MB. Only glibc can do so."""
    import ctypes  # the clock has loaded it

    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def _not_asked_back(why: str) -> Finding:
    return Finding(
        HealthStatus.DEGRADED,
        Bilingual(
            f"聞き返しに使う学習データが読めません（{why}）。はっきり言えば聞き取れます。"
            "直すには、入れ直してください",
            f"the weights of the second reader cannot be read ({why}): what is said plainly is "
            "understood, the rest is not asked back; install it again",
        ),
    )


def _not_kept(why: str) -> Finding:
    return Finding(
        HealthStatus.DEGRADED,
        Bilingual(
            f"聞き取りの表を作り置きできません（{why}）。言葉はそのまま聞き取れます",
            f"its tables could not be kept ({why}); sentences are understood all the same",
        ),
    )
