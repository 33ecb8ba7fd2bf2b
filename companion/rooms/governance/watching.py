"""Tasks for a purpose that asks to notice something: a look, and a guard that tells."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from companion.rooms.governance.draft import Draft, every, guard, report, tell
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.needs import Watched, watched_in
from companion.rooms.governance.watch_time import watch_time
from companion.rooms.governance.wish import wish_of
from companion.words.language import Bilingual

_MORNING = timedelta(hours=3)
"""How long after the beginning somebody who gets up is waited for."""
_TELLS = Bilingual(
    "{}を見守ります。気づいたらお知らせします", "I keep an eye on {} and tell you when I notice"
)


def watching(
    purpose: str, things: Iterable[Watched], home: HomeView, now: datetime
) -> tuple[Draft, ...]:
    """A guard for each of these things in the time that the purpose names."""
    found = tuple(things)
    begin, end = watch_time(purpose, now, home)
    parts = _guards(found, begin, end)
    called = Bilingual(
        "と".join(one.called.ja for one in found), " and ".join(one.called.en for one in found)
    )
    said = tell(_TELLS.ja.format(called.ja), _TELLS.en.format(called.en), begin)
    return every(parts, said, _looks(found, begin), report(end))


def beside(purpose: str, drafts: Iterable[Draft], home: HomeView, now: datetime) -> list[Draft]:
    """Guards over things that the purpose names and its plan does not watch."""
    trouble = wish_of(purpose).notices
    found = [one for one in watched_in(purpose, home) if one.alone or trouble]
    return guards(purpose, drafts, home, now, found)


def guards(
    purpose: str,
    drafts: Iterable[Draft],
    home: HomeView,
    now: datetime,
    things: Iterable[Watched],
) -> list[Draft]:
    """Guards over these things, where the plan has none, and a look how the first one is now."""
    found, planned = tuple(things), tuple(drafts)
    if not found or any(draft.kind == "watch" for draft in planned):
        return []
    begin, end = watch_time(purpose, now, home)
    parts = _guards(found, begin, end)
    return [*parts, *_looks(found[:1], begin)]


def _looks(things: Iterable[Watched], at: datetime) -> list[Draft]:
    return [
        Draft(kind="look", slots={"thing": device.id}, at=at)
        for one in things
        for device in one.devices[:1]
    ]


def _guards(things: Iterable[Watched], begin: datetime, end: datetime) -> list[Draft]:
    """One guard over all things of the same sign: tasks run one after another."""
    alike: dict[tuple[object, ...], list[Watched]] = {}
    for one in things:
        alike.setdefault((*one.sign.items(), one.stirs), []).append(one)
    parts: list[Draft] = []
    for group in alike.values():
        stirs = group[0].stirs
        devices = [device for one in group for device in one.devices]
        until = begin + _MORNING if stirs else end
        parts += guard(devices, until, at=begin, hopes=stirs, **_slots(group[0]))
    return parts


def _slots(one: Watched) -> dict[str, float | str]:
    return {f"{name}_": value for name, value in one.sign.items()}
