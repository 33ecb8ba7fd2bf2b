"""Heard: shows the known facts of a spoken sentence in the conversation of the page."""

from dataclasses import dataclass

from companion.web.texts import Words
from companion.words.event import Event
from companion.words.facts import SaidFacts, fact_of
from companion.words.ids import EventId
from companion.words.said import PHONE, SATELLITE, VOICE

SPOKEN = frozenset({VOICE, SATELLITE, PHONE})


@dataclass(frozen=True, slots=True)
class HeardCard:
    """One sentence as it was heard, or as it was corrected."""

    about: str
    """How sure it is, in which language, and what ended it; "" for what was typed."""
    can_correct: bool
    corrects: EventId
    """The sentence that it corrects; 0 for none."""


def heard_card(event: Event, words: Words) -> HeardCard:
    """Known facts of one sentence of a person."""
    said = fact_of(event, SaidFacts)
    corrects = said.corrects if said is not None else EventId(0)
    if said is None or event.channel not in SPOKEN:
        return HeardCard("", False, corrects)
    sure = "" if said.confidence is None else f"{words('heard.sure')} {said.confidence:.0%}"
    spoken = "" if said.language is None else words(f"heard.in.{said.language.value}")
    ended = words.either(f"heard.ended.{said.ended_by}", "")
    return HeardCard(" · ".join(one for one in (sure, spoken, ended) if one), True, corrects)
