"""Own words: builds the persona's manner, the checker of free words and the speech purse."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from companion.app.ground import Ground
from companion.phrases.manner import Manner
from companion.ports.free_words import WordChecker
from companion.ports.house import House
from companion.rooms.free_words.room import FreeWords
from companion.service.settings import Settings, load_manner
from companion.service.speech_purse import FILE, SpeechPurse
from companion.words.place import Place


@dataclass(frozen=True, kw_only=True)
class OwnWords:
    """The words of the character sheet, the limit to the model's own, and how many."""

    manner: Manner
    checker: WordChecker
    purse: SpeechPurse
    """How much it may still say unasked."""


def build_own_words(ground: Ground) -> OwnWords:
    """Reads the character sheet, which `load_persona` has found to be one."""
    on = ground.foundations
    return OwnWords(
        manner=load_manner(on.settings),
        checker=FreeWords(partial(_names, ground.home.house, on.places, on.settings)),
        purse=SpeechPurse(on.clock, on.state_dir / FILE),
    )


def _names(house: House, places: Sequence[Place], settings: Settings) -> tuple[str, ...]:
    """Names of the home's things, rooms and people, as they are now."""
    called = [
        *(device.name for device in house.devices()),
        *(place.name for place in places),
        *(person.name.bilingual() for person in settings.people.values()),
    ]
    aliases = [alias for place in places for alias in place.aliases]
    return (*(name for both in called for name in (both.ja, both.en) if name), *aliases)
