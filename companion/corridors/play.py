"""Play corridor 場面の廊下: takes one turn of a played scene through all of its rooms.

Scene -> thought -> performance -> judgement -> sifting, and an invented event where the story
stands still. A played scene has a file of its own and is no part of the record of the home: none of
its acts reaches a device, and none of its lines is evidence.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from companion.ports.actor import Actor, ActorFailed
from companion.ports.clock import Chance
from companion.rooms.sifting.choice import best_injection
from companion.rooms.sifting.room import Sifter
from companion.rooms.stage.room import GameMaster, Judged
from companion.rooms.stage.story import ended, event_is_due, injected, offered
from companion.rooms.stage.transcript import told_requests
from companion.rooms.stage.typed import read_typed
from companion.rooms.stage.view import view_of
from companion.rooms.stage.world import held_by, in_view
from companion.words.ids import EventId
from companion.words.stage import (
    CharacterThought,
    Performance,
    PlayedScene,
    PlayedTurn,
    SceneBook,
    VerbRow,
)
from companion.words.story import StoryFact, StoryMatch, StoryVerb

_DAY_ONE = datetime(2000, 1, 1, tzinfo=UTC)
"""Story facts of a scene count their minutes from here; the scene has a time of its own."""


@dataclass(slots=True, kw_only=True)
class ScenePlay:
    """A scene that is being played."""

    book: SceneBook
    verbs: Mapping[str, VerbRow]
    game_master: GameMaster
    sifter: Sifter
    chance: Chance
    scene: PlayedScene
    keep: Callable[[PlayedScene], None] = field(default=lambda _scene: None)
    """Called after each turn, so that a restart goes on from here."""
    stories: list[StoryMatch] = field(default_factory=list)
    """Stories that became whole while it was played."""

    def __post_init__(self) -> None:
        """Sift the turns of a kept scene again, so that its open stories are open still."""
        for turn in self.scene.turns:
            for verb, thing in turn.happened:
                self.sifter.take(self._fact(verb, turn.actor, thing))

    def next_actor(self) -> str:
        """Id of the actor whose turn it is."""
        cast = self.book.cast
        return cast[self.scene.turn % len(cast)].id

    async def act(self, actor: str, by: Actor) -> PlayedTurn:
        """One turn of an actor that thinks for itself; it passes if it gives nothing usable."""
        view = view_of(self.scene, self.book, self.verbs, actor)
        try:
            thought = await by.think(view)
            performance = await by.perform(view, thought)
        except ActorFailed as error:
            return self._take(actor, None, Performance(), failure=str(error))
        return self._take(actor, thought, performance)

    def say(self, actor: str, performance: Performance) -> PlayedTurn:
        """One turn of the user, who plays this actor: judged by the same rules."""
        return self._take(actor, None, performance)

    def typed(self, actor: str, text: str) -> Performance:
        """The turn that a person types who plays this actor, with the things in view now."""
        holds = held_by(self.scene.state, actor) is not None
        return read_typed(text, in_view(self.scene), self.verbs, holds=holds)

    def news(self, actor: str) -> tuple[str, ...]:
        """Finds of this actor's last look, which it alone knows."""
        return tuple(one.text for one in self.scene.percepts.get(actor, ()) if one.kind == "found")

    def requests(self, actor: str) -> tuple[str, ...]:
        """Requests in words that this actor has not met yet, each with who asks."""
        names = {one.id: one.name for one in self.scene.state.actors}
        percepts = self.scene.percepts.get(actor, ())
        return told_requests(percepts, names, self.book.language)

    def _take(
        self,
        actor: str,
        thought: CharacterThought | None,
        performance: Performance,
        *,
        failure: str = "",
    ) -> PlayedTurn:
        before = self.scene
        judged = self.game_master.judge(before, actor, performance.tags)
        turn = PlayedTurn(
            number=before.turn + 1,
            actor=actor,
            thought=thought.thought if thought is not None else None,
            performance=performance,
            rulings=judged.rulings,
            events=judged.events,
            failure=failure,
            happened=judged.happened,
        )
        want = thought.want if thought is not None else ""
        self.scene = ended(before, judged, turn, want, self.book)
        self._sift(actor, judged)
        if event_is_due(self.scene, self.chance):
            self._inject()
        self.keep(self.scene)
        return self.scene.turns[-1]

    def _sift(self, actor: str, judged: Judged) -> None:
        for verb, thing in judged.happened:
            self.stories += self.sifter.take(self._fact(verb, actor, thing))

    def _inject(self) -> None:
        """The event that carries an open story on; where none does, the first of the book."""
        events = offered(self.scene, self.book)
        if not events:
            return
        telling = [
            (event, self._fact(verb, one.id, event.object_id))
            for event in events
            for verb in (event.story, event.toward)
            if verb is not None
            for one in self.book.cast
        ]
        best = best_injection(self.sifter.threads(), [fact for _, fact in telling])
        chosen = events[0] if best is None else telling[best][0]
        self.scene = injected(self.scene, chosen)
        if best is not None and telling[best][1].verb is chosen.story:
            self.stories += self.sifter.take(telling[best][1])

    def _fact(self, verb: StoryVerb, actor: str, thing: str) -> StoryFact:
        return StoryFact(
            verb=verb,
            who=actor,
            what=thing,
            when=_DAY_ONE + timedelta(minutes=self.scene.minutes),
            event_id=EventId(self.scene.turn),
        )
