"""`companion scene` plays scenes on a stage of their own; the running companion is not asked."""

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo

import typer

from companion.app.playing import build_play
from companion.cli.asking import EXIT_CONFIG, language_at, leave, settings_of
from companion.cli.config import own_plugins
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath, fail
from companion.corridors.play import ScenePlay
from companion.engines.llm_runtime.request_queue import LlmQueue
from companion.home.scene_xml import render
from companion.ports.actor import Actor
from companion.rooms.character.llm_actor import LlmActor
from companion.rooms.character.scripted import ScriptedActor
from companion.rooms.stage.tags import read_strictly
from companion.rooms.stage.transcript import told_lines, told_thought
from companion.rooms.stage.view import view_of
from companion.rooms.stage.world import in_view
from companion.service import plugins
from companion.service.clock import SystemChance, SystemClock
from companion.service.scene_files import load_scene, scene_names
from companion.service.settings import ConfigWrong, Settings
from companion.store.played_scenes import KeptSceneUnreadable, PlayedScenes
from companion.words.language import Bilingual, Language
from companion.words.stage import GeneralVerb, PlayedTurn

EXIT_USAGE = 2
SCRIPTED = "scripted"
TURNS = 12
"""Turns of a scene that nobody plays a role in."""
QUIT, HELP = "/quit", ("?", "？")
ANY = (GeneralVerb.ASK, GeneralVerb.WARN)

Name = Annotated[str, typer.Argument(help="name of a scene", metavar="SCENE")]
Role = Annotated[str, typer.Option("--as", help="play this role yourself", metavar="ROLE")]
EngineName = Annotated[
    str, typer.Option("--engine", help="scripted (no model), or an engine of `llm:`")
]
Turns = Annotated[
    int | None,
    typer.Option("--turns", min=1, help="turns to play; default: until you leave, or 12"),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="begin anew")]
Thoughts = Annotated[bool, typer.Option("--thoughts", help="show what they think")]
Xml = Annotated[bool, typer.Option("--xml", help="print the Scene State XML at the end")]
Seed = Annotated[int | None, typer.Option("--seed", help="the same numbers, the same play")]
Lang = Annotated[
    Language | None, typer.Option("--lang", "-l", help="ja | en; default: the household's")
]

_NO_SCENE = Bilingual(
    "「{}」という場面はありません。あるもの: {}", "there is no scene {!r}; there are: {}"
)
_NO_SCENES = Bilingual("{} に場面がありません", "there are no scenes in {}")
_NO_ROLE = Bilingual(
    "「{}」という役はありません。あるもの: {}", "there is no role {!r}; there are: {}"
)
_NO_ENGINE = Bilingual("モデル「{}」は使えません: {}", "the model {!r} cannot be used: {}")
_UNREADABLE = Bilingual(
    "続きを読めません。--fresh で初めから演じられます（{}）",
    "where it was left cannot be read; --fresh begins anew ({})",
)
_TITLE, _BETWEEN = Bilingual("【{}】 {}", "[{}] {}"), Bilingual("、", ", ")
_THINGS = Bilingual("あるもの: {}", "Things: {}")
_YOU = Bilingual(
    "{}を演じます。「{}を調べる」のように打つと行動に、ほかは台詞になります。"
    "{} で今できること、{} で終わり",
    "You play {}. Type an act, such as: look at the {}, or a line. "
    "{} shows what can be done now, {} leaves",
)
_NEWS = Bilingual("（この役だけに）{}", "(to this role alone) {}")
_STORY = Bilingual("物語: {}", "Story: {}")

scene_app = typer.Typer(
    no_args_is_help=True,
    help="Little plays on a stage of their own; nothing of them is a fact of the home.",
)


@scene_app.command("list")
def list_scenes(config: ConfigPath = DEFAULT_CONFIG, lang: Lang = None) -> None:
    """List the scenes and the roles of each."""
    language = lang or language_at(config)
    folder = settings_of(config).scenes
    names = scene_names(folder)
    if not names:
        fail(_NO_SCENES.get(language).format(folder))
    for name in names:
        try:
            book = load_scene(folder, name, language)
        except ConfigWrong as error:
            leave(config, error, EXIT_CONFIG, language)
        roles = ", ".join(f"{one.role} ({one.name})" for one in book.cast)
        typer.echo(f"{name:10} {book.title}: {roles}")


@scene_app.command("play")
def play_scene(
    scene: Name,
    role: Role = "",
    engine: EngineName = SCRIPTED,
    turns: Turns = None,
    fresh: Fresh = False,
    thoughts: Thoughts = False,
    xml: Xml = False,
    seed: Seed = None,
    config: ConfigPath = DEFAULT_CONFIG,
    lang: Lang = None,
) -> None:
    """Play SCENE, from where it was left. Type an act or a line; ? shows what can be done."""
    language = lang or language_at(config)
    settings = settings_of(config)
    play = _opened(config, settings, scene, language, fresh=fresh, seed=seed)
    actor = _actor_of(play, role, language)
    _show_opening(play, actor)
    with own_plugins():
        asyncio.run(_run(play, settings, engine, actor, turns, thoughts=thoughts))
    for match in play.stories:
        names = {one.id: one.name for one in play.scene.state.objects}
        names |= {one.id: one.name for one in play.scene.state.actors}
        typer.echo(_STORY.get(language).format(match.told(language, names)))
    if xml:
        typer.echo(render(in_view(play.scene)))


def _opened(
    config: Path,
    settings: Settings,
    scene: str,
    language: Language,
    *,
    fresh: bool,
    seed: int | None,
) -> ScenePlay:
    folder = settings.scenes
    try:
        return build_play(
            folder,
            scene,
            language,
            chance=SystemChance(seed),
            kept=PlayedScenes(settings.state_dir),
            fresh=fresh,
        )
    except FileNotFoundError:
        there = ", ".join(scene_names(folder))
        fail(_NO_SCENE.get(language).format(scene, there), EXIT_USAGE)
    except ConfigWrong as error:
        leave(config, error, EXIT_CONFIG, language)
    except KeptSceneUnreadable as error:
        fail(_UNREADABLE.get(language).format(error))


def _actor_of(play: ScenePlay, role: str, language: Language) -> str:
    """Id of the actor of a role; "" for no role."""
    asked = role.casefold()
    found = next((c.id for c in play.book.cast if asked in (c.role, c.name.casefold())), "")
    if role and not found:
        there = ", ".join(one.role for one in play.book.cast)
        fail(_NO_ROLE.get(language).format(role, there), EXIT_USAGE)
    return found


def _show_opening(play: ScenePlay, actor: str) -> None:
    state, language = in_view(play.scene), play.book.language
    where = (one for one in (state.location, state.time, state.weather) if one)
    place = _BETWEEN.get(language).join(where)
    typer.echo(_TITLE.get(language).format(play.book.title, place))
    things = ", ".join(f"{one.name} [{', '.join(one.affordances)}]" for one in state.objects)
    typer.echo(_THINGS.get(language).format(things))
    if actor:
        name = play.book.sheet(actor).name
        typer.echo(_YOU.get(language).format(name, state.objects[0].name, HELP[0], QUIT))
    for turn in play.scene.turns[-len(play.book.cast) :]:
        _show(play, turn, thoughts=False)
    for text in play.requests(actor):
        typer.echo(text)
    _show_news(play, actor)


def _show_news(play: ScenePlay, actor: str) -> None:
    for text in play.news(actor):
        typer.echo(_NEWS.get(play.book.language).format(text))


def _show_acts(play: ScenePlay, actor: str) -> None:
    """The acts that the things in view afford, a line for each thing; requests, in the last line,
    are about any of them."""
    view, language = view_of(play.scene, play.book, play.verbs, actor), play.book.language
    told = [
        [one.label for one in view.offers if one.object_id == thing.id and one.tag.verb not in ANY]
        for thing in view.state.objects
    ]
    for acts in [*told, [play.verbs[one].told.get(language).format("…") for one in ANY]]:
        typer.echo(f"- {_BETWEEN.get(language).join(acts)}")


async def _run(
    play: ScenePlay,
    settings: Settings,
    engine: str,
    own: str,
    turns: int | None,
    *,
    thoughts: bool,
) -> None:
    lines = _typed(play, own) if own else iter(())
    async with _actor(settings, engine, play.book.language) as actor:
        for _ in range(turns if turns is not None else 10**6 if own else TURNS):
            whose = play.next_actor()
            if whose != own:
                _show(play, await play.act(whose, actor), thoughts=thoughts)
                continue
            text = await asyncio.to_thread(next, lines, None)
            if text is None or text == QUIT:
                return
            _show(play, play.say(own, play.typed(own, text)), thoughts=False)
            _show_news(play, own)


def _typed(play: ScenePlay, own: str) -> Iterator[str]:
    """Lines of the terminal, until its end. A line that asks how it goes is answered here."""
    while True:
        typer.echo("> ", nl=False)
        line = sys.stdin.readline()
        if not line:
            return
        text = line.strip()
        if text in HELP or (text.startswith("/") and text != QUIT):
            _show_acts(play, own)
        else:
            yield text


@asynccontextmanager
async def _actor(settings: Settings, engine: str, language: Language) -> AsyncIterator[Actor]:
    """The actor of all roles that nobody plays."""
    if engine == SCRIPTED:
        yield ScriptedActor()
        return
    async with AsyncExitStack() as stack:
        clock = SystemClock(ZoneInfo(settings.time_zone))
        section = settings.llm.settings if engine == settings.llm.engine else {}
        has = {"clock": clock, "state_dir": settings.state_dir}
        try:
            built = plugins.build(plugins.FAMILIES["llm"], engine, section, has)
        except (plugins.PlugInUnknown, plugins.PlugInSettingsWrong, plugins.PlugInBroken) as error:
            fail(_NO_ENGINE.get(language).format(engine, error), EXIT_USAGE)
        queue = LlmQueue(built, clock)
        stack.push_async_callback(queue.stop)
        await queue.start()
        if not queue.ready():
            fail(_NO_ENGINE.get(language).format(engine, queue.why_down()))
        yield LlmActor(queue, read_strictly)


def _show(play: ScenePlay, turn: PlayedTurn, *, thoughts: bool) -> None:
    if thoughts and (thought := told_thought(turn)):
        typer.echo("\n".join(f"    {line}" for line in thought.splitlines()))
    for line in told_lines(turn, play.scene.state, play.verbs, play.book.language):
        typer.echo(line)
