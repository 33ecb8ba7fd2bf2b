"""Versions of one thing: who says it differently, and which statement is the one that holds.

A later statement of the same person takes the place of the earlier one. What another person says
differently is a second version, unless it tells of a change ("I've moved the key").
"""

import re
from collections.abc import Sequence
from datetime import timedelta

from companion.rooms.recall.asked import Asked, asked_of, is_question, plain, values_of
from companion.rooms.recall.rerank import stems
from companion.rooms.recall.words_of import words_of
from companion.words.episode import Episode, Voice

SAME_TALK = timedelta(minutes=30)
SHARED_WORDS = 0.35
"""Share of the shorter text's words that two statements of one thing have in common."""
APART = 2
"""Words at most in which two statements of one thing differ; a name has two."""
_ADDS = re.compile(r"もある|にも|とも|ほかに|他に|\b(?:also|too|as well|another|both)\b")
_COMPARABLE = frozenset({Asked.NUMBER, Asked.TIME, Asked.COLOUR, Asked.SIDE})
"""Of others two may both be true, unless all but the value is said in the same words."""
_CHANGE = re.compile(
    r"変わ|変え|変更|移し|移った|移動|やめ[たてる]|やっぱ|替え|代わ|今度から|これから|今日から|来週から|月から|なくな|"
    r"延び|遅れ|早まっ|もう(?!一)|じゃなくて|ではなく|今は|決まった|にする|にした|になった|になりました|"
    r"\b(?:now|chang\w+|mov\w+|any ?more|no longer|instead|swapp\w+|from (?:now|next|this)|switch\w+|"
    r"put back|postponed|new one|these days|not .{1,20} but|got me a new|pulled out|off again|"
    r"cancel\w+|picked|grew|became|used to)\b"
)
_OPPOSES = re.compile(
    r"^(?:違|ちが|ちげ|ううん|いや|いんや|いえ[、。]|え[、っー]|嘘|うそ|でも|そんな|(?:俺|私|僕|わたし|ぼく)じゃ|"
    r".{0,6}じゃない[。、!])|(?:やなか(?:と|った)?|じゃなかった)[?？]|だってば|"
    r"^(?:no\b|nope|i never|you did ?n[o']t|you never|"
    r"(?:he|she|they|it|that) (?:did|was|is)(?: not|n't)\b|did not|did ?n't|rubbish|nonsense|never\b|"
    r"what\?|that's not|(?!(?:yeah|yes|yep|well|so|oh|right|okay|ok|sure|and|but)\b)\w+, (?:it was|"
    r"it is|it's|that's|that was|no)\b|actually)|\b(?:yes|but),? (?:but )?it was\b|"
    r"^[\w' ]{3,50}, (?:mamá|mum|mom|dad|mother|father|love|dear)[.!]$"
)

_HEARSAY = re.compile(
    r"(?:って|と)(?:聞い|言って(?:た|い)|言われ)|らしい|(?:だ|た)って(?:[。、!]|$)|と思って(?:た|い)|"
    r"\b(?i:i|we|he|she|they) (?:heard|thought|was told|were told)\b|"
    r"\b(?i:told|tells) (?:me|us|[A-Z]\w+)|\b(?:[Hh]e|[Ss]he|[Tt]hey|[A-Z]\w+) (?:says|said|reckons?)\b"
)
"""Marks of a thing that somebody heard otherwise, or had thought."""
_WEEKDAY_AFTER = re.compile(r"(?<=日)の?[月火水木金土日]曜日?$")
"""The day of the week behind a date adds nothing to it."""


def tells(episode: Episode) -> bool:
    """Whether a person states something here."""
    return episode.voice is Voice.PERSON and not is_question(episode.text)


def differ(asked: Asked, one: Episode, other: Episode) -> bool:
    """Whether two statements give different things of the kind asked for: two numbers, times,
    colours or sides."""
    if asked not in _COMPARABLE:
        return False
    own, others = _values(asked, one), _values(asked, other)
    # "Once a day" and "twice a day" have one value in common, and differ in the other.
    apart, others_apart = own - others, others - own
    same = any(a in b or b in a for a in apart for b in others_apart)
    return bool(apart and others_apart) and not same


def differ_in_one_place(question: str, one: Episode, other: Episode) -> bool:
    """Whether two statements say the same of what is asked, but for a word or two that the
    question does not hold: "her teacher is Mr Hill", "her teacher is Mrs Ray"."""
    asked, own, others = (set(stems(text)) for text in (question, one.text, other.text))
    common, apart, others_apart = own & others, own - others, others - own
    short = 0 < len(apart) <= APART and 0 < len(others_apart) <= APART
    if not short or asked & (apart | others_apart) or _ADDS.search(plain(other.text + one.text)):
        return False
    return len(common & asked) >= max(1, len(asked) - 1) and len(common) >= len(apart)


def opposes(one: Episode, other: Episode) -> bool:
    """Whether the later of two statements of one talk contradicts the earlier."""
    earlier, later = sorted((one, other), key=lambda episode: (episode.at, episode.id))
    if later.at - earlier.at > SAME_TALK:
        return False
    return _OPPOSES.search(plain(later.text)) is not None or _addresses(later, earlier)


def _addresses(later: Episode, earlier: Episode) -> bool:
    """A short first sentence that ends with the other's name: "Battersby, Wilf."."""
    name = re.escape(earlier.speaker)
    return bool(name) and re.search(rf"^[^.!?,]{{1,40}},\s*{name}\s*[.!]", later.text) is not None


def restates(asked: Asked, one: Episode, other: Episode) -> bool:
    """Whether the later of two statements of one talk begins with another value of the kind asked
    for: "It was 2004." - "2005."."""
    earlier, later = sorted((one, other), key=lambda episode: (episode.at, episode.id))
    if later.at - earlier.at > SAME_TALK or not differ(asked, one, other) or tells_change(later):
        return False
    return values_of(asked, later.text)[0].at <= 1 or same_thing(one, other)


def heard_otherwise(asked: Asked, chosen: Episode, other: Episode) -> bool:
    """Whether another statement of the same talk gives, as heard or as thought before, another
    value of the kind asked for: "Yuka heard twenty, it seems"."""
    if abs(other.at - chosen.at) > SAME_TALK or not differ(asked, chosen, other):
        return False
    return _HEARSAY.search(other.text) is not None


def same_thing(one: Episode, other: Episode) -> bool:
    """Whether two statements are about one thing, by their words."""
    own, others = set(words_of(one.text)), set(words_of(other.text))
    fewer = min(len(own), len(others))
    return fewer > 0 and len(own & others) >= max(2, SHARED_WORDS * fewer)


def tells_change(episode: Episode) -> bool:
    """Whether a statement says that something is no longer as it was."""
    return _CHANGE.search(plain(episode.text)) is not None


def newest(asked: Asked, chosen: Episode, others: Sequence[Episode]) -> Episode:
    """The statement that holds: the same person's newest, or the newest that tells of a change."""
    holds = chosen
    for one in sorted(others, key=lambda episode: (episode.at, episode.id)):
        later = one.at > holds.at and differ(asked, holds, one) and same_thing(holds, one)
        if later and (one.speaker == holds.speaker or tells_change(one)):
            holds = one
    return holds


def second_version(
    question: str, chosen: Episode, others: Sequence[Episode], near: Sequence[Episode] = ()
) -> Episode | None:
    """Another person's statement that differs and takes nothing's place; None: there is none.
    `near`: the turns beside the chosen one, where people contradict each other without naming the
    thing again."""
    asked = asked_of(question)
    for one in near:
        disputed = (
            opposes(chosen, one)
            or restates(asked, chosen, one)
            or heard_otherwise(asked, chosen, one)
        )
        if disputed and tells(one) and _somebody_else(chosen, one):
            return one
    for one in others:
        if not _somebody_else(chosen, one):
            continue
        later = max((one, chosen), key=lambda episode: (episode.at, episode.id))
        told_apart = differ(asked, chosen, one) and same_thing(chosen, one)
        told_apart = told_apart or differ_in_one_place(question, chosen, one)
        if told_apart and not tells_change(later):
            return one
    return None


def _somebody_else(one: Episode, other: Episode) -> bool:
    return bool(one.speaker and other.speaker) and one.speaker != other.speaker


def _values(asked: Asked, episode: Episode) -> frozenset[str]:
    texts = (value.text.casefold() for value in values_of(asked, episode.text))
    return frozenset(_WEEKDAY_AFTER.sub("", text) for text in texts)
