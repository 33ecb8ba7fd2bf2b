"""Tasks for a purpose that asks to notice something: a look, and a guard that tells."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from companion.rooms.governance.draft import Draft, every, guard, report, tell
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.needs import Watched
from companion.rooms.governance.when import Span, days_in, moment_of
from companion.words.language import Bilingual

_SOON = timedelta(minutes=5)
_MORNING = timedelta(hours=3)
"""How long after the beginning somebody who gets up is waited for."""
MOST_DAYS = 14
_TELLS = Bilingual(
    "{}を見守ります。気づいたらお知らせします", "I keep an eye on {} and tell you when I notice"
)


def watching(
    purpose: str, things: Iterable[Watched], home: HomeView, now: datetime, span: Span
) -> tuple[Draft, ...]:
    """A guard for each of these things, from the time that the purpose names to the end of the days
    that it names (without such, for a day)."""
    found = tuple(things)
    begin = moment_of(purpose, span, now) or max(now, span.begin)
    last = begin
    parts: list[Draft] = []
    for one in found:
        until = begin + (_MORNING if one.stirs else timedelta(days=days_in(purpose, MOST_DAYS)))
        parts += guard(one.devices, until, at=begin + _SOON, hopes=one.stirs, **_slots(one))
        last = max(last, until)
    looks = [
        Draft(kind="look", slots={"thing": device.id}, at=begin)
        for one in found
        for device in one.devices[:1]
    ]
    called = Bilingual(
        "と".join(one.called.ja for one in found), " and ".join(one.called.en for one in found)
    )
    said = tell(_TELLS.ja.format(called.ja), _TELLS.en.format(called.en), begin)
    return every(parts, said, looks, report(last + _SOON))


def _slots(one: Watched) -> dict[str, float | str]:
    return {f"{name}_": value for name, value in one.sign.items()}
