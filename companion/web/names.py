"""Names: word places, devices and states as people call them; unknown things keep their id."""

from collections.abc import Iterable

from companion.phrases.states import state_said
from companion.ports.house import House
from companion.web.texts import Words
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.place import Place


class Names:
    """Looks names up for one reader."""

    def __init__(self, words: Words, places: tuple[Place, ...], house: House) -> None:
        self._words = words
        self._places = {p.id: p.name for p in places}
        self._house = house

    def knows_place(self, place_id: str) -> bool:
        """Whether it is a room of the home."""
        return place_id in self._places

    def in_order(self, places: Iterable[str]) -> list[str]:
        """Rooms as the home lists them; those it does not know come last."""
        order = {place: at for at, place in enumerate(self._places)}
        return sorted(places, key=lambda place: (order.get(place, len(order)), place))

    def place_words(self, place_id: str) -> Bilingual:
        """A room's name in both languages; its id where nobody named it."""
        return self._places.get(place_id) or Bilingual(place_id, place_id)

    def device_words(self, device_id: str) -> Bilingual:
        """A device's name in both languages; its id where it was never announced."""
        device = self._house.device(DeviceId(device_id))
        return device.name if device else Bilingual(device_id, device_id)

    def place(self, place_id: str) -> str:
        """A room's name; its id where nobody named it; "" for none."""
        name = self._places.get(place_id)
        return self._words.of(name) if name else place_id

    def device(self, device_id: str) -> str:
        """A device's name; its id where it was never announced."""
        device = self._house.device(DeviceId(device_id))
        return self._words.of(device.name) if device else device_id

    def part(self, part: str) -> str:
        """A part of the companion as the health board names it: `llm`, `camera hall`."""
        known = self._words.either(f"part.{part.replace(' ', '_')}", "")
        if known:
            return known
        kind, _, which = part.partition(" ")
        name = self.place(which) if kind == "camera" else which
        return f"{self._words.either(f'part.{kind}', kind)} {name}".strip()

    def value(self, device_id: str, value: object) -> str:
        """A device's state in words; None and missing are unknown, never `off`."""
        if value is None or value == "":
            return self._words("unknown")
        return self._words.of(self.state_word(device_id, str(value)))

    def state_word(self, device_id: str, value: str) -> Bilingual:
        """A state's word in both languages."""
        return state_said(self._house.device(DeviceId(device_id)), value)


def capital(text: str) -> str:
    """A name as a sentence begins with it."""
    return text[:1].upper() + text[1:]
