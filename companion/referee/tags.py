"""Action tags: `(VERB: target)`, a protocol read by one exact grammar (T-12, E-042)."""

import re
from enum import StrEnum

_TAG = re.compile(r"\(([A-Za-z][A-Za-z_]*): ([^()]+)\)")


class Verb(StrEnum):
    """General verbs that need no affordance (T-55)."""

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


def read_tag(text: str) -> tuple[str, str] | None:
    """Verb (lower case) and target of one whole tag; anything else is no tag."""
    found = _TAG.fullmatch(text)
    return (found[1].lower(), found[2]) if found else None
