"""The alarm guard: a danger is told without a model."""

from dataclasses import replace

from companion.home.occasion import Occasion
from companion.words.decision import (
    DeliveryKind,
)
from companion.words.influence import ALARM_GUARD
from tests.unit.rooms.deliberation.minds import Minded, decided, pack_of, requested


async def test_an_alarm_is_decided_without_a_model_and_told(mind: Minded) -> None:
    """T-08: smoke sounds the chime whatever a model would say; without a wish of the house's own
    the alarm is thought about like everything else."""
    one = await mind(choose=("skip",))
    pack = requested(pack_of("home_after_dark"), action_type="sound.chime", payload={})
    smoke = replace(pack.trigger, occasion=Occasion.SMOKE.value)
    decision = decided(await one.room.decide(replace(pack, trigger=smoke)))
    assert (decision.decided_by, decision.action_type) == ("alarm_guard", "sound.chime")
    assert decision.persona_influence == decision.mood_influence == ALARM_GUARD.en
    assert decision.console_delivery is not None
    assert decision.console_delivery.kind is DeliveryKind.NOTIFY
    assert one.asked == []
    unasked = replace(smoke, requested=None)
    assert decided(await one.room.decide(replace(pack, trigger=unasked))).decided_by == "llm"
