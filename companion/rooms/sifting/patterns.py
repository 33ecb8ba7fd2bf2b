"""Story patterns 物語の型一覧: the stories that the sifter knows, read from
`patterns.toml`."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from companion.rooms.sifting.pattern import Pattern, Step, Unless
from companion.words.language import Bilingual
from companion.words.story import StoryVerb
from companion.words.table import table


def _step(row: Mapping[str, Any]) -> Step:
    said = dict(row) | {"verb": StoryVerb(row["verb"])}
    for name in said.keys() & {"at_least", "at_most"}:
        said[name] = timedelta(**said[name])
    return Step(**said)


def _unless(row: Mapping[str, Any]) -> Unless:
    fact = {name: value for name, value in row.items() if name not in ("after", "before")}
    return Unless(fact=_step(fact), after=row["after"], before=row["before"])


def _pattern(row: Mapping[str, Any]) -> Pattern:
    return Pattern(
        name=row["name"],
        label=Bilingual(*row["label"]),
        line=Bilingual(*row["line"]),
        steps=tuple(map(_step, row["steps"])),
        within=timedelta(**row["within"]),
        weight=row["weight"],
        unless=tuple(map(_unless, row.get("unless", ()))),
        never_before=tuple(map(_step, row.get("never_before", ()))),
        differ=tuple((one, other) for one, other in row.get("differ", ())),
    )


PATTERNS = tuple(map(_pattern, table("companion.rooms.sifting", "patterns.toml")["pattern"]))
_PROMISES = frozenset({StoryVerb.PROMISED, StoryVerb.WAITED})
OF_PROMISES = frozenset(
    one.name for one in PATTERNS if any(step.verb in _PROMISES for step in one.steps)
)
"""Names of the patterns that are about a promise."""
