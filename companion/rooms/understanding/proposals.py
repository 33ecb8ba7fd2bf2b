"""Proposals 読みの候補: the command that a sentence may hold where the grammar cannot read it all.

A part of the sentence, without the words nobody knows, is read by the same grammar as if it alone
had been said. The companion asks first whether it was meant. `SIGNS` tell an order
from a remark; how they weigh is learned (`tests.proof.evaluation.training.proposals`). What is
forbidden is never proposed.
"""

import math
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from companion.ports.understanding import Proposal, SpokenSentence
from companion.rooms.understanding.clauses import Clause, clauses_of
from companion.rooms.understanding.cover import Token
from companion.rooms.understanding.fold import fold
from companion.rooms.understanding.home import Home
from companion.rooms.understanding.not_meant import (
    calls_by_endearment,
    never_done,
    quoted,
    withdrawn,
)
from companion.rooms.understanding.reading import tokens_of
from companion.rooms.understanding.tone import Tone, tones_of
from companion.words.language import Language

WEIGHTS = Path(__file__).parent / "data" / "proposals.toml"
LEAST_LIKELY = 0.2
"""Likelihood from which a question is asked. Chosen on authors left out of the fit (ADR 0079)."""
MOST_PARTS = 80
"""Parts of one sentence that are tried, at about a millisecond each."""
_NAMES = frozenset(
    {"name", "kind", "area", "floor", "number", "when", "span", "color", "level", "mode", "attr"}
)
_DEEDS = frozenset({"verb", "dir", "adj"})
_SAID = _NAMES | _DEEDS | {"all", "unit", "step"}
"""Classes of words that an order is made of."""
_ABOUT = frozenset({"name", "kind", "attr", "mode"})
_ASKS = ("か", "かな", "かしら", "?", "？")
_REQUESTS = {
    "on": "つけて",
    "off": "消して",
    "open": "開けて",
    "close": "閉めて",
    "lock": "鍵かけて",
    "unlock": "鍵開けて",
    "raise": "上げて",
    "lower": "下げて",
    "set": "にして",
    "play": "流して",
    "stop": "止めて",
    "pause": "一時停止して",
    "mute": "ミュートして",
    "start": "始めて",
    "clean": "掃除して",
    "dim": "暗くして",
    "brighten": "明るくして",
}
"""The plain request of each Japanese verb, in the place of a form that the grammar does not know
as one (つけたげて)."""
_FORMS = (
    "te",
    "do",
    "past",
    "plain",
    "muse",
    "state",
    "neg",
    "cond",
    "can",
    "want",
    "noun",
    "forbid",
    "gerund",
)
SIGNS = (
    "covered",
    "names_missed",
    "unread_inside",
    "unread",
    "words_in_part",
    "verb_replaced",
    "to_the_end",
    "from_the_start",
    "length",
    "forbids",
    "thinks",
    "asks",
    "some_forbid",
    "some_think",
    "chore",
    "several",
    "japanese",
    "followed_by_unread",
    "unread_follows",
    *(f"form_{form}" for form in _FORMS),
    *(f"followed_{form}" for form in _FORMS),
)
"""Names of the numbers of `Proposal.signs`, in order."""
_FORBIDS = SIGNS.index("forbids")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a sentence, as words that the grammar may know."""

    words: str
    first: int
    last: int
    """Numbers of its first and last token."""
    unread_inside: bool
    verb_replaced: bool = False


_ASKED_OF_ANYBODY = re.compile(
    r"\b(?:can|could|will|would) (?:somebody|someone|anybody|one of you) please "
    r"(?!tell|say|explain|check|look|see)"
)


def asks_anybody(text: str) -> bool:
    """`could somebody please put the heating up`: no question, and nobody is named."""
    return _ASKED_OF_ANYBODY.search(text) is not None


def may_hold_an_order(said: SpokenSentence) -> bool:
    """False where the sentence as a whole was never meant for the house: quoted, taken back,
    said to somebody dear."""
    text, language = fold(said.text, said.language), said.language
    return not (
        text.endswith(_ASKS)
        or never_done(text, language)
        or calls_by_endearment(text, language)
        or quoted(said.text, text, language)
        or withdrawn(text, language)
    )


def tokens_said(said: SpokenSentence, home: Home) -> tuple[Token, ...]:
    """The words of the sentence, spaces left out."""
    text = fold(said.text, said.language)
    return tuple(t for t in tokens_of(text, said.language, home, said.at) if t.text.strip())


def parts_of(tokens: Sequence[Token], said: SpokenSentence) -> list[Part]:
    """The parts to try: those with most of the words that an order is made of first."""
    text = fold(said.text, said.language)
    found: dict[str, Part] = {}
    for first, token in enumerate(tokens):
        if token.cls not in _SAID:
            continue
        for last in range(first, len(tokens)):
            inside = tokens[first : last + 1]
            if inside[-1].cls == "unread" or not _may_order(inside):
                continue
            for part in _ways(tokens, first, last, text, said.language):
                if part.words != text:
                    found.setdefault(part.words, part)
    return sorted(found.values(), key=lambda p: (-_worth(tokens, p), len(p.words)))[:MOST_PARTS]


def _ways(
    tokens: Sequence[Token], first: int, last: int, text: str, language: Language
) -> Iterator[Part]:
    inside, japanese = tokens[first : last + 1], language is Language.JA
    between = "" if japanese else " "
    gaps = any(t.cls == "unread" for t in inside)
    yield Part(text[inside[0].start : inside[-1].end], first, last, False)
    if gaps:
        yield Part(between.join(_known(inside)), first, last, True)
    end = inside[-1]
    if japanese and end.cls == "verb" and end.value in _REQUESTS:
        asked = _REQUESTS[end.value]
        yield Part(text[inside[0].start : end.start] + asked, first, last, False, True)
        if gaps:
            yield Part("".join(_known(inside[:-1])) + asked, first, last, True, True)


def _known(tokens: Sequence[Token]) -> list[str]:
    return [t.text for t in tokens if t.cls != "unread"]


def _may_order(inside: Sequence[Token]) -> bool:
    """Whether it says what to do and of what; a number or a verb alone is no order."""
    classes = {t.cls for t in inside}
    return bool(classes & _ABOUT or {"when", "span", "area"} & classes) and len(inside) > 1


def _worth(tokens: Sequence[Token], part: Part) -> float:
    """How much of an order it holds, less what had to be left out of its middle."""
    inside = tokens[part.first : part.last + 1]
    gaps = sum(
        t.cls == "unread" and inside[at - 1].cls != "unread" for at, t in enumerate(inside) if at
    )
    felt = sum(t.cls == "adj" for t in inside)
    return _said(tokens, part) - 0.7 * felt - 1.5 * gaps - 0.5 * part.verb_replaced


def _said(tokens: Sequence[Token], part: Part) -> int:
    return sum(t.cls in _SAID for t in tokens[part.first : part.last + 1])


def with_signs(
    proposal: Proposal, part: Part, tokens: Sequence[Token], language: Language
) -> Proposal:
    """The proposal with the signs by which it is judged."""
    inside, after = tokens[part.first : part.last + 1], tokens[part.last + 1 :]
    said = [t for t in tokens if t.cls in _SAID]
    missed = sum(t.cls in _NAMES for t in (*tokens[: part.first], *after))
    clauses = [c for c in clauses_of(tokens, language) if not c.empty]
    tones = tones_of(clauses, language)
    own = [tone for c, tone in zip(clauses, tones, strict=True) if _meets(c, inside)]
    verbs = [t for t in inside if t.cls in ("verb", "adj")]
    form = verbs[-1].form if verbs else ""
    later = [t for t in after if t.cls in ("verb", "adj")]
    followed = later[0].form if later else ""
    numbers = (
        _said(tokens, part) / max(1, len(said)),
        min(3, missed) / 3,
        part.unread_inside,
        sum(t.cls == "unread" for t in tokens) / len(tokens),
        len(inside) / len(tokens),
        part.verb_replaced,
        not after,
        part.first == 0,
        min(1.0, len(tokens) / 30),
        Tone.FORBIDS in own,
        Tone.THINKS in own,
        Tone.ASKS in own,
        Tone.FORBIDS in tones,
        Tone.THINKS in tones,
        proposal.is_chore,
        proposal.wishes > 1,
        language is Language.JA,
        bool(after) and after[0].cls == "unread",
        any(t.cls == "unread" for t in after),
        *(form == one for one in _FORMS),
        *(followed == one for one in _FORMS),
    )
    return replace(proposal, signs=tuple(float(n) for n in numbers))


def _meets(clause: Clause, inside: Sequence[Token]) -> bool:
    return clause.tokens[0].start < inside[-1].end and inside[0].start < clause.tokens[-1].end


def is_likely(proposal: Proposal) -> bool:
    """Whether it is likely enough that the command was meant to ask for it."""
    if proposal.signs[_FORBIDS]:
        return False
    constant, weights = _weights()
    sum_ = constant + sum(w * sign for w, sign in zip(weights, proposal.signs, strict=True))
    return 1 / (1 + math.exp(-sum_)) >= LEAST_LIKELY


@cache
def _weights() -> tuple[float, tuple[float, ...]]:
    """Constant and weights, in the order of `SIGNS`. Raises `KeyError` where a sign has none."""
    kept = tomllib.loads(WEIGHTS.read_text("utf-8"))
    return kept["constant"], tuple(kept["weights"][name] for name in SIGNS)
