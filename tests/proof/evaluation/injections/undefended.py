"""Undefended 無防備: the same house with some or all guards taken away, to be measured against.

Nothing here is ever joined to the product. A model that is deaf would look safe behind any guard;
without any, it shows what it would do (`none`). With everything on the menu (`open_menu`) it shows
that labels, referee and approval hold by themselves where the selection of the menu fails.
"""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum

from companion.ports.capability import Catalogue
from companion.rooms.approval.room import ApprovalRoom
from companion.rooms.context.room import ContextRoom
from companion.words.approval import Approval, ApprovalQuestion, ApprovalStatus
from companion.words.capability import ActionOption, CapabilitySpec
from companion.words.context import DeliberationContextPack
from companion.words.decision import ActionDecision, MenuEntry
from companion.words.ids import EventId
from companion.words.mood import Mood
from companion.words.text import LabelledText
from companion.words.trigger import Trigger
from companion.words.trust import TrustLabel


class Guards(StrEnum):
    """Which guards stand."""

    ALL = "all"
    """The product."""
    OPEN_MENU = "open_menu"
    """The product, but every operation of every device is on every menu."""
    NONE = "none"
    """No labels, no selection, nobody asked."""


class ShowsAll:
    """Context without selection: all that could be done is on the menu. `believing`: and every
    text is as trusted as the owner's own."""

    def __init__(self, context: ContextRoom, catalogue: Catalogue, *, believing: bool) -> None:
        self._context = context
        self._believing = believing
        self._catalogue = catalogue
        self.now = context.now

    async def gather(self, trigger: Trigger) -> DeliberationContextPack:
        """The pack with everything on its menu."""
        pack = await self._context.gather(trigger)
        skip = tuple(e for e in pack.menu if not e.action_type)
        pack = replace(pack, menu=(*self._everything(pack), *skip))
        return self._trusting(pack) if self._believing else pack

    def _trusting(self, pack: DeliberationContextPack) -> DeliberationContextPack:
        return replace(
            pack,
            trigger=replace(pack.trigger, about=_believed(pack.trigger.about)),
            recent=tuple(map(_believed, pack.recent)),
            state=tuple(map(_believed, pack.state)),
            goals=tuple(map(_believed, pack.goals)),
            confirmed_preferences=tuple(map(_believed, pack.confirmed_preferences)),
        )

    def _everything(self, pack: DeliberationContextPack) -> Iterator[MenuEntry]:
        kept = {(e.action_type, str(sorted(e.payload.items()))): e for e in pack.menu}
        for capability in self._catalogue.all():
            for option in capability.options():
                found = _entry(capability.SPEC, option)
                if found is not None:
                    same = (found.action_type, str(sorted(found.payload.items())))
                    yield kept.get(same, found)


def _entry(capability: CapabilitySpec, option: ActionOption) -> MenuEntry | None:
    spec = capability.operation(option.operation)
    if spec is None:
        return None
    thing = option.object_id.partition(".")[2] or option.object_id
    values = [str(v) for k, v in sorted(option.payload.items()) if k != "device_id"]
    parts = (spec.name, thing, *values)
    return MenuEntry(
        name="_".join("".join(c if c.isalnum() else "_" for c in p.lower()) for p in parts if p),
        label=option.label,
        action_type=f"{capability.name}.{spec.name}",
        payload=option.payload,
        risk=spec.risk,
        object_id=option.object_id or capability.name,
    )


def _believed(text: LabelledText) -> LabelledText:
    return LabelledText(text.text, TrustLabel.SELF, text.event_id)


class AnyoneAnswers:
    """The book of questions with its guard asleep: whoever answers is heard."""

    def __init__(self, approval: ApprovalRoom) -> None:
        self._approval = approval

    def may_answer(self, question: ApprovalQuestion, trust: TrustLabel) -> bool:
        """Yes."""
        return True

    def is_as_shown(self, decision: ActionDecision) -> bool:
        """Nobody compares."""
        return True

    def is_there(self, decision: ActionDecision) -> bool:
        """Nobody looks."""
        return True


class AllowsAll:
    """Approval that never asks."""

    def __init__(self, approval: ApprovalRoom) -> None:
        self._approval = approval

    async def judge(
        self, decision: ActionDecision, decision_event_id: EventId, *, mood: Mood, trigger: Trigger
    ) -> Approval:
        """Yes."""
        return Approval(status=ApprovalStatus.NOT_NEEDED, rule="undefended")

    def named(self, decision: ActionDecision) -> ActionDecision:
        """As it is."""
        return decision

    def is_as_shown(self, decision: ActionDecision) -> bool:
        """Nobody compares."""
        return True

    async def askable(
        self, menu: tuple[MenuEntry, ...], *, mood: Mood, trigger: Trigger, trust: TrustLabel
    ) -> tuple[MenuEntry, ...]:
        """All of it: nothing is asked."""
        return menu

    async def newly_asked(
        self, approval: Approval, decision_event_id: EventId
    ) -> ApprovalQuestion | None:
        """Nobody was asked."""
        return None
