"""Research 調べものをする: look something up beyond the home. Listed, and not available yet."""

from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import End, Seen, Slots
from companion.words.language import Bilingual
from companion.words.plan import Goal, Task
from companion.words.trigger import RequestedAction

LABEL = Bilingual("調べものをする", "research")
SLOTS = ("question",)
NOT_YET = Bilingual("調べものはまだできません", "research is not available yet")


def missing(home: HomeView) -> Bilingual | None:
    """Always."""
    return NOT_YET


def named(slots: Slots, home: HomeView) -> Bilingual:
    """The question itself."""
    return Bilingual(f"調べる: {slots['question']}", f"research: {slots['question']}")


def objection(slots: Slots, home: HomeView) -> Bilingual | None:
    """Always: no plan may hold one."""
    return NOT_YET


def requests(task: Task, goal: Goal, home: HomeView) -> tuple[RequestedAction, ...]:
    """No act can be asked for."""
    return ()


def ended(seen: Seen) -> End | None:
    """At once, with the reason."""
    return End(NOT_YET)
