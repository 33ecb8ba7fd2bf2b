"""Status levels 状態の度合い: reads and writes conditions with levels, such as `疲労(Lv.4)`."""

import re
from collections.abc import Iterable
from dataclasses import replace

from companion.words.language import Bilingual, Language
from companion.words.scene import SceneActor

HIGHEST = 5
FATIGUE = Bilingual("疲労", "fatigue")
_LEVEL = re.compile(r"(.+)\(Lv\.([0-9])\)")


def levels_of(status: Iterable[str]) -> dict[str, int]:
    """The level of each condition; a condition without one has level 1."""
    found = {}
    for text in status:
        match = _LEVEL.fullmatch(text)
        found[match[1] if match else text] = int(match[2]) if match else 1
    return found


def with_levels(actor: SceneActor, changes: Iterable[tuple[str, int]]) -> SceneActor:
    """The actor with these changes of levels, each kept from 0 to 5; level 0 is not listed."""
    levels = levels_of(actor.status)
    for name, change in changes:
        levels[name] = min(HIGHEST, max(0, levels.get(name, 0) + change))
    return replace(actor, status=tuple(f"{n}(Lv.{v})" for n, v in levels.items() if v > 0))


def with_energy(actor: SceneActor, energy: float, language: Language) -> SceneActor:
    """The actor with the fatigue of this energy (0-100): 100 is rested, 0 is level 5."""
    name = FATIGUE.get(language)
    level = round((100.0 - min(100.0, max(0.0, energy))) * HIGHEST / 100.0)
    return with_levels(actor, [(name, level - levels_of(actor.status).get(name, 0))])
