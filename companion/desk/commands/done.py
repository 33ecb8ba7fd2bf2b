"""Done: words the short answer to a person's own wish that went well (ADR 0048).

A person who asked for the kitchen light wants to hear that it is on, in a few words. The page shows
the observed state of each device, and whose word it is. Only what was observed to be so is told as
done; everything else keeps its own, longer words.
"""

from collections.abc import Sequence

from companion.home.device_group import joined, parts_of
from companion.home.device_operation import OPERATION_BY_NAME
from companion.home.kinds import KIND_BY_NAME, kind_of
from companion.home.operation_said import NOTHING
from companion.phrases.manner import Manner
from companion.phrases.plural import plural
from companion.rooms.expression.claims import Names, claim_of_several
from companion.rooms.expression.outcome import definite
from companion.words.device import Device
from companion.words.facts import acted_of
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.persona import Saying
from companion.words.result import ActionResult, ResultStatus

NAMED_MOST = 2
"""Devices that are told by name; of more their number is told."""
_FEW = 9
"""Japanese: up to so many are counted with つ."""


def done_words(result: ActionResult, names: Names, manner: Manner) -> Bilingual | None:
    """The answer to one wish; None where nothing was seen to be done, or no verb says it."""
    parts = parts_of(result) or (result,)
    done = [part for part in parts if part.status is ResultStatus.SUCCESS]
    rest = [part for part in parts if part not in done and not part.was_so]
    said = _deeds(done, names)
    if said is None:
        return None
    yes = manner.around(Saying.DONE, said)
    if not rest:
        return yes
    left = claim_of_several(rest, result.decision_event_id, names).slots["outcome"]
    return Bilingual(f"{yes.ja}。{left.ja}", f"{yes.en}. {left.en[:1].upper()}{left.en[1:]}")


def _deeds(done: Sequence[ActionResult], names: Names) -> Bilingual | None:
    """One clause for those that were done alike."""
    alike: dict[str, list[ActionResult]] = {}
    for part in done:
        forms = names.forms(part, NOTHING)
        if forms is None or forms.reported is not None:
            return None
        alike.setdefault(forms.ja_done, []).append(part)
    said = [_deed(group, names) for group in alike.values()]
    if not said or None in said:
        return None
    clauses = [clause for clause in said if clause is not None]
    return Bilingual.joined(clauses, "。", ", and ")


def _deed(parts: Sequence[ActionResult], names: Names) -> Bilingual | None:
    first = parts[0]
    things = _things(parts, names)
    forms = None if things is None else names.forms(first, things)
    if things is None or forms is None:
        return None
    state = _state(first.operation)
    is_are = "is" if len(parts) == 1 else "are"
    en = f"{things.en} {is_are} {state}" if state else f"I {forms.en_done}"
    return Bilingual(forms.ja_done, en)


def _state(operation: str) -> str:
    """English: the state that an operation is seen by, where one word says it."""
    row = OPERATION_BY_NAME.get(operation)
    if row is None or row.parameter:
        return ""
    said = KIND_BY_NAME[row.kind].said.get(row.value or "")
    return said.en if said is not None else ""


def _things(parts: Sequence[ActionResult], names: Names) -> Bilingual | None:
    """Up to two by name; of more, how many of each kind."""
    ids = [acted_of(part).device_id for part in parts]
    if len(ids) <= NAMED_MOST:
        known = [names.device(one) for one in ids]
        named = [Bilingual(name.ja, definite(name.en)) for name in known if name is not None]
        return joined(named) if len(named) == len(ids) else None
    devices = [names.house.device(DeviceId(one)) for one in ids]
    return _counted([device for device in devices if device is not None])


def _counted(devices: Sequence[Device]) -> Bilingual | None:
    """`明かり6つ` / `6 lights`."""
    kinds = list(dict.fromkeys(kind_of(device).called for device in devices))
    told = []
    for kind in kinds:
        many = sum(kind_of(device).called == kind for device in devices)
        ja = f"{many}つ" if many <= _FEW else f"{many}個"
        en = kind.en if many == 1 else plural(kind.en)
        told.append(Bilingual(f"{kind.ja}{ja}", f"{many} {en}"))
    return joined(told) if told else None
