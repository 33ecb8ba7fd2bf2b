"""Vocabulary 機器の語彙: finds the devices and rooms that a sentence names, by their own names.

It selects what is put before the model and parses no meaning: a sentence that names nothing
simply selects nothing.
"""

import re
from collections.abc import Iterable

from companion.home.kinds import kind_of
from companion.words.device import Device
from companion.words.language import has_japanese
from companion.words.place import Place
from companion.words.question import is_question
from companion.words.table import compiled, table

MOST = 4
"""Devices that one sentence brings into the prompt at most; the tail is kept short."""
FULL_NAME, KIND, ROOM, PART = 4, 3, 2, 1
"""Weight of a match: the whole name of a device counts most, one word of it least."""
NEAR = 0.5
"""Devices that score less than this part of the best one are not meant."""


_READ = table("companion.rooms.conversation", "vocabulary.toml")
_FORMS = compiled(_READ["forms"], flags=re.IGNORECASE)
_CUES = compiled(_READ["cues"], flags=re.IGNORECASE)
_CALLED_FOR = compiled(_READ["called_for"], flags=re.IGNORECASE)


def devices_named(
    sentence: str, devices: Iterable[Device], places: Iterable[Place]
) -> tuple[Device, ...]:
    """The devices a sentence names, best first, at most `MOST`."""
    heard = _Heard(sentence)
    rooms = {place.id: place for place in places}
    scored = [(_score(heard, d, rooms.get(d.area)), d) for d in devices]
    best = max((score for score, _ in scored), default=0)
    named = [(score, d) for score, d in scored if score > 0 and score >= best * NEAR]
    named.sort(key=lambda pair: (-pair[0], pair[1].id))
    return tuple(d for _, d in named[:MOST])


def places_named(sentence: str, places: Iterable[Place]) -> frozenset[str]:
    """Ids of the rooms a sentence names."""
    heard = _Heard(sentence)
    return frozenset(place.id for place in places if heard.any(_names(place)))


def asks(sentence: str) -> bool:
    """Whether it is a question; what is asked is the model's to see."""
    return "?" in sentence or "？" in sentence or is_question(sentence)


def cues_in(sentence: str) -> frozenset[str]:
    """The kinds of answer that only such words call for."""
    return frozenset(kind for kind, words in _CUES.items() if words.search(sentence))


def talks(clause: str) -> bool:
    """Whether a clause of talk speaks to somebody; of English every clause does."""
    return not has_japanese(clause) or _FORMS["talks_ja"].search(clause.strip()) is not None


def fits_anything(clause: str, heard: str) -> bool:
    """Whether a clause answers nothing of what was heard: it only offers to be of use, or greets,
    takes leave or thanks where the sentence calls for none of it."""
    without = _CALLED_FOR.keys() - cues_in(heard)
    return _FORMS["offers"].search(clause) is not None or any(
        _CALLED_FOR[kind].search(clause) for kind in without
    )


def asks_feeling(sentence: str) -> bool:
    """Whether it speaks of how the companion is or feels: only then its mood answers."""
    return _FORMS["feeling"].search(sentence) is not None


def orders(sentence: str) -> bool:
    """Whether it is written as an order or a request; what it asks for is not looked at."""
    return _FORMS["order"].search(sentence.strip()) is not None


def claims_past_words(sentence: str) -> bool:
    """Whether it says that something was said or promised, or asks to remember: only "I do not
    know" and facts answer that."""
    return _FORMS["premise"].search(sentence.strip()) is not None


def asks_for_a_fact(sentence: str) -> bool:
    """Whether it asks who, when, where, or whether something is so: small talk answers none of
    it, and of a question about likes and feelings it does."""
    if asks_opinion(sentence) or asks_feeling(sentence):
        return False
    marked = sentence.strip()
    if is_question(marked) and not marked.endswith(("?", "？")):
        marked = f"{marked.rstrip('.。')}?"  # as it was spoken
    return any(_FORMS[form].search(marked) is not None for form in ("fact", "of_another"))


def asks_opinion(sentence: str) -> bool:
    """Whether it asks for a liking, a thought or advice: no fact of the home answers that."""
    of_another = _FORMS["of_another"].search(sentence.strip())
    return of_another is None and _FORMS["opinion"].search(sentence) is not None


_MARKS = "。.!！?？、, "
_OF_ONESELF = frozenset({"i", "i'm", "am", "feel", "so", "too", "very", "really", "a", "the"})


def echoes(clause: str, heard: str) -> bool:
    """Whether a clause only gives back what was heard: "I feel lonely" to who feels lonely."""
    said, told = clause.strip(_MARKS).casefold(), heard.strip(_MARKS).casefold()
    if not said.isascii():
        return said in told
    words = re.findall(r"[a-z']+", said)
    return bool(words) and set(words) <= _OF_ONESELF.union(re.findall(r"[a-z']+", told))


class _Heard:
    """A sentence to look words up in: English by whole words, Japanese anywhere."""

    def __init__(self, sentence: str) -> None:
        self._text = sentence.casefold()
        self._words = f" {' '.join(re.findall(r'[a-z0-9]+', self._text))} "

    def has(self, term: str) -> bool:
        """Whether the sentence has this word or name."""
        term = term.casefold()
        return f" {term} " in self._words if term.isascii() else term in self._text

    def any(self, terms: Iterable[str]) -> bool:
        """Whether it has one of them."""
        return any(self.has(term) for term in terms if term)


_PARTS = re.compile(r"[\sの]+|(?<=[一-龯]{2})[機器]$")
"""Between the words of a name: 洗濯 is spoken of and 洗濯機 is meant."""


def _score(heard: _Heard, device: Device, room: Place | None) -> int:
    names = (device.name.ja, device.name.en)
    rooms = () if room is None else _names(room)
    # What tells where somebody is has no name of its kind: it is meant by its own only.
    kinds = kind_of(device).words
    parts = {p for n in names for p in _PARTS.split(n) if len(p) > 1} - set(kinds)
    return (
        FULL_NAME * heard.any(names)
        + KIND * heard.any(kinds)
        + ROOM * heard.any(rooms)
        + sum(PART for part in parts if heard.has(part))
    )


def _names(place: Place) -> tuple[str, ...]:
    return (place.id, place.name.ja, place.name.en, *place.aliases)
