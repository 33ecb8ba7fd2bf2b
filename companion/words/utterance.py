"""Utterance 発話: persona speech rendered from claims."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.words.decision import ConsoleDelivery
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """主張: one thing a message may state; without an observed event id it cannot exist."""

    event_id: EventId
    """The observed result or observation that carries it."""
    kind: str
    """`seen`, `state`, `alarm`, `passed_on` (somebody's words, quoted); of a result `done`
    (witnessed), `reported` (the device's own word for it), `partial`, `failed`, `no_effect` (it
    said that nothing changed), `unknown` (not seen); of an act on several devices that did not
    fare alike `several`; of an approval question `asked` (it waits for an answer)."""
    slots: Mapping[str, Bilingual] = field(default_factory=dict)
    """Placeholder name -> words that code fills in: `device`, `place`, `time`, `outcome`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """発話: what the persona says; saved to `assistant_text` before it is published."""

    text: str
    language: Language
    delivery: ConsoleDelivery
    speaker_name: str
    """The persona's name; never `Autonomy`."""
    claims: tuple[Claim, ...]
    decision_event_id: EventId
    model: str = ""
    tokens: int = 0
