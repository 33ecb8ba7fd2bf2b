"""Cancelled 取りやめ: finds a wish that speaks against what a routine or a report would have done.

"No radio today", いらないよ, "leave it open": said within the last days, or kept as
a preference, it speaks against the act. Only words of the household and of the owner are read.
"""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta

from companion.rooms.context.collect import Collected
from companion.words.areas import PreferenceValue, value_in
from companion.words.event import EventSource
from companion.words.table import compiled, table
from companion.words.trust import UNTRUSTED, TrustLabel

_READ = table("companion.rooms.context", "cancelled.toml")
_FORMS = compiled(_READ["forms"], flags=re.IGNORECASE)


def spoken_against(collected: Collected) -> tuple[str, ...]:
    """Sentences of the last days, and kept wishes, that want something left undone."""
    return tuple(text for text in told_by_household(collected) if speaks_against(text))


def speaks_against(text: str) -> bool:
    """Whether a sentence wants something left undone."""
    return _FORMS["against"].search(text) is not None


HELD_FOR = timedelta(minutes=60)
"""So long "leave it as it is" speaks against ideas of the companion's own."""


def left_as_it_is(collected: Collected, now: datetime) -> bool:
    """Whether somebody said a moment ago that all is to stay as it is; a guest may too, for it only
    adds care."""
    return _said_lately(_FORMS["as_it_is"], collected, now, HELD_FOR)


def ended_lately(collected: Collected, now: datetime) -> tuple[str, ...]:
    """Sentences of the household's last hour by which they switched something off: it is not begun
    again of the companion's own accord."""
    return tuple(
        event.user_text
        for event in collected.events
        if event.source is EventSource.USER_INPUT
        and event.trust not in UNTRUSTED
        and now - event.at <= HELD_FOR
        and _FORMS["ended"].search(event.user_text)
    )


GOES_ON_FOR = timedelta(minutes=15)
"""So long what people are in the middle of is not ended by a routine."""


def is_going_on(collected: Collected, now: datetime) -> bool:
    """Whether somebody said a moment ago that it goes on; a guest may too, for it adds care."""
    return _said_lately(_FORMS["goes_on"], collected, now, GOES_ON_FOR)


def _said_lately(
    words: re.Pattern[str], collected: Collected, now: datetime, within: timedelta
) -> bool:
    return any(
        event.source is EventSource.USER_INPUT
        and event.trust is not TrustLabel.OBSERVED
        and now - event.at <= within
        and words.search(event.user_text)
        for event in collected.events
    )


def told_by_household(collected: Collected) -> Iterable[str]:
    """Sentences of the last days and kept wishes, without words of guests and of others."""
    for event in collected.events:
        if event.source is EventSource.USER_INPUT and event.trust not in UNTRUSTED:
            yield event.user_text
    for row in collected.preferences:
        value = value_in(row, PreferenceValue)
        if value is not None:
            yield value.text
