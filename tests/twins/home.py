"""A small home in memory: places, devices, a catalogue, a decision to judge."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.ports.capability import Capability
from companion.words.capability import (
    ActionCall,
    ActionOption,
    Availability,
    CapabilitySpec,
    OperationSpec,
    RiskTier,
)
from companion.words.decision import (
    ActionDecision,
    ConsoleDelivery,
    DecisionOutcome,
    DeliveryKind,
)
from companion.words.device import Device, DeviceCommand, DeviceState, Domain
from companion.words.ids import DeviceId, TriggerId
from companion.words.influence import MODEL
from companion.words.language import Bilingual
from companion.words.place import Place
from companion.words.result import ActionResult, ResultStatus
from companion.words.text import LabelledText
from companion.words.trigger import Priority, RequestedAction, Trigger, TriggerKind
from companion.words.trust import TrustLabel
from tests.twins.clock import EVENING

PLACES = (
    Place(id="hall", name=Bilingual("玄関", "Hall"), neighbours=("living",)),
    Place(id="living", name=Bilingual("居間", "Living room"), neighbours=("hall", "kitchen")),
    Place(id="kitchen", name=Bilingual("台所", "Kitchen"), neighbours=("living",)),
)


def operation(
    name: str, ja: str, en: str, risk: RiskTier = RiskTier.REVERSIBLE, **more: Any
) -> OperationSpec:
    return OperationSpec(name=name, label=Bilingual(ja, en), risk=risk, **more)


DEVICE_CONTROL = CapabilitySpec(
    name="device_control",
    label=Bilingual("機器の操作", "Device control"),
    operations=(
        operation("light_turn_on", "つける", "turn on", inverse="light_turn_off"),
        operation("light_turn_off", "消す", "turn off", inverse="light_turn_on"),
        operation("cover_open", "開ける", "open", inverse="cover_close"),
        operation("cover_close", "閉める", "close", inverse="cover_open"),
        operation("lock_lock", "施錠する", "lock", RiskTier.ASK, inverse="lock_unlock"),
        operation(
            "lock_unlock", "解錠する", "unlock", RiskTier.NEVER_BY_ITSELF, inverse="lock_lock"
        ),
    ),
)
VISION = CapabilitySpec(
    name="vision_perception",
    label=Bilingual("見る", "Vision"),
    operations=(
        operation("observe_scene", "周りを見る", "look around", RiskTier.TALK, read_only=True),
    ),
    resources=("camera",),
)
MOVE = CapabilitySpec(
    name="mobility_move",
    label=Bilingual("移動", "Movement"),
    operations=(
        operation("go_to_room", "部屋へ行く", "go to room", inverse="go_to_room"),
        operation("stop", "止まる", "stop", RiskTier.TALK),
    ),
    resources=("body",),
)


def device(entity: str, area: str, ja: str, en: str, *ops: str, by_itself: bool = True) -> Device:
    return Device(
        id=DeviceId(entity),
        domain=Domain(entity.partition(".")[0]),
        name=Bilingual(ja, en),
        area=area,
        operations=ops,
        by_itself=by_itself,
    )


DEVICES = (
    device("light.hall", "hall", "玄関の明かり", "Hall light", "turn_on", "turn_off"),
    device("light.living", "living", "居間の明かり", "Living room light", "turn_on", "turn_off"),
    device("cover.living_curtain", "living", "居間のカーテン", "Curtain", "open", "close"),
    device("lock.front", "hall", "玄関の鍵", "Front door", "lock", "unlock", by_itself=False),
)


class HouseTwin:
    """Port `House`: what it is told to be, it is."""

    def __init__(self, devices: tuple[Device, ...] = DEVICES) -> None:
        self._devices = {d.id: d for d in devices}
        self.states: dict[str, DeviceState] = {}
        self.commands: list[DeviceCommand] = []
        for d in devices:
            first = {"lock": "locked", "cover": "closed"}.get(d.domain.value, "off")
            self.set(d.id, first)

    def set(
        self, device_id: str, value: str | None, *, available: bool = True, **attributes: Any
    ) -> None:
        self.states[device_id] = DeviceState(
            device_id=DeviceId(device_id),
            value=value,
            attributes=attributes,
            at=EVENING,
            available=available,
        )

    def devices(self) -> tuple[Device, ...]:
        return tuple(self._devices[k] for k in sorted(self._devices))

    def device(self, device_id: DeviceId) -> Device | None:
        return self._devices.get(device_id)

    def state(self, device_id: DeviceId) -> DeviceState | None:
        return self.states.get(device_id)

    async def command(self, command: DeviceCommand) -> None:
        self.commands.append(command)

    async def changes(self) -> AsyncIterator[DeviceState]:
        for state in tuple(self.states.values()):
            yield state

    def connected(self) -> bool:
        return True


@dataclass
class CapabilityTwin:
    """Port `Capability`: offers what it is given and answers what it is told."""

    SPEC: CapabilitySpec
    offered: tuple[ActionOption, ...] = ()
    available: Availability = field(default_factory=lambda: Availability(available=True))
    calls: list[ActionCall] = field(default_factory=list)

    def availability(self) -> Availability:
        return self.available

    def options(self) -> tuple[ActionOption, ...]:
        return self.offered

    async def perform(self, call: ActionCall) -> ActionResult:
        self.calls.append(call)
        return self.result(call.operation)

    def result(
        self, operation: str, status: ResultStatus = ResultStatus.SUCCESS, **more: Any
    ) -> ActionResult:
        return ActionResult(
            capability=self.SPEC.name,
            operation=operation,
            status=status,
            summary_text=f"{operation} {status}",
            observed_at=EVENING,
            **more,
        )


class CatalogueTwin:
    """Port `Catalogue`."""

    def __init__(self, *capabilities: Capability) -> None:
        self._by_name = {c.SPEC.name: c for c in capabilities}

    def all(self) -> tuple[Capability, ...]:
        return tuple(self._by_name.values())

    def get(self, name: str) -> Capability | None:
        return self._by_name.get(name)


def every_option(house: HouseTwin) -> tuple[ActionOption, ...]:
    """All operations of all devices, as `device_control` would offer them."""
    return tuple(
        ActionOption(
            operation=f"{d.domain}_{op}",
            payload={"device_id": d.id},
            label=Bilingual(f"{d.name.ja}を{op}", f"{op} {d.name.en}"),
            object_id=d.id,
        )
        for d in house.devices()
        for op in d.operations
    )


def full_catalogue(house: HouseTwin) -> CatalogueTwin:
    look = ActionOption(
        operation="observe_scene",
        payload={"camera": "hall"},
        label=Bilingual("玄関を見る", "Look at the hall"),
        object_id="",
    )
    return CatalogueTwin(
        CapabilityTwin(DEVICE_CONTROL, every_option(house)),
        CapabilityTwin(VISION, (look,)),
        CapabilityTwin(MOVE),
    )


def decision(
    action_type: str = "device_control.light_turn_on",
    payload: Mapping[str, Any] | None = None,
    *,
    object_id: str = "",
    trust: TrustLabel = TrustLabel.OBSERVED,
    risk: RiskTier = RiskTier.REVERSIBLE,
    decided_by: str = "llm",
    outcome: DecisionOutcome = DecisionOutcome.DO_ACTION,
) -> ActionDecision:
    return ActionDecision(
        decision_outcome=outcome,
        action_type=action_type,
        action_payload={"device_id": "light.hall"} if payload is None else payload,
        reason="dark",
        persona_influence=MODEL.en,
        mood_influence=MODEL.en,
        evidence_event_ids=(),
        console_delivery=ConsoleDelivery(DeliveryKind.CHAT),
        decided_by=decided_by,
        judgment="dark",
        intent="light",
        summary=Bilingual("玄関の明かりをつける", "Turn on the hall light"),
        impact=Bilingual("玄関の明かり", "Hall light"),
        trust=trust,
        risk=risk,
        object_id=object_id,
    )


def trigger(
    trust: TrustLabel = TrustLabel.OBSERVED,
    priority: Priority = Priority.OBSERVATION,
    *,
    text: str = "A person appeared in the hall.",
    place: str = "hall",
    requested: RequestedAction | None = None,
) -> Trigger:
    return Trigger(
        id=TriggerId("t1"),
        kind=TriggerKind.EVENT,
        priority=priority,
        at=EVENING,
        about=LabelledText(text, trust),
        place=place,
        requested=requested,
    )
