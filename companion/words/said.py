"""Said 発言: one sentence of a person, with all that its sender knows of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.words.ids import EventId
from companion.words.language import Language, has_japanese, language_of

VOICE = "voice"
"""Channel of a voice heard by a microphone of the companion itself."""
SATELLITE = "satellite"
"""Channel of a voice in a room, heard by a satellite: one of Home Assistant's, or our own."""
PHONE = "phone"
"""Channel of a voice that spoke into a browser of the page while its button was pressed."""

MCP_ASK, MCP_ACT = "mcp_ask", "mcp_act"
"""Channels of programs outside: with a token that only asks, and with one that may ask for acts."""


@dataclass(frozen=True, slots=True)
class Said:
    """発言: one sentence as it enters the house, typed or heard, by whichever channel."""

    text: str
    channel: str
    """How it came in; who is believed to stand behind it follows from this alone."""
    language: Language | None = None
    """As the sender told it: the language in which a voice assistant listens and answers. None:
    nobody told."""
    place: str = ""
    """Id of the room it was said in; "" where nobody knows."""
    speaker: str = ""
    """Person who spoke, where the sender knows; it lends no authority."""
    speaker_confidence: float | None = None
    """How alike the voice is to the one enrolled under that name, -1 to 1; None where no voice is
    compared."""
    is_stranger: bool = False
    """Of a voice, where voices are enrolled: it is none of them, or nobody can tell."""
    confidence: float | None = None
    """How sure the speech recognition is, 0 to 1; None for what was typed, or where it does not
    tell."""
    is_called: bool = False
    """Of a voice: the wake word stood directly before it, apart from the sound of the room. A
    sentence that continues a talk was not called, nor was the speech of a television behind its own
    wake word."""
    adds_to: EventId | None = None
    """The sentence that was acted on before its speaker had finished: this one holds it whole, and
    what was done for it is taken back where this one asks for something else."""
    ended_by: str = ""
    """Of a voice: cause of the end of the turn, `meaning`, `turn_model`, `silence`, `button`."""
    corrects: EventId | None = None
    """The sentence that was heard wrongly and is said anew by this one; None for none."""


def told_language(facts: Mapping[str, Any]) -> Language | None:
    """The language that the sender of a recorded sentence told, if any."""
    told = str(facts.get("language") or "")
    return Language(told) if told in set(Language) else None


def language_to_read(text: str, told: Language | None, household: Language) -> Language:
    """The language in which a sentence is read: that of its letters, else the one told."""
    return language_of(text, told or household)


def language_to_answer(text: str, facts: Mapping[str, Any], household: Language) -> Language:
    """The language of the answer to a recorded sentence: Japanese where it has Japanese letters,
    else the one that its sender told, which is the language of the voice that will read the answer
    aloud; else that of its letters."""
    if has_japanese(text):
        return Language.JA
    return told_language(facts) or language_of(text, household)
