"""Aims ねらい: parts of a plan that serve many purposes, each composed from the home's own devices.

A theme is a whole plan for a purpose that rules read; an aim is one part (a dark room, a lit way, a
look at the doors) from which a plan for any other purpose is put together. Each names the acts on
devices that serve it, so that whoever chooses among them can choose nothing else. They stand in
`aims.toml`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from companion.rooms.governance.draft import Draft, ask, every, report, tell
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.task_rows import Rooms, Row, Setting, drafted, rows_of
from companion.rooms.governance.themes import theme_named
from companion.rooms.governance.when import Span, moment_of, span_of
from companion.words.device import Device, Domain
from companion.words.language import Bilingual
from companion.words.text import short

REMIND = "only_remind"
"""The aim of a purpose for which no device helps."""
NOTICE = "keep_watch"
"""The aim of a purpose that asks to notice something; its tasks are made from the things that the
purpose names (`rules.py`)."""
KEEP, LOOK_UP = "keep_in_mind", "look_up"
"""The aims of a purpose that tells a fact, or asks what the home cannot tell; their tasks are made
in `knowing.py`."""
QUOTED_CHARS = 60
"""Of the purpose, in the words of a task."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """ねらい: one part of a plan."""

    label: Bilingual
    """Its effect, as the model reads it."""
    tasks: Sequence[Row] = ()
    theme: str = ""
    """The theme of this English name has its tasks."""
    hour: int | None = None
    """When it is done where the purpose tells no time; None: at once."""
    serves: frozenset[str] = frozenset()
    """Acts on devices that serve it, as `domain.operation`."""
    only: str = ""
    """Regular expression of words without which it is not meant; empty: none are needed."""
    like: tuple[str, ...]
    """Purposes for which it is meant, in both languages."""

    def compose(self, home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
        """Its tasks from the home, the moment, and the rooms that are meant (none: its own)."""
        span = Span(begin=at)
        if self.theme:
            drafts = theme_named(self.theme).compose(home, at, span)
            return tuple(draft for draft in drafts if draft.kind not in ("report", "routine"))
        there = Setting(home=home, now=at, span=span, begin=at, rooms=rooms)
        return drafted(self.tasks, there)


def aims_for(home: HomeView) -> Mapping[str, Aim]:
    """The aims for which this home has something, by their names."""
    domain, _, does = _TABLE["switched"]["act"].partition(".")
    switches = {
        f"start_{device.id.partition('.')[2]}": _switched(device, home)
        for device in home.able(Domain(domain), does)
    }
    here = {
        name: aim
        for name, aim in _AIMS.items()
        if not aim.serves or _acts(aim.compose(home, _ANY_TIME, ()))
    }
    return here | switches


def every_aim() -> tuple[Aim, ...]:
    """The aims of any home; those of its own switches come with it."""
    return tuple(_AIMS.values())


def _acts(drafts: Iterable[Draft]) -> bool:
    return any(draft.kind == "device" for draft in drafts)


def composed(
    purpose: str, aims: Iterable[Aim], home: HomeView, now: datetime, span: Span, rooms: Rooms
) -> tuple[Draft, ...]:
    """The tasks of these aims around the purpose itself, of which people are reminded in their own
    words and asked how it went."""
    said = short(purpose.strip().rstrip("。.!！"), QUOTED_CHARS)
    chosen = tuple(aims)
    told = moment_of(purpose, span, now, home)
    hours = [aim.hour for aim in chosen if aim.hour is not None]
    begin = told or _at(min(hours, default=None), span, now)
    last = begin
    parts: list[Draft] = []
    for aim in chosen:
        at = told or _at(aim.hour, span, now)
        last = max(last, at)
        parts += aim.compose(home, at, rooms)
    return every(
        tell(f"「{said}」の件です", f"This is about “{said}”", begin),
        parts,
        ask(
            f"「{said}」は、うまくいっていますか",
            f"Is it going well: “{said}”?",
            last + timedelta(minutes=30),
            hours=2,
        ),
        tell(
            f"「{said}」について、ほかにできることがあれば言ってください",
            f"Tell me if there is more to do for this: “{said}”",
            last + timedelta(minutes=40),
        ),
        report(last + timedelta(hours=3)),
    )


def acts_of(
    purpose: str, aims: Iterable[Aim], home: HomeView, now: datetime, rooms: Rooms
) -> tuple[Draft, ...]:
    """The acts on devices of these aims alone, at the time that the purpose tells, else at their
    own."""
    span = span_of(purpose, now, home)
    told = moment_of(purpose, span, now, home)
    found = every(*(aim.compose(home, told or _at(aim.hour, span, now), rooms) for aim in aims))
    return tuple(draft for draft in found if draft.kind == "device")


def _at(hour: int | None, span: Span, now: datetime) -> datetime:
    """The next such hour from the purpose's first day on; without an hour its beginning."""
    if hour is None:
        return max(now, span.begin.replace(hour=9)) if span.begin > now else now
    at = span.begin.replace(hour=hour, minute=0, second=0, microsecond=0)
    return at if at > now else at + timedelta(days=1)


def shown(home: HomeView, room: str) -> tuple[Draft, ...]:
    """A light of this room, else where people are in the evening, as a sign that is seen."""
    aim = Aim(label=Bilingual("", ""), tasks=_TABLE["shown"]["tasks"], like=())
    return aim.compose(home, _ANY_TIME, (room,) if room else ())


def _switched(device: Device, home: HomeView) -> Aim:
    row, name = _TABLE["switched"], home.named(device.id)
    said = {"ja": name.ja, "en": name.en}
    texts = {key: row[key].format(**said) for key in ("ja", "en")}
    like = [text.format(**said) for text in row["like"]]
    act = {"serves": [row["act"]], "tasks": [{"act": row["act"], "device": device.id}]}
    return _aim({**row, **texts, **act, "like": like})


def _aim(row: Mapping[str, Any]) -> Aim:
    return Aim(
        label=Bilingual(row["ja"], row["en"]),
        tasks=row.get("tasks", ()),
        theme=row.get("theme", ""),
        hour=row.get("hour"),
        serves=frozenset(row.get("serves", ())),
        only=row.get("only", "").replace("\n", ""),
        like=tuple(row["like"]),
    )


_ANY_TIME = datetime.fromisoformat("2000-01-01T00:00:00+00:00")
_TABLE = rows_of("aims.toml")
_AIMS = {name: _aim(row) for name, row in _TABLE["aim"].items()}
