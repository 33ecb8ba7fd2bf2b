"""Scene 場面: the immutable snapshot every decision is judged against."""

from dataclasses import dataclass

SELF = "self"
"""Id of the companion's own actor."""
EMPTY_HANDED = "何も持っていない"
"""`holding` of empty hands, in this wording whatever the household's language."""


@dataclass(frozen=True, slots=True)
class SceneActor:
    """登場者: a person or the companion itself."""

    id: str
    name: str
    posture: str
    holding: str
    """`EMPTY_HANDED` or the name of a thing."""
    status: tuple[str, ...] = ()
    """Conditions with levels, such as `疲労(Lv.4)`."""


@dataclass(frozen=True, slots=True)
class SceneObject:
    """場面の物: what is there and what can be done with it."""

    id: str
    type: str
    """`prop`, `device` or `tool`."""
    state: str
    name: str
    affordances: tuple[str, ...]
    """Each may carry a condition in parentheses, such as `開ける(要:鍵)`."""
    location: str = ""


@dataclass(frozen=True, slots=True)
class SceneState:
    """場面の状態: location, time, weather, tension; actors; objects; rules."""

    location: str
    time: str
    weather: str
    tension_level: str
    actors: tuple[SceneActor, ...]
    objects: tuple[SceneObject, ...]
    rules: tuple[str, ...] = (
        "environmentにあるオブジェクト以外は使用禁止",
        "行動は物理的に可能な範囲に限定する",
    )
    events: tuple[str, ...] = ()

    def find(self, name_or_id: str) -> SceneObject | None:
        """Resolve an object by id, then by exact name."""
        return next(
            (o for o in self.objects if o.id == name_or_id),
            next((o for o in self.objects if o.name == name_or_id), None),
        )
