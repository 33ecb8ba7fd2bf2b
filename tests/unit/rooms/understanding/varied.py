"""Commands made by rule: operation x thing x deed x form x particle, from `tests/data/varied.toml`.

Every operation is said in every form of its language. The tables are of the tests alone: they share
nothing with the engine, so that a form which the engine's tables lack is found.
"""

import random
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.words.language import Language

TABLES = Path(__file__).parents[3] / "data" / "varied.toml"
_ROWS = {
    "ichidan": ("て", "た", "ろ", "", "る"), "s": ("して", "した", "せ", "し", "す"),
    "r": ("って", "った", "れ", "り", "る"), "k": ("いて", "いた", "け", "き", "く"),
    "suru": ("して", "した", "しろ", "し", "する"),
    "saseru": ("せて", "せた", "せろ", "せ", "せる"),
}  # fmt: skip
"""Te-form, past, imperative, polite stem, plain form."""
_PARTICLES = ("を", "", "は")


@dataclass(frozen=True, slots=True)
class Varied:
    """One made command, and what it asks for."""

    sentence: str
    operations: tuple[str, ...]
    """Last words of the operation, any of them; none: a question about what is kept."""
    targets: frozenset[str]


def varied(language: Language, count: int) -> list[Varied]:
    """So many of all made commands, the same at each run."""
    table = tomllib.loads(TABLES.read_text("utf-8"))[language.value]
    said = _japanese if language is Language.JA else _english
    made = [
        Varied(sentence, tuple(operation["does"]), frozenset(ids.split()))
        for operation in table["operations"]
        for name, ids in (thing.split("|") for thing in operation["things"])
        for sentence in said(name, operation, table["forms"])
    ]
    return random.Random(11).sample(made, count)


def _japanese(name: str, operation: Mapping[str, Any], forms: list[str]) -> Iterator[str]:
    """The thing stands right before its verb, behind what is said to begin with."""
    for deed in operation["deeds"]:
        stem, row = deed.split(":")
        te, past, do, polite, plain = (stem + end for end in _ROWS[row])
        ways = {"te": te, "to": f"{te[:-1]}と", "ch": f"{te[:-1]}ち", "ta": f"{past[:-1]}た"}
        for form in forms:
            lead, brace, rest = form.partition("{")
            verb = (brace + rest).format(**ways, do=do, stem=polite, plain=plain)
            for particle in _PARTICLES:
                thing = name.replace("を", particle) if "を" in name else name + particle
                yield f"{lead}{thing}{verb}"


def _english(name: str, operation: Mapping[str, Any], forms: list[str]) -> Iterator[str]:
    for deed in operation["deeds"]:
        base, gerund = (way.replace("{}", name) for way in deed.split(":"))
        yield from (form.format(b=base, g=gerund) for form in forms)
