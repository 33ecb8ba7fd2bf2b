"""Ground: joins the six records that every floor above needs."""

from contextlib import AsyncExitStack
from dataclasses import dataclass

from companion.app.foundations import Foundations
from companion.app.garden import OwnLife, build_own_life
from companion.app.home import Home
from companion.app.memory import Remembering, build_remembering
from companion.app.mind import Mind
from companion.app.storage import Storage


@dataclass(frozen=True, kw_only=True)
class Ground:
    """Time and settings, the record, the home, the models, memory, the companion's own life."""

    foundations: Foundations
    storage: Storage
    home: Home
    mind: Mind
    remembering: Remembering
    own_life: OwnLife = OwnLife()
    """The companion's garden; empty where it has none."""


def build_ground(
    stack: AsyncExitStack, foundations: Foundations, storage: Storage, home: Home, mind: Mind
) -> Ground:
    """Join the four that stand by themselves, memory over the record and the mind, and the
    companion's own life."""
    return Ground(
        foundations=foundations,
        storage=storage,
        home=home,
        mind=mind,
        remembering=build_remembering(stack, foundations, storage, mind),
        own_life=build_own_life(stack, foundations, storage, mind),
    )
