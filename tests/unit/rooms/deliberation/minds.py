"""A deliberation with a scripted model, and what the model was asked."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast
from zoneinfo import ZoneInfo

from companion.engines.llm.scripted import ScriptedLlm, Settings
from companion.ports.capability import Capability
from companion.rooms.deliberation.room import Deliberation, Dropped
from companion.service.clock import SystemClock
from companion.words.capability import CapabilitySpec, OperationSpec, RiskTier
from companion.words.context import DeliberationContextPack
from companion.words.decision import (
    ActionDecision,
    DecisionOutcome,
    MenuEntry,
)
from companion.words.language import Bilingual, Language
from companion.words.llm import LlmRequest
from companion.words.text import LabelledText
from companion.words.trigger import Priority, RequestedAction
from companion.words.trust import TrustLabel
from tests.twins.packs import cases

ZONE = ZoneInfo("Asia/Tokyo")


class _Lights:
    SPEC = CapabilitySpec(
        name="device_control",
        label=Bilingual("機器操作", "device control"),
        operations=(
            OperationSpec(
                name="light_turn_on",
                label=Bilingual("明かりをつける", "turn on a light"),
                risk=RiskTier.REVERSIBLE,
            ),
        ),
    )


class Shelf:
    """A catalogue of one capability; only its declaration is asked for here."""

    def all(self) -> tuple[Capability, ...]:
        return (cast(Capability, _Lights()),)

    def get(self, name: str) -> Capability | None:
        return cast(Capability, _Lights()) if name == "device_control" else None


def pack_of(case: str, language: Language = Language.EN) -> DeliberationContextPack:
    return next(c.pack for c in cases(language) if c.id == case)


class Mind:
    """A deliberation with a scripted model, and what the model was asked."""

    def __init__(self, settings: Settings, language: Language, **how: Any) -> None:
        self.asked: list[LlmRequest] = []
        self._llm = ScriptedLlm(settings)
        self._answer = self._llm.complete
        self._llm.complete = self._listen  # type: ignore[method-assign]
        self.room = Deliberation(
            llm=self._llm,
            clock=SystemClock(ZONE),
            catalogue=Shelf(),
            language=language,
            **how,
        )

    async def _listen(self, request: LlmRequest) -> Any:
        self.asked.append(request)
        return await self._answer(request)

    async def start(self) -> None:
        await self._llm.start()

    async def stop(self) -> None:
        await self._llm.stop()


Minded = Callable[..., Any]


def decided(answer: ActionDecision | Dropped) -> ActionDecision:
    assert isinstance(answer, ActionDecision), answer
    return answer


def requested(pack: DeliberationContextPack, **asked: Any) -> DeliberationContextPack:
    trigger = replace(
        pack.trigger,
        priority=Priority.USER,
        about=LabelledText("hall light on", TrustLabel.OWNER),
        requested=RequestedAction(**asked),
    )
    return replace(pack, trigger=trigger)


def an_act(pack: DeliberationContextPack) -> MenuEntry:
    return next(e for e in pack.menu if e.outcome is DecisionOutcome.DO_ACTION)
