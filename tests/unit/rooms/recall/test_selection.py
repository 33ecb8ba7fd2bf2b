"""Selection by the persona: two characters, one talk, different memories; the answer stays."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.rooms.consolidation.room import Consolidation
from companion.rooms.recall.room import BEFORE, Recall
from companion.rooms.recall.selection import CHOSEN_FROM, hint_of, selected, selection_context
from companion.words.areas import AttentionTarget, InterestValue
from companion.words.episode import Episode, Voice
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.mood import Mood, Vad
from companion.words.persona import PersonaSheet
from companion.words.recalled import Found, Reason
from companion.words.selection import PersonaFocusHint, PersonaSelectionContext
from companion.words.trust import TrustLabel
from tests.unit.rooms.recall.household import household

TALK = (
    "The weekend was lovely, we went to the lake",
    "On the weekend we cooked a spicy curry with fresh basil and baked bread",
    "On the weekend the engine of the old motorbike broke and we repaired the gearbox",
    "The weekend was rainy and long",
    "The weekend passed slowly, we tidied the cellar",
    "A weekend in the garden, the roses are out",
    "Next weekend the neighbours come",
    "Last weekend the bus did not come",
)
COOK = "Loves cooking: curry, basil, fresh bread that is baked at home, spicy food."
MECHANIC = "Loves machines: a motorbike, its engine, a gearbox that is repaired by hand."


def sheet(text: str) -> PersonaSheet:
    return PersonaSheet(
        name="Koto",
        language=Language.EN,
        persona_text=text,
        addon_text="",
        second_person_label="you",
    )


def found_of(*texts: str) -> tuple[Found, ...]:
    """Found in this order."""
    at = datetime(2026, 5, 1, tzinfo=UTC)
    return tuple(
        Found(
            episode=Episode(
                id=EventId(n),
                at=at + timedelta(days=n),
                voice=Voice.PERSON,
                text=text,
                trust=TrustLabel.OWNER,
            ),
            score=1.0 / n,
            why=(Reason.WORDS,),
        )
        for n, text in enumerate(texts, 1)
    )


def context(hint: PersonaFocusHint | None = None, arousal: float = 0.0) -> PersonaSelectionContext:
    return PersonaSelectionContext(
        persona_text="",
        addon_text="",
        mood=Mood(recent_vad_average=Vad(0.0, arousal, 0.0)),
        hint=hint or PersonaFocusHint(),
    )


def ids(found: tuple[Found, ...]) -> list[int]:
    return [int(one.episode.id) for one in found]


async def test_two_personas_recall_different_memories_of_one_talk(tmp_path: Path) -> None:
    """D-073, D-047: the same record and the same sentence; only the character sheet differs."""
    async with household(tmp_path) as home:
        for text in TALK:
            await home.say(text, "Ann", days=1)
        asked = await home.say("How was the weekend?", "Ann", days=1)
        while await home.embedding.step():
            pass

        async def minded(text: str) -> list[str]:
            recall = Recall(home.store.record, home.store.state, home.search, persona=sheet(text))
            recalled = await recall.recall(asked, limit=0)
            return [one.episode.text for one in recalled.before]

        cook, mechanic = await minded(COOK), await minded(MECHANIC)
        assert len(cook) == len(mechanic) == BEFORE
        assert cook[:2] == mechanic[:2], "what answers best is nobody's taste"
        assert TALK[1] in cook
        assert TALK[1] not in mechanic
        assert TALK[2] in mechanic
        assert TALK[2] not in cook


async def test_the_context_is_what_the_house_holds_of_the_persona(tmp_path: Path) -> None:
    """D-047, D-051: texts, mood, confirmed preferences and interest; a candidate is none."""
    async with household(tmp_path) as home:
        state, writer = home.store.state, home.store.state_writer
        consolidation = Consolidation(state, writer, record=home.store.record)

        async def remember(event: Event) -> None:
            await consolidation.apply(await consolidation.generate(event))

        await remember(await home.say("I like opera", "Ann"))
        held = await selection_context(state, sheet(COOK))
        assert "opera" not in held.hint.topic_bias
        await remember(await home.say("Remember that I like jazz", "Ann"))
        held = await selection_context(state, sheet(COOK))
        assert held.persona_text == COOK
        assert "jazz" in held.hint.topic_bias
        assert "owner" in held.hint.topic_bias, "somebody spoke to it"
        assert held.mood.recent_vad_average.v > 0


def test_the_hint_is_empty_where_nothing_is_known() -> None:
    """D-051: nothing is read out of the persona's text."""
    assert hint_of((), None) == PersonaFocusHint()


def test_the_interest_gives_topics() -> None:
    """D-050, D-061: what draws the attention is a topic."""
    targets = (AttentionTarget(type="topic", value="light@kitchen", weight=1.0),)
    interest = InterestValue(
        attention_targets=targets, interaction_mode="observe", updated_from_event_ids=()
    )
    hint = hint_of((), interest)
    assert hint.topic_bias == {"light", "kitchen"}


def test_a_topic_lifts_and_what_is_disliked_sinks() -> None:
    """D-050: among those after the best two."""
    found = found_of("a", "b", "the opera", "rain", "the jazz club", "snow")
    hint = PersonaFocusHint(topic_bias=frozenset({"jazz"}), avoid_bias=frozenset({"opera"}))
    chosen = selected(found, context(hint), {}, limit=4)
    assert ids(chosen) == [1, 2, 5, 4]
    assert Reason.PERSONA in chosen[2].why
    assert Reason.PERSONA not in chosen[3].why


def test_an_aroused_mood_keeps_to_what_was_asked() -> None:
    """D-047: the mood takes part."""
    found = found_of("a", "b", "c", "d", "e", "f")
    draw = {EventId(5): 1.0, EventId(6): 0.9, EventId(3): 0.0, EventId(4): 0.0}
    assert ids(selected(found, context(), draw, limit=4)) == [1, 2, 5, 6]
    assert ids(selected(found, context(arousal=0.6), draw, limit=4)) == [1, 2, 3, 5]


def test_no_more_than_asked_for_and_none_from_far_behind() -> None:
    """What lies behind the pool is nobody's memory of this sentence."""
    found = found_of(*(f"text {n}" for n in range(CHOSEN_FROM + 5)))
    last = found[-1].episode.id
    assert last not in ids(selected(found, context(), {last: 1.0}, limit=4))
    assert ids(selected(found, context(), {}, limit=1)) == [1]
