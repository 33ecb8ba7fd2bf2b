"""Port of an actor: thinks, then performs; a rule and a language model both can."""

from typing import Protocol

from companion.words.stage import ActorView, CharacterThought, Performance


class ActorFailed(RuntimeError):
    """Error: the actor gave nothing usable; the text says why. Its turn passes without an act."""


class Actor(Protocol):
    """Actor of a played scene. It sees a view and can change nothing; the game master judges its
    acts."""

    async def think(self, view: ActorView) -> CharacterThought:
        """Phase 1: belief, desires, intention. Causes no act, no speech. Raises `ActorFailed`."""

    async def perform(self, view: ActorView, thought: CharacterThought) -> Performance:
        """Phase 2: tags and a line on the basis of the thought. Raises `ActorFailed`."""
