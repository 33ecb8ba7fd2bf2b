"""Judging: turns a pack and the vectors of its texts into one score per acting entry.

The half of the learned ranker that needs numpy and the weights. It is imported with the first
opinion and not with the start: a home that has not thought yet holds neither.
"""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from companion.engines.ranking.action_rules import TAKEN_BACK
from companion.engines.ranking.entry import acting, is_near, room_of
from companion.engines.ranking.features import features, texts_of
from companion.engines.ranking.head import Head, load_head
from companion.engines.ranking.line_form import GROUPS, settled
from companion.engines.ranking.lines import Floats, Reading, lines_of
from companion.engines.ranking.marks import marked
from companion.ports.embedder import Vector
from companion.words.context import DeliberationContextPack
from companion.words.decision import MenuEntry
from companion.words.language import Language
from companion.words.opinion import Opinion

_READ = 0.5
"""From here on a fact counts as read, for telling why."""
_TOLD = 4
"""Facts named as reasons, at most."""


class Judge:
    """Scorer over the trained head. Raises `WeightsWrong` or `OSError` when the weights are
    damaged."""

    def __init__(self, path: Path, sha256: str, language: Language) -> None:
        self._head, self._language = load_head(path, sha256), language

    def texts(self, pack: DeliberationContextPack) -> tuple[str, ...]:
        """Every text whose vector it needs, once."""
        return texts_of(pack, self._language)

    def opinions(
        self, pack: DeliberationContextPack, vectors: Mapping[str, Vector]
    ) -> tuple[Opinion, ...]:
        """One per acting entry, in the menu's order."""
        table = {text: np.asarray(vector, np.float32) for text, vector in vectors.items()}
        reading = read(pack, self._head, table)
        verdicts = self._head.judge(features(pack, self._language, reading, self._head.facts))
        head = self._head
        return tuple(
            Opinion(
                name=e.name,
                sensible=float(s),
                harmful=float(h),
                because=_reasons(pack, e, head, reading),
            )
            for e, (s, h) in zip(acting(pack), verdicts, strict=True)
        )


def read(pack: DeliberationContextPack, head: Head, vectors: Mapping[str, Floats]) -> Reading:
    """Read the pack's lines and the names of its things with both readers."""
    lines = list(dict.fromkeys(line.text for line in lines_of(pack)))
    names = [name for o in pack.scene.objects if (name := o.name) in vectors]
    marks = [marked(text, vectors[text]) for text in lines]
    facts = settled(lines, head.reader(np.stack(marks)), head.facts) if lines else ()
    kinds = head.things(np.stack([vectors[n] for n in names])) if names else ()
    return Reading(
        facts=dict(zip(lines, facts, strict=True)),
        things=dict(zip(names, kinds, strict=True)),
        vectors=vectors,
    )


def _reasons(
    pack: DeliberationContextPack, entry: MenuEntry, head: Head, reading: Reading
) -> tuple[str, ...]:
    """The facts it read, surest first: those of the room that the entry acts in, or of no room,
    and without what newer lines took back. That somebody left the living room is no reason for
    the light in the hall."""
    room = room_of(pack, entry)
    rooms = {thing.id: thing.location for thing in pack.scene.objects}
    best: dict[str, float] = {}
    for line in reversed(lines_of(pack)):  # the trigger, which is the newest, comes last
        if is_near(line, room, pack.trigger.place, rooms) is False:
            continue
        read_here = {
            fact: float(sure)
            for fact, sure in zip(head.facts, reading.facts[line.text], strict=True)
            if sure >= _READ and fact not in GROUPS and not fact.startswith("do_")
        }
        gone = {old for key, taken in TAKEN_BACK if key in read_here for old in taken}
        best = {fact: sure for fact, sure in best.items() if fact not in gone}
        best = {**best, **{f: max(sure, best.get(f, 0.0)) for f, sure in read_here.items()}}
    return tuple(sorted(best, key=lambda fact: -best[fact])[:_TOLD])
