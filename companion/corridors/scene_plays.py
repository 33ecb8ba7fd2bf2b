"""Scene plays 上演中の場面: keeps the scenes that are being played, for the page.

All roles that no person plays are played by the scripted actor, so that the language model stays
free for the home.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.corridors.play import ScenePlay
from companion.ports.scene_plays import SceneUnknown
from companion.rooms.character.scripted import ScriptedActor
from companion.rooms.stage.transcript import told_lines
from companion.rooms.stage.view import view_of
from companion.words.language import Language
from companion.words.stage import ActorView, SceneShown, ThingShown, TurnShown

Open = Callable[[str, Language, bool], ScenePlay]
"""Opens a scene where it was left, or (True) anew. Raises `SceneUnknown`, `SceneBroken`."""
TURNS_SHOWN = 30


@dataclass
class OpenScenes:
    """Implements the port `ScenePlays`."""

    listed: Callable[[], tuple[str, ...]]
    open: Open
    _plays: dict[tuple[str, Language], ScenePlay] = field(default_factory=dict)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    def names(self) -> tuple[str, ...]:
        """Names of the scenes."""
        return self.listed()

    async def shown(self, name: str, language: Language, role: str) -> SceneShown:
        """A scene as it is now. Raises `SceneUnknown`, `SceneBroken`."""
        async with self._turn:
            play = await self._play(name, language)
            return shown_of(play, actor_of(play, role))

    async def go_on(self, name: str, language: Language, role: str, text: str) -> None:
        """Play on. Raises `SceneUnknown`, `SceneBroken`."""
        async with self._turn:
            play = await self._play(name, language)
            own = actor_of(play, role)
            if not own:
                await play.act(play.next_actor(), ScriptedActor())
                return
            await others_until(play, own)
            play.say(own, play.typed(own, text))
            await others_until(play, own)

    async def begin_again(self, name: str, language: Language) -> None:
        """Begin a scene anew. Raises `SceneUnknown`, `SceneBroken`."""
        async with self._turn:
            play = await asyncio.to_thread(self.open, name, language, True)
            play.keep(play.scene)
            self._plays[name, language] = play

    async def _play(self, name: str, language: Language) -> ScenePlay:
        if (name, language) not in self._plays:
            play = await asyncio.to_thread(self.open, name, language, False)
            self._plays[name, language] = play
        return self._plays[name, language]


async def others_until(play: ScenePlay, own: str) -> None:
    """Let the others play until it is this actor's turn."""
    while play.next_actor() != own:
        await play.act(play.next_actor(), ScriptedActor())


def actor_of(play: ScenePlay, role: str) -> str:
    """Id of the actor of a role; "" for none. Raises `SceneUnknown`."""
    if not role:
        return ""
    found = next((one.id for one in play.book.cast if one.role == role), None)
    if found is None:
        raise SceneUnknown(role)
    return found


def shown_of(play: ScenePlay, own: str) -> SceneShown:
    """The scene as an audience reads it, with what the actor `own` could try."""
    scene, book = play.scene, play.book
    view = view_of(scene, book, play.verbs, own or play.next_actor())
    names = {one.id: one.name for one in scene.state.objects}
    names |= {one.id: one.name for one in scene.state.actors}
    turns = tuple(
        TurnShown(
            name=names[turn.actor],
            lines=told_lines(turn, scene.state, play.verbs, book.language),
            thought=turn.thought,
        )
        for turn in reversed(scene.turns[-TURNS_SHOWN:])
    )
    return SceneShown(
        title=book.title,
        state=view.state,
        roles=tuple((one.role, one.name) for one in book.cast),
        next_role=book.sheet(play.next_actor()).role,
        things=_things(play, view, own, names),
        news=(*play.requests(own), *play.news(own)),
        turns=turns,
        stories=tuple(match.told(book.language, names) for match in play.stories),
    )


def _things(
    play: ScenePlay, view: ActorView, own: str, names: dict[str, str]
) -> tuple[ThingShown, ...]:
    def state_of(state: str) -> str:
        holder = names.get(state.removeprefix("held_by_"))
        return holder if holder is not None else play.book.states.get(state, "")

    return tuple(
        ThingShown(
            name=thing.name,
            state=state_of(thing.state),
            acts=tuple(
                (offer.label, str(offer.tag))
                for offer in view.offers
                if own and offer.object_id == thing.id
            ),
        )
        for thing in view.state.objects
    )
