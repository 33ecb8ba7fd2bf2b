"""Upstream sets: Home Assistant's own test sentences, ours beside hassil in the same run.

`target_right` (the set's README): intent right, and every slot but `domain`, `device_class` and
`name: all`. Where the room supplies a slot that the label leaves out, it counts for neither.
"""

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding import floor
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import Home, home_of
from companion.words.language import Language
from tests.proof.evaluation.understanding.spoken import SAID_AT, quantile

NOT_COMPARED = ("domain", "device_class")
SOMEWHERE = "Living Room"
"""The speaker's room where a line only says that there is one."""
SETS = tuple((lang, name) for lang in (Language.EN, Language.JA) for name in ("combo", "home"))


@dataclass(slots=True)
class Compared:
    """比べた結果: of one set, lines right for each and how long each took."""

    lines: int = 0
    ours: int = 0
    hassil: int = 0
    took_ms: list[float] = field(default_factory=list)
    hassil_took_ms: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    """Right by hassil and not by us."""

    def plain(self) -> dict[str, Any]:
        """For the report."""
        return {
            "lines": self.lines,
            "ours": self.ours,
            "hassil": self.hassil,
            "p95_ms": quantile(self.took_ms, 0.95),
            "hassil_p95_ms": quantile(self.hassil_took_ms, 0.95),
            "lost": self.lost,
        }


def compare(folder: Path, language: Language, name: str) -> Compared:
    """Both readers over one set, line by line in turn."""
    compared, warmed = Compared(), None
    for line, home in _lines(folder, language, name):
        room = _room(line)
        engine = GrammarUnderstanding(partial(_itself, home))
        if (name == "home" and warmed is not home) or warmed is None:
            engine.warm(language)
            warmed = home
        began = time.perf_counter()
        understood = engine.understand(SpokenSentence(line["sentence"], language, SAID_AT, room))
        between = time.perf_counter()
        found = floor.recognise(line["sentence"], language, home, room)
        compared.hassil_took_ms.append((time.perf_counter() - between) * 1e3)
        compared.took_ms.append((between - began) * 1e3)
        wish = understood.wishes[0] if understood.wishes else None
        ours = wish is not None and target_right(line, wish.intent, wish.slots)
        theirs = found is not None and target_right(line, found.intent, found.slots)
        compared.lines += 1
        compared.ours += ours
        compared.hassil += theirs
        if theirs and not ours:
            compared.lost.append(line["sentence"])
    return compared


def _lines(folder: Path, language: Language, name: str) -> Iterator[tuple[dict[str, Any], Home]]:
    one = f"fixtures_{language.value}.json"
    file = one if name == "home" else f"fixtures_{language.value}_combo.json"
    fixtures = json.loads((folder / file).read_text("utf-8"))
    whole = home_of(fixtures) if name == "home" else Home()
    text = (folder / f"intents_{language.value}_{name}.jsonl").read_text("utf-8")
    for line in map(json.loads, text.splitlines()):
        own = fixtures["homes"].get(line["file"], {}) if name == "combo" else {}
        yield line, whole if name == "home" else home_of(own)


def _itself(home: Home) -> Home:
    return home


def _room(line: Mapping[str, Any]) -> str:
    context = line.get("context") or {}
    if "area" in context:
        return str(context["area"])
    there = line.get("context_area")
    return there if isinstance(there, str) else SOMEWHERE if there else ""


def target_right(line: Mapping[str, Any], intent: str, slots: Mapping[str, Any]) -> bool:
    """Whether intent and slots are those of the label."""
    wanted = _kept(line["slots"])
    found = _kept(slots)
    if "area" not in wanted and found.get("area") == _room(line):
        found.pop("area", None)
    if "area" in wanted and "area" not in found and wanted["area"] == _room(line):
        wanted.pop("area")
    return (
        intent == line["intent"]
        and found.keys() == wanted.keys()
        and all(_same(found[key], wanted[key]) for key in wanted)
    )


def _kept(slots: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in slots.items() if k not in NOT_COMPARED and (k, v) != ("name", "all")}


def _same(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, list):
        return any(_same(found, one) for one in wanted)
    if isinstance(found, int | float) and isinstance(wanted, int | float):
        return float(found) == float(wanted)
    return str(found).strip().casefold() == str(wanted).strip().casefold()
