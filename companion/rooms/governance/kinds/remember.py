"""Remember 覚えておく: keep a fact that the purpose tells.

Done when memory holds it with the purpose as evidence. It needs no act: consolidation keeps the
words when the task begins, as it keeps what people tell.
"""

from datetime import timedelta

from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import DONE, End, Seen, Slots, tell
from companion.words.language import Bilingual
from companion.words.plan import Goal, Task
from companion.words.text import short
from companion.words.trigger import RequestedAction

LABEL = Bilingual("覚えておく", "remember")
SLOTS = ("words",)
PATIENCE = timedelta(minutes=10)
"""How long memory, which follows the record, is waited for."""
NOT_KEPT = Bilingual("記憶に残りませんでした", "memory did not keep it")


def missing(home: HomeView) -> Bilingual | None:
    """Memory is always there."""
    return None


def named(slots: Slots, home: HomeView) -> Bilingual:
    """`「…」を覚えておく` / `remember: “…”`."""
    words = short(str(slots["words"]), tell.NAME_CHARS)
    return Bilingual(f"「{words}」を覚えておく", f"remember: “{words}”")


def objection(slots: Slots, home: HomeView) -> Bilingual | None:
    """Words."""
    if str(slots.get("words", "")).strip():
        return None
    return Bilingual("覚える言葉がありません", "there are no words to remember")


def requests(task: Task, goal: Goal, home: HomeView) -> tuple[RequestedAction, ...]:
    """No act."""
    return ()


def ended(seen: Seen) -> End | None:
    """By what memory holds; what was taken back in the meantime is held no more."""
    if seen.kept == str(seen.task.slots["words"]):
        return DONE
    late = seen.task.begun_at is not None and seen.now >= seen.task.begun_at + PATIENCE
    return End(NOT_KEPT) if late else None
