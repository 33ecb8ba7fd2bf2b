"""Farewell 見送り: concludes that everybody has left from a farewell and from empty rooms.

A home with a sensor at its door reports so as an occasion. Elsewhere somebody says that they go,
nobody is seen any more, and a quiet moment or the last sight of them is the time to look at what
they left on.
"""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta

from companion.rooms.context.collect import Collected
from companion.words.event import EventSource
from companion.words.ids import EventId
from companion.words.trigger import Priority, Trigger, TriggerKind

FAREWELL_FOR = timedelta(hours=3)
"""So long a farewell tells why nobody is there."""
SOON_FOR = timedelta(minutes=15)
"""So long who goes out for a moment is expected back."""
APPEARED, GONE = "person_appeared", "person_gone"
_FAREWELL = re.compile(
    r"\b(?:bye|goodbye)\b|\bsee you\b|\b(?:we|i)(?:'re| are|'m| am) off\b|^off (?:to|out)\b"
    r"|\b(?:heading|going|popping) (?:out|over)\b|\baway to\b|\bback (?:at|by|for|in the)\b"
    r"|\blet'?s go\b|\bcome on, quick|\boff we go\b|\btaxi\b"
    r"|(?:行|い)って(?:き|く|来|まい)|出かけ|でかけ|お先に|またね|さようなら|バイバイ|タクシー来|病院行",
    re.IGNORECASE,
)
_SOON = re.compile(
    r"\b(?:only|just) (?:a |one )?(?:minute|moment|sec)|\bback in (?:a|five|ten|two)\b"
    r"|\bwon'?t be (?:long|a|two)\b|\b(?:right|straight) back\b|\b(?:and|then) coming\b|\bnipping\b"
    r"|\b(?:quick|quickly|two|five|ten) (?:ticks?|secs?|mins?|minutes)\b|\bleft (?:my|the) keys\b"
    r"|\b(?:bins?|rubbish|post|letter|milk|paper|watchman|next door)\b[^.]*\bjust\b|\bjust\b[^.]*"
    r"\b(?:bins?|rubbish|post|letter ?box|next door|to the (?:gate|car|shed))\b"
    r"|すぐ(?:戻|帰|そこ)|ちょっと(?:だけ)?(?:出|行|そこ|外)|(?:ゴミ|ごみ|郵便|回覧|新聞)[^。]{0,8}(?:出し|取|とっ|置い)"
    r"|[一二三五]分(?:だけ|で戻)",
    re.IGNORECASE,
)


def nobody_is_in(people: Mapping[str, str | None]) -> bool:
    """Whether every room that is watched is known to be empty."""
    held = set(people.values())
    return bool(held) and held == {"absent"}


def comes_back_soon(collected: Collected, now: datetime) -> bool:
    """Whether somebody said a short while ago that they go out for a moment only."""
    return any(
        event.source is EventSource.USER_INPUT
        and now - event.at <= SOON_FOR
        and _SOON.search(event.user_text)
        for event in collected.events
    )


def have_left(trigger: Trigger, collected: Collected, people: Mapping[str, str | None]) -> bool:
    """Whether a quiet moment, or the last sight of somebody, follows a farewell."""
    if trigger.priority is Priority.USER or trigger.requested is not None or trigger.instead_of:
        return False
    if not nobody_is_in(people) or not _may_tell(trigger, collected):
        return False
    for event in collected.events:
        if event.kind == APPEARED or trigger.at - event.at > FAREWELL_FOR:
            return False
        if event.source is EventSource.USER_INPUT and _SOON.search(event.user_text):
            return False
        if event.source is EventSource.USER_INPUT and _FAREWELL.search(event.user_text):
            return True
    return False


def _may_tell(trigger: Trigger, collected: Collected) -> bool:
    if trigger.kind is TriggerKind.HEARTBEAT:
        return True
    gone: set[EventId] = {event.id for event in collected.events if event.kind == GONE}
    return bool(gone.intersection(trigger.event_ids))
