"""Standing wishes: keep a wish with its condition until a person takes it back.

`If the wind gets up, close the shutter` is no taste and no fact: it is what the household wants
done each time. A wish ends with its sentence (`forget that`), or with a later one that wants it no
more.
"""

import re
from collections.abc import Sequence

from companion.phrases.wish_words import wishes_in
from companion.rooms.consolidation.kinds import Known
from companion.words.areas import STANDING_WISH, StandingWishValue, value_in
from companion.words.event import Event, EventSource
from companion.words.facts import payload_of
from companion.words.trust import Authority, authority_of
from companion.words.writeplan import StateChange, StateRow

ORDER = 53
SURE = 0.9
"""Confidence in a plain sentence of a person of the house."""
_NO_MORE = re.compile(
    r"\bany ?more\b|\bno longer\b|\bnever mind (?:about )?the\b|\bforget about the\b"
    r"|もう[^。]{0,16}(?:なくて|ないで|なくても|いらない|いいよ)|(?:の|は)は?もう(?:いい|やめ|結構)",
    re.IGNORECASE,
)
_NOUN = re.compile(r"[一-龥々]{1,}|[ァ-ヶー]{2,}|[a-z]{4,}", re.IGNORECASE)
_COMMON = frozenset(
    {"when", "whenever", "then", "that", "this", "with", "from", "have", "please", "anymore"}
    | {"more", "need", "needn", "longer", "mind", "about", "forget", "close", "open", "turn"}
    | {"shut", "switch", "閉", "開", "時", "度", "分", "消"}
)
"""Words that most wishes have in common."""


async def changes(event: Event, known: Known) -> Sequence[StateChange]:
    """The wishes that a sentence of the household makes, and those that it ends."""
    said = event.source is EventSource.USER_INPUT and event.origin == "home" and not event.erased
    if not said or authority_of(event.trust) is not Authority.USER:
        return ()
    if _NO_MORE.search(event.user_text):
        return [
            _row(row.key, "", row, event)
            for row in await known.state.rows(STANDING_WISH)
            if _is_about(event.user_text, row)
        ]
    if not any(True for _ in wishes_in(event.user_text)):
        return ()
    return (_row(f"{event.id}", event.user_text, None, event),)


def _is_about(text: str, row: StateRow) -> bool:
    """Whether a sentence names what a kept wish names."""
    held = value_in(row, StandingWishValue)
    return held is not None and bool(_nouns(text) & _nouns(held.text))


def _nouns(text: str) -> set[str]:
    return {one.casefold() for one in _NOUN.findall(text)} - _COMMON


def _row(key: str, text: str, before: StateRow | None, event: Event) -> StateChange:
    return StateChange(
        kind=STANDING_WISH,
        key=key,
        value=payload_of(StandingWishValue(text=text)),
        confidence=SURE,
        trust=event.trust,
        observed_at=event.at,
        evidence_event_ids=(*(() if before is None else before.evidence_event_ids), event.id),
    )
