"""This module fits a plan to the sorts of tasks that its purpose wants (`sorts.py`).

It leaves out the tasks that are clearly not wanted, and puts in those that are and are missing.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from companion.rooms.governance.draft import Draft, Proposal, tell
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.knowing import look_up
from companion.rooms.governance.needs import watched_in
from companion.rooms.governance.watching import guards
from companion.rooms.governance.when import moment_of, next_at, span_of
from companion.rooms.governance.wish import wish_of
from companion.words.plan import REMEMBER
from companion.words.text import short

_LEFT_OUT = frozenset({"device", "watch"})
"""Sorts that are left out where they are not wanted: words and looks move nothing in the home."""
_NO_THING = tell(
    "それに気づけるセンサーや機器が、この家には見あたりません",
    "I find no sensor or device in this home that would notice it",
)
REMIND_HOUR = 9
"""Of a purpose that wants words in time and tells no time."""
QUOTED_CHARS = 60


def fitted(
    purpose: str, drafts: Sequence[Draft], proposal: Proposal, home: HomeView, now: datetime
) -> tuple[Draft, ...]:
    """The drafts without those that are not wanted, and with those that are missing; an order of
    its words stays. A purpose that orders something or only wants to be told asks nothing."""
    wants = proposal.wanted
    left_out = set(wants.no & _LEFT_OUT)
    told = "watch" in wants.yes and "device" in wants.no
    guarded = any(draft.slots.get("guard") for draft in drafts)
    if (told or guarded or proposal.ordered) and not wish_of(purpose).asks:
        left_out.add("ask")
    kept = [draft for draft in drafts if _sort(draft) not in left_out or draft in proposal.ordered]
    there = frozenset(
        "remind" if draft.kind == "tell" and (draft.at or now) > now else _sort(draft)
        for draft in kept
    )
    more = [
        draft
        for sort in sorted(wants.yes - there)
        for draft in _missing(sort, purpose, kept, proposal, home, now)
    ]
    return (*more, *kept)


def _sort(draft: Draft) -> str:
    """The sort of tasks that a draft counts as."""
    if draft.kind != "routine":
        return draft.kind
    return "device" if "device" in draft.slots else "remind"


def _missing(
    sort: str,
    purpose: str,
    kept: Sequence[Draft],
    proposal: Proposal,
    home: HomeView,
    now: datetime,
) -> Iterator[Draft]:
    if sort == "device":
        yield from proposal.likest
    elif sort == "watch":
        yield from guards(purpose, kept, home, now, watched_in(purpose, home)) or [_NO_THING]
    elif sort == "remind":
        at = moment_of(purpose, span_of(purpose, now, home), now, home)
        said = short(purpose.strip().rstrip("。.!！"), QUOTED_CHARS)
        words = (f"「{said}」の件です", f"This is about “{said}”")
        yield tell(*words, at or next_at(now, REMIND_HOUR))
    elif sort == "research":
        yield from look_up(purpose, home)
    elif sort == "remember":
        yield Draft(kind=REMEMBER, slots={"words": purpose})
