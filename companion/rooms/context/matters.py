"""Matter 用件: the sort of thing that a report in words tells of, read by a trained reader.

A report of a rule, a device or a service is told to people, answered by an act, or left alone. Its
words differ from home to home, so that no list of forms holds them; a small trained model reads
one of these sorts, or that all is as it should be.
"""

import re
from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum

from companion.rooms.context.collect import Collected
from companion.rooms.context.holds import stem
from companion.rooms.context.needs import Need
from companion.words.event import EventSource
from companion.words.trigger import Trigger
from companion.words.trust import TrustLabel


class Matter(StrEnum):
    """用件: the sort of thing that a report tells of."""

    DANGER = "danger"
    HAND = "hand"
    """A person or an animal needs somebody."""
    HAZARD = "hazard"
    """A thing that gets hot was left on."""
    LEFT_ON = "left_on"
    OPEN = "open"
    WET = "wet"
    """Rain comes, and something is open or outside."""
    WEATHER = "weather"
    FOOD = "food"
    """A fridge or freezer warms."""
    STOPPED = "stopped"
    BATTERY = "battery"
    DONE = "done"
    OFFLINE = "offline"
    VISITOR = "visitor"
    MESSAGE = "message"
    MOTION = "motion"
    """A person moves where nobody should be."""
    HOT = "hot"
    COLD = "cold"
    STUFFY = "stuffy"
    DAMP = "damp"
    DRY = "dry"
    DARK = "dark"
    GLARE = "glare"
    LOUD = "loud"


URGENT = frozenset({Matter.DANGER, Matter.HAND})
"""Told whoever knows of it, and before anything else."""
PRESSING = URGENT | {
    Matter.WEATHER,
    Matter.FOOD,
    Matter.VISITOR,
    Matter.MESSAGE,
    Matter.MOTION,
}
"""Told even where somebody spoke against acts."""
TOLD = URGENT | {
    Matter.HAZARD,
    Matter.OPEN,
    Matter.WET,
    Matter.WEATHER,
    Matter.FOOD,
    Matter.STOPPED,
    Matter.BATTERY,
    Matter.DONE,
    Matter.OFFLINE,
    Matter.VISITOR,
    Matter.MESSAGE,
    Matter.MOTION,
}
"""Told where nothing can be done about it."""
NO_HURRY = frozenset({Matter.BATTERY, Matter.OFFLINE})
"""Told on the page, without a sound."""
NEED_OF: Mapping[Matter, Need] = {
    Matter.HOT: Need.HOT,
    Matter.COLD: Need.COLD,
    Matter.STUFFY: Need.STUFFY,
    Matter.DAMP: Need.DAMP,
    Matter.DRY: Need.DRY,
}
"""Needs that a room's own meter bears out."""
READ_FROM = 0.5
"""A matter counts from this likelihood on."""
KNOWN_FOR = timedelta(hours=2)
"""So long people know of a matter whose thing somebody named, or that they were told of."""


def likely_matter(sure: Mapping[str, float]) -> Matter | None:
    """The matter that a trained reader holds likely enough; of several that are all told, the
    likeliest counts where one of them is likely."""
    if not sure:
        return None
    best = max(sure, key=lambda name: sure[name])
    told = sum(p for name, p in sure.items() if Matter(name) in TOLD)
    enough = sure[best] >= READ_FROM or (Matter(best) in TOLD and told >= READ_FROM)
    return Matter(best) if enough else None


_ENGLISH = re.compile(r"[a-z]{3,}")
_JAPANESE = re.compile(r"[一-龥々]{2,}|[ァ-ヴー]{3,}")
_UNTELLING = frozenset(
    stem(word)
    for words in (
        "the and has have had been are was were for with there this that still than from not since",
        "now its his her our your you all one two three out off into over down just back will",
        "minute hour half ten twenty thirty open opened closed left right going degrees percent",
        "door room house home light sensor temperature",
    )
    for word in words.split()
)
"""Words that most reports have, and that name no thing by themselves."""


def _telling_words(text: str) -> set[str]:
    """Words that may name a thing, by their stems; of Japanese two letters each."""
    words = {stem(word) for word in _ENGLISH.findall(text.casefold())} - _UNTELLING
    runs = _JAPANESE.findall(text)
    return words | {run[i : i + 2] for run in runs for i in range(len(run) - 1)}


def is_spoken_of(trigger: Trigger, collected: Collected) -> bool:
    """Whether the companion told of the same thing lately, or somebody of the home named it."""
    about = _telling_words(trigger.about.text)
    for event in collected.events:
        own = event.source is EventSource.AUTONOMY_MESSAGE
        heard = event.source is EventSource.USER_INPUT and event.trust is not TrustLabel.OBSERVED
        if trigger.at - event.at <= KNOWN_FOR and (own or heard):
            said = event.assistant_text if own else event.user_text
            if about & _telling_words(said):
                return True
    return False
