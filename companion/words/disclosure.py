"""Disclosure 開示: the only table that says which facts may be told to whom.

A voice or channel that nobody vouches for (a guest, a public chat, an unknown sender) is told
nothing of presence, locks, doors, windows, alarms, routines, habits, cameras, acts or earlier
conversations. It is told the time, the weather, and what the companion is.
"""

from enum import StrEnum

from companion.words.language import Bilingual
from companion.words.trust import Authority, TrustLabel, authority_of


class Topic(StrEnum):
    """話題: what a fact or an answer is about."""

    TIME = "time"
    WEATHER = "weather"
    ITSELF = "itself"
    """The companion itself, without the things that it can operate in this home."""
    HOME = "home"
    """How devices are: lights, locks, doors, windows, sensors, cameras."""
    PEOPLE = "people"
    """People who were seen or are at home, and their habits."""
    SCHEDULE = "schedule"
    """Alarms, timers, reminders, routines, plans."""
    DEEDS = "deeds"
    """Acts, their reasons, and which of them can be taken back."""
    CONVERSATION = "conversation"
    """Earlier talk."""


PUBLIC = frozenset({Topic.TIME, Topic.WEATHER, Topic.ITSELF})
"""Topics that anybody may be told."""
KEPT_BACK = Bilingual(
    "申し訳ありませんが、それはこの家の人にだけお伝えしています。",
    "I am sorry, that is something I tell only the people of this home.",
)
"""The one refusal; it is the same whether there is something to tell or not."""
TO_STRANGERS = Bilingual(
    "この家の相棒です。時刻をお伝えしたり、少しお話ししたりできます。",
    "I am the companion of this home. I can tell the time, and talk a little.",
)
"""Answer about the companion and its abilities for an asker who may not be told of the home."""


def may_be_told(asker: TrustLabel, topic: Topic) -> bool:
    """True if a person with this trust label may be told of this topic."""
    return authority_of(asker) is not Authority.PUBLIC or topic in PUBLIC
