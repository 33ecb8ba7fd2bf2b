"""Grouping: joins several uses that are one natural act into one entry of the menu.

Leaving the home, going to bed, light to find the way by: one choice, one approval that names all.
Only devices the owner named are put together, so that one line holds nobody else's words; what
must be asked for stays apart from what need not be. Only what is known to serve people and to harm
nobody when it goes off is put together: a stove that shares a line with an aquarium stays on.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.home.device_group import group_deed
from companion.home.device_operation import ALL_OFF, TOGETHER
from companion.home.kinds import kind_of
from companion.home.occasion import Occasion
from companion.home.purpose import purpose_of
from companion.rooms.context.collect import Offer, Seen
from companion.words.capability import RiskTier
from companion.words.device import Device
from companion.words.ids import DeviceId
from companion.words.purpose import Purpose
from companion.words.trust import UNTRUSTED

OCCASIONS = frozenset({Occasion.AWAY, Occasion.BEDTIME, Occasion.SMOKE})
"""Where one act on several is the natural thing; elsewhere one room is thought of at a time."""
MOST = 8
"""Devices of one entry: more would not fit two lines that a person reads."""

_GO_TOGETHER = frozenset({Purpose.LAMP, Purpose.COMFORT})

Ranked = tuple[float, Offer]


def put_together(ranked: Sequence[Ranked], occasion: str, devices: Iterable[Seen]) -> list[Ranked]:
    """The same offers, those that go together as one; in the order of their first."""
    if occasion not in OCCASIONS:
        return list(ranked)
    known = {seen.device.id: seen.device for seen in devices}
    groups: dict[tuple[str, bool], list[Ranked]] = {}
    for points, offer in ranked:
        key = _key(offer, known)
        if key is not None:
            groups.setdefault(key, []).append((points, offer))
    firsts = {id(g[0][1]): g for g in groups.values() if len(g) > 1}
    folded = {id(offer) for g in firsts.values() for _, offer in g[1:MOST]}
    out: list[Ranked] = []
    for points, offer in ranked:
        group = firsts.get(id(offer))
        if group is not None:
            out.append((points, _one([o for _, o in group[:MOST]], known)))
        elif id(offer) not in folded:
            out.append((points, offer))
    return out


def _key(offer: Offer, known: dict[DeviceId, Device]) -> tuple[str, bool] | None:
    """Key of offers that go together: the same turn for devices that are asked for alike. Lights go
    by themselves, as people say it; fans, music and the like go as `everything`."""
    device = known.get(DeviceId(offer.option.object_id))
    plain = set(offer.option.payload) == {"device_id"}
    if device is None or not plain or device.name_trust in UNTRUSTED:
        return None
    purpose = purpose_of(device)
    if offer.spec.risk > RiskTier.REVERSIBLE or purpose not in _GO_TOGETHER:
        return None
    turn = next((t for t in TOGETHER.values() if offer.spec.name.endswith(f"_{t}")), "")
    if not turn:
        return None
    kind = kind_of(device)
    return f"{kind.name if kind.purpose is Purpose.LAMP else ''}_{turn}", device.by_itself


def _one(offers: Sequence[Offer], known: dict[DeviceId, Device]) -> Offer:
    first = offers[0]
    devices = [known[DeviceId(offer.option.object_id)] for offer in offers]
    same = len({offer.spec.name for offer in offers}) == 1
    name = first.spec.name if same else ALL_OFF
    if not same and first.spec.name.endswith("_turn_on"):
        name = next(group for group, turn in TOGETHER.items() if turn == "turn_on")
    spec = first.capability.SPEC.operation(name) or first.spec
    option = replace(
        first.option,
        operation=spec.name,
        payload={"device_ids": [device.id for device in devices]},
        label=group_deed(spec.name, devices),
    )
    return replace(first, spec=spec, option=option)
