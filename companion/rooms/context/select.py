"""Selection: picks from the collected facts what matters here and now.

Order and number follow a `PersonaDeliberationFocus` built from structured information only;
no text is read for meaning.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from companion.home.kinds import kind_of
from companion.home.occasion import Occasion, is_rain_sensor
from companion.rooms.context.answering import Answering, read_for
from companion.rooms.context.collect import Collected, Seen
from companion.rooms.context.farewell import have_left
from companion.rooms.context.foreign import Words, labelled_item
from companion.rooms.context.scene import one_line, presence
from companion.rooms.context.told import NOTHING_TOLD, Told
from companion.rooms.context.wanted import wanted_so
from companion.rooms.context.way_back import ways_back
from companion.rooms.context.wording import event_line, item_line, row_line
from companion.words.areas import InterestValue, value_in
from companion.words.context import PersonaDeliberationFocus
from companion.words.event import Event
from companion.words.ids import DeviceId
from companion.words.language import Language
from companion.words.number import real_number
from companion.words.place import Place
from companion.words.purpose import Purpose
from companion.words.text import LabelledText
from companion.words.trigger import Trigger
from companion.words.trust import UNTRUSTED
from companion.words.writeplan import StateRow

AROUSED = 0.34
"""Mean arousal above this narrows attention to fewer items (bands of the mood)."""
COLD_C, HOT_C = 17.5, 27.0
"""Room temperatures that most people call cold and hot."""
_RAINY = frozenset({"rainy", "pouring", "lightning-rainy", "hail"})
DARK_LX = 50.0
"""Below this a room is dark: a dim living room has about 50 lx, a lit one 100-300."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits on what may enter a prompt; a small model chooses better among little."""

    recent: int = 6
    state: int = 6
    goals: int = 2
    preferences: int = 3
    recent_horizon_s: float = 1800.0
    """Older events are left to recall."""
    actions: int = 4
    """Menu entries for what it might do by itself, `skip` not counted."""
    asked_actions: int = 7
    """The same when a person said something."""
    threshold: float = 3.0
    """Fewer points of relevance are not shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Structured facts by which relevance is judged."""

    place: str
    near: frozenset[str]
    """The place's neighbours."""
    people: dict[str, str | None]
    """Place -> `present`, `absent`, None (unknown)."""
    dark: dict[str, bool]
    """Place -> whether its light meter reads dark; of one without a meter, that the sun is down and
    no lamp is on there."""
    targets: frozenset[str]
    """Attention and interest: entities, domains or places."""
    occasion: str = ""
    """Meaning of the device report that raised the trigger; "" without one."""
    rains: bool = False
    """A rain sensor or the weather says so."""
    warmth: Mapping[str, float] = field(default_factory=dict)
    """Place -> °C by its thermometer; a place without one is not in it."""
    way_back: frozenset[str] = frozenset()
    """Places through which somebody went at night and has not come back."""
    hushed: bool = False
    """Quiet hours: nothing that nobody asked for may sound."""
    wanted: frozenset[DeviceId] = frozenset()
    """Devices that a person set, in rooms where nobody came or left since."""
    reading: Answering = field(default_factory=lambda: Answering(text="", place=""))
    """Reading of a sentence, a report in words or a due routine."""


def situation_of(
    trigger: Trigger,
    collected: Collected,
    focus: PersonaDeliberationFocus,
    places: tuple[Place, ...],
    now: datetime,
    *,
    hushed: bool = False,
    told: Told = NOTHING_TOLD,
    sun_down: bool = False,
) -> Situation:
    """Read the situation from the collected facts. `told`: what the words at hand tell of.
    `sun_down`: whether it is dark outside."""
    here = next((p for p in places if p.id == trigger.place), None)
    people = presence(collected.world, collected.observations)
    dark = dark_places(collected.devices)
    if sun_down:
        dark = {**_unlit_places(collected.devices), **dark}
    return Situation(
        place=trigger.place,
        near=frozenset(here.neighbours if here else ()),
        people=people,
        dark=dark,
        targets=frozenset(focus.attention_targets),
        occasion=trigger.occasion
        or (Occasion.AWAY if have_left(trigger, collected, people) else ""),
        rains=trigger.occasion == Occasion.RAIN or _rains(collected),
        warmth=_warmth(collected),
        way_back=ways_back(collected, trigger, places, now),
        hushed=hushed,
        wanted=wanted_so(collected, now),
        reading=read_for(trigger, collected, places, people, now, told, dark),
    )


def focus_of(collected: Collected, place: str) -> PersonaDeliberationFocus:
    """The present focus of the persona."""
    momentary = collected.blackboard.attention_targets if collected.blackboard else ()
    lasting = tuple(target for row in collected.interests for target in _targets(row))
    return PersonaDeliberationFocus(
        confirmed_preferences=tuple(row.key for row in collected.preferences),
        long_mood_state=collected.mood.long_mood_state,
        attention_targets=tuple(dict.fromkeys((*momentary, *lasting))),
        goals=tuple(row.key for row in collected.goals),
        world_model_items=tuple(i.entity for i in collected.world if i.location == place),
    )


def _targets(row: StateRow) -> Iterator[str]:
    """Targets of the interest state that belong to the home; places come with the trigger."""
    interest = value_in(row, InterestValue)
    for target in () if interest is None else interest.attention_targets:
        # That the owner spoke is no matter of the home: a chat draws no lamp into it.
        if target.type != "place" and target.value != "owner":
            yield target.value.partition("@")[0]


def narrowed(limit: int, collected: Collected) -> int:
    """Half as many when aroused."""
    mood = collected.mood
    arousal = (mood.long_mood_state.a + mood.recent_vad_average.a) / 2
    return max(1, limit // 2) if arousal > AROUSED else limit


def recent_lines(
    trigger: Trigger, events: Iterable[Event], most: int, since: datetime, words: Words
) -> tuple[LabelledText, ...]:
    """The newest events worth a line, oldest first; the trigger's own are told already. `events`
    come newest first."""
    lines: list[LabelledText] = []
    for event in events:
        if event.at < since or event.id in trigger.event_ids:
            continue
        text = event_line(event, words.language)
        if text and all(text != line.text for line in lines):
            lines.append(words.of(event, one_line(text, 120)))
    return tuple(reversed(_shared(lines, most)))


def _shared(lines: list[LabelledText], most: int) -> list[LabelledText]:
    """At most so many of our own and so many of others' words: much talk does not push
    out what happened."""
    taken = Counter[bool]()
    kept = []
    for line in lines:
        taken[line.foreign] += 1
        if taken[line.foreign] <= most:
            kept.append(line)
    return kept


def state_lines(
    situation: Situation, collected: Collected, limits: Limits, now: datetime, language: Language
) -> tuple[LabelledText, ...]:
    """World items at the place, then what holds attention; devices stand in the scene."""
    known = {seen.device.id for seen in collected.devices}
    ranked = sorted(
        (item for item in collected.world if item.entity not in known),
        key=lambda i: (
            i.location != situation.place,
            i.entity not in situation.targets,
            -i.observed_at.timestamp(),
        ),
    )
    lines = [
        labelled_item(item, one_line(item_line(item, now, language), 120))
        for item in ranked
        if item.location in ("", situation.place) or item.entity in situation.targets
    ]
    return tuple(lines[: narrowed(limits.state, collected)])


def goal_lines(collected: Collected, limits: Limits) -> tuple[LabelledText, ...]:
    """Goals, oldest first."""
    rows = sorted(collected.goals, key=lambda row: (row.trust in UNTRUSTED, row.since))
    return tuple(row_line(row) for row in rows[: limits.goals])


def preference_lines(rows: Iterable[StateRow], limits: Limits) -> tuple[LabelledText, ...]:
    """Confirmed preferences, surest first."""
    surest = sorted(rows, key=lambda row: (row.trust in UNTRUSTED, -row.confidence))
    return tuple(row_line(row) for row in surest[: limits.preferences])


def sensed_by(collected: Collected) -> dict[str, str]:
    """Sensor id -> its device class, of those that announced one."""
    classes = {
        seen.device.id: seen.device.attributes.get("device_class") for seen in collected.devices
    }
    return {sensor: kind for sensor, kind in classes.items() if isinstance(kind, str)}


def _rains(collected: Collected) -> bool:
    """A wet rain sensor, or a weather entity that says so; unknown is no rain."""
    wet = (s.condition.value == "on" for s in collected.devices if is_rain_sensor(s.device))
    weather = (i.value for i in collected.world if i.entity.partition(".")[0] == "weather")
    return any(wet) or any(value in _RAINY for value in weather)


def _warmth(collected: Collected) -> dict[str, float]:
    found: dict[str, float] = {}
    for seen in collected.devices:
        kind = seen.device.attributes.get("device_class")
        if kind_of(seen.device).measures and kind == "temperature" and seen.condition.known:
            warmth = real_number(seen.condition.value)
            if warmth is not None:
                found[seen.device.area] = warmth
    return found


def _unlit_places(devices: Iterable[Seen]) -> dict[str, bool]:
    """The places whose lamps may act by themselves, of which none is on or unknown. Of others it
    would be asked every evening."""
    lamps = [s for s in devices if kind_of(s.device).purpose is Purpose.LAMP]
    lit = {s.device.area for s in lamps if not s.condition.known or s.condition.value == "on"}
    return {s.device.area: True for s in lamps if s.device.by_itself and s.device.area not in lit}


def dark_places(devices: Iterable[Seen]) -> dict[str, bool]:
    """Place -> whether its light meter reads dark; a place without one is not in it."""
    found: dict[str, bool] = {}
    for seen in devices:
        if seen.device.attributes.get("device_class") != "illuminance" or not seen.condition.known:
            continue
        light_lx = real_number(seen.condition.value)
        if light_lx is not None:
            found[seen.device.area] = light_lx < DARK_LX
    return found
