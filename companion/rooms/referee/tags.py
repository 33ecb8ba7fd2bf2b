"""Scene verbs: list the general verbs that need no affordance of their target."""

from enum import StrEnum


class Verb(StrEnum):
    """General verb of a scene."""

    GET = "get"
    PUT = "put"
    INSPECT = "inspect"

    @classmethod
    def of(cls, action_type: str) -> "Verb | None":
        """The verb of `scene.get` and the like; None for a capability's operation."""
        room, _, name = action_type.partition(".")
        return cls(name.lower()) if room == "scene" and name.lower() in set(cls) else None


HAND_VERBS = frozenset({Verb.GET, Verb.PUT})
LOOKING_VERBS = frozenset({Verb.INSPECT})
