"""The second ranking puts first, of the best candidates, those that answer the question.

The first ranking asks what a text is about. This one asks whether it has the kind of thing that is
asked for, whether it tells or itself asks, who said it, and how much of the question it covers
together with the turns beside it. Its weights were trained on the open halves of the benchmark
(`tests/proof/evaluation/recall/train.py`, ADR 0074).
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from itertools import permutations
from statistics import fmean, median, pstdev
from typing import NamedTuple

from companion.rooms.recall.asked import Asked, asked_of, has_asked
from companion.rooms.recall.weights import ALONE, WEIGHTS
from companion.rooms.recall.words_of import words_of
from companion.words.episode import Episode, Voice
from companion.words.ids import EventId
from companion.words.question import is_question
from companion.words.recalled import Found

Likeness = Mapping[EventId, Mapping[EventId, float]]

OF_ONE_TALK = timedelta(minutes=30)
"""Within so long people go on about one thing, and seldom tell it anew (ADR 0153)."""
POOL = 40
"""Candidates that are ranked again."""
_ENDINGS = ("ing", "ed", "es", "s")
_SHORTEST = 3


class Features(NamedTuple):
    """特徴: what speaks for one candidate; the order is that of the weights."""

    score: float
    """Of the first ranking, the best candidate's being 1."""
    closeness: float
    """Cosine, less that of the closest."""
    covered: float
    """Share of the question, by the rarity of its words, that it and the turns beside it hold."""
    person: float
    """1: a person's own words."""
    written: float
    """1: a sign's, a page's."""
    has: float
    """1: it has the kind of thing that is asked for."""
    has_not: float
    """1: it has none of it."""
    asks: float
    """1: it is itself a question."""
    said_by: float
    """1: a person whom the question names said it."""
    names: float
    """1: it names a person whom the question names."""
    stranger: float
    """1: the question names people, and it neither names them nor is theirs."""
    later: float
    """Share of the other persons' candidates that are newer."""
    length: float
    """Logarithm of its length in words."""
    follows: float = 0.0
    """How like it is to earlier statements that may be the answer: it tells them anew."""
    followed: float = 0.0
    """The same of later statements, which tell it anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """問い: what is compared with each candidate."""

    text: str
    words: tuple[str, ...]
    asked: Asked
    people: tuple[str, ...]
    """Names of speakers that stand in it."""


def question_of(text: str, around: Iterable[Episode]) -> Question:
    """Read a question. `around`: the candidates and the turns beside them, by which it is known
    who speaks in this house."""
    speakers = {one.speaker: None for one in around if one.voice is Voice.PERSON and one.speaker}
    named = tuple(one for one in speakers if one.casefold() in text.casefold())
    return Question(text=text, words=stems(text), asked=asked_of(text), people=named)


def features_of(
    question: Question,
    found: Sequence[Found],
    beside: Mapping[EventId, Sequence[Episode]],
) -> list[Features]:
    """One for each candidate. `beside`: the turns beside it in the same talk."""
    # Neighbours are candidates, too, and a text is split but once.
    split = cache(stems)
    held = [frozenset((*split(one.episode.speaker), *split(one.episode.text))) for one in found]
    near = [
        own.union(*(split(turn.text) for turn in beside.get(one.episode.id, ())))
        for own, one in zip(held, found, strict=True)
    ]
    rarity = {
        word: math.log((len(found) + 1) / (sum(word in own for own in held) + 0.5))
        for word in question.words
    }
    whole = sum(rarity.values()) or 1.0
    close = [one.closeness for one in found if one.closeness is not None]
    middle, closest = (median(close), max(close)) if close else (0.0, 0.0)
    best = max((one.score for one in found), default=1.0)
    told = [one.episode for one in found[:10] if one.episode.voice is Voice.PERSON]
    return [
        _features(
            question,
            one,
            score=one.score / best,
            closeness=(one.closeness if one.closeness is not None else middle) - closest,
            covered=sum(rarity[word] for word in question.words if word in around) / whole,
            later=sum(other.at > one.episode.at for other in told) / 10,
        )
        for one, around in zip(found, near, strict=True)
    ]


def _features(
    question: Question,
    found: Found,
    *,
    score: float,
    closeness: float,
    covered: float,
    later: float,
) -> Features:
    episode = found.episode
    has = has_asked(question.asked, episode.text)
    said_by = episode.speaker in question.people
    names = any(one.casefold() in episode.text.casefold() for one in question.people)
    return Features(
        score=score,
        closeness=closeness,
        covered=covered,
        person=float(episode.voice is Voice.PERSON),
        written=float(episode.voice is Voice.WRITTEN),
        has=float(has is True),
        has_not=float(has is False),
        asks=float(is_question(episode.text)),
        said_by=float(said_by),
        names=float(names),
        stranger=float(bool(question.people) and not said_by and not names),
        later=later,
        length=math.log(1 + len(words_of(episode.text))),
    )


def weighed(features: Features, weights: Sequence[float] = WEIGHTS) -> float:
    """How much speaks for it; compares only within one question."""
    return sum(weight * value for weight, value in zip(weights, features, strict=True))


def told_anew(
    every: Sequence[Features],
    found: Sequence[Found],
    likeness: Likeness,
    weights: Sequence[float] = ALONE,
) -> list[Features]:
    """The features with those of a statement and its later form filled in: people tell a change in
    much the same words, with another value. `likeness`: cosines between the candidates. `weights`:
    by which it is judged before, how likely each is the answer."""
    likely = _shares([weighed(one, weights) for one in every])
    alike = _standing_out(likeness)
    tells = [bool(one.person) and not one.asks for one in every]
    follows, followed = [0.0] * len(found), [0.0] * len(found)
    for old, new in permutations(range(len(found)), 2):
        earlier, later = found[old].episode, found[new].episode
        if tells[old] and tells[new] and later.at - earlier.at > OF_ONE_TALK:
            closer = alike.get((earlier.id, later.id), 0.0)
            follows[new] += likely[old] * closer
            followed[old] += likely[new] * closer
    return [
        one._replace(follows=after, followed=before)
        for one, after, before in zip(every, follows, followed, strict=True)
    ]


def _shares(scores: Sequence[float]) -> list[float]:
    """Likelihood of each, by its score (softmax)."""
    each = [math.exp(score - max(scores)) for score in scores]
    whole = sum(each)
    return [one / whole for one in each]


def _standing_out(likeness: Likeness) -> dict[tuple[EventId, EventId], float]:
    """The pairs that are more alike than the middle of all, by how many standard deviations."""
    cosines = {(a, b): cosine for a, row in likeness.items() for b, cosine in row.items()}
    spread = pstdev(cosines.values()) if cosines else 0.0
    middle = fmean(cosines.values()) if cosines else 0.0
    over = ((pair, cosine - middle) for pair, cosine in cosines.items())
    return {pair: above / spread for pair, above in over if above > 0 and spread}


def reranked(
    asked: str,
    found: Sequence[Found],
    beside: Mapping[EventId, Sequence[Episode]],
    likeness: Likeness | None = None,
) -> tuple[Found, ...]:
    """The candidates by what speaks for each, the best first. `likeness`: cosines between them;
    None: there are no vectors."""
    question = question_of(asked, everybody(found, beside))
    alone = features_of(question, found, beside)
    scored = [
        replace(one, score=weighed(features))
        for one, features in zip(found, told_anew(alone, found, likeness or {}), strict=True)
    ]
    return tuple(sorted(scored, key=lambda one: (-one.score, -one.episode.id)))


def covered_by(
    question: str,
    episodes: Iterable[Episode],
    without: Iterable[str] = (),
    *,
    said_alone: bool = False,
) -> float:
    """Share of a question's words, less those of `without`, that these texts hold together; 1
    where it has none. `said_alone`: the name of a speaker is no word of the text."""
    asked = frozenset(stems(question)).difference(*map(stems, without))
    texts = (one.text if said_alone else f"{one.speaker} {one.text}" for one in episodes)
    held = frozenset(word for text in texts for word in stems(text))
    return len(asked & held) / len(asked) if asked else 1.0


def everybody(
    found: Iterable[Found], beside: Mapping[EventId, Iterable[Episode]]
) -> Iterator[Episode]:
    """The candidates and the turns beside them."""
    yield from (one.episode for one in found)
    yield from (turn for turns in beside.values() for turn in turns)


def stems(text: str) -> tuple[str, ...]:
    """The words of a text by which two texts are compared; each once."""
    return tuple(dict.fromkeys(_stem(word) for word in words_of(text)))


def _stem(word: str) -> str:
    if word.isascii():
        for ending in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
                return word[: -len(ending)]
    return word
