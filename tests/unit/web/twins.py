"""A small household for the page: real journal, store and capability, a desk that acts."""

import asyncio
from collections.abc import Awaitable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, TypeVar

from capabilities import mobility_move
from capabilities.device_control import DeviceControl
from capabilities.device_control import Settings as DeviceControlSettings
from companion.app.playing import build_scenes
from companion.desk.erasure import Erasing
from companion.desk.inbound import InboundDesk
from companion.desk.told_requests import ToldRequestDesk
from companion.desk.unlearning import Unlearning
from companion.home.device_operation import operation_of
from companion.home.taught import Lesson, taught_keys
from companion.ports.capability import Capability
from companion.ports.desk import NothingToUndo
from companion.ports.house import DeviceUnknown
from companion.ports.plan import PlanDesk
from companion.ports.viewfinder import View
from companion.rooms.consolidation.room import Consolidation
from companion.rooms.feedback.room import FeedbackRoom
from companion.rooms.governance.exported import EMPTY
from companion.rooms.journal.room import Journal
from companion.rooms.recall.room import Recall
from companion.rooms.recall.told import ToldThings
from companion.service.mask_file import MaskFile
from companion.service.tokens import Tokens
from companion.store.sqlite import Store
from companion.web.hub import Hub
from companion.web.parts import PolicyEntry, WebParts
from companion.web.quotation import without_marks
from companion.web.vitals import Vitals
from companion.words.approval import ApprovalQuestion, ApprovalStatus
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
    Thought,
)
from companion.words.device import Device, Domain
from companion.words.event import Event
from companion.words.facts import Fact, PrivacyOff, PrivacyOn
from companion.words.frame import Detection
from companion.words.health import Health, HealthStatus
from companion.words.ids import ApprovalId, DeviceId, EventId, TriggerId
from companion.words.influence import MODEL, REFLEX
from companion.words.intent import Intent
from companion.words.language import Bilingual, Language
from companion.words.observation import Certainty, Change, Observation
from companion.words.place import Place
from companion.words.result import ActionResult
from companion.words.ruling import Ruling
from companion.words.said import Said
from companion.words.text import LabelledText
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel
from companion.words.utterance import Claim, Utterance
from companion.words.writeplan import Withdrawn
from tests.twins.drive import DriveTwin
from tests.twins.memory_house import Behaviour, MemoryDevice, MemoryHouse
from tests.twins.phones import PhonesTwin, ShelfTwin
from tests.twins.played import FOLDER

T = TypeVar("T")
_QUICK = DeviceControlSettings(settle_s=0.01, cover_s=0.2, stall_s=0.05, light_s=0.2)
"""The twin's clock waits in real time, so it does not wait long."""
JST = timezone(timedelta(hours=9), "JST")
EVENING = datetime(2026, 11, 21, 19, 2, tzinfo=JST)

PLACES = (
    Place(id="hall", name=Bilingual("玄関", "Hall"), neighbours=("living",)),
    Place(id="living", name=Bilingual("リビング", "Living room"), neighbours=("hall", "kitchen")),
    Place(id="kitchen", name=Bilingual("台所", "Kitchen"), neighbours=("living",)),
    Place(id="bedroom", name=Bilingual("寝室", "Bedroom"), neighbours=("living",)),
)


class StandingClock:
    """Port `Clock`: wall time stands where it was put; waiting takes real time."""

    def __init__(self, at: datetime = EVENING) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at

    def monotonic(self) -> float:
        return self.at.timestamp()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def wait_for(self, awaitable: Awaitable[T], timeout_s: float) -> T:
        return await asyncio.wait_for(awaitable, timeout_s)

    def hold(self) -> AbstractContextManager[None]:
        return nullcontext()

    def charge(self, seconds: float) -> None:
        self.pass_s(seconds)

    def pass_s(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)


_DIM = "turn_on turn_off set_brightness"
_AIR = "set_temperature set_mode"
_TV = "play pause stop set_volume"
_HOME: tuple[tuple[str, str, str, str, str, str, dict[str, Any], dict[str, Any]], ...] = (
    # id, room, ja, en, operations, state, state's attributes, device's attributes
    ("light.hall", "hall", "玄関の明かり", "hall light", _DIM, "off", {}, {}),
    ("light.living", "living", "リビングの明かり", "living room light", _DIM, "on",
     {"brightness": 153}, {}),
    ("cover.living", "living", "リビングのカーテン", "living room curtain",
     "open stop close set_position", "open", {"position": 100}, {}),
    ("climate.living", "living", "リビングのエアコン", "living room air conditioner", _AIR, "heat",
     {"temperature": 22, "current_temperature": 20.5}, {"modes": ["off", "heat", "cool"]}),
    ("lock.front_door", "hall", "玄関の鍵", "front door lock", "lock unlock", "locked", {}, {}),
    ("binary_sensor.front_door", "hall", "玄関の扉", "front door", "", "off", {},
     {"device_class": "door"}),
    ("switch.coffee_maker", "kitchen", "コーヒーメーカー", "coffee maker",
     "turn_on turn_off", "off", {}, {}),
    ("media_player.tv", "living", "リビングのテレビ", "living room TV", _TV, "paused",
     {"volume": 30}, {}),
    ("sensor.living_temperature", "living", "リビングの気温", "living room temperature", "", "20.5",
     {}, {"unit": "°C"}),
    ("light.bedroom", "bedroom", "寝室の明かり", "bedroom light", _DIM, "off", {}, {}),
    ("fan.bedroom", "bedroom", "寝室の扇風機", "bedroom fan", "turn_on turn_off", "off", {}, {}),
)  # fmt: skip


def home_devices() -> tuple[MemoryDevice, ...]:
    """The home of the page's tests; its bedroom fan does not respond."""
    return tuple(
        MemoryDevice(
            Device(
                id=DeviceId(entity),
                domain=Domain(entity.partition(".")[0]),
                name=Bilingual(ja, en),
                area=room,
                operations=tuple(operations.split()),
                by_itself=entity.startswith(("light.", "cover.")),
                attributes=traits,
            ),
            value,
            dict(attributes),
            Behaviour.OFFLINE if entity == "fan.bedroom" else Behaviour.OBEYS,
        )
        for entity, room, ja, en, operations, value, attributes, traits in _HOME
    )


class NotYet:
    """A capability of a later step: in the catalogue, honestly unavailable."""

    def __init__(self, name: str, label: Bilingual, operation: OperationSpec) -> None:
        self.SPEC = CapabilitySpec(name=name, label=label, operations=(operation,))

    def availability(self) -> Availability:
        reason = Bilingual("次の段階で使えるようになります", "arrives with a later step")
        return Availability(available=False, reason=reason)

    def options(self) -> tuple[ActionOption, ...]:
        return ()

    async def perform(self, call: ActionCall) -> ActionResult:
        raise NotImplementedError(call.operation)


class Shelf:
    """Port `Catalogue`."""

    def __init__(self, *capabilities: Capability) -> None:
        self._by_name = {c.SPEC.name: c for c in capabilities}

    def all(self) -> tuple[Capability, ...]:
        return tuple(self._by_name.values())

    def get(self, name: str) -> Capability | None:
        return self._by_name.get(name)


@dataclass
class PictureFrame:
    """Port `Viewfinder`: one picture for all cameras, or none."""

    jpeg: bytes = b""
    found: tuple[Detection, ...] = ()
    size: tuple[int, int] = (640, 480)
    shown: int = 0
    at: datetime = EVENING

    async def view(self, camera: str) -> View | None:
        self.shown += 1
        if not self.jpeg:
            return None
        width, height = self.size
        return View(self.jpeg, width, height, self.found, self.at, self.at)


@dataclass
class KeptVitals:
    """Port-like `VitalsSource`."""

    samples: tuple[Vitals, ...] = ()

    def history(self) -> tuple[Vitals, ...]:
        return self.samples


@dataclass
class Household:
    """The parts behind a page, and verbs to let things happen in it."""

    state_dir: Path
    clock: StandingClock = field(default_factory=StandingClock)
    language: Language = Language.JA
    troubles: list[Health] = field(default_factory=list)
    private: bool = False
    stops: int = 0
    allows: bool = True
    """Whether the desk's authority check lets the channel answer."""
    trust: TrustLabel = TrustLabel.OWNER
    """Who stands behind the page, to whoever erases."""
    plan: PlanDesk | None = None

    def __post_init__(self) -> None:
        self.hub = Hub(self.clock.now)
        self.store = Store.in_memory(self.clock)
        self.journal = Journal(self.store.events, self.hub, self.clock)
        self.house = MemoryHouse(self.clock, home_devices())
        self.consolidation = Consolidation(
            self.store.state, self.store.state_writer, self.house, record=self.store.record
        )
        self.control = DeviceControl(_QUICK, self.house, self.clock)
        self.eraser = Erasing(self.store.erasure, lambda channel: self.trust)
        self.told = ToldThings(self.store.state)
        self.told_requests = ToldRequestDesk(
            unlearning=Unlearning(
                told=self.told,
                journal=self.journal,
                record=self.store.record,
                language=self.language,
                withdraw=self.consolidation.withdraw,
                remember=self.remember,
                feedback=FeedbackRoom(
                    state=self.store.state, record=self.store.record, clock=self.clock
                ),
                drop_feedback=self.consolidation.forget_feedback,
            ),
            settle_it=self.consolidation.settle,
            trust_of=lambda channel: self.trust,
        )
        self.viewfinder = PictureFrame()
        self.phones = PhonesTwin()
        self.masks = MaskFile(self.state_dir / "masks.json", self._noted)
        self.vitals = KeptVitals()
        self.said: list[str] = []
        self.drive: DriveTwin | None = None
        self.put_off: list[Intent] = []
        self.exported: dict[str, Any] = EMPTY.as_json(self.language)
        self.sent_to: list[tuple[str, str]] = []
        """Rooms the base was asked to go to, with the channel."""
        self.places: list[str] = []
        self.channels: list[str] = []

    async def _noted(self, fact: Fact) -> None:
        """Nothing is recorded of masks here."""

    def parts(self) -> WebParts:
        alarm = OperationSpec(
            name="set",
            label=Bilingual("目覚ましをかける", "set an alarm"),
            risk=RiskTier.REVERSIBLE,
        )
        return WebParts(
            record=self.store.record,
            state=self.store.state,
            house=self.house,
            desk=self,
            eraser=self.eraser,
            stream=self.hub,
            viewfinder=self.viewfinder,
            phones=self.phones,
            voices=ShelfTwin(),
            told=self.told,
            told_requests=self.told_requests,
            feedback=FeedbackRoom(
                state=self.store.state, record=self.store.record, clock=self.clock
            ),
            memory=Recall(self.store.record, self.store.state),
            note=self.journal.noted,
            inbound=InboundDesk(desk=self, stream=self.hub, tokens=Tokens(self.state_dir)),
            approvals=self.store.approvals,
            catalogue=Shelf(
                self.control,
                NotYet("schedule_alarm", Bilingual("目覚まし", "alarms"), alarm),
                NotYet("mobility_move", mobility_move.SPEC.label, mobility_move.SPEC.operations[0]),
            ),
            clock=self.clock,
            vitals=self.vitals,
            state_dir=self.state_dir,
            persona=Bilingual("コト", "Koto"),
            language=self.language,
            policies={
                "camera_watch": PolicyEntry(
                    label=Bilingual("カメラの見守り", "Camera watch"),
                    uses=("vision_perception.observe_scene", "vision_perception.look_for"),
                ),
                "desktop_watch": PolicyEntry(
                    label=Bilingual("画面の見守り", "Desktop watch"),
                    uses=("vision_perception.observe_screen",),
                    enabled=False,
                ),
                "time_routine": PolicyEntry(
                    label=Bilingual("時刻のルーティン", "Time routine"), uses=(), enabled=False
                ),
            },
            places=PLACES,
            scenes=build_scenes(FOLDER, self.state_dir),
            drive=self.drive,
            put_off=lambda: tuple(self.put_off),
            plan=self.plan,
            exported=lambda: self.exported,
            cameras={"hall": "hall"},
            screen_masks=self.masks,
        )

    # What happens

    async def remember(self, event: Event) -> Event:
        await self.consolidation.apply(await self.consolidation.generate(event))
        return event

    async def see(
        self,
        place: str,
        change: Change,
        *,
        certainty: Certainty = Certainty.FACT,
        confidence: float = 0.93,
        count: int | None = None,
    ) -> Event:
        value = {Change.APPEARED: "present", Change.GONE: "absent", Change.COUNT: "present"}
        unknown = certainty is Certainty.UNKNOWN
        observation = Observation(
            subject="person",
            place=place,
            change=change,
            certainty=certainty,
            confidence=0.0 if unknown else confidence,
            at=self.clock.now(),
            source=place,
            value=None if unknown else value.get(change),
            count=count,
        )
        return await self.remember(await self.journal.observed(observation))

    async def decide(
        self,
        about: Event,
        decision: ActionDecision,
        priority: Priority = Priority.OBSERVATION,
    ) -> Event:
        trigger = Trigger(
            id=TriggerId(f"t{about.id}"),
            kind=TriggerKind.EVENT,
            priority=priority,
            at=self.clock.now(),
            about=LabelledText("someone came", about.trust, about.id),
            event_ids=(about.id,),
        )
        return await self.journal.decided(decision, trigger)

    async def rule(self, decided: Event, allowed: bool = True, reason: str = "ok") -> Event:
        words = (
            Bilingual("できます", "possible")
            if allowed
            else Bilingual("物が見あたりません", "it is not here")
        )
        return await self.journal.ruled(
            Ruling(allowed=allowed, reason_code=reason, reason=words), decided
        )

    async def act(self, decision: ActionDecision, decided: Event) -> Event:
        operation = decision.action_type.partition(".")[2]
        call = ActionCall(
            operation=operation, payload=decision.action_payload, decision_event_id=decided.id
        )
        result = replace(await self.control.perform(call), decision_event_id=decided.id)
        return await self.remember(await self.journal.acted(result, decision))

    async def tell(
        self, decided: Event, done: Event, text: str, kind: DeliveryKind = DeliveryKind.CHAT
    ) -> Event:
        return await self.journal.said(
            Utterance(
                text=text,
                language=self.language,
                delivery=ConsoleDelivery(kind),
                speaker_name="コト" if self.language is Language.JA else "Koto",
                claims=(Claim(event_id=done.id, kind="done"),),
                decision_event_id=decided.id,
                model="twin@000000000000",
            )
        )

    # Port `Desk`

    async def answer(
        self, approval_id: ApprovalId, yes: bool, channel: str, shown: str = ""
    ) -> ApprovalQuestion:
        if not self.allows:
            raise PermissionError(f"{channel} may not answer")
        status = ApprovalStatus.GRANTED if yes else ApprovalStatus.DENIED
        question = await self.store.approvals.answer(approval_id, status, channel)
        await self.journal.answered(question, TrustLabel.OWNER, channel)
        decision = await self.store.record.decision(question.decision_event_id)
        decided = await self.store.record.event(question.decision_event_id)
        if yes and decision is not None and decided is not None:
            await self.act(decision, decided)
        return question

    async def operate(
        self, device_id: DeviceId, operation: str, parameters: Mapping[str, Any], channel: str
    ) -> EventId:
        found = self.house.device(device_id)
        if found is None:
            raise DeviceUnknown(device_id)
        row = operation_of(found, operation)
        if row is None:
            raise ValueError(operation)
        payload = {"device_id": device_id, **parameters}
        asked = await self.journal.requested(
            f"{row.verb.en.format(found.name.en)}", payload, TrustLabel.OWNER, channel
        )
        await self._as_asked(asked, f"device_control.{row.name}", payload)
        return asked.id

    async def go_to(self, room: str, channel: str) -> EventId:
        self.sent_to.append((room, channel))
        facts = {"action_type": "mobility_move.go_to_room", "room": room}
        return (await self.journal.requested(room, facts, TrustLabel.OWNER, channel)).id

    async def undo(self, result_event_id: EventId, channel: str) -> EventId:
        result = await self.store.record.result(result_event_id)
        if result is None or result.inverse is None:
            raise NothingToUndo(f"event {result_event_id} cannot be taken back")
        action = f"device_control.{result.inverse.operation}"
        payload = {**result.inverse.payload, "undo_of": result_event_id}
        text = f"undo #{result_event_id}"
        asked = await self.journal.requested(text, payload, TrustLabel.OWNER, channel)
        await self._as_asked(asked, action, result.inverse.payload)
        return asked.id

    async def forget(self, event_id: EventId, channel: str) -> Withdrawn:
        if not self.allows:
            raise PermissionError(f"{channel} may not decide what is believed")
        event = await self.store.record.event(event_id)
        if event is None:
            raise KeyError(event_id)
        return await self.consolidation.withdraw(event_id, event)

    async def teach(self, result_event_id: EventId, lesson: Lesson, channel: str) -> EventId:
        result = await self.store.record.result(result_event_id)
        decision = await self.store.record.decision(result.decision_event_id) if result else None
        if decision is None:
            raise KeyError(result_event_id)
        payload = {
            "action_type": "memory.teach",
            "lesson": lesson.value,
            "of": result_event_id,
            "label": {"ja": decision.summary.ja, "en": decision.summary.en},
        }
        asked = await self.journal.requested(lesson.value, payload, TrustLabel.OWNER, channel)
        keys = taught_keys(decision.action_type, decision.action_payload)
        await self.consolidation.teach(keys, lesson, decision.summary, asked)
        return asked.id

    async def say(self, said: Said) -> EventId:
        self.places.append(said.place)
        self.said.append(said.text)
        self.channels.append(said.channel)
        return (await self.journal.heard(said, TrustLabel.OWNER)).id

    async def pass_on(self, text: str, channel: str) -> EventId:
        self.said.append(text)
        return EventId(1)

    async def stop(self, channel: str) -> EventId:
        self.stops += 1
        return (await self.journal.interrupted("stop pressed", channel)).id

    async def set_privacy(self, on: bool, channel: str) -> None:
        self.private = on
        await self.journal.noted((PrivacyOn if on else PrivacyOff)(channel=channel))

    def privacy(self) -> bool:
        return self.private

    def health(self) -> tuple[Health, ...]:
        return tuple(self.troubles)

    async def _as_asked(self, asked: Event, action: str, payload: Mapping[str, Any]) -> None:
        decision = decision_of(
            action, payload, asked.id, reason=asked.user_text, decided_by="reflex", thought=None
        )
        decided = await self.decide(asked, decision)
        await self.rule(decided)
        await self.act(decision, decided)


def unmarked(words: Bilingual | None) -> Bilingual | None:
    """Without the marks around quotations, which `test_quotation.py` looks at."""
    return words and Bilingual(without_marks(words.ja), without_marks(words.en))


MENU_LABELS = {
    "skip": Bilingual("何もしない", "Do nothing"),
    "defer": Bilingual("あとで考える", "Think of it later"),
    "turn_on_hall_light": Bilingual("玄関の明かりをつける", "turn on the hall light"),
    "turn_on_living_light": Bilingual("リビングの明かりをつける", "turn on the living room light"),
    "close_living_cover": Bilingual("リビングのカーテンを閉める", "close the living room curtain"),
    "set_temperature_living_climate_23": Bilingual(
        "リビングのエアコンを23度にする", "set the living room air conditioner to 23 °C"
    ),
    "speak_chime": Bilingual("チャイムを鳴らす", "sound the chime"),
}


def decision_of(
    action: str,
    payload: Mapping[str, Any],
    evidence: EventId,
    *,
    summary: Bilingual | None = None,
    impact: Bilingual | None = None,
    reason: str = "暗くなってから人が帰ってきたから",
    decided_by: str = "llm",
    thought: Thought | None = None,
    menu: tuple[str, ...] = (),
    chosen: str = "turn_on_hall_light",
    risk: RiskTier = RiskTier.REVERSIBLE,
    outcome: DecisionOutcome = DecisionOutcome.DO_ACTION,
) -> ActionDecision:
    summary = summary or Bilingual("玄関の明かりをつける", "Turn on the hall light")
    by_model = decided_by == "llm"
    return ActionDecision(
        decision_outcome=outcome,
        action_type=action,
        action_payload=payload,
        reason=reason,
        persona_influence=(MODEL if by_model else REFLEX).ja,
        mood_influence=(MODEL if by_model else REFLEX).ja,
        evidence_event_ids=(evidence,),
        console_delivery=ConsoleDelivery(DeliveryKind.CHAT),
        decided_by=decided_by,
        judgment=reason,
        intent=summary.ja,
        summary=summary,
        impact=impact or Bilingual("玄関の明かり(元に戻せます)", "the hall light (can be undone)"),
        trust=TrustLabel.OBSERVED if by_model else TrustLabel.OWNER,
        risk=risk,
        object_id=str(payload.get("device_id", "")),
        menu=menu,
        menu_labels=tuple(MENU_LABELS[name] for name in menu),
        chosen=chosen if menu else "",
        thought=thought,
        model="qwen2.5-1.5b-instruct-q4_k_m@6a1a2eb6d158" if by_model else "",
    )


def unwell(part: str = "llm") -> Health:
    return Health(
        part=part,
        status=HealthStatus.DOWN,
        since=EVENING,
        what=Bilingual("言語モデルが応答しません", "the language model does not answer"),
        remedy=Bilingual("`companion doctor` を実行してください", "run `companion doctor`"),
    )
