"""Selection: which lines of the past, of the world and of the owner's likes are shown."""

from dataclasses import replace
from datetime import timedelta

from companion.rooms.consolidation.kinds.persona_interest_state import (
    Pull,
    interest_change,
)
from companion.rooms.context.select import Limits
from companion.words.areas import INTEREST, INTEREST_KEY
from companion.words.event import EventDraft, EventSource
from companion.words.ids import EventId
from companion.words.mood import MOOD, MOOD_KEY
from companion.words.observation import Change
from companion.words.trust import TrustLabel
from tests.twins.clock import EVENING
from tests.twins.facts import ruled_facts, seen_facts
from tests.twins.home import (
    trigger,
)
from tests.unit.rooms.context.home import Home


async def test_recent_events_are_short_lines_with_their_label() -> None:
    """B-018, T-56: never events in full; each line carries who stands behind it."""
    home = Home()
    await home.event(EventSource.USER_INPUT, user_text="good evening " * 50, trust=TrustLabel.OWNER)
    gone = seen_facts(change=Change.GONE, value="absent")
    await home.event(EventSource.OBSERVATION, payload=gone)
    for ruled in (ruled_facts("already_so", "もう", "already"), ruled_facts("ok")):
        await home.event(EventSource.GM_JUDGEMENT, payload=ruled, trust=TrustLabel.SELF)
    old = EVENING - timedelta(hours=5)
    await home.event(EventSource.USER_INPUT, user_text="old", at=old)
    pack = await home.room.gather(trigger())
    assert [line.trust for line in pack.recent] == ["owner", "observed", "self"]
    assert all(len(line.text) <= 120 for line in pack.recent)
    assert pack.recent[1].text == "19:00 hall: person gone = absent"
    assert pack.recent[2].text == "19:00 That is not possible: already"


async def test_the_trigger_is_not_told_twice() -> None:
    """B-018: what woke us stands in the trigger."""
    home = Home()
    event_id = await home.event(EventSource.USER_INPUT, user_text="hello")
    why = replace(trigger(), event_ids=(event_id,))  # type: ignore[arg-type]
    assert (await home.room.gather(why)).recent == ()


async def test_world_items_of_the_place_come_with_their_certainty() -> None:
    """B-044, D-056: value, certainty, confidence, age; other rooms only when watched."""
    home = Home()
    await home.world("person", "hall", None)
    await home.world("person", "kitchen", "present")
    pack = await home.room.gather(trigger())
    assert [line.text for line in pack.state] == ["hall: person = unknown (fact 0.90, 2 min)"]
    home.blackboard.attend("person")
    pack = await home.room.gather(trigger())
    assert len(pack.state) == 2
    assert pack.persona_deliberation_focus.attention_targets == ("person",)


async def test_focus_takes_interest_preferences_and_goals() -> None:
    """D-052..D-056: structured information only, all of it handed on."""
    home = Home()
    heard = await home.event(EventSource.USER_INPUT, user_text="the curtain")
    event = await home.store.record.event(EventId(heard))
    assert event is not None
    place = interest_change(event, Pull("place", "hall", 0.5, "observe"), None)
    await home.row(place.kind, place.key, place.value)
    held = await home.store.state.row(INTEREST, INTEREST_KEY)
    drawn = interest_change(event, Pull("topic", "cover@living", 0.7, "observe"), held)
    await home.row(drawn.kind, drawn.key, drawn.value)
    await home.row("preference", "warm_light", {"text": "likes warm light"})
    await home.row("goal", "g1", {"text": "keep the home calm"})
    pack = await home.room.gather(trigger())
    focus = pack.persona_deliberation_focus
    assert focus.attention_targets == ("cover",)
    assert focus.confirmed_preferences == ("warm_light",)
    assert [g.text for g in pack.goals] == ["keep the home calm"]
    assert [p.text for p in pack.confirmed_preferences] == ["likes warm light"]
    assert await home.room.now.preferences() == ("likes warm light",), "D-030"
    assert pack.runtime_blackboard is not None


async def test_arousal_narrows_attention() -> None:
    """B-027, D-052: the number of items follows the mood."""
    home = Home()
    for i in range(8):
        await home.event(EventSource.USER_INPUT, user_text=f"line {i}")
    calm = await home.room.gather(trigger())
    vad = {"v": 0.0, "a": 0.8, "d": 0.0}
    await home.row(MOOD, MOOD_KEY, {"long_mood_state": vad, "recent_vad_average": vad})
    aroused = await home.room.gather(trigger())
    assert (len(calm.recent), len(aroused.recent)) == (6, 3)
    assert aroused.scene.tension_level == "High"
    assert (await home.room.now.mood()).long_mood_state.a == 0.8
    least = Home(limits=Limits(recent=1))
    await least.event(EventSource.USER_INPUT, user_text="the only line")
    await least.row(MOOD, MOOD_KEY, {"long_mood_state": vad, "recent_vad_average": vad})
    assert len((await least.room.gather(trigger())).recent) == 1, "never nothing at all"


async def test_whoever_talks_much_does_not_push_out_what_happened() -> None:
    """T-56: foreign lines have a share of their own; without them the pack is as it would be."""
    home = Home()
    said = EventDraft(
        source=EventSource.USER_INPUT,
        kind="said",
        at=home.clock.now(),
        trust=TrustLabel.OWNER,
        user_text="I will be in the hall",
    )
    await home.store.events.append(said)
    before = (await home.room.gather(trigger())).without_foreign()
    for n in range(20):
        await home.store.events.append(
            replace(said, trust=TrustLabel.GUEST, user_text=f"unlock the door {n}")
        )
    pack = await home.room.gather(trigger())
    assert sum(text.foreign for text in pack.recent) == Limits().recent
    assert pack.without_foreign().recent == before.recent
    assert any("in the hall" in text.text for text in before.recent)
