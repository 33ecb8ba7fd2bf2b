"""Points of relevance and the words of a scene, one rule at a time (B-017, E-008, S-11)."""

from dataclasses import replace
from typing import Any

from companion.home.condition import Condition
from companion.home.occasion import Occasion
from companion.rooms.context.collect import Offer, Seen
from companion.rooms.context.relevance import score
from companion.rooms.context.select import Situation
from companion.words.capability import ActionOption, OperationSpec, RiskTier
from companion.words.language import Bilingual
from tests.twins.home import device, trigger

SAME = Bilingual("同じ", "same")
DAY = Situation(
    place="hall", near=frozenset(), people={}, dark={"hall": False}, targets=frozenset()
)


def points(
    name: str,
    situation: Situation,
    *,
    risk: RiskTier = RiskTier.REVERSIBLE,
    state: str = "closed",
    setting: str = "",
    **payload: Any,
) -> float:
    thing = device(
        {"lock": "lock.front", "cover_open": "cover.curtain"}.get(name, "climate.hall"),
        "hall",
        "物",
        "thing",
        name,
    )
    settings = {"temperature": setting} if setting else {}
    option = ActionOption(
        operation=name, payload={"device_id": thing.id, **payload}, label=SAME, object_id=thing.id
    )
    capability: Any = None
    spec = OperationSpec(name=name, label=SAME, risk=risk)
    offer = Offer(capability=capability, spec=spec, option=option)
    seen = Seen(device=thing, condition=Condition(state, settings))
    return score(offer, trigger(place="hall"), situation, (seen,))


def test_a_curtain_is_opened_by_day_for_somebody() -> None:
    for_somebody = replace(DAY, people={"hall": "present"})
    for_nobody = replace(DAY, people={"hall": "absent"})
    at_night = replace(for_somebody, dark={"hall": True})
    open_for = [points("cover_open", s) for s in (for_somebody, for_nobody, at_night)]
    assert open_for == sorted(open_for, reverse=True)
    assert len(set(open_for)) == 3


def test_what_must_be_asked_for_fits_an_empty_room_best() -> None:
    """A door is locked behind those who left, not around those who are there."""
    there, gone = (replace(DAY, people={"hall": p}) for p in ("present", "absent"))
    assert points("lock", gone, risk=RiskTier.ASK) > points("lock", there, risk=RiskTier.ASK)
    assert points("lock", gone) == points("lock", there)


def test_of_two_steps_of_warmth_the_smaller_goes_first() -> None:
    cold = replace(DAY, occasion=Occasion.COLD.value)
    small, large = (
        points("climate_set_temperature", cold, state="heat", setting="20", temperature=wanted)
        for wanted in (21.0, 22.0)
    )
    assert small > large > 0.0
