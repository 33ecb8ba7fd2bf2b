"""Carrying facts 支え: checks whether the facts behind a decision still hold right before its act.

A decision takes time, and an act may wait for another. The facts of the rooms it acts in are
compared with those of now: who is there, and how light it is. An act on a fact that turned round is
dropped; what turned it round raises a trigger of its own.
"""

from collections.abc import Mapping

from companion.home.device_operation import OPERATION_BY_NAME
from companion.home.room_effect import ON_LIGHT
from companion.words.context import DeliberationContextPack
from companion.words.decision import ActionDecision
from companion.words.device import devices_in
from companion.words.language import Bilingual
from companion.words.place import Place

_EMPTY = Bilingual("{0}にはもう誰もいない", "nobody is in {0} any more")
_PEOPLED = Bilingual("{0}には今は人がいる", "somebody is in {0} now")
_LIT = Bilingual("{0}は今は明るい", "{0} is light by now")
_DARK = Bilingual("{0}は今は暗い", "{0} is dark by now")
_HOME = Bilingual("家", "the home")
_ENDS = ("turn_off", "close", "lock", "pause", "stop")
"""Ends of operations that an empty room is no reason against."""


def turned_round(
    decision: ActionDecision,
    pack: DeliberationContextPack,
    people: Mapping[str, str | None],
    dark: Mapping[str, bool],
) -> Bilingual | None:
    """The carrying fact that no longer holds, in words; None: all of them hold. `people` and `dark`
    are as they are held now (place -> `present`, `absent`, None; place -> whether it is dark)."""
    operation = decision.action_type.partition(".")[2]
    things = devices_in(decision.action_payload) or (decision.object_id,)
    found = (pack.scene.find(thing) for thing in things if thing)
    for room in dict.fromkeys(t.location for t in found if t is not None and t.location):
        was, now = pack.people.get(room), people.get(room)
        if now == "absent" and (was == "present" or (was is None and not _ends(operation))):
            return _told(_EMPTY, room, pack.places)
        if now == "present" and was == "absent":
            return _told(_PEOPLED, room, pack.places)
        other_light = room in pack.dark and room in dark and pack.dark[room] != dark[room]
        if other_light and _is_for_light(operation):
            return _told(_DARK if dark[room] else _LIT, room, pack.places)
    return None


def _ends(operation: str) -> bool:
    return operation.endswith(_ENDS)


def _is_for_light(operation: str) -> bool:
    """Whether the light of the room speaks for or against it; a lamp may always go off."""
    row = OPERATION_BY_NAME.get(operation)
    lamp_off = row is not None and row.does == "turn_off"
    return row is not None and row.effect in ON_LIGHT and not lamp_off


def _told(words: Bilingual, room: str, places: tuple[Place, ...]) -> Bilingual:
    name = next((place.name for place in places if place.id == room), _HOME)
    return words.filled(name)
