"""Matter 用件: the sort of thing that a report in words tells of, read by a trained reader.

A report of a rule, a device or a service is told to people, answered by an act, or left alone. Its
words differ from home to home, so that no list of forms holds them; a small trained model reads
one of these sorts, or that all is as it should be.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import timedelta
from enum import StrEnum
from functools import cache

from companion.rooms.context.collect import Collected
from companion.rooms.context.holds import room_names, stem
from companion.rooms.context.needs import Need
from companion.words.event import EventSource
from companion.words.place import Place
from companion.words.table import table
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
_NOUNS = re.compile(
    r"\b(?:the|an?|my|our|your|his|her|their|this|that)\s+((?:[a-z]+\s+){0,2}[a-z]+)"
    r"|([一-龥々]{2,}|[ァ-ヴー]{3,})(?=[はがをも、])",
    re.IGNORECASE,
)
"""Words of a sentence that name the thing it is about."""


@cache
def _common() -> Mapping[str, frozenset[str]]:
    """Words that name no thing by themselves, by their stems: `words`, `nouns` and `rooms`."""
    listed = table("companion.rooms.context", "report_words.toml")["common"]
    return {name: frozenset(stem(word) for word in text.split()) for name, text in listed.items()}


def _telling_words(text: str, places: Iterable[Place] = ()) -> set[str]:
    """Words that may name a thing, English ones by their stems, without those of rooms."""
    text = text.casefold()
    for name in room_names(places):
        text = text.replace(name, " ")
    words = {stem(word) for word in _ENGLISH.findall(text)} | set(_JAPANESE.findall(text))
    return words - _common()["words"] - _common()["rooms"]


def _nouns(text: str) -> set[str]:
    """Words that name the thing that a person's sentence is about."""
    found = " ".join(english or japanese for english, japanese in _NOUNS.findall(text))
    return _telling_words(found) - _common()["nouns"]


def _shared(words: set[str], others: set[str]) -> set[str]:
    """Words that stand in both; in Japanese also as a part of a longer one."""
    return {
        word
        for word in words
        if word in others or (not word.isascii() and any(word in o or o in word for o in others))
    }


def is_about_the_same(sentence: str, other: str) -> bool:
    """Whether two texts name one thing, by a word that is not common."""
    return bool(_shared(_telling_words(sentence) - _common()["nouns"], _telling_words(other)))


def is_spoken_of(
    trigger: Trigger, collected: Collected, places: Iterable[Place] = (), *, pressing: bool = False
) -> bool:
    """Whether the companion told of the same matter lately, by at least half of its words, or
    somebody of the home named its thing. `pressing`: no words of people make it known, and of the
    companion's own more than half."""
    about = _telling_words(trigger.about.text, places)
    for event in collected.events:
        if trigger.at - event.at > KNOWN_FOR:
            continue
        if event.source is EventSource.AUTONOMY_MESSAGE:
            told = len(_shared(about, _telling_words(event.assistant_text, places)))
            if told and 2 * told >= len(about) + pressing:
                return True
        heard = event.source is EventSource.USER_INPUT and event.trust is not TrustLabel.OBSERVED
        if heard and not pressing and _shared(about, _nouns(event.user_text)):
            return True
    return False
