"""Ask 尋ねる: put a yes-or-no question to the people of the house. Done when a person answered it.

Both answers are an end: the task was to ask. Without an answer in time it fails.
"""

from datetime import timedelta

from companion.home.request import ask_request
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import DONE, End, Seen, Slots, failed_act, tell
from companion.words.language import Bilingual
from companion.words.plan import Goal, Task
from companion.words.text import short
from companion.words.trigger import RequestedAction

LABEL = Bilingual("尋ねる", "ask a person")
SLOTS = ("ja", "en", "hours")
LONGEST_HOURS = 24.0
NO_ANSWER = Bilingual("返事がありませんでした", "nobody answered")
missing = tell.missing


def named(slots: Slots, home: HomeView) -> Bilingual:
    """`「…」と尋ねる` / `ask: “…”`."""
    ja, en = (short(str(slots[name]), tell.NAME_CHARS) for name in ("ja", "en"))
    return Bilingual(f"「{ja}」と尋ねる", f"ask: “{en}”")


def objection(slots: Slots, home: HomeView) -> Bilingual | None:
    """Words in both languages, and a time for the answer."""
    hours = slots.get("hours")
    if not isinstance(hours, int | float) or not 0 < hours <= LONGEST_HOURS:
        return Bilingual("返事を待つ時間が正しくありません", "no proper time for the answer")
    return tell.objection(slots, home)


def requests(task: Task, goal: Goal, home: HomeView) -> tuple[RequestedAction, ...]:
    """One question."""
    return (ask_request(Bilingual(str(task.slots["ja"]), str(task.slots["en"]))),)


def ended(seen: Seen) -> End | None:
    """By the answer, or by the time that it had; the next task does not wait for it."""
    if seen.task.answered is not None:
        return DONE
    if (failed := failed_act(seen.result)) is not None:
        return failed
    if seen.result is None or seen.task.begun_at is None:
        return None
    until = seen.task.begun_at + timedelta(hours=float(seen.task.slots["hours"]))
    if seen.next_at is not None:
        until = min(until, max(seen.next_at, seen.task.begun_at + timedelta(minutes=10)))
    return End(NO_ANSWER) if seen.now >= until else None
