"""Played scenes 場面の控え: keeps the state of each played scene in a file of its own.

The file is apart from the record of the home, on purpose: nothing that was played is evidence.
"""

import os
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from companion.home.scene_xml import SceneNotReadable, parse, render
from companion.words.stage import PlayedScene

FOLDER = "scenes"


class KeptSceneUnreadable(ValueError):
    """The file of a played scene cannot be read; the text names it."""


class _Kept(msgspec.Struct, frozen=True):
    """A kept scene: the state as Scene State XML, all else as it is."""

    xml: str
    scene: PlayedScene


@dataclass(frozen=True, slots=True)
class PlayedScenes:
    """Files of the played scenes below one state folder."""

    state_dir: Path

    def path(self, name: str) -> Path:
        """File of one scene."""
        return self.state_dir / FOLDER / f"{name}.json"

    def keep(self, name: str, scene: PlayedScene) -> None:
        """Write the scene in place of the one before, whole or not at all. Raises `OSError`."""
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_bytes(msgspec.json.encode(_Kept(xml=render(scene.state), scene=scene)))
        os.replace(part, path)

    def kept(self, name: str) -> PlayedScene | None:
        """The kept scene, or None. Raises `KeptSceneUnreadable`, `OSError`."""
        path = self.path(name)
        if not path.is_file():
            return None
        try:
            found = msgspec.json.decode(path.read_bytes(), type=_Kept)
            return replace(found.scene, state=parse(found.xml))
        except (msgspec.MsgspecError, SceneNotReadable, ValueError) as error:
            raise KeptSceneUnreadable(f"{path}: {error}") from error

    def forget(self, name: str) -> None:
        """Drop the kept scene, if there is one."""
        self.path(name).unlink(missing_ok=True)
