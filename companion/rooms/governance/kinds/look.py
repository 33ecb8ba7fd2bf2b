"""Look 調べる: find out how a device, a sensor or a room is now. Done when it was observed."""

from datetime import timedelta

from companion.home.request import look_request
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import DONE, End, Seen, Slots, failed_act
from companion.words.language import Bilingual
from companion.words.plan import Goal, Task
from companion.words.result import LOOKING
from companion.words.trigger import RequestedAction

LABEL = Bilingual("様子を調べる", "look or find out")
SLOTS = ("thing",)
PATIENCE = timedelta(minutes=10)
"""How long a device that tells nothing is waited for."""
NOT_TOLD = Bilingual("様子が分かりませんでした", "nothing was reported")


def missing(home: HomeView) -> Bilingual | None:
    """There is always something to look at, or an objection to the slot."""
    return None


def named(slots: Slots, home: HomeView) -> Bilingual:
    """`リビングの様子を見る` / `look at the living room`."""
    thing = str(slots["thing"])
    if thing in home.cameras:
        place = home.place(home.cameras[thing])
        return Bilingual(f"{place.ja}の様子を見る", f"look at: {place.en}")
    name = home.named(thing)
    return Bilingual(f"{name.ja}を確かめる", f"find out: {name.en}")


def objection(slots: Slots, home: HomeView) -> Bilingual | None:
    """A camera or a device of this home."""
    thing = str(slots.get("thing", ""))
    if thing in home.cameras:
        if home.usable(LOOKING):
            return None
        return Bilingual("カメラを使えません", "no camera can be used")
    if home.device(thing) is not None:
        return None
    return Bilingual("そのようなものはありません", "there is no such thing")


def requests(task: Task, goal: Goal, home: HomeView) -> tuple[RequestedAction, ...]:
    """A look through the camera; what a device reports is known without an act."""
    thing = str(task.slots["thing"])
    if thing not in home.cameras:
        return ()
    return (look_request(thing, task.name),)


def ended(seen: Seen) -> End | None:
    """By the result of the look, or by the device's own report."""
    if seen.result is not None:
        return DONE if seen.done_so else failed_act(seen.result)
    if "." not in str(seen.task.slots["thing"]):
        return None
    state = seen.state(seen.task.slots["thing"])
    if state is not None and state.available and state.value is not None:
        return DONE
    late = seen.task.begun_at is not None and seen.now >= seen.task.begun_at + PATIENCE
    return End(NOT_TOLD) if late else None
