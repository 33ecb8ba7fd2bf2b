"""No choice: a menu of nothing but skip costs no token."""

from dataclasses import replace

from companion.words.decision import (
    DecisionOutcome,
)
from companion.words.influence import NO_CHOICE
from tests.unit.rooms.deliberation.minds import Minded, decided, pack_of


async def test_a_lone_skip_costs_no_tokens(mind: Minded) -> None:
    """B-070: still one decision, saying that nobody's character chose it."""
    one = await mind()
    pack = pack_of("home_after_dark")
    alone = replace(pack, menu=tuple(e for e in pack.menu if e.name == "skip"))
    decision = decided(await one.room.decide(alone))
    assert decision.decision_outcome is DecisionOutcome.SKIP
    assert decision.decided_by == "no_choice"
    assert decision.persona_influence == decision.mood_influence == NO_CHOICE.en
    assert one.asked == []
