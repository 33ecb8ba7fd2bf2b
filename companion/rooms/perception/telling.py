"""Occasion wording: tells an occasion as one plain sentence of the household's language.

A device that the owner did not name is called by its kind and room: what it calls itself came
over the wire and could be a sentence.
"""

from collections.abc import Callable, Mapping

from companion.home.kinds import kind_of
from companion.home.occasion import HOME, TELLINGS, in_sentence, occasion_of, tell
from companion.words.device import Device
from companion.words.language import Bilingual, Language
from companion.words.observation import Change, Observation
from companion.words.place import Place
from companion.words.text import data_line
from companion.words.trust import UNTRUSTED

_NAME_CHARS = 40


class OccasionWords:
    """Words for rooms and devices in such sentences."""

    def __init__(
        self, places: Mapping[str, Place], device_of: Callable[[str], Device | None]
    ) -> None:
        self._places, self._device_of = places, device_of

    def of(self, observation: Observation) -> Bilingual | None:
        """A clause of what was observed, with where and for how long; None for other subjects."""
        occasion = occasion_of(observation.subject)
        if occasion is None:
            return None
        telling = TELLINGS[occasion]
        ended = observation.change is Change.GONE
        words = telling.over if ended else telling.plain
        if words is None:
            return Bilingual("", "")
        minutes = 0
        if observation.since is not None and not ended:
            minutes = max(1, round((observation.at - observation.since).total_seconds() / 60))
        return tell(words, self._where(observation.place), self._what(observation), minutes)

    def sentence(self, observation: Observation, language: Language) -> str:
        """The same as a sentence, "" where there is nothing to say."""
        words = self.of(observation)
        said = "" if words is None else words.get(language)
        if not said:
            return ""
        return f"{said}。" if language is Language.JA else f"{said[0].upper()}{said[1:]}."

    def _where(self, place: str) -> Bilingual:
        known = self._places.get(place)
        if known is None:
            return HOME
        return Bilingual(known.name.ja, in_sentence(known.name.en))

    def _what(self, observation: Observation) -> Bilingual:
        device = self._device_of(observation.source)
        if device is None:
            return Bilingual("機器", "a device")
        if device.name_trust not in UNTRUSTED:
            ja, en = (data_line(n, _NAME_CHARS) for n in (device.name.ja, device.name.en))
            return Bilingual(ja, in_sentence(en))
        kind, place = kind_of(device).called, self._places.get(device.area)
        room = place.name if place is not None else HOME
        return Bilingual(f"{room.ja}の{kind.ja}", in_sentence(f"{room.en} {kind.en}"))
