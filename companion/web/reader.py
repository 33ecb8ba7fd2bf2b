"""Reader: names the person who asks and their language, and carries the writers of that
language."""

from dataclasses import dataclass
from datetime import datetime

from starlette.requests import Request

from companion.web.chain import ChainDrawing
from companion.web.devices import DeviceShelf
from companion.web.lines import LogReader
from companion.web.names import Names
from companion.web.parts import WebParts
from companion.web.sentences import Sentences
from companion.web.texts import Words
from companion.words.ids import EventId
from companion.words.language import Language

LANGUAGE_COOKIE = "companion_lang"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """One reader of the page."""

    words: Words
    names: Names
    sentences: Sentences
    log: LogReader
    devices: DeviceShelf
    now: datetime

    def chain(self, shown: EventId) -> ChainDrawing:
        """A drawing of why-chains that marks the step the reader came from."""
        return ChainDrawing(
            words=self.words,
            names=self.names,
            sentences=self.sentences,
            reader=self.log,
            now=self.now,
            shown=shown,
        )


def reader_for(parts: WebParts, language: Language) -> Reader:
    """Build the writers of one language."""
    own = (*(p.name for p in parts.places), *(d.name for d in parts.house.devices()))
    words = Words(language, (*own, *parts.people.values()))
    names = Names(words, parts.places, parts.house)
    sentences = Sentences(words, names, parts.catalogue, parts.persona)
    return Reader(
        words=words,
        names=names,
        sentences=sentences,
        log=LogReader(
            parts.record, parts.approvals, words, sentences, words.of(parts.persona), parts.house
        ),
        devices=DeviceShelf(parts.house, words, names),
        now=parts.clock.now(),
    )


def language_of(request: Request, otherwise: Language) -> Language:
    """`?lang=`, then the cookie, then what the browser asks for, then the household's."""
    asked = (request.query_params.get("lang"), request.cookies.get(LANGUAGE_COOKIE))
    for value in asked:
        if value in set(Language):
            return Language(value)
    for part in request.headers.get("accept-language", "").split(","):
        code = part.split(";")[0].strip().lower().partition("-")[0]
        if code in set(Language):
            return Language(code)
    return otherwise
