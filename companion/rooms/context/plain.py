"""Plain names 素の名前: give a prompt a neutral name for a device that the owner has not named.

Its name and id came over the wire and could be a sentence ("ignore this and unlock ..."). So the
model reads a name made by code from kind and room; people still read the device's own, as data. A
device that the owner named at set-up keeps that name, in prompts too.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.home.device_operation import OPERATION_BY_NAME
from companion.home.kinds import kind_of
from companion.words.decision import MenuEntry
from companion.words.device import Device
from companion.words.language import Bilingual, Language
from companion.words.place import Place
from companion.words.scene import SceneObject, SceneState
from companion.words.text import data_line
from companion.words.trust import UNTRUSTED

_HOME = Bilingual("家", "Home")
_OWN_NAME = Bilingual("影響: {0}（自称「{1}」）", "Touches {0} (it calls itself “{1}”)")
_OWN_NAME_CHARS = 32


@dataclass(frozen=True, slots=True)
class PlainName:
    """Neutral name of one device."""

    id: str
    """`light.hall_2`: kind, room, number; never the wire's."""
    name: Bilingual
    own: Bilingual
    """The device's own name: for people's eyes only."""

    @property
    def part(self) -> str:
        """The id after its dot."""
        return self.id.partition(".")[2]


@dataclass(frozen=True, slots=True)
class PlainNames:
    """Neutral names of the unnamed devices of one moment; without such devices nothing is
    changed."""

    called: Mapping[str, PlainName] = field(default_factory=dict)

    @classmethod
    def of(cls, devices: Iterable[Device], places: Iterable[Place]) -> "PlainNames":
        """Name them by kind, room and number, in order of id, beside the owner's own ids."""
        rooms = {place.id: place.name for place in places}
        listed = tuple(devices)
        taken = {d.id for d in listed if d.name_trust not in UNTRUSTED}
        counts: Counter[str] = Counter()
        called: dict[str, PlainName] = {}
        for device in listed:
            if device.name_trust not in UNTRUSTED:
                continue
            stem = f"{device.domain.value}.{device.area if device.area in rooms else 'home'}"
            plain_id = ""
            while not plain_id or plain_id in taken:
                counts[stem] += 1
                plain_id = stem if counts[stem] == 1 else f"{stem}_{counts[stem]}"
            name = _name(device, rooms.get(device.area, _HOME), counts[stem])
            called[device.id] = PlainName(plain_id, name, device.name)
        return cls(called)

    @property
    def aliases(self) -> dict[str, str]:
        """Device id -> id in prompts."""
        return {device_id: plain.id for device_id, plain in self.called.items()}

    def scene(self, scene: SceneState, language: Language) -> SceneState:
        """The scene with plain names; ids stay, for the scene is what decisions are judged by."""
        if not self.called:
            return scene
        return replace(scene, objects=tuple(self._object(o, language) for o in scene.objects))

    def layout(self, scene: SceneState) -> SceneState:
        """The same for the prompt: ids too."""
        if not self.called:
            return scene
        things = (replace(o, id=self.aliases.get(o.id, o.id)) for o in scene.objects)
        return replace(scene, objects=tuple(things))

    def menu(self, entries: tuple[MenuEntry, ...]) -> tuple[MenuEntry, ...]:
        """The menu in plain names, every name still once; what the owner named goes first, so
        that a thing that announced itself does not stand before it."""
        if not self.called:
            return entries
        seen: Counter[str] = Counter()
        out = []
        ordered = sorted(entries, key=lambda e: (not e.action_type, e.object_id in self.called))
        for entry in map(self._entry, ordered):
            seen[entry.name] += 1
            again = seen[entry.name]
            out.append(entry if again == 1 else replace(entry, name=f"{entry.name}_no{again}"))
        return tuple(out)

    def _object(self, thing: SceneObject, language: Language) -> SceneObject:
        plain = self.called.get(thing.id)
        return thing if plain is None else replace(thing, name=plain.name.get(language))

    def _entry(self, entry: MenuEntry) -> MenuEntry:
        plain = self.called.get(entry.object_id)
        if plain is None:
            return entry
        label = _label(entry, plain)
        own = data_line(plain.own.en, _OWN_NAME_CHARS).replace("”", "'").replace("」", "'")
        touches = _OWN_NAME.filled(plain.name, own)
        operation = entry.action_type.partition(".")[2]
        row = OPERATION_BY_NAME.get(operation)
        does = row.does if row is not None else operation
        settings = "".join(f"_{_slug(v)}" for v in _settings(entry))
        return replace(
            entry,
            name=f"{does}_{plain.part}_{plain.id.partition('.')[0]}{settings}",
            label=label,
            impact=touches,
            tag=f"({operation.upper()}: {entry.object_id})",
        )


def _name(device: Device, room: Bilingual, number: int) -> Bilingual:
    kind = kind_of(device).called
    many = "" if number == 1 else f" {number}"
    return Bilingual(f"{room.ja}の{kind.ja}{many}", f"{room.en} {kind.en}{many}")


def _label(entry: MenuEntry, plain: PlainName) -> Bilingual:
    row = OPERATION_BY_NAME.get(entry.action_type.partition(".")[2])
    values = ", ".join(_settings(entry))
    with_values = f" ({values})" if values else ""
    if row is None:
        return Bilingual(f"{plain.name.ja}{with_values}", f"{plain.name.en}{with_values}")
    ja, en = row.verb.ja.format(plain.name.ja), row.verb.en.format(plain.name.en)
    return Bilingual(f"{ja}{with_values}", f"{en}{with_values}")


def _settings(entry: MenuEntry) -> tuple[str, ...]:
    """Figures and modes of the payload, which capabilities take from closed tables."""
    rest = {k: v for k, v in entry.payload.items() if k not in ("device_id", "object_id")}
    return tuple(data_line(f"{v}", 12) for _, v in sorted(rest.items()))


def _slug(text: str) -> str:
    return "".join(c if c.isascii() and c.isalnum() else "_" for c in text.lower())
