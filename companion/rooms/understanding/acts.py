"""Acts 行い tell what is wished of the things, decided from the words of a frame."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.home.kinds import KINDS
from companion.rooms.understanding.frame import Frame

LIGHT, COVER, CLIMATE, FAN, MEDIA = (
    frozenset({"light"}),
    frozenset({"cover", "valve"}),
    frozenset({"climate"}),
    frozenset({"fan"}),
    frozenset({"media_player"}),
)
LOCK, VACUUM, SCENE = (
    frozenset({"lock"}),
    frozenset({"vacuum", "lawn_mower"}),
    frozenset({"scene", "script"}),
)
SWITCHED = frozenset(
    {
        "light",
        "switch",
        "fan",
        "media_player",
        "climate",
        "scene",
        "script",
        "input_boolean",
        "siren",
        "automation",
        "group",
    }
) | {kind.domain.value for kind in KINDS for row in kind.operations if row.does == "turn_on"}
_SET_BY_KIND = {row.kind: row.does for kind in KINDS for row in kind.operations if row.intent}
"""Kinds with a number in percent of which the grammar knows no more than their names."""
EVERYTHING_OFF = frozenset({"light", "switch", "fan", "media_player", "climate"})
KIND_DOMAINS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    # kind: (domains, device classes; none: any)
    "light": (LIGHT, frozenset()),
    "switch": (frozenset({"switch"}), frozenset()),
    "curtain": (COVER, frozenset({"curtain", ""})),
    "blind": (COVER, frozenset({"blind", "shade"})),
    "shutter": (COVER, frozenset({"shutter", "garage", "garage_door"})),
    "storm_shutter": (COVER, frozenset({"shutter"})),
    "kettle": (frozenset({"switch"}), frozenset()),
    "cover": (COVER, frozenset({"curtain", "blind", "shade", "shutter", "awning", ""})),
    "window": (COVER, frozenset({"window"})),
    "door": (
        frozenset({"cover", "lock"}),
        frozenset({"door", "garage", "garage_door", "gate", ""}),
    ),
    "garage": (COVER, frozenset({"garage", "garage_door", "gate"})),
    "lock": (LOCK, frozenset()),
    "locks": (LOCK, frozenset()),
    "doors": (
        frozenset({"cover", "lock"}),
        frozenset({"door", "garage", "garage_door", "gate", ""}),
    ),
    "fan": (FAN, frozenset()),
    "climate": (CLIMATE, frozenset()),
    "ac": (CLIMATE, frozenset()),
    "heating": (CLIMATE, frozenset()),
    "heater": (CLIMATE | {"switch"}, frozenset()),
    "radiator": (CLIMATE | {"switch"}, frozenset()),
    "tv": (MEDIA, frozenset({"tv", ""})),
    "music": (MEDIA, frozenset({"speaker", "receiver", ""})),
    "speaker": (MEDIA, frozenset({"speaker", ""})),
    "vacuum": (VACUUM, frozenset()),
    "scene": (SCENE, frozenset()),
    "script": (SCENE, frozenset()),
    "slats": (COVER, frozenset({"blind", "shade", "shutter"})),
    "washer": (frozenset({"binary_sensor", "sensor"}), frozenset()),
    "appliance": (frozenset({"switch", "media_player", "climate", "fan"}), frozenset()),
}
LEVELS = {"max": 100.0, "min": 1.0, "half": 50.0, "quarter": 25.0, "third": 33.0,
          "threequarters": 75.0, "twothirds": 67.0, "slightly_open": 20.0, "low": 33.0,
          "medium": 66.0, "high": 100.0, "strong": 100.0, "weak": 33.0}  # fmt: skip
_UP = ("brighter", "warmer", "louder", "faster", "higher", "stronger", "long")
_DOWN = ("darker", "cooler", "quieter", "slower", "lower", "weaker", "short")
_COOLING = ("cool", "dry")
_COLOR_ADJ = ("white", "red", "blue", "yellow")


@dataclass(frozen=True, slots=True)
class Act:
    """行い: an operation for things of some domains. `value` is absolute, `change` relative: its
    sign, or a signed amount in the attribute's own unit."""

    does: str
    domains: frozenset[str]
    value: float | str | None = None
    change: float = 0.0
    amount: float | None = None
    power: bool = False
    """The change is of how hard it works; which way that is its own mode tells."""
    closing: bool = False
    """A position was asked for as closing."""


def domains_of(frame: Frame, domain_of: Callable[[str], str]) -> frozenset[str]:
    """Kinds of thing the clause speaks of; none where it names none."""
    found = {d for kind in frame.kinds for d in KIND_DOMAINS[kind][0]}
    found |= {domain for i in frame.named if (domain := domain_of(i))}
    return frozenset(found)


def act_of(frame: Frame, about: frozenset[str]) -> Act | None:
    """The act that is wished; None where the words do not say. The first rule that holds
    decides."""
    if frame.does("wish") or (about <= CLIMATE and about and "speed" in frame.attrs):
        return None  # nobody of the air conditioners here takes how strong it blows
    for rule in (
        _chosen_word,
        _hue,
        _warmth,
        _sound,
        _swing,
        _air,
        _own_number,
        _slats,
        _brightness,
        _position,
        _opening,
        _locking,
        _cleaning,
        _playing,
        _plain_switch,
    ):
        act = rule(frame, about)
        if act is not None:
            return act
    return None


def _direction(frame: Frame) -> float:
    """+1 up, -1 down, 0 where none was said."""
    for words, sign in ((_UP, 1.0), (_DOWN, -1.0)):
        if any(adj in words for adj in frame.adjs):
            return sign
    if frame.does("raise", "strengthen", "brighten", "warm", "add", "extend") or "up" in frame.dirs:
        return 1.0
    if frame.does("drop") and (frame.step or frame.number is not None or frame.attrs):
        return -1.0
    if (
        frame.does("lower", "weaken", "dim", "cool", "subtract", "down", "shorten")
        or "down" in frame.dirs
    ):
        return -1.0
    return 0.0


def _level(frame: Frame, default: dict[str, float] = LEVELS) -> float | None:
    found = next((default[level] for level in frame.levels if level in default), None)
    if found is not None:
        return found
    if frame.number is None:
        return None
    return frame.number * 10 if frame.unit == "tenth" else frame.number


def _sized(frame: Frame, does: str, domains: frozenset[str]) -> Act | None:
    """Absolute where a value was said, relative where only a way was; `by 20` is an amount."""
    value, way = _level(frame), _direction(frame)
    if not way and frame.attrs and frame.requested and frame.step in ("little", "more"):
        way = 1.0  # 明るさをもう少しお願い
    if way and "most" in frame.levels:
        return Act(does, domains, 100.0 if way > 0 else LEVELS["min"])
    if value is not None and frame.ensured is False and way and _by(frame):
        return Act(does, domains, change=way, amount=value)
    if value is not None:
        return Act(does, domains, value)
    return Act(does, domains, change=way) if way else None


def _by(frame: Frame) -> bool:
    """Whether a number with a way is a change and not a goal (`up by 10`, 2度上げて)."""
    return frame.step == "by"


def _is_scene(frame: Frame, about: frozenset[str]) -> bool:
    """モードを冷房に: the word for a scene is also that for a way of heating and cooling."""
    return not frame.modes or bool(frame.named) or not about <= SCENE


def _chosen_word(frame: Frame, about: frozenset[str]) -> Act | None:
    """A mode of the air conditioner, a scene, a script."""
    about = about if _is_scene(frame, about) else about - SCENE
    over = frame.does("off", "stop", "cancel")
    if frame.modes and (not about or about & CLIMATE) and not over:
        if "off" in frame.dirs:
            return Act("turn_off", CLIMATE)
        if frame.unit == "degree" or frame.number is not None:
            way, value = _direction(frame), frame.number
            if value is not None and way and value < _MOST_DEGREES:  # 暖房2度上げて
                return Act("set_temperature", CLIMATE, change=way, amount=value)
            return Act("set_temperature", CLIMATE, value)
        if not _direction(frame):
            return Act("set_mode", CLIMATE, frame.modes[0])
    if frame.modes and over and (not about or about & CLIMATE):
        return Act("turn_off", CLIMATE)
    if (
        about
        and about <= SCENE
        and not frame.does("off", "cancel", "stop", "pause")
        and "off" not in frame.dirs
    ):
        return Act("turn_on", SCENE)
    return None


_TONES = {"warmer": "warm", "cooler": "cold"}


def _hue(frame: Frame, about: frozenset[str]) -> Act | None:
    if frame.does("play"):
        return None  # white noise
    colors = frame.colors or [adj for adj in frame.adjs if adj in _COLOR_ADJ]
    if about and about <= LIGHT and not colors:  # a warmer lamp is no brighter one
        colors = [_TONES[adj] for adj in frame.adjs if adj in _TONES]
    if not colors or (about and not about & LIGHT):
        return None
    if colors[0] in ("warm", "cold"):
        return Act("set_color_temperature", LIGHT, colors[0])
    return Act("set_color", LIGHT, colors[0])


_OF_LIGHT = frozenset({"brighter", "darker"})
"""Said of light alone: an air conditioner is not made darker."""


def _says_light(frame: Frame) -> bool:
    return bool(_OF_LIGHT & set(frame.adjs)) or frame.does("brighten", "dim")


_ROOM_DEGREES = frozenset(half / 2 for half in range(32, 61))
"""Halves from 16 to 30, the range air conditioners are set in."""
_MOST_DEGREES = 10
"""Most degrees that people ask for as a difference: a larger number is the goal, with or without
`to`."""


def _harder(frame: Frame) -> bool:
    """Stronger or weaker: of what cools stronger is colder."""
    said = {"stronger", "weaker"} & set(frame.adjs)
    return bool(said or frame.does("strengthen", "weaken")) and "temperature" not in frame.attrs


def _degrees_of_a_room(frame: Frame, about: frozenset[str]) -> bool:
    """`the bedroom at 22`: a bare number that a room can be warm, and no lamp is named."""
    bare = frame.number is not None and not (frame.unit or frame.attrs or frame.levels)
    moved = frame.does("dim", "brighten", "raise", "lower") or frame.dirs or frame.adjs
    placed = bool(frame.groups) and frame.groups[0].placed and not about
    return bool(bare and placed and not moved and frame.number in _ROOM_DEGREES)


def _warmth(frame: Frame, about: frozenset[str]) -> Act | None:
    warm = {"warmer", "cooler"} & set(frame.adjs)
    if (about and not about & CLIMATE) or _says_light(frame):
        return None
    if not (
        warm
        or "temperature" in frame.attrs
        or frame.does("warm", "cool")
        or frame.unit == "degree"
        or (frame.modes and _harder(frame))
        or (frame.modes and not about and _direction(frame))  # 暖房下げて, and no lamp
        or (about & CLIMATE and (frame.number is not None or _direction(frame)))
        or _degrees_of_a_room(frame, about)
    ):
        return None
    value, way = frame.number, _direction(frame)
    if value is None and _harder(frame):
        if not (about & CLIMATE or frame.modes):
            return None
        cooling = any(mode in _COOLING for mode in frame.modes)
        if frame.modes:
            way = -way if cooling else way
        return Act("set_temperature", CLIMATE, change=way, power=not frame.modes)
    if value is not None and way and value < _MOST_DEGREES:
        return Act("set_temperature", CLIMATE, change=way, amount=value)
    if value is not None:
        return Act("set_temperature", CLIMATE, value)
    return Act("set_temperature", CLIMATE, change=way) if way else None


def _sound(frame: Frame, about: frozenset[str]) -> Act | None:
    if (about and not about & MEDIA) or _says_light(frame):
        return None
    silent = frame.does("off", "stop", "cancel") or "off" in frame.dirs
    heard = (frame.does("on", "resume") or "on" in frame.dirs) and "volume" in frame.attrs
    heard = heard and frame.number is None and not frame.levels
    if frame.does("unmute") or heard or (frame.does("restore") and "volume" in frame.attrs):
        return Act("unmute", MEDIA)
    if frame.does("mute") or (silent and "volume" in frame.attrs):
        return Act("mute", MEDIA)
    spoken = "volume" in frame.attrs or {"louder", "quieter"} & set(frame.adjs)
    moved = about & MEDIA and (frame.number is not None or _direction(frame))
    return _sized(frame, "set_volume", MEDIA) if spoken or moved else None


def _swing(frame: Frame, about: frozenset[str]) -> Act | None:
    """A fan turns its head, or holds it still; a neck that hurts and a hand that waves are none."""
    named = "swing" in frame.attrs or ("neck" in frame.attrs and frame.does("swing"))
    if about and not about & FAN:
        return None
    if not named and not (about and frame.does("swing")):
        return None
    still = frame.does("stop", "off", "cancel") or "off" in frame.dirs
    return Act("oscillate_off" if still else "oscillate_on", FAN)


_SPEEDS = {1.0: "low", 2.0: "medium", 3.0: "high"}
"""Fan on speed 2: so the keys of a fan are numbered; nobody wants 2 %."""


def _air(frame: Frame, about: frozenset[str]) -> Act | None:
    if (about and not about & FAN) or _says_light(frame):
        return None
    spoken = "speed" in frame.attrs or {"faster", "slower"} & set(frame.adjs)
    sized = about & FAN and (
        frame.number is not None or frame.levels or (_direction(frame) and not frame.does("on"))
    )
    if not spoken and not sized:
        return None
    if frame.does("off") or "off" in frame.dirs:
        return None
    if frame.number in _SPEEDS and not frame.unit and frame.step != "by" and not _direction(frame):
        return Act("set_percentage", FAN, LEVELS[_SPEEDS[frame.number]])
    return _sized(frame, "set_percentage", FAN)


def _own_number(frame: Frame, about: frozenset[str]) -> Act | None:
    """`set the humidifier to 50 %`: the number of a kind that is named and nothing beside it."""
    does = {_SET_BY_KIND[domain] for domain in about if domain in _SET_BY_KIND}
    if len(does) != 1 or not about <= _SET_BY_KIND.keys() or frame.unit == "degree":
        return None
    if frame.number is None and not (_direction(frame) and not frame.does("on", "off")):
        return None
    return _sized(frame, does.pop(), about)


def _slats(frame: Frame, about: frozenset[str]) -> Act | None:
    if not ("tilt" in frame.attrs or "slats" in frame.kinds or frame.does("tilt")):
        return None
    if frame.number is not None or frame.levels:
        return Act("set_tilt", COVER, _level(frame))
    if frame.does("open") or "open" in frame.dirs:
        return Act("set_tilt", COVER, 100.0)
    if frame.does("close") or "closed" in frame.dirs:
        return Act("set_tilt", COVER, 0.0)
    return None


def _brightness(frame: Frame, about: frozenset[str]) -> Act | None:
    if (about and not about & LIGHT) or frame.unit == "degree":
        return None
    spoken = "brightness" in frame.attrs or bool({"brighter", "darker"} & set(frame.adjs))
    spoken = spoken or frame.does("dim", "brighten")
    sized = (about & LIGHT or frame.groups[0].placed) and (
        frame.number is not None or frame.levels or _direction(frame)
    )
    return _sized(frame, "set_brightness", LIGHT) if spoken or sized else None


_FROM_SHUT = (["threequarters"], ["twothirds"], ["third"], ["quarter"])
"""Parts of the way that are counted from where a cover is shut, when it is closed so far."""


def _position(frame: Frame, about: frozenset[str]) -> Act | None:
    if about and not about & COVER:
        return None
    value = _level(frame)
    opened = frame.does("open") or "open" in frame.dirs
    shut = frame.does("close") or "closed" in frame.dirs
    parted = frame.levels[:1] in _FROM_SHUT[:2] and about & COVER
    shut = shut or bool(parted and (frame.does("lower", "down") or "down" in frame.dirs))
    if not (about & COVER or opened or shut or "position" in frame.attrs):
        return None
    if frame.step == "by" and frame.number is not None and (way := _direction(frame)):
        return Act("set_position", COVER, change=way, amount=frame.number, closing=way < 0)
    if value is not None and not (frame.levels and frame.levels[0] in ("max", "min")):
        closed_so = shut and (frame.number is not None or frame.levels[:1] in _FROM_SHUT)
        return Act("set_position", COVER, 100 - value if closed_so else value, closing=shut)
    if frame.step in ("little", "by") and (opened or shut or _direction(frame)):
        way = 1.0 if opened or _direction(frame) > 0 else -1.0
        return Act("set_position", COVER, change=way, closing=way < 0)
    return None


def _opening(frame: Frame, about: frozenset[str]) -> Act | None:
    if about and not about - LOCK:
        return None
    if about and not about & (COVER | LOCK):
        return None
    if frame.does("open") or ("open" in frame.dirs and not frame.does("lock")):
        return Act("open", COVER | LOCK)
    if frame.does("close") or "closed" in frame.dirs:
        return Act("close", COVER | LOCK)
    if not about or not about & COVER:
        return None
    return _moved_cover(frame)


def _moved_cover(frame: Frame) -> Act | None:
    """A cover that is ordered up, down, all the way, or to stand still."""
    lowers = frame.does("lower", "down") or "down" in frame.dirs
    if frame.levels[:1] in (["max"], ["min"]) and not lowers:
        return Act("open" if frame.levels[0] == "max" else "close", COVER)
    if frame.does("raise", "on") or "up" in frame.dirs or "on" in frame.dirs:
        return Act("open", COVER)
    if lowers or frame.does("off") or ("off" in frame.dirs and not frame.out):
        return Act("close", COVER)
    return Act("stop", COVER) if frame.does("stop", "pause") else None


def _locking(frame: Frame, about: frozenset[str]) -> Act | None:
    if frame.does("unlock"):
        return Act("unlock", LOCK)
    if frame.does("lock", "lockup"):
        return Act("lock", LOCK)
    if not about or not about & LOCK:
        return None
    if frame.does("kake", "close", "on", "do") or "on" in frame.dirs:
        return Act("lock", LOCK)
    if frame.does("open", "off", "remove", "cancel") or "off" in frame.dirs:
        return Act("unlock", LOCK)
    return None


def _cleaning(frame: Frame, about: frozenset[str]) -> Act | None:
    machine = about & VACUUM
    if machine and frame.does("pause"):
        return Act("pause", VACUUM)
    if (
        frame.does("dock")
        or (machine and frame.does("send", "gohome"))
        or (machine and frame.does("restore"))
    ):
        return Act("return_to_dock", VACUUM)
    if machine and (frame.does("stop", "off", "pause", "cancel") or "off" in frame.dirs):
        return Act("stop", VACUUM)
    if frame.does("clean") or (
        machine
        and (frame.does("on", "put", "start", "run", "kake", "do", "resume") or "on" in frame.dirs)
    ):
        return Act("start", VACUUM)
    return None


_PLAYER = {"pause": "pause", "resume": "play", "next": "next_track", "previous": "previous_track"}


def _playing(frame: Frame, about: frozenset[str]) -> Act | None:
    if about and not about & MEDIA:
        return None
    if frame.does("change") and frame.kinds & {"music"}:
        return Act("next_track", MEDIA)
    if frame.does("restore") and frame.kinds & {"music"} and not frame.does("next", "previous"):
        return Act("previous_track", MEDIA)
    for word, does in _PLAYER.items():
        if frame.does(word):
            return Act(does, MEDIA)
    heard = bool(frame.kinds & {"music"}) or not about
    if frame.does("play", "kake") or (
        heard and about and (frame.does("start", "on", "run") or "on" in frame.dirs)
    ):
        return Act("play", MEDIA) if about or frame.does("play") else None
    return _played_on(frame, about)


def _played_on(frame: Frame, about: frozenset[str]) -> Act | None:
    if about & MEDIA and frame.does("start", "resume"):
        return Act("play", MEDIA)
    if about & MEDIA and frame.does("stop"):
        return Act("pause" if frame.kinds & {"music"} else "stop", MEDIA)
    if frame.kinds & {"music"} and (frame.does("off") or "off" in frame.dirs):
        return Act("pause", MEDIA)
    return None


def _names_a_thing(frame: Frame) -> bool:
    """お風呂入れて puts nothing in that a home could switch on; 家に入れて asks for the door."""
    return not frame.groups or any(g.thing or g.it for g in frame.groups)


def _plain_switch(frame: Frame, about: frozenset[str]) -> Act | None:
    if about and not about & SWITCHED:
        return None
    moved = frame.does("turn", "set", "do", "close") or not frame.verbs or frame.ensured
    if frame.does("open") and about <= SWITCHED:
        return Act("turn_on", SWITCHED)  # `open the light`, as it is said in other languages
    if (
        frame.does("off", "drop")
        or (frame.does("on") and "off" in frame.dirs)  # hit the lights off
        or (about and about <= SWITCHED and frame.does("close"))
        or (about and frame.does("cancel", "stop"))
        or ((moved or (about and frame.does("get"))) and "off" in frame.dirs)
    ):
        return Act("turn_off", SWITCHED)
    if (
        frame.does("on")
        or (about and frame.does("kake"))  # もう一回かけて is of what plays
        or (frame.does("put") and (about or frame.dirs or frame.modes or _names_a_thing(frame)))
        or (about and frame.does("start", "run", "boil"))
        or ((moved or frame.does("get")) and "on" in frame.dirs)
    ):
        return Act("turn_on", SWITCHED)
    asked_for = frame.requested and not frame.verbs and not frame.dirs and frame.groups[0].thing
    fetched = about & LIGHT and frame.does("get") and not frame.dirs  # could you get the light
    if asked_for or fetched:
        return Act("turn_on", SWITCHED)
    return None
