"""Persona ペルソナ: the character sheet; texts go to prompts unparsed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.words.language import Language


class Saying(StrEnum):
    """言う場面: occasion of a sentence of code whose manner the character sheet may set."""

    DONE = "done"
    NOT_DONE = "not_done"
    TELLING = "telling"
    UNKNOWN = "unknown"
    HEARD = "heard"
    HELLO = "hello"
    MORNING = "morning"
    NIGHT = "night"
    WELCOME = "welcome"
    GOODBYE = "goodbye"
    THANKS = "thanks"
    PRAISE = "praise"
    NAME = "name"
    MOOD = "mood"
    CARE = "care"
    CHAT = "chat"
    QUIETER = "quieter"
    JOY = "joy"
    COMFORT = "comfort"
    GRIEF = "grief"
    LONELY = "lonely"
    CHEER = "cheer"
    BORED = "bored"
    JEST = "jest"
    SORRY = "sorry"
    SCOLDED = "scolded"
    THERE = "there"
    EFFORT = "effort"
    PREFER = "prefer"
    FESTIVE = "festive"


@dataclass(frozen=True, slots=True)
class PhraseForms:
    """言い回し: the ways in which a persona says one thing; each opening fits each ending."""

    opens: tuple[str, ...]
    """Words before what code fills in, or the whole sentence where code fills in nothing."""
    ends: tuple[str, ...] = ("",)
    """Words after it, without the full stop."""


Phrases = Mapping[Saying, PhraseForms]
"""A saying that is missing here is said in the usual words."""


@dataclass(frozen=True, slots=True)
class BigFive:
    """ビッグファイブ: each 0.0-1.0; low < 0.34, high > 0.66."""

    openness: float = 0.5
    conscientiousness: float = 0.5
    extraversion: float = 0.5
    agreeableness: float = 0.5
    neuroticism: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaSheet:
    """人物設定: who the companion is, mandatory to every deliberation."""

    name: str
    language: Language
    persona_text: str
    addon_text: str
    second_person_label: str
    """How it calls its owner, fixed."""
    big_five: BigFive = field(default_factory=BigFive)
    grit: float = 0.5
    growth_mindset: float = 0.5
    traits: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    phrases: Mapping[Language, Phrases] = field(default_factory=dict)
    """Its own forms for the sentences of code, in each language that it speaks."""
    languages: tuple[Language, ...] = ()
    """Languages of the sheet."""
