"""Selection of the memories that come to this persona's mind beside what answers.

The best of the search keep their places, so that an answer is never given up for a character. The
places after them go to what this persona would readily recall (ADR 0084): what lies near its text
in meaning, what holds a word of its interest and of confirmed preferences, and not what people of
the house do not like. An aroused mood holds on to what was asked and leaves fewer such places.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.ports.state import StateReader
from companion.rooms.recall.words_of import words_of
from companion.words.areas import INTEREST, INTEREST_KEY, InterestValue, Standing, value_in
from companion.words.episode import Episode
from companion.words.ids import EventId
from companion.words.mood import MOOD, MOOD_EDGE, MOOD_KEY, mood_of
from companion.words.persona import PersonaSheet
from companion.words.recalled import Found, Reason
from companion.words.selection import PersonaFocusHint, PersonaSelectionContext
from companion.words.told import Told, ToldKind, told_of

CHOSEN_FROM = 12
"""Best of the search among which the persona chooses."""
KEPT, KEPT_AROUSED = 2, 3
"""Best of the search that keep their places."""
TOPIC, AVOIDED = 0.5, 1.0
"""Beside the draw of the text, which goes from 0 to 1 over the candidates, and the rank, too."""


async def selection_context(state: StateReader, persona: PersonaSheet) -> PersonaSelectionContext:
    """The context of the moment."""
    rows = await state.rows(ToldKind.PREFERENCE)
    told = [one for row in rows if (one := told_of(row)) is not None]
    holds = [one for one in told if one.status is Standing.CONFIRMED and one.valid_until is None]
    row = await state.row(INTEREST, INTEREST_KEY)
    interest = None if row is None else value_in(row, InterestValue)
    return PersonaSelectionContext(
        persona_text=persona.persona_text,
        addon_text=persona.addon_text,
        mood=mood_of(await state.row(MOOD, MOOD_KEY)),
        hint=hint_of(holds, interest),
    )


def hint_of(confirmed: Sequence[Told], interest: InterestValue | None) -> PersonaFocusHint:
    """The hint that confirmed preferences and the interest give; empty where there are none."""
    targets = interest.attention_targets if interest is not None else ()
    turned_to = [one.value.replace("@", " ").replace("_", " ") for one in targets]
    liked = [one.value for one in confirmed if not one.negated]
    return PersonaFocusHint(
        topic_bias=frozenset(word for text in (*turned_to, *liked) for word in words_of(text)),
        avoid_bias=frozenset(
            word for one in confirmed if one.negated for word in words_of(one.value)
        ),
    )


def text_of(context: PersonaSelectionContext) -> str:
    """The persona as a text that is compared with episodes."""
    return f"{context.persona_text} {context.addon_text}".strip()


def selected(
    found: Sequence[Found],
    context: PersonaSelectionContext,
    draw: Mapping[EventId, float],
    *,
    limit: int,
) -> tuple[Found, ...]:
    """`limit` of these, which are best first. `draw`: closeness of each to the persona's text; an
    episode that has none is drawn as the least of them."""
    pool = found[:CHOSEN_FROM]
    aroused = context.mood.recent_vad_average.a > MOOD_EDGE
    kept, others = pool[: (seats := KEPT_AROUSED if aroused else KEPT)], pool[seats:]
    low, high = min(draw.values(), default=0.0), max(draw.values(), default=0.0)

    def worth(rank: int, one: Found) -> float:
        drawn = (draw.get(one.episode.id, low) - low) / (high - low) if high > low else 0.0
        return drawn + _biased(one.episode, context.hint) + 1.0 - rank / len(others)

    ranked = sorted(enumerate(others), key=lambda each: -worth(*each))
    left = {one.episode.id for one in found[:limit]}
    own = [
        one if one.episode.id in left else replace(one, why=(*one.why, Reason.PERSONA))
        for _, one in ranked[: max(0, limit - len(kept))]
    ]
    return (*kept[:limit], *own)


def _biased(episode: Episode, hint: PersonaFocusHint) -> float:
    held = {*words_of(episode.text), *words_of(episode.in_english)}
    return TOPIC * bool(held & hint.topic_bias) - AVOIDED * bool(held & hint.avoid_bias)
