"""Research 調べものをする: look something up beyond the home. Done when the source gave an answer.

Where the home has no source that can be used, no plan holds such a task: the plan says so.
"""

from companion.home.request import RESEARCH, research_request
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import DONE, End, Seen, Slots, failed_act, tell
from companion.words.language import Bilingual
from companion.words.plan import Goal, Task
from companion.words.text import short
from companion.words.trigger import RequestedAction

LABEL = Bilingual("調べものをする", "research")
SLOTS = ("question",)
NOT_YET = Bilingual(
    "調べものに使える情報源がありません", "there is no source that could be looked up"
)


def missing(home: HomeView) -> Bilingual | None:
    """It needs a source beyond the home."""
    return None if home.usable(RESEARCH) else NOT_YET


def named(slots: Slots, home: HomeView) -> Bilingual:
    """`「…」を調べる` / `look up: “…”`."""
    question = short(str(slots["question"]), tell.NAME_CHARS)
    return Bilingual(f"「{question}」を調べる", f"look up: “{question}”")


def objection(slots: Slots, home: HomeView) -> Bilingual | None:
    """A question."""
    if str(slots.get("question", "")).strip():
        return None
    return Bilingual("何を調べるのかが分かりません", "there is nothing to look up")


def requests(task: Task, goal: Goal, home: HomeView) -> tuple[RequestedAction, ...]:
    """One question to the source."""
    return (research_request(str(task.slots["question"]), task.name),)


def ended(seen: Seen) -> End | None:
    """By the result."""
    return DONE if seen.done_so else failed_act(seen.result)
