"""Allowed: builds the desk of grants, and the answerer that gives one by a sentence."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from companion.app.ground import Ground
from companion.app.talking import Talking
from companion.app.thought import Thought
from companion.desk.answerers.ask_no_more import AskNoMore
from companion.desk.answerers.yes_no import YesNo
from companion.desk.grants import GrantDesk
from companion.words.ids import ApprovalId
from companion.words.trust import TrustLabel


@dataclass(frozen=True, kw_only=True)
class Allowed:
    """Grants that people give ahead."""

    grants: GrantDesk
    ask_no_more: AskNoMore
    yes_no: YesNo
    """Answers the question that waits."""


def build_allowed(
    ground: Ground,
    thought: Thought,
    talking: Talking,
    answer_it: Callable[[ApprovalId, bool, str], Awaitable[object]],
    trust_of: Callable[[str], TrustLabel],
) -> Allowed:
    """Consolidation keeps the grants; the approval room reads them."""
    on, storage = ground.foundations, ground.storage
    grants = GrantDesk(
        state=storage.store.state,
        record=storage.record,
        approvals=storage.store.approvals,
        house=ground.home.house,
        journal=storage.journal,
        clock=on.clock,
        trust_of=trust_of,
        is_as_shown=thought.approval.is_as_shown,
        keep=talking.consolidation.grant,
    )
    return Allowed(
        grants=grants,
        ask_no_more=AskNoMore(
            grants=grants,
            approvals=storage.store.approvals,
            answer_it=answer_it,
            record=storage.record,
            house=ground.home.house,
            places=on.places,
            clock=on.clock,
        ),
        yes_no=YesNo(
            approvals=storage.store.approvals,
            may_answer=thought.approval.may_answer,
            answer_it=answer_it,
            clock=on.clock,
            record=storage.record,
        ),
    )
