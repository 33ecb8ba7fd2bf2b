"""Templates 型文: Home Assistant's own sentences for hassil, parsed only where they may fit.

hassil asks of each template which words it cannot do without before it looks at it. Those are
kept (`kept.py`), so that of 860 English templates the few are parsed that a sentence leaves: all
of them took 0.2 s and 5 MB.
"""

from collections.abc import Iterator
from functools import lru_cache
from sys import intern
from typing import Any

from hassil import Intents, parse_sentence
from hassil.expression import Expression, Sentence
from hassil.intents import IntentData

PARSED = 256
"""Templates that stay parsed; a question leaves some 120, each of 6 KB."""


class Template(Sentence):
    """型文: a sentence of hassil's whose expression is parsed when somebody looks."""

    def __init__(self, text: str, clauses: frozenset[frozenset[str]]) -> None:
        self.text = text
        self.pattern = None
        self.required_clauses = clauses

    def __getattr__(self, name: str) -> Expression:
        """Only for what was not set above."""
        if name != "expression":
            raise AttributeError(name)
        return _parsed(self.text)


@lru_cache(PARSED)
def _parsed(text: str) -> Expression:
    return parse_sentence(text, keep_text=True).expression


def digest(intents: Intents) -> dict[str, Any]:
    """Make a digest of the templates: of each block the order in which hassil tries them, and the
    number of the words without which each cannot fit."""
    clauses: dict[frozenset[frozenset[str]], int] = {}
    blocks = []
    for block in _blocks(intents):
        rules = {**intents.expansion_rules, **block.expansion_rules}
        left = list(enumerate(block.sentence_texts))
        rows = []
        for sentence in block.sentences:
            place = next(pair for pair in left if pair[1] == sentence.text)
            left.remove(place)
            needed = sentence.get_required_clauses(rules)
            rows.append([place[0], clauses.setdefault(needed, len(clauses))])
        blocks.append(rows)
    plain = [[sorted(clause) for clause in needed] for needed in clauses]
    return {"clauses": plain, "blocks": blocks}


def lay_out(intents: Intents, kept: dict[str, Any]) -> None:
    """Have hassil find templates where it would parse sentences. Raises `ValueError` where what
    is kept is of other sentences."""
    # Of 1,500 clauses and 2,500 words a tenth differ: each is held once.
    same: dict[frozenset[str], frozenset[str]] = {}

    def once(clause: list[str]) -> frozenset[str]:
        held = frozenset(map(intern, clause))
        return same.setdefault(held, held)

    clauses = [frozenset(map(once, needed)) for needed in kept["clauses"]]
    blocks = list(_blocks(intents))
    if [len(rows) for rows in kept["blocks"]] != [len(b.sentence_texts) for b in blocks]:
        raise ValueError("these templates were kept of other sentences")
    for block, rows in zip(blocks, kept["blocks"], strict=True):
        texts = block.sentence_texts
        # Where a cached property keeps its value; the block itself is frozen.
        vars(block)["sentences"] = [Template(texts[at], clauses[needed]) for at, needed in rows]


def _blocks(intents: Intents) -> Iterator[IntentData]:
    for intent in intents.intents.values():
        yield from intent.data
