"""This answerer takes a correction of something told before: `it's the blue tin, not the red one`.

The statement that is meant is the one that was just answered with or just said, else the one in
memory that holds the denied value and a word of the matter. It is believed no more, and stands in
the record as it was said. A statement that only differs stays beside the old one: without a word
that takes it back nobody can tell a correction from news.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from companion.desk.denials import Denial, denial_in, held_true
from companion.desk.put_in_place import (
    COMPARED,
    differs,
    put_in_place,
    puts_another,
    stands_in,
    without_sentence,
)
from companion.desk.unlearning import MayNotUnlearn, Unlearning
from companion.ports.answerer import Answer, Cited, HeardSentence
from companion.rooms.recall.asked import Asked, asked_of, plain, values_of
from companion.rooms.recall.forms import holds_most
from companion.rooms.recall.rerank import stems
from companion.rooms.recall.versions import of_one_unit, tells
from companion.words.episode import Episode, episode_of
from companion.words.event import Event, EventSource
from companion.words.facts import SaidFacts, fact_of
from companion.words.language import Bilingual, has_japanese
from companion.words.question import is_question
from companion.words.recalled import Found
from companion.words.trust import Authority, TrustLabel, authority_of

FRESH = timedelta(minutes=10)
"""So long after a question or a statement a sentence may be meant for it."""
TURNS = 6
"""Turns looked back through."""
CANDIDATES = 20
"""Statements of memory among which the one that is meant is looked for."""
SHARED_LEAST = 2
"""Words of the matter that a statement shares with an admission that gives no value of a kind."""
_MOMENT = timedelta(microseconds=1)
_PARTS = re.compile(r"[.;。]|, ")
_IS = re.compile(r"\bit(?:'s| was| is)\b|(?:だった|でした|です|だ)(?:[よねわ。、!]|$)")
_CORRECTED = Bilingual("覚え直しました: {}", "I have put it right: {}")

Find = Callable[..., Awaitable[tuple[Found, ...]]]
EvidenceFor = Callable[..., Awaitable[tuple[Episode, ...]]]


@dataclass(frozen=True, slots=True)
class Correction:
    """言い直すこと: statements that are wrong, and the one that takes their place."""

    wrong: tuple[Episode, ...]
    text: str
    speaker: str


@dataclass(frozen=True, kw_only=True)
class CorrectSaid:
    """Answers statements of people of the house that take back an earlier one."""

    unlearning: Unlearning
    find: Find
    """Memory: episodes that belong to a text."""
    evidence_for: EvidenceFor
    """Memory: the statements that answer a question; several where people differ."""

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """None where nothing that was told is taken back."""
        event = heard.event
        if authority_of(event.trust) is not Authority.USER or is_question(heard.text):
            return None
        denial, turns = denial_in(heard.text), await self.unlearning.turns_before(event, TURNS)
        if any(one.source is EventSource.ACTION_RESULT for one in turns[:2]):
            return None
        correction = await self._after_question(denial, turns, event)
        correction = correction or await self._of_before(denial, turns, event)
        # A reading changes what the grammar remembers: it comes last.
        if correction is None or heard.is_question or heard.reading.requests:
            return None
        return Answer(work=partial(self._do, correction, event))

    async def _do(self, correction: Correction, event: Event) -> Cited | None:
        last, *others = [one.id for one in reversed(correction.wrong)]
        try:
            if others:
                await self.unlearning.forget_said(others, event)
            right = await self.unlearning.correct_event(
                last, correction.text, event, whole=True, speaker=correction.speaker
            )
        except MayNotUnlearn:
            return None
        words = _CORRECTED.filled(correction.text)
        return Cited(words, (right.id,))

    async def _after_question(
        self, denial: Denial, turns: Sequence[Event], event: Event
    ) -> Correction | None:
        """A correction of what was just answered, or of one of two versions."""
        question = next((one for one in turns if one.source is EventSource.USER_INPUT), None)
        if question is None or event.at - question.at > FRESH or not _asks(question.user_text):
            return None
        versions = await self._answered(question, turns)
        disputed = len(versions) > 1
        if not disputed and not (denial.begins or denial.sure):
            return None
        wrong = [one for one in versions if _is_denied(question.user_text, one, denial, disputed)]
        wrong = wrong or _outvoted(versions, question, denial)
        wrong = [one for one in wrong if _may_take_back(event, one)]
        if not wrong or (disputed and len(wrong) == len(versions) and not _gives(denial, wrong)):
            return None
        return _corrected(wrong, denial, _speaker(event), question)

    async def _answered(self, question: Event, turns: Sequence[Event]) -> tuple[Episode, ...]:
        """The statements with which a question was answered, or would be."""
        cited = next((one.evidence_event_ids for one in turns if one.assistant_text), ())
        events = [await self.unlearning.record.event(one) for one in cited if one != question.id]
        said = [episode_of(one) for one in events if one is not None]
        found = [one for one in said if one is not None and tells(one)]
        text, at = _asking_part(question.user_text), question.at - _MOMENT
        if not found:
            found = [
                *await self.evidence_for(text, at, without=(question.id,), asker=_speaker(question))
            ]
        kind = asked_of(text)
        if kind in COMPARED and len(found) < 2:
            # What the answer left out may be of the same matter.
            others = await self.find(text, at, limit=CANDIDATES, without=(question.id,))
            found += [
                one.episode
                for one in others
                if tells(one.episode)
                and values_of(kind, one.episode.text)
                and holds_most(text, one.episode, ())
            ]
        return tuple(dict.fromkeys(found))

    async def _of_before(
        self, denial: Denial, turns: Sequence[Event], event: Event
    ) -> Correction | None:
        """The statement that is meant, just said or of long ago."""
        fresh = _just_said(turns, event)
        if not (denial.begins or denial.sure):
            return None
        found = [fresh] if fresh is not None else []
        if denial.sure or any(values_of(one, denial.said) for one in COMPARED):
            of_before = await self.find(
                denial.said, event.at - _MOMENT, limit=CANDIDATES, without=(event.id,)
            )
            found += [one.episode for one in of_before]
        mine = [one for one in dict.fromkeys(found) if tells(one) and _may_take_back(event, one)]
        shared = {one.id: _shared(denial, one) for one in mine}
        own = {one.id for one in mine if one.speaker == _speaker(event)}
        meant = [
            one
            for one in mine
            if _is_meant(denial, one, shared[one.id], one is fresh, mine, own=one.id in own)
        ]
        if not meant:
            return None
        best = max(meant, key=lambda one: (one is fresh, shared[one.id], one.at))
        wrong = [best]
        if denial.wrong:
            # The same told twice goes twice.
            wrong = [one for one in meant if shared[one.id] == shared[best.id]]
        return _corrected(sorted(wrong, key=lambda one: one.at), denial, _speaker(event), None)


def _corrected(
    wrong: Sequence[Episode], denial: Denial, speaker: str, question: Event | None
) -> Correction:
    """The newest of the wrong ones with the right value in it; else the clause in its place."""
    old = wrong[-1]
    placed = put_in_place(old.text, denial) if old.speaker == speaker or not question else None
    if placed is not None:
        return Correction(tuple(wrong), placed, old.speaker)
    said = denial.said if not denial.wrong or question else denial.clause
    if question is not None:
        own = _speaker(question) == speaker
        return Correction(tuple(wrong), f"{_asked(question)}{said}" if own else said, speaker)
    kept = without_sentence(old.text, _matter(denial)) if old.speaker == speaker else ""
    space = "" if has_japanese(kept) else " "
    return Correction(tuple(wrong), f"{kept}{space}{said}" if kept else said, speaker)


def _asked(question: Event) -> str:
    """The question as it stands before its answer."""
    text = question.user_text.strip()
    if text.endswith(("?", "？", "。", ".")):
        return text if has_japanese(text) else f"{text} "
    return f"{text}？" if has_japanese(text) else f"{text}? "


def _is_denied(question: str, version: Episode, denial: Denial, disputed: bool) -> bool:
    """Whether a statement that answered a question is not so by this sentence."""
    if denial.wrong and stands_in(denial.wrong, version.text):
        return True
    kind = asked_of(question)
    kinds = (kind,) if kind in COMPARED else COMPARED
    if any(differs(one, version.text, _held_true(one, denial)) for one in kinds):
        return True
    if disputed or any(values_of(one, denial.said) for one in kinds if one is kind):
        return False
    if not (denial.begins or denial.admits or denial.wrong):
        return False
    about = frozenset(stems(f"{question} {version.text}"))
    said = _matter(denial)
    return bool(said & about) and bool(said - about)


def _held_true(kind: Asked, denial: Denial) -> str:
    return held_true(denial.said, partial(values_of, kind))


def _outvoted(versions: Sequence[Episode], question: Event, denial: Denial) -> list[Episode]:
    """The versions that a sentence does not side with: it has more words of another one."""
    said = frozenset(stems(denial.matter)) - frozenset(stems(question.user_text))
    common = [len(said & frozenset(stems(one.text))) for one in versions]
    most = max(common, default=0)
    if common.count(most) != 1:
        return []
    return [one for one, count in zip(versions, common, strict=True) if count < most]


def _gives(denial: Denial, wrong: Sequence[Episode]) -> bool:
    """Whether a sentence that agrees with nobody gives a value of its own, and says that it is
    one: a figure alone may be of anything."""
    if denial.admits or denial.begins:
        return True
    return _IS.search(plain(denial.said)) is not None


def _is_meant(
    denial: Denial,
    one: Episode,
    shared: int,
    fresh: bool,
    every: Sequence[Episode],
    *,
    own: bool,
) -> bool:
    """Whether a sentence takes back this statement. `own`: the same person made both."""
    differ = any(differs(kind, one.text, denial.said) for kind in COMPARED)
    if denial.wrong:
        held = bool(stands_in(denial.wrong, one.text))
        alone = sum(bool(stands_in(denial.wrong, other.text)) for other in every) == 1
        return held and bool(shared or fresh or alone) and _is_new(denial, one)
    if denial.admits:
        gives = any(values_of(kind, denial.said) for kind in COMPARED)
        return differ and bool(shared or fresh) if gives else shared >= SHARED_LEAST
    if denial.checked:
        return own and _is_of_it(denial, one, fresh=fresh)
    if fresh and differ and shared > 0:
        return True
    if any(puts_another(kind, one.text, denial.said) for kind in COMPARED):
        return True
    return differ and _is_all_of_it(denial, one)


def _is_all_of_it(denial: Denial, one: Episode) -> bool:
    """Whether a sentence gives nothing but another value of what a statement is about."""
    kinds = [kind for kind in COMPARED if differs(kind, one.text, denial.said)]
    about = _told_beside(denial.said, kinds)
    return bool(about) and about <= frozenset(stems(one.text))


def _is_of_it(denial: Denial, one: Episode, *, fresh: bool) -> bool:
    """Whether a sentence gives another value of the same unit, and most of what it says beside it
    stands in the statement. `fresh`: it was just made, so that the matter need not be named."""
    kinds = [
        kind
        for kind in COMPARED
        if differs(kind, one.text, denial.said) and of_one_unit(kind, one.text, denial.said)
    ]
    held, about = frozenset(stems(one.text)), _told_beside(denial.matter, kinds)
    values = (value.text for kind in COMPARED for value in values_of(kind, denial.said))
    named = (_matter(denial) - frozenset(stems(" ".join(values)))) & held
    return bool(kinds and (named or fresh)) and 2 * len(about & held) >= len(about)


def _told_beside(said: str, kinds: Sequence[Asked]) -> frozenset[str]:
    """The words beside the first value of one of these kinds, in its part of a sentence."""
    parts = _PARTS.split(said)
    part = next((p for p in parts for kind in kinds if values_of(kind, p)), "")
    values = " ".join(value.text for kind in kinds for value in values_of(kind, part))
    return frozenset(stems(part)) - frozenset(stems(values))


def _is_new(denial: Denial, one: Episode) -> bool:
    """Whether the right value is none of the statement's own words."""
    if any(differs(kind, one.text, denial.right) for kind in COMPARED):
        return True
    return bool(frozenset(stems(denial.right)) - frozenset(stems(one.text)))


def _shared(denial: Denial, one: Episode) -> int:
    """How many words of the matter a statement has; the denied value is none."""
    said = _matter(denial) - frozenset(stems(denial.wrong))
    return len(said & frozenset(stems(f"{one.speaker} {one.text}")))


def _matter(denial: Denial) -> frozenset[str]:
    return frozenset(stems(denial.matter))


def _just_said(turns: Sequence[Event], event: Event) -> Episode | None:
    """The last statement of the same person, a moment ago."""
    last = next((one for one in turns if one.source is EventSource.USER_INPUT), None)
    if last is None or event.at - last.at > FRESH or _speaker(last) != _speaker(event):
        return None
    return episode_of(last)


def _may_take_back(event: Event, one: Episode) -> bool:
    """A person takes back what they told; the owner whatever was told."""
    if event.trust is TrustLabel.OWNER:
        return True
    speaker = _speaker(event)
    theirs = not speaker or not one.speaker or speaker == one.speaker
    return theirs and one.trust is not TrustLabel.OWNER


_ASKING = ("what", "where", "when", "who", "whose", "which", "how", "whats", "wheres")
_ASKING_JA = ("か", "かの", "かね", "け", "の", "ん", "かいな", "かしら")


def _asking_part(text: str) -> str:
    """The sentence that asks, where more is said."""
    parts = [one for one in re.split(r"(?<=[.?!。？！])\s*", text) if one.strip()]
    return next((one for one in parts if asked_of(one) in COMPARED), text)


def _asks(text: str) -> bool:
    """A spoken question has no mark."""
    said = plain(text).strip(" 。.")
    if is_question(text):
        return True
    if has_japanese(said):
        return asked_of(text) in (*COMPARED,) and said.endswith(_ASKING_JA)
    return said.split(" ")[0].split("'")[0] in _ASKING


def _speaker(event: Event) -> str:
    said = fact_of(event, SaidFacts)
    return said.speaker if said is not None else ""
