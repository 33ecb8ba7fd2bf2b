"""Episode 出来事: one thing that was said, read, seen or done; the ground of memory."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from companion.words.event import Event, EventSource
from companion.words.facts import ReadFacts, Replied, Restated, SaidFacts, fact_of
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.observation import TEXT, Observation
from companion.words.trust import TrustLabel


class Voice(StrEnum):
    """声: whose words an episode holds."""

    PERSON = "person"
    COMPANION = "companion"
    WRITTEN = "written"
    """A sign, a web page, a screen: no person said it, and it is no fact about anybody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """出来事: one turn of a talk, one text that was read, an act with its result, or something of
    note that was seen; never changed."""

    id: EventId
    given_id: str = ""
    """Its id in the file that it was imported from."""
    at: datetime
    voice: Voice
    speaker: str = ""
    """Name of the person or of the source; "" where nobody knows."""
    text: str
    in_english: str = ""
    """The same in English where `text` is Japanese and code worded both: an act, something that
    was seen. "" for what stands word for word."""
    trust: TrustLabel
    source: str = ""
    """How it came in: `voice`, `chat`, `sign`, `web`, `tv` ...."""

    @property
    def name(self) -> str:
        """The id by which it is told to the outside."""
        return self.given_id or str(self.id)

    @property
    def is_talk(self) -> bool:
        """Whether it is a turn of a talk or a text; an act and what was seen are none."""
        return not self.in_english

    def told(self, language: Language) -> str:
        """Its words: as they were said, else in this language."""
        return self.in_english if self.in_english and language is Language.EN else self.text


def episode_of(event: Event) -> Episode | None:
    """The episode that an event holds; None for decisions, judgements, device reports, acts and
    observations that were not promoted, and what was erased."""
    held = _HELD.get(event.source)
    if held is None or event.erased or not event.searchable or event.origin != "home":
        return None
    found = held(event)
    if not found.text.strip():
        return None
    return Episode(
        id=event.id,
        given_id=found.given_id,
        at=event.at,
        voice=found.voice,
        speaker=found.speaker,
        text=found.text,
        in_english=found.in_english,
        trust=event.trust,
        source=found.source or event.channel,
    )


def worded(words: Bilingual) -> str:
    """Words of our own for an act or for something seen, as the event's text keeps them."""
    return f"{words.ja}{_BOTH}{words.en}"


_BOTH = "\n"
"""Stands between the Japanese and the English words."""


@dataclass(frozen=True, slots=True)
class _Held:
    """Words that an event holds, and whose."""

    text: str
    voice: Voice = Voice.COMPANION
    speaker: str = ""
    source: str = ""
    given_id: str = ""
    in_english: str = ""


def _said(event: Event) -> _Held:
    said = fact_of(event, SaidFacts)
    spoke = said or fact_of(event, Restated)
    by = spoke.speaker if spoke else ""
    given, source = (said.given_id, said.source) if said else ("", "")
    return _Held(event.user_text, Voice.PERSON, by, source, given)


def _replied(event: Event) -> _Held:
    replied = fact_of(event, Replied)
    if replied is None:
        return _Held(event.assistant_text)
    by, given = replied.speaker_name, replied.given_id
    return _Held(event.assistant_text, Voice.COMPANION, by, replied.source, given)


def _seen(event: Event) -> _Held:
    if (read := fact_of(event, ReadFacts)) is not None:
        return _Held(event.user_text, Voice.WRITTEN, read.speaker, read.source, read.given_id)
    seen = fact_of(event, Observation)
    if seen is not None and seen.subject == TEXT:
        return _Held(event.user_text, Voice.WRITTEN, source="sign")
    return _done(event)


def _done(event: Event) -> _Held:
    ja, _, en = event.user_text.partition(_BOTH)
    return _Held(ja, in_english=en)


_HELD: Mapping[EventSource, Callable[[Event], _Held]] = {
    EventSource.USER_INPUT: _said,
    EventSource.CONVERSATION_REPLY: _replied,
    EventSource.AUTONOMY_MESSAGE: lambda event: _Held(event.assistant_text),
    EventSource.OBSERVATION: _seen,
    EventSource.ACTION_RESULT: _done,
    EventSource.SYSTEM: _done,
}
