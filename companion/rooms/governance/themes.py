"""Themes 主題: reads a purpose by rules and composes checkable tasks for it, without a model.

Each theme has the words by which a purpose is recognised, the acts on devices that serve it (all
others lie outside the purpose and are refused, whoever proposes them), and its tasks. They stand in
`themes.toml`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.rooms.governance.draft import Draft, Proposal, every
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.task_rows import Row, Setting, begins, drafted, rows_of
from companion.rooms.governance.when import Span, span_of
from companion.rooms.governance.wish import wish_of
from companion.words.language import Bilingual

FEW_PARTS = 2
"""Parts of a short purpose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """主題: one sort of purpose."""

    name: Bilingual
    words: re.Pattern[str]
    begin: str
    tasks: Sequence[Row]
    serves: frozenset[str] = frozenset()
    """Acts on devices that serve it, as `domain.operation`."""
    repeats: bool = False
    """It goes on: after a goal is reached the next one follows on the next day."""

    def compose(self, home: HomeView, now: datetime, span: Span) -> tuple[Draft, ...]:
        """The tasks from the home, the moment, and the days for which the purpose is meant."""
        *early, last = begins(self.begin, now, span)
        tasks = [row for row in self.tasks if "report" not in row]
        return every(
            *(drafted(tasks, Setting(home=home, now=now, span=span, begin=at)) for at in early),
            drafted(self.tasks, Setting(home=home, now=now, span=span, begin=last)),
        )


def wants_to_know(purpose: str) -> bool:
    """Whether somebody wants to be told something, and to have nothing done."""
    return all(map(_asks_to_know, wish_of(purpose).asked))


def _asks_to_know(part: str) -> bool:
    return _WANTS_TO_KNOW.search(part.casefold()) is not None


def theme_of(purpose: str) -> Theme:
    """The first theme whose words stand in what the purpose asks for; the open one where none
    does, or where it wants to be told something: to know of sleep is not to go to bed. Of a short
    purpose its reason counts too (`my son has a fever, help him to rest`)."""
    wish = wish_of(purpose)
    asked = [part for part in wish.asked if not _asks_to_know(part)]
    if not asked:
        return OPEN
    short = wish.parts <= FEW_PARTS and len(asked) == len(wish.asked)
    read = (" ".join(asked), *([purpose] if short else []))
    plain = [_CLOCK.sub(" ", text.casefold()) for text in read]
    return next((t for text in plain for t in THEMES if t.words.search(text)), OPEN)


def theme_named(name: str) -> Theme:
    """The theme of this English name."""
    return next(theme for theme in THEMES if theme.name.en == name)


def proposal_for(purpose: str, home: HomeView, now: datetime) -> Proposal:
    """The tasks that the rules propose for a purpose."""
    theme = theme_of(purpose)
    read = Bilingual(
        f"目的を「{theme.name.ja}」と読みました", f"the purpose is read as “{theme.name.en}”"
    )
    return Proposal(
        name=theme.name, judgment=read, drafts=theme.compose(home, now, span_of(purpose, now, home))
    )


def _theme(row: Mapping[str, Any]) -> Theme:
    return Theme(
        name=Bilingual(row["ja"], row["en"]),
        words=re.compile(row["words"].replace("\n", "")),
        begin=row["begin"],
        tasks=row["tasks"],
        serves=frozenset(row.get("serves", ())),
        repeats=row.get("repeats", False),
    )


_TABLE = rows_of("themes.toml")
_WANTS_TO_KNOW = re.compile(_TABLE["wants_to_know"].replace("\n", ""))
_CLOCK = re.compile(_TABLE["clock"].replace("\n", ""))
"""A time of the day, which is no purpose: until three in the morning, tell us in the evening."""
*THEMES, OPEN = map(_theme, _TABLE["theme"])
"""In the order in which they are tried; the last one is that of a purpose that no rule reads."""
