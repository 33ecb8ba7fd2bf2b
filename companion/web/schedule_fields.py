"""Schedule fields: list the choices of the form (rooms, acts, conditions, people) and the chosen
ones."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.home.kinds import kind_of
from companion.web.deeds import KEEP, Choice, Chosen, choices_of, chosen_of, said_of, ways_of
from companion.web.names import capital
from companion.web.parts import WebParts
from companion.web.reader import Reader
from companion.web.schedule_form import LENGTHS, WHENS, PageForm, empty_form, fields_of
from companion.words.device import Device
from companion.words.schedule import Entry, EntryKind
from companion.words.timing import OnFact

_WHENS = ("daily", "once", "sun", "after", "person", "fact")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One thing a condition can look at; without states it is a number."""

    id: str
    label: str
    states: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """Everything the form draws."""

    form: PageForm
    entry_id: int
    """0: a new one."""
    kinds_of: dict[str, str]
    """Kinds of entries that each timing is offered for: `{"daily": "alarm reminder routine"}`."""
    lengths: tuple[str, ...]
    rooms: tuple[tuple[str, str], ...]
    deeds: tuple[tuple[str, tuple[tuple[Choice, str], ...]], ...]
    """By room: the choices and their words."""
    rows: tuple[Chosen, ...]
    kept: tuple[tuple[str, str], ...]
    """Saved actions the form has no choice for."""
    facts: tuple[Fact, ...]
    people: tuple[tuple[str, str], ...]


def offer(parts: WebParts, reader: Reader, entry: Entry | None, kind: EntryKind) -> Offer:
    """The form for a new entry of a kind, or for one that is set."""
    house, words = parts.house, reader.words
    actions = entry.actions if entry is not None else ()
    rows = tuple(chosen_of(action, n, house) for n, action in enumerate(actions))
    return Offer(
        form=empty_form(kind) if entry is None else fields_of(entry, house, reader.now),
        entry_id=entry.id if entry is not None else 0,
        kinds_of={
            when: " ".join(k.value for k in EntryKind if when in WHENS[k])
            for when in _WHENS
            if when != "fact" or (entry is not None and isinstance(entry.timing, OnFact))
        },
        lengths=LENGTHS,
        rooms=tuple((place.id, reader.names.place(place.id)) for place in parts.places),
        deeds=tuple(_deeds(parts, reader)),
        rows=rows or (Chosen(value=""),),
        kept=tuple(
            (row.value, capital(words.of(said_of(actions[n], house, reader.names))))
            for n, row in enumerate(rows)
            if row.value.startswith(f"{KEEP}|")
        ),
        facts=tuple(_facts(parts, reader)),
        people=tuple((who, words.of(name)) for who, name in parts.people.items()),
    )


def _deeds(parts: WebParts, reader: Reader) -> Iterator[tuple[str, tuple[tuple[Choice, str], ...]]]:
    """Room by room, as the home is laid out; what has no room comes last."""
    devices = parts.house.devices()
    areas = [place.id for place in parts.places]
    areas += [*sorted({d.area for d in devices} - {*areas, ""}), ""]
    for area in areas:
        found = tuple(
            (choice, capital(reader.words.of(choice.label)))
            for device in devices
            if device.area == area
            for choice in choices_of(device, reader.names)
        )
        if found:
            yield reader.names.place(area) or reader.words("home.nowhere"), found
    if parts.drive is not None and parts.drive.rooms():
        ways = ways_of(parts.drive, reader.names)
        told = tuple((way, capital(reader.words.of(way.label))) for way in ways)
        yield reader.words("part.drive"), told


def _facts(parts: WebParts, reader: Reader) -> Iterator[Fact]:
    words, names = reader.words, reader.names
    for place in dict.fromkeys(parts.cameras.values()):
        states = (("present", words("people.present")), ("absent", words("people.absent")))
        label = f"{names.place(place)}: {words('person')}"
        yield Fact(id=f"person@{place}", label=label, states=states)
    for device in parts.house.devices():
        if kind_of(device).conditions is not None or "modes" in device.attributes:
            yield _fact(device, reader)


def _fact(device: Device, reader: Reader) -> Fact:
    modes = device.attributes.get("modes")
    states = kind_of(device).conditions
    if states is None:
        states = tuple(map(str, modes)) if isinstance(modes, list | tuple) else ()
    return Fact(
        id=device.id,
        label=capital(reader.words.of(device.name)),
        states=tuple((state, reader.names.value(device.id, state)) for state in states),
    )
