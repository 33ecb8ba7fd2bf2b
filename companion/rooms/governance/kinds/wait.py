"""Wait 待つ: let the time pass until a moment. Done when the household's clock has come to it."""

from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import DONE, End, Seen, Slots, moment
from companion.words.language import Bilingual
from companion.words.plan import Goal, Task
from companion.words.trigger import RequestedAction

LABEL = Bilingual("時間まで待つ", "wait until a moment")
SLOTS = ("until",)


def missing(home: HomeView) -> Bilingual | None:
    """A clock is always there."""
    return None


def named(slots: Slots, home: HomeView) -> Bilingual:
    """`11/29 09:00まで待つ` / `wait until 11/29 09:00`."""
    until = moment(slots["until"])
    at = "" if until is None else f"{until:%m/%d %H:%M}"
    return Bilingual(f"{at}まで待つ", f"wait until {at}")


def objection(slots: Slots, home: HomeView) -> Bilingual | None:
    """A moment."""
    if moment(slots.get("until")) is not None:
        return None
    return Bilingual("いつまでかが分かりません", "it has no end")


def requests(task: Task, goal: Goal, home: HomeView) -> tuple[RequestedAction, ...]:
    """No act: it only lets time pass."""
    return ()


def ended(seen: Seen) -> End | None:
    """By the clock."""
    until = moment(seen.task.slots["until"])
    return DONE if until is not None and seen.now >= until else None
