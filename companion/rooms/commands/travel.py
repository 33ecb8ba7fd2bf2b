"""Travel 移動の頼み: turns a wish to go somewhere into a request, or tells why this body cannot."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.home.request import room_request
from companion.ports.body import Drive
from companion.rooms.commands.wanted import CannotDo
from companion.words.language import Bilingual
from companion.words.travel import in_sentence
from companion.words.trigger import RequestedAction
from companion.words.understood import UnderstoodWish

NO_WHEELS = Bilingual(
    "私には車輪がないので、移動できません。", "I have no wheels, so I cannot go anywhere."
)
_NO_WAY = Bilingual("{}へは行けません。道を知りません。", "I know no way to {}.")
_NO_DOCK = Bilingual("私には充電台がありません。", "I have no charging dock.")


@dataclass(frozen=True)
class Wheels:
    """Destinations of the wheeled base; `drive` is None where there is no base."""

    drive: Drive | None
    places: Mapping[str, Bilingual]

    def there(self) -> bool:
        """Whether there is a base, and anywhere to go."""
        return self.drive is not None and bool(self.drive.rooms())

    def request_for(self, wish: UnderstoodWish) -> RequestedAction:
        """The structured wish. Raises `CannotDo`."""
        if self.drive is None or not self.there():
            raise CannotDo(NO_WHEELS)
        room = str(wish.parameters.get("room") or self.drive.dock())
        if not room:
            raise CannotDo(_NO_DOCK)
        name = self.places.get(room, Bilingual(room, room))
        if room not in self.drive.rooms():
            to = f"the {in_sentence(name.en)}"
            raise CannotDo(Bilingual(_NO_WAY.ja.format(name.ja), _NO_WAY.en.format(to)))
        return room_request(room, name)
