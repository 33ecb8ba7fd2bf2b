"""Memories 庭の思い出: which facts of the garden are recalled by themselves, and by which words.

An experience of a place or of somebody is: a meal, a night or a bath away from home, a talk, an
episode. Everyday acts at home are told from the history of the day, and not recalled.
"""

import re
from collections.abc import Mapping

from companion.rooms.garden.telling import did
from companion.words.episode import worded
from companion.words.facts import Fact, GardenActed, GardenEpisode, GardenTalked
from companion.words.garden import Facility, GardenAction
from companion.words.language import Bilingual

_AWAY_FROM_HOME = frozenset({GardenAction.EAT, GardenAction.SLEEP, GardenAction.BATHE})
"""Actions that are an experience where the facility belongs to nobody."""


_SCRIPTS = ("0-9A-Za-zÀ-ɏ", "ァ-ヶー", "一-龯々")
"""Letters that go on as one word: a name ends where others begin. Of hiragana nobody can tell."""


def naming(name: Bilingual) -> re.Pattern[str]:
    """Pattern of words that name a person or a place, in either language."""
    return re.compile("|".join(_whole(one) for one in (name.ja, name.en) if one))


def _whole(name: str) -> str:
    before, after = (
        next((script for script in _SCRIPTS if re.match(f"[{script}]", edge)), "")
        for edge in (name[0], name[-1])
    )
    words = re.sub("^the", "[Tt]he", re.escape(name))
    return f"{before and f'(?<![{before}])'}{words}{after and f'(?![{after}])'}"


def recalled_by(
    fact: Fact, own: str, facilities: Mapping[str, Facility], names: Mapping[str, Bilingual]
) -> str:
    """The words by which a fact is recalled, in both languages; "" for one that is not. `own`: id
    of the companion's character."""
    if isinstance(fact, GardenEpisode):
        return fact.episode
    if isinstance(fact, GardenTalked):
        name = names[fact.other if fact.who == own else fact.who]
        return worded(
            Bilingual(
                f"{name.ja}さんと{fact.about.ja}の話をしました",
                f"I talked with {name.en} about {fact.about.en}",
            )
        )
    return _of_act(fact, facilities, names) if isinstance(fact, GardenActed) else ""


def _of_act(
    act: GardenActed, facilities: Mapping[str, Facility], names: Mapping[str, Bilingual]
) -> str:
    if act.cut_short:
        return ""
    if act.action is GardenAction.TALK:
        # A talk with the household is remembered as the conversation that it is.
        return worded(did(act.action, names[act.partner])) if act.partner else ""
    place = facilities.get(act.facility)
    away = act.action in _AWAY_FROM_HOME and place is not None and not place.info.owner
    return worded(did(act.action, act.place)) if away else ""
