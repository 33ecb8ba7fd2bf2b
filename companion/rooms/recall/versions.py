"""Versions of one thing: who says it differently, and which statement is the one that holds.

A later statement of the same person takes the place of the earlier one. What another person says
differently is a second version, unless it tells of a change ("I've moved the key").
"""

import re
from collections.abc import Sequence
from datetime import timedelta

from companion.rooms.recall.asked import Asked, is_question, plain, values_of
from companion.rooms.recall.words_of import words_of
from companion.words.episode import Episode, Voice

SAME_TALK = timedelta(minutes=30)
SHARED_WORDS = 0.25
"""Share of the shorter text's words that two statements of one thing have in common."""
_COMPARABLE = frozenset({Asked.NUMBER, Asked.TIME, Asked.COLOUR, Asked.SIDE})
"""Of places, names and persons two may both be true."""
_CHANGE = re.compile(
    r"変わ|変え|変更|移し|移った|移動|やめ[たてる]|やっぱ|替え|代わ|今度から|これから|今日から|来週から|月から|なくな|"
    r"延び|遅れ|早まっ|もう(?!一)|じゃなくて|ではなく|今は|決まった|にする|にした|になった|になりました|"
    r"\b(?:now|chang\w+|mov\w+|any ?more|no longer|instead|swapp\w+|from (?:now|next|this)|switch\w+|"
    r"put back|postponed|new one|these days|not .{1,20} but|got me a new|pulled out|off again|"
    r"cancel\w+|picked|grew|became|used to)\b"
)
_OPPOSES = re.compile(
    r"^(?:違|ちが|ちげ|ううん|いや|いえ|え[、っ]|えっ|嘘|うそ|でも|そんな|.{0,4}じゃない|.{0,6}(?:よ|でしょ)[。、!])|"
    r"^(?:no\b|nope|i never|you did ?n[o']t|you never|did not|did ?n't|rubbish|nonsense|never|what\?|"
    r"that's not|it (?:was|is)n't|\w+, (?:it|you|that|no)\b|actually)"
)


def tells(episode: Episode) -> bool:
    """Whether a person states something here."""
    return episode.voice is Voice.PERSON and not is_question(episode.text)


def differ(asked: Asked, one: Episode, other: Episode) -> bool:
    """Whether two statements give different things of the kind asked for: two numbers, times,
    colours or sides."""
    if asked not in _COMPARABLE:
        return False
    own, others = _values(asked, one), _values(asked, other)
    return bool(own and others) and not own & others


def opposes(one: Episode, other: Episode) -> bool:
    """Whether the later of two statements of one talk contradicts the earlier."""
    later = max((one, other), key=lambda episode: (episode.at, episode.id))
    near = abs(other.at - one.at) <= SAME_TALK
    return near and _OPPOSES.search(plain(later.text)) is not None


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


def second_version(asked: Asked, chosen: Episode, others: Sequence[Episode]) -> Episode | None:
    """Another person's statement that differs and takes nothing's place; None: there is none."""
    for one in others:
        if not chosen.speaker or not one.speaker or one.speaker == chosen.speaker:
            continue
        if opposes(chosen, one):
            return one
        later = max((one, chosen), key=lambda episode: (episode.at, episode.id))
        if differ(asked, chosen, one) and same_thing(chosen, one) and not tells_change(later):
            return one
    return None


def _values(asked: Asked, episode: Episode) -> frozenset[str]:
    return frozenset(value.text.casefold() for value in values_of(asked, episode.text))
