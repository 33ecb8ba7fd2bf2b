"""Played scenes for tests: the shipped ones, with chance that is decided beforehand."""

from dataclasses import dataclass, field
from pathlib import Path

from companion.corridors.play import ScenePlay
from companion.rooms.sifting.patterns import PATTERNS
from companion.rooms.sifting.room import Sifter
from companion.rooms.stage.room import GameMaster, Judged
from companion.rooms.stage.tags import read_performance
from companion.rooms.stage.view import view_of
from companion.rooms.stage.world import opened
from companion.service.scene_files import load_scene, load_verbs
from companion.words.language import Language
from companion.words.stage import ActorView, PlayedScene, SceneBook, VerbRow

FOLDER = Path(__file__).parents[2] / "config" / "scenes"
VERBS: dict[str, VerbRow] = load_verbs(FOLDER)


@dataclass
class FixedChance:
    """Chance that always comes out the same; 1.0 means that nothing happens by chance."""

    value: float = 1.0
    asked: list[float] = field(default_factory=list)

    def random(self) -> float:
        """The fixed number."""
        self.asked.append(self.value)
        return self.value

    def choice(self, n: int) -> int:
        """The first."""
        return 0


def book_of(name: str, language: Language = Language.JA) -> SceneBook:
    """A shipped scene."""
    return load_scene(FOLDER, name, language)


def play_of(
    book: SceneBook, chance: FixedChance | None = None, scene: PlayedScene | None = None
) -> ScenePlay:
    """A play of a book, from its opening or from this scene."""
    luck = chance or FixedChance()
    return ScenePlay(
        book=book,
        verbs=VERBS,
        game_master=GameMaster(book, VERBS, luck),
        sifter=Sifter(PATTERNS),
        chance=luck,
        scene=scene or opened(book),
    )


def judged(book: SceneBook, scene: PlayedScene, actor: str, text: str, luck: float = 1.0) -> Judged:
    """Judgement of a performance as it is written."""
    game_master = GameMaster(book, VERBS, FixedChance(luck))
    return game_master.judge(scene, actor, read_performance(text).tags)


def seen(book: SceneBook, scene: PlayedScene, actor: str) -> ActorView:
    """The view of an actor."""
    return view_of(scene, book, VERBS, actor)
