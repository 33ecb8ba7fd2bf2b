"""Device spec 機器操作の仕様: turns the table of operations into the description of the
capability."""

from companion.home.device_operation import ALL_ON, DEVICE_OPERATIONS, TOGETHER
from companion.home.switched import TURN_OFF, TURN_ON
from companion.words.capability import OperationSpec, RiskTier
from companion.words.language import Bilingual
from companion.words.verb import Verb

STOP = "stop"
"""Of no device: whatever is on its way because of us stands still."""
_SEVERAL = {"device_ids": {"type": "array", "items": {"type": "string"}}}
_ALL = {
    "all_turn_on": (Bilingual("まとめてつける", "turn on several"), TURN_ON.verb),
    "all_turn_off": (Bilingual("まとめて消す", "turn off several"), TURN_OFF.verb),
}


def device_specs() -> tuple[OperationSpec, ...]:
    """One for each row, those for several kinds at once, and the stop of everything (tier 0)."""
    rows = (
        OperationSpec(
            name=o.name,
            label=Bilingual(o.verb.ja.format("機器"), o.verb.en.format("a device")),
            risk=o.risk,
            parameters=o.parameters() | _SEVERAL,
            inverse=f"{o.kind}_{o.inverse}" if o.inverse else None,
            interrupts=o.does == "stop",
            sounds=o.sounds,
            affordance=o.verb.button,
            verb=o.verb,
        )
        for o in DEVICE_OPERATIONS
    )
    together = (
        OperationSpec(
            name=name,
            label=label,
            risk=RiskTier.REVERSIBLE,
            parameters={"device_id": {"type": "string"}} | _SEVERAL,
            inverse=next(other for other in TOGETHER if other != name),
            sounds=name == ALL_ON,
            affordance=verb.button,
            verb=verb,
        )
        for name, (label, verb) in _ALL.items()
    )
    stop = OperationSpec(
        name=STOP,
        label=Bilingual("動いている機器を止める", "stop what moves"),
        risk=RiskTier.TALK,
        interrupts=True,
        verb=Verb(ja="動いている機器を止める", en="stop what moves", past="stopped what moved"),
    )
    return (*rows, *together, stop)
