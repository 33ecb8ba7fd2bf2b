"""This module checks proposed tasks 計画の検査, makes a plan, and says why it refuses a task.

It refuses a task that cannot be done in this home, contradicts another one, lies above the tier,
does not serve the purpose, or is ruled out by its words; a purpose that goes on gets a routine. The
rest is ordered by time, and its number is brought to 5 to 10. The same checks hold for the rules
and for a model.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.rooms.governance.draft import Draft, daily, report, tell
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import needs_leave, task_kinds
from companion.rooms.governance.sequence import in_sequence
from companion.rooms.governance.themes import Theme
from companion.rooms.governance.wish import WHOLE, Wish, says
from companion.words.language import Bilingual
from companion.words.plan import FEWEST_TASKS, MOST_TASKS

MOST_QUESTIONS = 3
"""Questions and approvals on one day that a goal may lead to."""
UNKNOWN_KIND = Bilingual("そのような課題はありません", "there is no such kind of task")
OUTSIDE = Bilingual("目的に役立ちません", "it does not serve the purpose")
RULED_OUT = Bilingual("目的の言葉がそれを望んでいません", "the purpose does not want it")
TWICE = Bilingual("同じ課題がもうあります", "the same task is there already")
AGAINST = Bilingual("ほかの課題と食い違います", "it contradicts another task")
TOO_MANY_QUESTIONS = Bilingual("一日に聞くことが多すぎます", "too many questions on one day")
TOO_MANY = Bilingual("課題が多すぎます", "too many tasks")
_FILLERS = (
    tell("目的に向けて始めます", "I begin to work on this"),
    tell("途中で変えたいことがあれば言ってください", "Tell me if you want anything changed"),
    tell("ここまでの様子は計画のページにあります", "The page of the plan shows how it stands"),
    tell("まもなくまとめをお伝えします", "I will sum it up soon"),
)
"""Words that fill up a plan in a home with hardly any device."""


@dataclass(frozen=True, slots=True)
class Refused:
    """却下: a proposed task that is not in the plan, and why."""

    draft: Draft
    why: Bilingual


def settled(
    drafts: Iterable[Draft], theme: Theme, home: HomeView, now: datetime, wish: Wish = WHOLE
) -> tuple[tuple[Draft, ...], tuple[Refused, ...]]:
    """The tasks of the plan in their order, and what was refused. Fewer than five where not even
    words can be given out in this home."""
    kept: list[Draft] = []
    refused: list[Refused] = []
    asked: Counter[str] = Counter()
    ends: list[Draft] = []
    for draft in _with_routine(drafts, theme, home, wish):
        why = _objection(draft, theme, home) or _ruled_out(draft, wish, home) or _clash(draft, kept)
        day = f"{(draft.at or now):%F}"
        if why is None and _asks(draft, home):
            why = TOO_MANY_QUESTIONS if asked[day] >= MOST_QUESTIONS else None
            asked[day] += why is None
        if why is not None:
            refused.append(Refused(draft, why))
        elif draft.kind == "report":
            ends = [draft]
        else:
            kept.append(draft)
    if not ends and task_kinds()["report"].missing(home) is None:
        ends = [report()]
    room = MOST_TASKS - len(ends)
    refused += [Refused(draft, TOO_MANY) for draft in kept[room:]]
    kept = kept[:room]
    may_fill = (*_FILLERS, *_looks(home)) if wish.silent else _FILLERS
    fillers = [
        one
        for one in may_fill
        if (_objection(one, theme, home) or _ruled_out(one, wish, home) or _clash(one, kept))
        is None
    ]
    kept += fillers[: max(0, FEWEST_TASKS - len(ends) - len(kept))]
    return (*in_sequence(kept, now, room), *ends), tuple(refused)


def _looks(home: HomeView) -> list[Draft]:
    """Looks that fill up a plan without a word."""
    return [Draft(kind="look", slots={"thing": device.id}) for device in home.house.devices()]


def _with_routine(
    drafts: Iterable[Draft], theme: Theme, home: HomeView, wish: Wish
) -> Iterator[Draft]:
    """The drafts; where the purpose goes on and they hold no routine, one for their first act that
    has a time of the day, else for their first words (of a watch for none: it is no daily word)."""
    found = [*drafts]
    if theme.repeats and not any(draft.kind == "routine" for draft in found):
        found[1:1] = _routine(found, theme, home, wish)
    yield from found


def _routine(drafts: Sequence[Draft], theme: Theme, home: HomeView, wish: Wish) -> list[Draft]:
    for kind in ("device",) if wish.notices else ("device", "tell"):
        timed = [draft for draft in drafts if draft.kind == kind and draft.at is not None]
        each = (daily(draft, f"{draft.at:%H:%M}") for draft in timed)
        if found := [one for one in each if _objection(one, theme, home) is None][:1]:
            return found
    return []


def _ruled_out(draft: Draft, wish: Wish, home: HomeView) -> Bilingual | None:
    """The reason where the words of the purpose do not want it."""
    if any(_spares(part, draft, wish, home) for part in wish.spares):
        return RULED_OUT if draft.kind in ("device", "routine") else None
    unwanted = {
        "ask": (wish.unasked or wish.silent or wish.hands_off) and not wish.asks,
        "tell": wish.silent and (wish.unheard or not (wish.notices or wish.reminds)),
        "device": wish.hands_off,
        "routine": wish.hands_off,
    }
    return RULED_OUT if unwanted.get(draft.kind, False) else None


def _spares(part: str, draft: Draft, wish: Wish, home: HomeView) -> bool:
    """Whether a part that rules something out speaks of the device of a task; by `it` of those that
    the other parts name, and where they name none, of all."""
    things = home.mentions(part).things
    if not things and says("pronoun", part):
        things = home.mentions(wish.whole).things
        return not things or draft.slots.get("device") in things
    return draft.slots.get("device") in things


def _objection(draft: Draft, theme: Theme, home: HomeView) -> Bilingual | None:
    kind = task_kinds().get(draft.kind)
    if kind is None:
        return UNKNOWN_KIND
    if (why := kind.missing(home) or kind.objection(draft.slots, home)) is not None:
        return why
    if draft.kind not in ("device", "routine"):
        return None
    if draft.kind == "routine" and not (theme.repeats or "when" in draft.slots):
        return OUTSIDE
    if "device" not in draft.slots:
        return None
    device = home.device(draft.slots["device"])
    act = "" if device is None else f"{device.domain.value}.{draft.slots['operation']}"
    return None if act in theme.serves else OUTSIDE


def _clash(draft: Draft, kept: Iterable[Draft]) -> Bilingual | None:
    """A task is not there twice, and no device is brought into two states at the same time."""
    for other in kept:
        if other.kind != draft.kind or other.at != draft.at:
            continue
        if dict(other.slots) == dict(draft.slots):
            return TWICE
        if draft.kind == "device" and other.slots["device"] == draft.slots["device"]:
            return AGAINST
    return None


def _asks(draft: Draft, home: HomeView) -> bool:
    """Whether the task puts a question to the people of the house."""
    return draft.kind == "ask" or needs_leave(draft.kind, draft.slots, home)
