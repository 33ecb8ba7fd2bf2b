"""What the companion did before a situation, as the record would hold it."""

from datetime import datetime

from companion.home.device_kind import DeviceOperation
from companion.home.device_operation import operation_of
from companion.words.decision import (
    ActionDecision,
    ConsoleDelivery,
    DecisionOutcome,
    DeliveryKind,
)
from companion.words.device import Device
from companion.words.ids import DeviceId, EventId
from companion.words.influence import MODEL
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus
from companion.words.trust import TrustLabel
from tests.proof.evaluation.choosing.answer import Answer

CONTROL = "device_control"


def earlier_decision(act: str, device: Device) -> ActionDecision:
    """The decision behind `turn_on light.hall`."""
    row = _row(act, device)
    deed = Bilingual(row.verb.ja.format(device.name.ja), row.verb.en.format(device.name.en))
    return ActionDecision(
        decision_outcome=DecisionOutcome.DO_ACTION,
        action_type=f"{CONTROL}.{row.name}",
        action_payload={"device_id": device.id},
        reason="",
        persona_influence=MODEL.en,
        mood_influence=MODEL.en,
        evidence_event_ids=(),
        console_delivery=ConsoleDelivery(DeliveryKind.CHAT),
        decided_by="llm",
        judgment="",
        intent=deed.en,
        summary=deed,
        impact=deed,
        trust=TrustLabel.OBSERVED,
        risk=row.risk,
        object_id=device.id,
    )


def earlier_result(
    act: str, device: Device, status: str, decided: EventId, at: datetime
) -> ActionResult:
    """What came of it."""
    row = _row(act, device)
    return ActionResult(
        capability=CONTROL,
        operation=row.name,
        status=ResultStatus(status),
        summary_text=f"{device.id} {row.does}: {status}",
        observed_at=at,
        result_payload={"device_id": device.id},
        failure_class="outcome_unknown" if status == "failed" else "",
        decision_event_id=decided,
    )


def thing_of(act: str) -> DeviceId:
    """The device an act names."""
    return DeviceId(Answer.read(act).thing)


def _row(act: str, device: Device) -> DeviceOperation:
    row = operation_of(device, Answer.read(act).operation)
    if row is None:
        raise ValueError(f"{device.id} does not take {act!r}")
    return row
