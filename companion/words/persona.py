"""Persona ペルソナ: the character sheet; texts go to prompts unparsed."""

from dataclasses import dataclass, field

from companion.words.language import Language


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
