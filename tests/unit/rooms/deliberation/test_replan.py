"""Another means is thought of after a failure, so often as Grit allows, and never of its own."""

from dataclasses import replace
from typing import Any

import pytest

from companion.rooms.deliberation.replan import Replanning, most_means, worth_another
from companion.rooms.journal.room import Journal
from companion.store.sqlite import Store
from companion.web.hub import Hub
from companion.words.decision import ActionDecision
from companion.words.event import Event
from companion.words.language import Language
from companion.words.result import ActionResult, ResultStatus
from companion.words.trigger import Priority
from companion.words.trust import TrustLabel
from tests.proof.evaluation.saydo import PERSONAS
from tests.twins.clock import JumpClock
from tests.twins.home import decision, trigger


class _Ids:
    def new(self) -> str:
        return "1"


class Evening:
    """A record and a room that replans."""

    def __init__(self) -> None:
        self.clock = JumpClock()
        self.store = Store.in_memory(self.clock)
        self.journal = Journal(self.store.events, Hub(self.clock.now), self.clock)
        self.room = Replanning(
            self.store.record, self.clock, _Ids(), Language.EN, lambda thing: "living"
        )

    async def did(
        self, made: ActionDecision, status: ResultStatus, cause: Event | None = None, **facts: Any
    ) -> tuple[ActionResult, Event]:
        """A decision, made because of `cause`, and its result."""
        why = replace(trigger(), event_ids=(cause.id,) if cause else ())
        decided = await self.journal.decided(made, why)
        result = ActionResult(
            capability="device_control",
            operation="cover_open",
            status=status,
            summary_text="",
            observed_at=self.clock.now(),
            result_payload={"device_id": "cover.living_curtain", **facts},
            decision_event_id=decided.id,
        )
        return result, await self.journal.acted(result, made)


def _by_mind(**changes: Any) -> ActionDecision:
    made = decision("device_control.cover_open", object_id="cover.living_curtain")
    return replace(made, decided_by="llm", **changes)


@pytest.mark.parametrize(("grit", "means"), [(0.1, 0), (0.5, 1), (0.9, 2)])
def test_grit_says_how_many_means(grit: float, means: int) -> None:
    """T-03: low 0, middle 1, high 2."""
    assert most_means(grit) == means


@pytest.mark.parametrize(
    "status", [ResultStatus.PARTIAL, ResultStatus.FAILED, ResultStatus.NO_EFFECT]
)
async def test_what_was_not_reached_is_thought_about_again(status: ResultStatus) -> None:
    """B-051, B-057, T-06: a continue trigger with the failure as its first cause."""
    evening, made = Evening(), _by_mind()
    result, acted = await evening.did(made, status)
    again = await evening.room.trigger_for(made, result, acted, PERSONAS[Language.EN])
    assert again is not None
    assert again.event_ids[0] == acted.id
    assert again.priority is Priority.PLAN
    assert again.about.trust is TrustLabel.OBSERVED, "T-56: a failure authorises nothing"
    assert (again.place, again.instead_of) == ("living", "device_control.cover_open")
    assert again.expires_at is not None


async def test_it_ends_after_so_many_means() -> None:
    """T-03: the record itself is the bound; a restart does not begin anew."""
    evening, made, cause = Evening(), _by_mind(), None
    found = []
    for _ in range(4):
        result, acted = await evening.did(made, ResultStatus.FAILED, cause)
        found.append(await evening.room.trigger_for(made, result, acted, PERSONAS[Language.EN]))
        cause = acted
    assert [again is not None for again in found] == [True, True, False, False]


@pytest.mark.parametrize(
    ("made", "status", "facts", "failure"),
    [
        (_by_mind(), ResultStatus.SUCCESS, {}, ""),
        (_by_mind(), ResultStatus.NO_EFFECT, {"reason": "already_so"}, ""),
        (_by_mind(), ResultStatus.FAILED, {}, "stopped"),
        (_by_mind(), ResultStatus.PARTIAL, {"stopped_for": "owner"}, ""),
        (replace(_by_mind(), decided_by="reflex"), ResultStatus.FAILED, {}, ""),
        (_by_mind(action_type="device_control.lock_lock"), ResultStatus.FAILED, {}, ""),
        (_by_mind(action_type="mobility_move.go_to_room"), ResultStatus.FAILED, {}, "stuck"),
        (_by_mind(action_type="device_control.climate_set_mode"), ResultStatus.FAILED, {}, ""),
    ],
)
async def test_some_results_call_for_no_other_means(
    made: ActionDecision, status: ResultStatus, facts: dict[str, Any], failure: str
) -> None:
    """Done, stopped, asked for in so many words, or a matter of safety (T-03)."""
    result, _ = await Evening().did(made, status, **facts)
    assert not worth_another(made, replace(result, failure_class=failure))
