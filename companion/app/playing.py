"""Playing: joins the rooms of a played scene, apart from the house."""

from pathlib import Path

from companion.corridors.play import ScenePlay
from companion.ports.clock import Chance
from companion.rooms.sifting.patterns import PATTERNS
from companion.rooms.sifting.room import Sifter
from companion.rooms.stage.room import GameMaster
from companion.rooms.stage.world import opened
from companion.service.scene_files import load_scene, load_verbs
from companion.store.played_scenes import PlayedScenes
from companion.words.language import Language


def build_play(
    folder: Path, name: str, language: Language, *, chance: Chance, kept: PlayedScenes, fresh: bool
) -> ScenePlay:
    """Build the play of one scene; it goes on where it was left, or begins `fresh`. Raises
    `ConfigWrong`, `FileNotFoundError`, `KeptSceneUnreadable`, `OSError`."""
    verbs = load_verbs(folder)
    book = load_scene(folder, name, language)
    place = f"{name}.{language.value}"
    scene = None if fresh else kept.kept(place)
    return ScenePlay(
        book=book,
        verbs=verbs,
        game_master=GameMaster(book, verbs, chance),
        sifter=Sifter(PATTERNS),
        chance=chance,
        scene=opened(book) if scene is None else scene,
        keep=lambda played: kept.keep(place, played),
    )
