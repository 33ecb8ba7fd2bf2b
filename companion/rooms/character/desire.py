"""Desire 欲求: gives each want its priority under a personality."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rooms.character.belief import HIGH, LOW
from companion.words.stage import ActorView, CharacterSheet, Value, Want

HIGHEST_LEVEL = 5
ASCETIC = 0.7
"""Share of a bodily want that the most persevering and orderly character does not give in to."""
MOST_PATIENCE = 4
"""A character of grit 1.0 goes on after so many failures of one want, of grit 0.0 after none."""


@dataclass(frozen=True, slots=True)
class Desire:
    """Want with its priority of this moment."""

    want: Want
    priority: float
    """0.0-1.0."""

    def word(self) -> str:
        """`High`, `Mid` or `Low`, by the bands of the personality figures."""
        return "High" if self.priority > HIGH else "Low" if self.priority < LOW else "Mid"


def desires(view: ActorView) -> tuple[Desire, ...]:
    """The wants that are open, the strongest first."""
    found = [
        Desire(want, priority(want, view.sheet, view.levels))
        for want in view.wants
        if not _done(want, view)
    ]
    return tuple(sorted(found, key=lambda one: (-round(one.priority, 6), one.want.id)))


def priority(want: Want, sheet: CharacterSheet, levels: Mapping[str, int]) -> float:
    """How strongly a want pulls this character now, 0.0-1.0."""
    if not want.status:
        return want.pull * sheet.values.get(want.value, 0.5)
    discipline = sheet.grit * sheet.big_five.conscientiousness
    felt = levels.get(want.status, 0) / HIGHEST_LEVEL
    comfort = 0.5 + 0.5 * sheet.values.get(Value.COMFORT, 0.5)
    return want.pull * felt * comfort * (1.0 - ASCETIC * discipline)


def given_up(want: Want, view: ActorView) -> bool:
    """Whether this character stops trying: grit says after how many failures."""
    return view.failures.get(want.id, 0) > round(view.sheet.grit * MOST_PATIENCE)


def _done(want: Want, view: ActorView) -> bool:
    """Whether the want is fulfilled as far as the actor sees."""
    thing = next((one for one in view.state.objects if one.id == want.object_id), None)
    if thing is None or not want.state:
        return False
    state = f"held_by_{view.sheet.id}" if want.state == "held" else want.state
    return thing.state == state
