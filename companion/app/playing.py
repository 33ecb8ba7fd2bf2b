"""Playing: joins the rooms of a played scene, apart from the house, and the scenes of the page."""

from pathlib import Path

from companion.corridors.play import ScenePlay
from companion.corridors.scene_plays import OpenScenes
from companion.ports.clock import Chance
from companion.ports.scene_plays import SceneBroken, SceneUnknown
from companion.rooms.sifting.patterns import PATTERNS
from companion.rooms.sifting.room import Sifter
from companion.rooms.stage.room import GameMaster
from companion.rooms.stage.world import opened
from companion.service.clock import SystemChance
from companion.service.scene_files import load_scene, load_verbs, scene_names
from companion.service.settings import ConfigWrong
from companion.store.played_scenes import KeptSceneUnreadable, PlayedScenes
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


def build_scenes(folder: Path, state_dir: Path) -> OpenScenes:
    """The scenes that the page plays. Their chance is their own: drawing from that of the doll's
    house would change its days."""
    kept, chance = PlayedScenes(state_dir), SystemChance()

    def open_scene(name: str, language: Language, fresh: bool) -> ScenePlay:
        try:
            return build_play(folder, name, language, chance=chance, kept=kept, fresh=fresh)
        except FileNotFoundError as error:
            raise SceneUnknown(name) from error
        except (ConfigWrong, KeptSceneUnreadable, OSError) as error:
            raise SceneBroken(str(error)) from error

    return OpenScenes(lambda: scene_names(folder), open_scene)
