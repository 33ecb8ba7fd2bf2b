"""Report 報告する: sum up what became of the goal's tasks, and tell it."""

from companion.home.request import tell_request
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import Slots, tell
from companion.words.language import Bilingual
from companion.words.plan import Goal, Task, TaskStatus
from companion.words.trigger import RequestedAction

LABEL = Bilingual("まとめて報告する", "sum up and report")
SLOTS = ()
MOST_NAMED = 2
"""Failed tasks named in the report; the others stand on the page."""
missing = tell.missing
ended = tell.ended


def named(slots: Slots, home: HomeView) -> Bilingual:
    """Always the same."""
    return Bilingual("結果をまとめて報告する", "sum up and report")


def objection(slots: Slots, home: HomeView) -> Bilingual | None:
    """There is nothing to object to."""
    return None


def requests(task: Task, goal: Goal, home: HomeView) -> tuple[RequestedAction, ...]:
    """One telling, worded by code from the tasks' own ends."""
    return (tell_request(summed_up(goal, but=task)),)


def summed_up(goal: Goal, but: Task) -> Bilingual:
    """Ends of all tasks `but` the one that reports, in words."""
    others = [one for one in goal.tasks if one.id != but.id and not one.open]
    done = sum(one.status is TaskStatus.DONE for one in others)
    failed = [one for one in others if one.status is TaskStatus.FAIL]
    ja = f"{goal.name.ja}: {len(others)}件のうち{done}件できました。"
    en = f"{goal.name.en}: {done} of {len(others)} done."
    for one in failed[:MOST_NAMED]:
        cause = one.cause or Bilingual("不明", "unknown")
        ja += f"できなかったこと: {one.name.ja}（{cause.ja}）。"
        en += f" Not done: {one.name.en} ({cause.en})."
    return Bilingual(ja, en)
