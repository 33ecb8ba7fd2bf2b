"""Scene builder: renders the world as the snapshot against which every decision is judged."""

from datetime import datetime

from companion.home.condition import UNAVAILABLE, is_state
from companion.home.device_operation import operation_of
from companion.home.occasion import alarm_of
from companion.home.request import DEVICES
from companion.phrases.calendar import hour_said
from companion.ports.capability import Catalogue
from companion.rooms.context.collect import Seen
from companion.words.capability import CapabilitySpec, OperationSpec, RiskTier
from companion.words.device import Device
from companion.words.language import Bilingual, Language
from companion.words.mood import Mood
from companion.words.observation import Observation
from companion.words.place import Place
from companion.words.scene import EMPTY_HANDED, SELF, SceneActor, SceneObject, SceneState
from companion.words.text import data_line
from companion.words.world import WorldItem

UNKNOWN_WEATHER = "不明"
"""No weather entity, no weather."""
NAME_CHARS = 60
"""Longest name that enters a scene: names come over the wire."""

_NEEDS_APPROVAL = Bilingual("要:承認", "needs: approval")
_AVAILABLE = "available"
_LEVELS = ("Low", "Medium", "High")
_AROUSED = (0.0, 0.34)
"""Mean arousal from which on the tension is a level higher (the second: the band "high" of the
mood)."""


def build_scene(
    *,
    devices: tuple[Seen, ...],
    world: tuple[WorldItem, ...],
    observations: tuple[Observation, ...],
    catalogue: Catalogue,
    places: tuple[Place, ...],
    mood: Mood,
    now: datetime,
    language: Language,
    place: str = "",
    name: str = "",
    ringing: bool = False,
) -> SceneState:
    """Render what is held to be so now; `place` is where it matters, "" is the whole home.
    `ringing`: an alarm of the household sounds."""
    called = {p.id: p.name.get(language) for p in places}
    return SceneState(
        location=called.get(place, place) or Bilingual("家", "Home").get(language),
        time=hour_said(now).get(language),
        weather=_weather(world),
        tension_level=_tension(mood, devices, ringing=ringing),
        actors=(
            SceneActor(SELF, one_line(name), _POSTURE.get(language), EMPTY_HANDED),
            *_people(world, observations, called, language),
        ),
        objects=(
            *(_device_object(seen, catalogue, language) for seen in devices),
            *(_tool_object(c.SPEC, c.availability().available, language) for c in catalogue.all()),
        ),
    )


def one_line(text: str, limit: int = NAME_CHARS) -> str:
    """One visible line of at most `limit` characters, without quote marks of ours."""
    return data_line(text, limit)


def presence(
    world: tuple[WorldItem, ...], observations: tuple[Observation, ...]
) -> dict[str, str | None]:
    """Place -> `present`, `absent` or None (unknown); the newer of world model and eyes."""
    held: dict[str, tuple[datetime, str | None]] = {}
    for item in world:
        if item.entity == "person" and item.location:
            held[item.location] = (item.observed_at, item.value)
    for seen in observations:
        if seen.subject != "person" or not seen.place:
            continue
        if seen.place not in held or seen.at >= held[seen.place][0]:
            held[seen.place] = (seen.at, seen.value)
    return {place: value for place, (_, value) in held.items()}


_POSTURE = Bilingual("待機している", "standing by")


def _people(
    world: tuple[WorldItem, ...],
    observations: tuple[Observation, ...],
    called: dict[str, str],
    language: Language,
) -> tuple[SceneActor, ...]:
    """One actor for each room where a person is seen; the name stays out, for it is not known."""
    somebody = Bilingual("誰か", "somebody").get(language)
    return tuple(
        SceneActor(f"person_{place}", somebody, called.get(place, place), "")
        for place, value in sorted(presence(world, observations).items())
        if value == "present"
    )


def _device_object(seen: Seen, catalogue: Catalogue, language: Language) -> SceneObject:
    device = seen.device
    return SceneObject(
        id=device.id,
        type="device",
        state=str(seen.condition),
        name=one_line(device.name.get(language)),
        affordances=tuple(_affordance(device, op, catalogue, language) for op in device.operations),
        location=device.area,
    )


def _affordance(device: Device, operation: str, catalogue: Catalogue, language: Language) -> str:
    """The capability's word for it, with the condition that somebody must allow it."""
    control = catalogue.get(DEVICES)
    spec = None
    if control is not None:
        row = operation_of(device, operation)
        spec = control.SPEC.operation(row.name) if row is not None else None
        spec = spec or control.SPEC.operation(operation)
    return operation if spec is None else _word(spec, language)


def _tool_object(spec: CapabilitySpec, available: bool, language: Language) -> SceneObject:
    """A capability that is no visible thing stands in the scene as a tool."""
    operations = () if spec.name == DEVICES else spec.operations
    return SceneObject(
        id=spec.name,
        type="tool",
        state=_AVAILABLE if available else UNAVAILABLE,
        name=spec.label.get(language),
        affordances=tuple(_word(o, language) for o in operations),
    )


def _word(spec: OperationSpec, language: Language) -> str:
    word = (spec.affordance or spec.label).get(language)
    needs = f"({_NEEDS_APPROVAL.get(language)})" if spec.risk >= RiskTier.ASK else ""
    return f"{word}{needs}"


def _weather(world: tuple[WorldItem, ...]) -> str:
    known = (i.value for i in world if i.entity.partition(".")[0] == "weather" and i.value)
    return next((value for value in known if is_state(value)), UNKNOWN_WEATHER)


def _tension(mood: Mood, devices: tuple[Seen, ...], *, ringing: bool) -> str:
    """From mean arousal, a level higher while an alarm sounds; a danger that a detector still
    reports is high by itself."""
    if any(seen.condition.value == "on" and alarm_of(seen.device) for seen in devices):
        return _LEVELS[-1]
    arousal = (mood.long_mood_state.a + mood.recent_vad_average.a) / 2
    level = sum(arousal > above for above in _AROUSED) + ringing
    return _LEVELS[min(level, len(_LEVELS) - 1)]
