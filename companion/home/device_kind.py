"""Device kind 機器の種類: holds everything the companion knows of one kind of device, in one
record.

Each file in `home/kinds` holds one `DeviceKind` called `KIND`; `home/kinds/__init__.py` finds them.
All other code asks the record and names no kind.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.home.hub_wire import HubWire
from companion.home.mqtt_wire import MqttWire
from companion.home.room_effect import RoomEffect
from companion.words.capability import RiskTier
from companion.words.device import Device, Domain
from companion.words.language import Bilingual
from companion.words.purpose import Purpose
from companion.words.state_words import StateWords
from companion.words.verb import Verb


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """数: a number that an operation sets, as people see it."""

    name: str
    """The parameter and the attribute: `brightness`."""
    label: Bilingual
    unit: str
    low: float
    high: float
    step: float
    """Least, most and step that are offered, in the shown unit."""
    scale: float = 1
    """Value on the wire of one shown unit: brightness is shown in %, sent as 0..255."""
    tolerance: float
    """How near counts as reached, on the wire: devices round to their own steps."""

    def of(self, device: Device) -> tuple[float, float]:
        """Least and most of this device, narrower where it tells its own."""
        low = device.attributes.get(f"min_{self.name}", self.low)
        return low, device.attributes.get(f"max_{self.name}", self.high)

    def shown(self, value: float) -> str:
        """`50%`, `24°C`."""
        return f"{round(value / self.scale) if self.scale != 1 else value:g}{self.unit}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceOperation:
    """機器の操作: one operation of a kind, with its risk, its goal and its inverse."""

    does: str
    """The device's own operation."""
    verb: Verb
    kind: str = ""
    """Name of the kind; `DeviceKind` fills it in."""
    risk: RiskTier = RiskTier.REVERSIBLE
    value: str | None = None
    """The value it should end with; None: any."""
    under_way: str = ""
    """The value while it moves to that end: `opening`."""
    as_good: frozenset[str] = frozenset()
    """Other values in which it would change nothing."""
    number: str = ""
    """The parameter and attribute it should reach."""
    low: float = 0
    high: float = 100
    fractions: bool = False
    """The number may have decimals."""
    closing: Verb | None = None
    """Words of the same end for a payload with `"closing": true`: it was asked for as closing, and
    its number is told as the share that is closed."""
    word: str = ""
    """The parameter that is a word: a `mode`, a `color`."""
    as_state: bool = False
    """That word is the state itself (a thermostat's mode), and not an attribute beside it."""
    holds: tuple[str, str] | None = None
    """An attribute and the word it should end with."""
    moves: str = ""
    """The attribute that must be seen to differ from before, where its end is not known."""
    way: int = 0
    """Direction in which it must move: 1 up, -1 down, 0 any."""
    inverse: str | None = None
    """`does` of the operation that takes it back."""
    intent: str = ""
    """Home Assistant's intent for a sentence that sets its number, where the sentence grammar has
    no rule of its own for it."""
    effect: RoomEffect | None = None
    """Effect that people in its room feel, where that is sure."""
    sounds: bool = False
    """The device is heard in the next room after it, or is louder; also of a scene or a script,
    which may do so."""

    @property
    def lets_in(self) -> bool:
        """True if people can come in after it: closing again does not take that back."""
        return self.risk >= RiskTier.NEVER_BY_ITSELF and self.does != "close"

    @property
    def parameter(self) -> str:
        """The parameter beside the device, "" for none."""
        return self.number or self.word

    @property
    def name(self) -> str:
        """As in `action_type`."""
        return f"{self.kind}_{self.does}"

    def parameters(self) -> dict[str, Any]:
        """JSON schema properties of the payload."""
        schema: dict[str, Any] = {"device_id": {"type": "string"}}
        if self.number:
            kind = "number" if self.fractions else "integer"
            schema[self.number] = {"type": kind, "minimum": self.low, "maximum": self.high}
        if self.closing:
            schema["closing"] = {"type": "boolean"}
        if self.word:
            schema[self.word] = {"type": "string"}
        return schema


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceKind:
    """機器の種類: one kind of device."""

    domain: Domain
    """Home Assistant's domain, which is also the MQTT discovery component."""
    name: str = ""
    """As in the names of its operations; "" is the domain's own."""
    device_classes: tuple[str, ...] = ()
    """Only devices of these classes are of this kind; () is every other device of the domain."""
    order: int
    """Place in lists that people read: small first."""
    called: Bilingual
    """Name of a device where its own cannot be said."""
    icon: str
    """Paths of its sign on the page, drawn in lines on a square of 24."""
    words: tuple[str, ...] = ()
    """Everyday words for it in both languages, for a sentence that names one."""
    nouns: tuple[str, ...] = ()
    """Nouns by which a sentence speaks of one, where the sentence grammar has none of its own."""
    operations: tuple[DeviceOperation, ...] = ()
    numbers: tuple[Number, ...] = ()
    """The numbers that its operations set."""
    said: Mapping[str, StateWords] = field(default_factory=dict)
    """Values that it reports, in words."""
    said_by_class: Mapping[str, Mapping[str, StateWords]] = field(default_factory=dict)
    """The same for devices of one class, before `said`."""
    hub: HubWire = HubWire()
    """How it is told and operated at Home Assistant."""
    mqtt: MqttWire | None = None
    """How it is told and operated over MQTT; None where `links` writes it out."""
    conditions: tuple[str, ...] | None = None
    """Values that a routine may wait for; () is a number, None no condition."""
    noun_in_entries: bool = False
    """An entry of the menu tells the kind beside a name that is only a room's."""
    ability: bool = True
    """It is named when somebody asks what the companion can do in this home."""
    asks: Bilingual | None = None
    """A sentence that goes with that, of what is asked before it acts."""
    running: tuple[str, ...] = ()
    """States that a stop ends, beside those on the way."""
    finer: str = ""
    """The number that says more about its state than its word does."""
    rests_by_stop: bool = False
    """True if a device that was off before can only be stopped again."""
    travels: bool = False
    """It takes time on its way, and may come to rest before its target."""
    purpose: Purpose = Purpose.OTHER
    switches_anything: bool = False
    """Its purpose stands in its own name: what hangs behind a plug is not told by its kind."""
    limit_s: float = 3.0
    """How long to look for the wanted state, seconds."""
    limit_setting: str = ""
    """Setting of `device_control` that overrides it, "" for none."""
    instead: Mapping[str, tuple[str, Mapping[str, Any]]] = field(default_factory=dict)
    """People's name of an operation -> the kind's own operation and its parameters."""
    stateless: bool = False
    """All that is known of it is when it was last started."""
    figure: str = ""
    """The number beside its state on the page."""
    figure_target: str = ""
    """The number that it is to reach, told after an arrow: `21.5 → 24 °C`."""
    figure_while: str = ""
    """The state in which the figure is told; "" is any."""
    lit: frozenset[str] = frozenset()
    """States that are worth a glance on the page: on, open, unlocked, playing."""
    lived_in: frozenset[str] = frozenset()
    """States that people leave it in while they are there."""
    senses: bool = False
    """It only tells; nothing is operated."""
    follows_a_person: bool = False
    """It tells whether one person is at home."""
    detects: bool = False
    """It tells `on` and `off` of something: a motion, a door, smoke."""
    measures: bool = False
    """It tells a number of the class that it has: °C, lx."""
    opens: bool = False
    """It opens and closes, for light, air or people."""
    openings: frozenset[str] = frozenset()
    """Device classes of it that rain or people come in through; a curtain is no opening."""
    secures: bool = False
    """It holds a door shut: `unlocked` is worth telling when it lasts."""
    plays: bool = False
    """It plays sound: a voice in its room may be its own."""
    needs_more: Mapping[str, Bilingual] = field(default_factory=dict)
    """Operations that people ask of it and it does not have, each with the answer that says what
    else is needed. `{}` is its name."""
    wakes: str = ""
    """Name of the step by which its reversible operation that brings light helps to wake."""
    named: Bilingual | None = None
    """Patterns of the words by which an order names one; None: it is called by its own name."""
    low_risk: bool = False
    """As shipped, a person's own command is done without a question."""
    safety: bool = False
    """Where an operation of it failed, no other means to the same end is tried."""
    by_own_id: bool = False
    """It may act unasked only where the owner named it by its own id, because it can do
    anything."""

    def __post_init__(self) -> None:
        """Give every operation the name of the kind."""
        name = self.name or self.domain.value
        object.__setattr__(self, "name", name)
        rows = tuple(replace(row, kind=name) for row in self.operations)
        object.__setattr__(self, "operations", rows)
