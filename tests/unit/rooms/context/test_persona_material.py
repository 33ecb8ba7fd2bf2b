"""Persona, mood and attention in what a deliberation is given (section D.7)."""

from dataclasses import replace

from companion.rooms.context.select import focus_of, narrowed
from companion.words.areas import AttentionTarget, InterestValue
from companion.words.event import EventSource
from companion.words.facts import payload_of
from companion.words.mood import MOOD, MOOD_KEY, Mood, Vad
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


async def test_b_010_b_016_events_talk_state_goals_mood_and_persona_stand_in_one_pack() -> None:
    """B-010, B-016, B-036: with the menu of what can be done now, which is made from all of it."""
    home = Home()
    await home.event(EventSource.USER_INPUT, user_text="it is dark here")
    await home.row("preference", "warm_light", {"text": "likes warm light"})
    await home.row("goal", "g1", {"text": "keep the home calm"})
    await home.world("person", "hall", "present")
    vad = {"v": 0.5, "a": 0.1, "d": 0.2}
    await home.row(MOOD, MOOD_KEY, {"long_mood_state": vad, "recent_vad_average": vad})
    home.person("present")
    pack = await home.room.gather(trigger())
    assert pack.persona == KOTO
    assert pack.mood.long_mood_state == Vad(0.5, 0.1, 0.2)
    assert any("it is dark here" in line.text for line in pack.recent)
    assert any("person = present" in line.text for line in pack.state)
    assert [goal.text for goal in pack.goals] == ["keep the home calm"]
    assert [one.text for one in pack.confirmed_preferences] == ["likes warm light"]
    assert {"skip", "turn_on_hall_light"} <= {entry.name for entry in pack.menu}


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
