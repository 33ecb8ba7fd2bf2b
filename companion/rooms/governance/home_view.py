"""Home view 家の見取り: the home's own things, as the planner and the task kinds look them up."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from companion.home.device_operation import operation_of
from companion.home.kinds import kind_of
from companion.ports.house import House
from companion.ports.understanding import Mentioning, Mentions, SpokenSentence
from companion.words.device import Device, DeviceState, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual, Language, language_of
from companion.words.place import Place
from companion.words.understood import SentenceKind, UnderstoodWish

_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, kw_only=True)
class HomeView:
    """Devices, rooms and cameras of this home, and which capabilities can be used now."""

    house: House
    grammar: Mentioning
    """Reads the clauses of a purpose as it reads what people say."""
    places: tuple[Place, ...] = ()
    cameras: Mapping[str, str] = field(default_factory=dict)
    """Camera name -> room id."""
    usable: Callable[[str], bool] = lambda capability: True
    """Whether a capability can be used now."""

    def device(self, device_id: object) -> Device | None:
        """A device by its id; None where the home has none of it."""
        return self.house.device(DeviceId(str(device_id)))

    def state(self, device_id: object) -> DeviceState | None:
        """Its last report."""
        return self.house.state(DeviceId(str(device_id)))

    def domain_of(self, device_id: object) -> str:
        """Its domain; "" of an unknown device."""
        device = self.device(device_id)
        return "" if device is None else device.domain.value

    def named(self, device_id: object) -> Bilingual:
        """Its name; of an unknown device its id."""
        device = self.device(device_id)
        if device is None:
            return Bilingual(str(device_id), str(device_id))
        called = kind_of(device).called
        return Bilingual(device.name.ja or called.ja, device.name.en or called.en)

    def place(self, place_id: object) -> Bilingual:
        """The name of a room; of an unknown room its id."""
        found = next((place.name for place in self.places if place.id == place_id), None)
        return found or Bilingual(str(place_id), str(place_id))

    def room_in(self, text: str) -> str:
        """The id of the first room that a text names; "" for none."""
        return next(iter(self.mentions(text).rooms), "")

    def mentions(self, text: str, now: datetime = _ANY_TIME) -> Mentions:
        """Things, rooms and times that a text names; `now` is needed for the times alone."""
        return self.grammar.mentions(_spoken(text, now))

    def wishes(self, text: str, now: datetime) -> tuple[UnderstoodWish, ...]:
        """The clear orders of a text, read as if somebody said it; none where a question would be
        asked back, or a part could not be done."""
        heard = self.grammar.preview(_spoken(text, now))
        doubtful = heard.refused or heard.ask_back or heard.not_done
        return heard.wishes if heard.kind is SentenceKind.COMMAND and not doubtful else ()

    def able(self, domain: Domain, does: str = "", rooms: tuple[str, ...] = ()) -> list[Device]:
        """Devices of a domain that take an operation (any where `does` is empty), those of the
        rooms first named first; without rooms all of them, in order of their ids."""
        found = [
            device
            for device in self.house.devices()
            if device.domain is domain and (not does or operation_of(device, does) is not None)
        ]
        if not rooms:
            return found
        return [device for room in rooms for device in found if device.area == room]

    def sensing(self, device_class: str, rooms: tuple[str, ...] = ()) -> list[Device]:
        """Sensors of one class, those of the rooms first."""
        found = [
            device
            for device in self.house.devices()
            if kind_of(device).senses and device.attributes.get("device_class") == device_class
        ]
        return sorted(found, key=lambda device: (rooms and device.area not in rooms, device.id))

    def camera_in(self, rooms: tuple[str, ...]) -> str:
        """The name of a camera that looks at one of the rooms; "" for none."""
        found = (name for room in rooms for name, at in self.cameras.items() if at == room)
        return next(found, "")


def _spoken(text: str, now: datetime) -> SpokenSentence:
    return SpokenSentence(text, language_of(text, Language.EN), now)
