"""Port of scenes to play: shows a played scene and takes it on turn by turn.

A played act is no event of the home; no method of this port acts on a device.
"""

from typing import Protocol

from companion.words.language import Language
from companion.words.stage import SceneShown


class SceneUnknown(LookupError):
    """Error: there is no such scene, or no such role in it."""


class SceneBroken(RuntimeError):
    """Error: the file of a scene, or of where it was left, cannot be read; the text says why."""


class ScenePlays(Protocol):
    """Scenes, each kept where it was left, apart in each language."""

    def names(self) -> tuple[str, ...]:
        """Names of the scenes."""

    async def shown(self, name: str, language: Language, role: str) -> SceneShown:
        """A scene as it is now; `role` "" is an onlooker. Raises `SceneUnknown`, `SceneBroken`."""

    async def go_on(self, name: str, language: Language, role: str, text: str) -> None:
        """Play on: the turn of `role` as typed (tags, then a line), and the others until it is its
        turn again; role "" lets the next actor play one turn. Raises as `shown` does."""

    async def begin_again(self, name: str, language: Language) -> None:
        """Begin a scene anew. Raises `SceneUnknown`, `SceneBroken`."""
