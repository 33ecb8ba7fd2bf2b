"""Scripted actor 規則の役者: plays a character by sums alone, without a model; always the same."""

from dataclasses import dataclass

from companion.rooms.character.belief import believe
from companion.rooms.character.desire import desires, given_up
from companion.rooms.character.means import Means, scored, ways
from companion.words.decision import Thought
from companion.words.language import Bilingual
from companion.words.score import ScoredEntry, best_of
from companion.words.stage import ActorView, CharacterThought, Performance

WAITING = 0.1
"""An act that is worth less than this is not done; the character waits."""
_WAIT = Bilingual("今は様子を見る", "wait and see")
_GIVE_UP = Bilingual("もうやめて、ほかのことをする", "give it up and turn to something else")


@dataclass(frozen=True, slots=True)
class ScriptedActor:
    """Actor that believes, weighs its desires and the ways to them, and says a line it has."""

    async def think(self, view: ActorView) -> CharacterThought:
        """Form belief, desires and intention by the figures of the sheet."""
        return thought_of(view)

    async def perform(self, view: ActorView, thought: CharacterThought) -> Performance:
        """Do what the intention says, with a line that fits it and was not said just before; in
        silence where there is no such line."""
        fresh = (
            line
            for line in view.sheet.lines.get(thought.mood, ())
            if not any(line in told for told in view.history)
        )
        return Performance(tags=thought.tags, line=next(fresh, ""))


def thought_of(view: ActorView) -> CharacterThought:
    """The thought of a personality about a scene, and the sums that settled it."""
    belief = believe(view)
    wanted = desires(view)
    alive = [one for one in wanted if not given_up(one.want, view)]
    means = [way for desire in alive for way in ways(view, desire)]
    entries = {
        entry.name: (entry, way) for way in means for entry in [scored(way, belief, view.sheet)]
    }
    best = best_of([entry for entry, _ in entries.values()]) if entries else None
    chosen = entries[best.name][1] if best is not None and best.total >= WAITING else None
    gives_up = len(alive) < len(wanted)
    return CharacterThought(
        thought=Thought(
            personality=", ".join(view.sheet.traits),
            belief=belief.text,
            desires=tuple((one.want.text, one.word()) for one in wanted),
            intention=_intention(view, chosen, gives_up=gives_up),
        ),
        tags=chosen.tags if chosen is not None else (),
        mood=_mood(view, chosen, gives_up=gives_up),
        scores=_ranked([entry for entry, _ in entries.values()]),
        want=chosen.desire.want.id if chosen is not None else "",
    )


def _ranked(entries: list[ScoredEntry]) -> tuple[ScoredEntry, ...]:
    return tuple(sorted(entries, key=lambda one: (-round(one.total, 6), one.name)))


def _intention(view: ActorView, chosen: Means | None, *, gives_up: bool) -> str:
    if chosen is not None:
        return chosen.label
    return (_GIVE_UP if gives_up else _WAIT).get(view.language)


def _mood(view: ActorView, chosen: Means | None, *, gives_up: bool) -> str:
    kinds = {one.kind for one in view.percepts}
    if chosen is None:
        return "gives_up" if gives_up else "waits"
    if "event" in kinds:
        return "event"
    return "refused" if "refusal" in kinds else chosen.manner.value
