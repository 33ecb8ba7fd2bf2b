"""Device group 機器の組: joins one act on several devices, and tells the observed result of each.

The payload of such an act is `{"device_ids": [...], ...parameters}`: the operation and parameters
are those of one device, and every device must take them. `all_turn_on` and `all_turn_off` are for
devices of several kinds. It is one decision with one approval; its result is `success` only where
every device was seen to be as wanted, and keeps each device's own result as a part.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

from companion.home.device_kind import DeviceOperation
from companion.home.device_operation import TOGETHER, row_for
from companion.home.evidence import Evidence
from companion.home.operation_said import deed_said, filled
from companion.home.switched import ON_OFF
from companion.words.capability import ActionCall
from companion.words.device import Device
from companion.words.facts import Acted, acted_of
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.result import PARTS, ActionResult, ResultStatus
from companion.words.text import listed

MOST_DEVICES = 32
"""Devices of one act; a home has some dozens, and an approval must stay readable."""
SEVERAL = "several"
"""Failure class where the devices failed for different reasons; each part has its own."""
_NAME_CHARS = 40
_VERBS = {row.does: row.verb for row in ON_OFF}
_TOUCHES = Bilingual("影響: {0}。{1}", "Touches {0}; {1}")
UNDONE = Bilingual("元に戻せます", "can be undone")
NOT_UNDONE = Bilingual("元に戻せません", "cannot be undone")
"""The end of an impact line, the second line of an approval question."""
_LETS_IN = Bilingual(
    "開いている間は誰でも入れます。元に戻せません",
    "anybody can come in while it is open; cannot be undone",
)


def each_call(call: ActionCall) -> tuple[ActionCall, ...]:
    """The same act on each device alone. Raises `ValueError` for a payload that is no group's."""
    ids = call.payload.get("device_ids")
    if not isinstance(ids, list | tuple) or not all(isinstance(one, str) for one in ids):
        raise ValueError("device_ids must be a list of device ids")
    if "device_id" in call.payload:
        raise ValueError("either device_id or device_ids")
    if not 0 < len(ids) <= MOST_DEVICES or len(set(ids)) != len(ids):
        raise ValueError(f"device_ids must be 1..{MOST_DEVICES} different devices")
    rest = {key: value for key, value in call.payload.items() if key != "device_ids"}
    return tuple(replace(call, payload={"device_id": one, **rest}) for one in ids)


def together(call: ActionCall, parts: Sequence[ActionResult], at: datetime) -> ActionResult:
    """The one result of all parts; none of them is hidden in it."""
    status = _status(parts)
    each = [acted_of(part) for part in parts]
    ids = [one.device_id for one in each]
    failures = {part.failure_class for part in parts if part.status is ResultStatus.FAILED}
    payload: dict[str, Any] = {
        "device_ids": ids,
        "observed": any(one.observed for one in each),
        "evidence": _weakest(each).value,
        "took_s": max((one.took_s or 0.0 for one in each), default=0.0),
        PARTS: [_as_part(part) for part in parts],
    }
    if status is ResultStatus.NO_EFFECT:
        payload["reason"] = _reason(parts)
    ways = _ways_back(parts)
    failed = status is ResultStatus.FAILED
    told = "; ".join(part.summary_text for part in parts)
    return ActionResult(
        capability=parts[0].capability,
        operation=call.operation,
        status=status,
        summary_text=f"{call.operation} on {len(ids)}: {status}; {told}",
        observed_at=at,
        result_payload=payload,
        failure_class=(next(iter(failures)) if len(failures) == 1 else SEVERAL) if failed else "",
        inverse=ways[0] if len(ways) == 1 else None,
        decision_event_id=call.decision_event_id,
    )


def parts_of(result: ActionResult) -> tuple[ActionResult, ...]:
    """Each device's own result, also after it was read back from the record; () for one device."""
    return tuple(_from_part(part, result) for part in acted_of(result).parts)


def ways_back(result: ActionResult) -> tuple[ActionCall, ...]:
    """The calls that would undo a result: one, or for a group as few as its devices need."""
    if result.inverse is not None:
        return (result.inverse,)
    return tuple(_ways_back(parts_of(result)))


def group_deed(
    operation: str, devices: Sequence[Device], parameters: Mapping[str, Any] = MappingProxyType({})
) -> Bilingual:
    """`玄関の明かりと台所の明かりを消す` / `turn off hall light and kitchen light`: all by name,
    and with what was asked of them."""
    row = _row(operation, devices)
    name = names_of(devices)
    if row is not None:
        return deed_said(row, parameters, name)
    verb = _VERBS.get(TOGETHER.get(operation, ""))
    if verb is None:
        return Bilingual(f"{operation}: {name.ja}", f"{operation}: {name.en}")
    return filled(Bilingual(verb.ja, verb.en), name)


def group_touches(operation: str, devices: Sequence[Device]) -> Bilingual:
    """The second approval line: every device, and whether it can be taken back."""
    row = _row(operation, devices)
    can = operation in TOGETHER or (row is not None and row.inverse is not None)
    name, back = names_of(devices), UNDONE if can else NOT_UNDONE
    if row is not None and row.lets_in:
        back = _LETS_IN
    return _TOUCHES.filled(name, back)


def names_of(devices: Sequence[Device]) -> Bilingual:
    """All of their names, none left out."""
    return joined([device.name for device in devices])


def joined(names: Sequence[Bilingual]) -> Bilingual:
    """`AとBとC` / `A, B and C`."""
    ja = "と".join(name.ja[:_NAME_CHARS] for name in names)
    en = [name.en[:_NAME_CHARS] for name in names]
    return Bilingual(ja, listed(en))


def _row(operation: str, devices: Sequence[Device]) -> DeviceOperation | None:
    if operation in TOGETHER or not devices:
        return None
    return row_for(operation, devices[0])


def _status(parts: Sequence[ActionResult]) -> ResultStatus:
    done = [part for part in parts if part.status is ResultStatus.SUCCESS]
    so = [part for part in parts if _was_so(part)]
    if len(done) + len(so) == len(parts):
        return ResultStatus.SUCCESS if done else ResultStatus.NO_EFFECT
    if done or any(part.status is ResultStatus.PARTIAL for part in parts):
        return ResultStatus.PARTIAL
    silent = all(part.status is ResultStatus.NO_EFFECT for part in parts)
    return ResultStatus.NO_EFFECT if silent else ResultStatus.FAILED


def _was_so(part: ActionResult) -> bool:
    return part.status is ResultStatus.NO_EFFECT and part.was_so


def _reason(parts: Iterable[ActionResult]) -> str:
    """Of what had no effect: the worst that was seen."""
    reasons = [acted_of(part).reason for part in parts if not _was_so(part)]
    return reasons[0] if reasons else "already_so"


def _weakest(each: Iterable[Acted]) -> Evidence:
    """A group is as well witnessed as its least witnessed device."""
    seen = {one.evidence for one in each}
    order = (Evidence.CONTRADICTED, Evidence.OWN_REPORT, Evidence.WITNESSED)
    return next((e for e in order if e.value in seen), Evidence.OWN_REPORT)


def _as_part(part: ActionResult) -> dict[str, Any]:
    back = part.inverse
    return {
        **part.result_payload,
        "operation": part.operation,
        "status": part.status.value,
        "failure_class": part.failure_class,
        "summary": part.summary_text,
        "inverse": back and {"operation": back.operation, "payload": dict(back.payload)},
    }


def _from_part(part: Mapping[str, Any], whole: ActionResult) -> ActionResult:
    """A part as it stands in the record: plain JSON."""
    own = ("operation", "status", "failure_class", "summary", "inverse")
    back = part.get("inverse")
    return ActionResult(
        capability=whole.capability,
        operation=str(part["operation"]),
        status=ResultStatus(part["status"]),
        summary_text=str(part.get("summary", "")),
        observed_at=whole.observed_at,
        result_payload={key: value for key, value in part.items() if key not in own},
        failure_class=str(part.get("failure_class", "")),
        inverse=_call(back, whole.decision_event_id) if isinstance(back, Mapping) else None,
        decision_event_id=whole.decision_event_id,
    )


def _call(back: Mapping[str, Any], decided: EventId) -> ActionCall:
    return ActionCall(
        operation=str(back["operation"]), payload=dict(back["payload"]), decision_event_id=decided
    )


def _ways_back(parts: Iterable[ActionResult]) -> list[ActionCall]:
    """The parts' own inverses, those alike in operation and parameters in one call."""
    alike: dict[str, list[ActionCall]] = {}
    for part in parts:
        if part.inverse is not None:
            rest = {k: v for k, v in part.inverse.payload.items() if k != "device_id"}
            alike.setdefault(f"{part.inverse.operation} {sorted(rest.items())}", []).append(
                part.inverse
            )
    return [_gathered(calls) for calls in alike.values()]


def _gathered(calls: Sequence[ActionCall]) -> ActionCall:
    if len(calls) == 1:
        return calls[0]
    rest = {k: v for k, v in calls[0].payload.items() if k != "device_id"}
    ids = [call.payload["device_id"] for call in calls]
    return replace(calls[0], payload={"device_ids": ids, **rest})
