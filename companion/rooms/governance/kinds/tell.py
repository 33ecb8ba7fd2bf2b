"""Tell 伝える: say something, at once or at a set time. Done when the words were given out."""

from companion.home.request import tell_request
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import DONE, End, Seen, Slots, failed_act
from companion.words.language import Bilingual
from companion.words.plan import Goal, Task
from companion.words.telling import NOTICE
from companion.words.text import short
from companion.words.trigger import RequestedAction

LABEL = Bilingual("伝える", "tell or remind")
SLOTS = ("ja", "en")
NAME_CHARS = 40


def missing(home: HomeView) -> Bilingual | None:
    """It needs the capability that gives words out."""
    return None if home.usable(NOTICE) else Bilingual("伝言が切られています", "notices are off")


def named(slots: Slots, home: HomeView) -> Bilingual:
    """`「…」と伝える` / `tell: “…”`."""
    ja, en = short(str(slots["ja"]), NAME_CHARS), short(str(slots["en"]), NAME_CHARS)
    return Bilingual(f"「{ja}」と伝える", f"tell: “{en}”")


def objection(slots: Slots, home: HomeView) -> Bilingual | None:
    """Words in both languages."""
    if str(slots.get("ja", "")).strip() and str(slots.get("en", "")).strip():
        return None
    return Bilingual("伝える言葉がありません", "there are no words to tell")


def requests(task: Task, goal: Goal, home: HomeView) -> tuple[RequestedAction, ...]:
    """One telling."""
    return (tell_request(Bilingual(str(task.slots["ja"]), str(task.slots["en"]))),)


def ended(seen: Seen) -> End | None:
    """By the result of the telling."""
    return DONE if seen.done_so else failed_act(seen.result)
