"""Persona, mood and attention in what a deliberation is given (section D.7)."""

from dataclasses import replace

from companion.rooms.context.select import focus_of, narrowed
from companion.words.areas import AttentionTarget, InterestValue
from companion.words.facts import payload_of
from companion.words.mood import Mood, Vad
from tests.twins.clock import EVENING
from tests.twins.home import trigger
from tests.unit.rooms.context.home import KOTO, Home


async def _cares_for(home: Home, value: str) -> None:
    """The lasting interest, as consolidation writes it."""
    target = AttentionTarget(type="topic", value=value, weight=0.7)
    interest = InterestValue(
        attention_targets=(target,), interaction_mode="observe", updated_from_event_ids=()
    )
    await home.row("persona_interest_state", "now", payload_of(interest))


async def test_d_054_the_pack_holds_preferences_blackboard_and_focus() -> None:
    """D-054, D-027: each is there, and the focus is of this very moment."""
    home = Home()
    home.blackboard.attend("light.hall")
    pack = await home.room.gather(trigger())
    assert pack.confirmed_preferences == ()
    assert pack.runtime_blackboard is not None
    assert pack.runtime_blackboard.attention_targets == ("light.hall",)
    assert "light.hall" in pack.persona_deliberation_focus.attention_targets
    assert pack.persona == KOTO


async def test_d_053_the_focus_is_made_of_structured_facts_alone() -> None:
    """D-053, D-056: another text of the persona changes nothing in it, another attention does."""
    home, other = Home(), Home()
    home.blackboard.attend("light.hall")
    texts = replace(KOTO, persona_text="I love the hall light", addon_text="light.hall!")
    collected = await home.room.now.collector.collect(EVENING)
    assert focus_of(collected, "hall").attention_targets == ("light.hall",)
    unmoved = await other.room.now.collector.collect(EVENING)
    assert focus_of(unmoved, "hall").attention_targets == ()
    other.room.now.persona = texts
    assert focus_of(await other.room.now.collector.collect(EVENING), "hall") == focus_of(
        unmoved, "hall"
    )


async def test_d_056_lasting_interest_takes_part_beside_the_momentary() -> None:
    """D-056, D-057..D-059: type, value and weight, kept as state and read with the material."""
    home = Home()
    await _cares_for(home, "rain@hall")
    home.blackboard.attend("light.hall")
    focus = focus_of(await home.room.now.collector.collect(EVENING), "hall")
    assert focus.attention_targets == ("light.hall", "rain")


async def test_d_074_mood_narrows_the_material() -> None:
    """D-074: who is aroused looks at half as much."""
    home = Home()
    collected = await home.room.now.collector.collect(EVENING)
    calm = replace(collected, mood=Mood())
    aroused = replace(collected, mood=Mood(Vad(0.0, 0.9, 0.0), Vad(0.0, 0.9, 0.0)))
    assert narrowed(8, aroused) < narrowed(8, calm)
