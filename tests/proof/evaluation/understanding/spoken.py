"""Spoken sets: whether a result is right by the rules of `tests/data/spoken/README.md`.

The rules are the set's author's, written before any engine was run on it.
"""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import Home, home_of
from companion.words.language import Language
from companion.words.timing import After, BySun, Once, OnMovement, Recurring, Timing
from companion.words.timing_form import to_plain
from companion.words.understood import SentenceKind, Understood, UnderstoodWish

SAID_AT = datetime.fromisoformat("2026-05-13T15:00:00+09:00")
MINUTE_S = 60.0


def quantile(values: list[float], share: float) -> float:
    """Of milliseconds, rounded to a hundredth."""
    ordered = sorted(values) or [0.0]
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 2)


TAUGHT = "taught"
"""The set that templates were written after; it is in no total."""
HOUSEHOLD = ("command", "question")


@dataclass(slots=True)
class Score:
    """得点: of one half of one set."""

    lines: int = 0
    right: int = 0
    commands: int = 0
    commands_right: int = 0
    others: int = 0
    acted_on: int = 0
    wrong_acts: int = 0
    """Acted on and should not be, or acted otherwise than was asked."""
    kinds: dict[str, list[int]] = field(default_factory=dict)
    """Lines and right lines of each kind of sentence."""
    wrong: list[str] = field(default_factory=list)
    took_ms: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)

    @property
    def household(self) -> tuple[int, int]:
        """Lines and right lines of commands and questions."""
        held = [self.kinds[kind] for kind in HOUSEHOLD if kind in self.kinds]
        return sum(lines for lines, _ in held), sum(good for _, good in held)

    def plain(self) -> dict[str, Any]:
        """Totals only."""
        lines, good = self.household
        return {
            "lines": self.lines,
            "right": self.right,
            "commands": self.commands,
            "commands_right": self.commands_right,
            "not_commands": self.others,
            "acted_on": self.acted_on,
            "wrong_acts": self.wrong_acts,
            "kinds": self.kinds,
            "commands_right_share": round(self.commands_right / max(1, self.commands), 4),
            "household_right_share": round(good / max(1, lines), 4),
            "acted_on_share": round(self.acted_on / max(1, self.others), 4),
            "wrong_acts_share": round(self.wrong_acts / max(1, self.lines), 4),
            "p95_ms": quantile(self.took_ms, 0.95),
            "p95_cpu_ms": quantile(self.cpu_ms, 0.95),
        }


Halves = dict[str, Score]
"""`open` and `sealed`."""


def scores(folder: Path, language: Language) -> dict[str, Halves]:
    """Every set of the folder with sentences of the language, by its file's name."""
    found = {
        path.stem: score(path, language)
        for path in sorted(folder.glob("*.jsonl"))
        if path.stem != TAUGHT
    }
    return {name: halves for name, halves in found.items() if any(h.lines for h in halves.values())}


def score(file: Path, language: Language) -> Halves:
    """Each half of one set apart; what was wrong is told of the open half only."""
    folder = file.parent
    families = json.loads((folder / "families.json").read_text("utf-8"))
    homes: dict[str, Home] = {}
    halves = {"open": Score(), "sealed": Score()}
    for line in map(json.loads, file.read_text("utf-8").splitlines()):
        if line["language"] != language.value:
            continue
        if line["home"] not in homes:
            homes[line["home"]] = home_of(json.loads((folder / line["home"]).read_text("utf-8")))
            _engine(homes[line["home"]]).warm(language)
        engine = _prepared(line, homes[line["home"]], language)
        began, cpu = time.perf_counter(), time.process_time()
        understood = engine.understand(_said(line, language))
        halves[line["split"]].cpu_ms.append((time.process_time() - cpu) * 1e3)
        halves[line["split"]].took_ms.append((time.perf_counter() - began) * 1e3)
        _count(halves[line["split"]], line, understood, families, homes[line["home"]])
    return halves


def heard(line: Mapping[str, Any], home: Home, language: Language) -> Understood:
    """The result for one line, with what was said just before it."""
    return _prepared(line, home, language).understand(_said(line, language))


def _prepared(line: Mapping[str, Any], home: Home, language: Language) -> GrammarUnderstanding:
    engine = _engine(home)
    if line.get("previous"):
        room = str(line.get("room") or "")
        engine.understand(SpokenSentence(line["previous"], language, SAID_AT, room))
    return engine


def _engine(home: Home) -> GrammarUnderstanding:
    return GrammarUnderstanding(lambda: home)


def _said(line: Mapping[str, Any], language: Language) -> SpokenSentence:
    return SpokenSentence(line["sentence"], language, SAID_AT, str(line.get("room") or ""))


def _count(
    half: Score, line: Mapping[str, Any], got: Understood, families: Mapping[str, Any], home: Home
) -> None:
    good = right(line, got, families, home)
    half.lines += 1
    half.right += good
    kind = half.kinds.setdefault("ask" if line.get("ask") else line["kind"], [0, 0])
    kind[0] += 1
    kind[1] += good
    half.wrong_acts += acted(got) and not good
    if line["kind"] == "command" and not line.get("ask"):
        half.commands += 1
        half.commands_right += good
    elif not line.get("ask"):
        half.others += 1
        half.acted_on += acted(got)
    if not good and line["split"] == "open":
        half.wrong.append(line["sentence"])


def acted(got: Understood) -> bool:
    """Whether something would be done."""
    asked = got.ask_back is not None or got.refused is not None
    return got.kind is SentenceKind.COMMAND and bool(got.wishes) and not asked


def right(
    line: Mapping[str, Any], got: Understood, families: Mapping[str, Any], home: Home
) -> bool:
    """Whether a line is right, by rules 1 to 4."""
    if line.get("ask"):
        return got.ask_back is not None and not acted(got)
    if line["kind"] == "command":
        return acted(got) and _any_pairing(got, line["expect"], families, home)
    if line["kind"] == "question":
        return _question(line, got)
    return not acted(got)


def _any_pairing(
    got: Understood, wanted: Sequence[Mapping[str, Any]], families: Mapping[str, Any], home: Home
) -> bool:
    """Together or apart: either way of pairing will do."""
    apart = [(wish, set(wish.targets)) for wish in got.wishes]
    joined = _joined(got.wishes)
    return any(
        _paired(found, expected, families, home)
        for found in (joined, apart)
        for expected in (_together(wanted), wanted)
    )


def _question(line: Mapping[str, Any], got: Understood) -> bool:
    wanted = line.get("expect") or [{}]
    kinds = [SentenceKind.QUESTION]
    if wanted[0].get("operation") == "other":
        kinds.append(SentenceKind.UNKNOWN)
    if got.kind not in kinds or acted(got):
        return False
    targets = wanted[0].get("targets")
    found = {t for wish in got.wishes for t in wish.targets}
    return not targets or _same_targets(found, wanted[0])


def _joined(wishes: Sequence[UnderstoodWish]) -> list[tuple[UnderstoodWish, set[str]]]:
    """Wishes of one operation, one set of values and one time may be given apart."""
    joined: list[tuple[UnderstoodWish, set[str]]] = []
    for wish in wishes:
        same = next((t for w, t in joined if _alike(w, wish)), None)
        if same is None:
            joined.append((wish, set(wish.targets)))
        else:
            same.update(wish.targets)
    return joined


def _alike(one: UnderstoodWish, other: UnderstoodWish) -> bool:
    last = one.operation.rpartition("_")[2], other.operation.rpartition("_")[2]
    spoken = one.intent == other.intent and dict(one.slots) == dict(other.slots)
    return one.when == other.when and (
        spoken or (last[0] == last[1] and dict(one.parameters) == dict(other.parameters))
    )


def _paired(
    got: list[tuple[UnderstoodWish, set[str]]],
    wanted: Sequence[Mapping[str, Any]],
    families: Mapping[str, Any],
    home: Home,
) -> bool:
    if len(got) != len(wanted):
        return False
    rest = list(got)
    for expected in wanted:
        fit = next((g for g in rest if _fits(g, expected, families, home)), None)
        if fit is None:
            return False
        rest.remove(fit)
    return True


def _together(wanted: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Expected wishes of one family, values and time count as one, as the given ones do."""
    joined: list[dict[str, Any]] = []
    for expected in wanted:
        same = next((j for j in joined if _without(j) == _without(expected)), None)
        if same is None or "or_targets" in expected:
            joined.append(dict(expected))
        else:
            same["targets"] = [*same.get("targets", ()), *expected.get("targets", ())]
    return list(joined)


def _without(expected: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in expected.items() if k != "targets"}


def _fits(
    got: tuple[UnderstoodWish, set[str]],
    expected: Mapping[str, Any],
    families: Mapping[str, Any],
    home: Home,
) -> bool:
    wish, targets = got
    names = [expected["operation"], *expected.get("or_operations", ())]
    if not any(_family(wish, families[name]) for name in names):
        return False
    planned = expected["operation"].split("_")[0] in ("alarm", "timer", "reminder", "routine")
    if not planned and not _same_targets(targets, expected):
        return False
    return _same_time(wish, expected, home)


def _family(wish: UnderstoodWish, family: Mapping[str, Any]) -> bool:
    operation = wish.operation.rpartition(".")[2]
    if not operation:
        return wish.intent in family["intents"]
    if any(operation == o or operation.endswith(f"_{o}") for o in family["operations"]):
        return True
    if "full" in family and operation.endswith("set_position"):
        return bool(wish.parameters.get("position") == family["full"]["position"])
    return False


def _same_targets(found: set[str], expected: Mapping[str, Any]) -> bool:
    sets = [expected.get("targets", []), *expected.get("or_targets", ())]
    return any(found == set(wanted) for wanted in sets)


def _same_time(wish: UnderstoodWish, expected: Mapping[str, Any], home: Home) -> bool:
    wanted = expected.get("when")
    if wanted is None:
        return wish.when is None
    timing = wish.when
    length = wish.parameters.get("duration_s")
    if timing is None and wanted["type"] == "after" and length is not None:
        return abs(float(length) - float(wanted["after_s"])) < MINUTE_S
    return timing is not None and _TIMES[wanted["type"]](timing, wanted, home)


def _once(timing: Timing, wanted: Mapping[str, Any], _: Home) -> bool:
    at = timing.at if isinstance(timing, Once) else None
    if isinstance(timing, After):
        at = datetime.fromtimestamp(SAID_AT.timestamp() + timing.after_s, SAID_AT.tzinfo)
    if at is None:
        return False
    if "at" in wanted:
        moment = datetime.fromisoformat(wanted["at"])
        return abs((at - moment).total_seconds()) < MINUTE_S
    return at.date().isoformat() == wanted["on"] if "on" in wanted else at > SAID_AT


def _after(timing: Timing, wanted: Mapping[str, Any], home: Home) -> bool:
    if isinstance(timing, After):
        return abs(timing.after_s - float(wanted["after_s"])) < 1
    at = SAID_AT.timestamp() + float(wanted["after_s"])
    moment = datetime.fromtimestamp(at, SAID_AT.tzinfo).isoformat()
    return isinstance(timing, Once) and _once(timing, {"at": moment}, home)


def _recurring(timing: Timing, wanted: Mapping[str, Any], _: Home) -> bool:
    if not isinstance(timing, Recurring):
        return False
    days = "weekdays" not in wanted or set(wanted["weekdays"]) == set(timing.days.weekdays)
    return days and ("at" not in wanted or timing.at.isoformat("minutes") == wanted["at"])


def _by_sun(timing: Timing, wanted: Mapping[str, Any], _: Home) -> bool:
    if not isinstance(timing, BySun) or timing.sun.value != wanted.get("sun", timing.sun.value):
        return False
    days = set(timing.days.weekdays) if timing.days is not None else None
    if "weekdays" in wanted and days != set(wanted["weekdays"]):
        return False
    return abs(timing.offset_s - float(wanted.get("offset_s", timing.offset_s))) < MINUTE_S


def _on_movement(timing: Timing, wanted: Mapping[str, Any], home: Home) -> bool:
    if not isinstance(timing, OnMovement):
        return False
    if timing.movement.value.removesuffix("s") != wanted["movement"].removesuffix("s"):
        return False  # `arrive` of one author is `arrives` of another
    if not wanted.get("person"):
        return "person" not in wanted or not timing.person
    names = _names_of(str(wanted["person"]), home)
    return timing.person.casefold() in names


def _on_fact(timing: Timing, wanted: Mapping[str, Any], _: Home) -> bool:
    return to_plain(timing) == wanted


def _names_of(person: str, home: Home) -> set[str]:
    from companion.rooms.understanding.fold import fold_name

    for thing in home.things:
        if person in (thing.id, *thing.names) or person.casefold() in map(
            str.casefold, thing.names
        ):
            return {thing.id, *(n.casefold() for n in thing.names), *map(fold_name, thing.names)}
    return {person.casefold(), fold_name(person)}


_TIMES = {
    "once": _once,
    "after": _after,
    "recurring": _recurring,
    "by_sun": _by_sun,
    "on_movement": _on_movement,
    "on_fact": _on_fact,
}
