"""A scene is played turn by turn: thought, performance, judgement, sifting, injection."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import companion.corridors.play as play_module
import companion.rooms.stage.room as stage_room
from companion.corridors.play import ScenePlay
from companion.home.scene_xml import parse, render
from companion.ports.actor import ActorFailed
from companion.rooms.character.scripted import ScriptedActor, thought_of
from companion.rooms.sifting.patterns import PATTERNS
from companion.rooms.sifting.room import Sifter
from companion.rooms.stage.room import GameMaster, Judged
from companion.rooms.stage.tags import read_performance
from companion.rooms.stage.world import actor_of, affected, in_view, opened
from companion.words.language import Language
from companion.words.stage import (
    ActorView,
    CharacterThought,
    Effect,
    Manner,
    Performance,
    PlayedScene,
    SceneBook,
    SceneTag,
)
from companion.words.story import StoryFact, StoryMatch, StoryVerb
from tests.twins.played import VERBS, FixedChance, book_of, play_of, seen

CHEST, OFFICE, KITCHEN = book_of("chest"), book_of("office"), book_of("kitchen")
THIEF, KNIGHT = "char_A", "char_B"


async def played(play: ScenePlay, turns: int) -> ScenePlay:
    for _ in range(turns):
        await play.act(play.next_actor(), ScriptedActor())
    return play


def alone(book: SceneBook, actor: str) -> SceneBook:
    """The book with one character, and whoever gives the order."""
    by = book.order.by if book.order is not None else ""
    cast = tuple(one for one in book.cast if one.id in (actor, by))
    state = replace(
        book.opening, actors=tuple(one for one in book.opening.actors if one.id in (actor, by))
    )
    return replace(book, cast=cast, opening=state)


async def acts_of(actor: str) -> list[str]:
    play = play_of(alone(CHEST, actor))
    done = []
    for _ in range(6):
        turn = await play.act(actor, ScriptedActor())
        done += [str(tag) for tag in turn.performance.tags]
    return done


async def test_e_032_the_thief_inspects_and_the_knight_opens_at_once() -> None:
    """E-032: the same scene and order, two sheets, different means."""
    thief, knight = await acts_of(THIEF), await acts_of(KNIGHT)
    assert thief[:3] == ["(INSPECT: 宝箱)", "(DISARM: 宝箱)", "(OPEN: 宝箱)"]
    assert thief[3] == "(GET: 金貨の袋)"
    assert knight[0] == "(OPEN: 宝箱)"
    assert not any("INSPECT" in one for one in knight)


def test_e_032_the_numbers_say_why() -> None:
    """E-032: staying alive above money above obeying; the order above safety."""
    scene = opened(CHEST)
    sums: dict[str, Mapping[str, float]] = {}
    for actor in (THIEF, KNIGHT):
        scores = thought_of(seen(CHEST, scene, actor)).scores
        sums[actor] = {one.name.partition(" ")[2]: one.total for one in scores}
    assert sums[THIEF]["(INSPECT: 宝箱)"] > sums[THIEF]["(OPEN: 宝箱)"] + 0.2
    assert sums[KNIGHT]["(OPEN: 宝箱)"] > sums[KNIGHT]["(INSPECT: 宝箱)"] + 0.5
    swapped = replace(CHEST.sheet(THIEF), values=CHEST.sheet(KNIGHT).values)
    brave = thought_of(replace(seen(CHEST, scene, THIEF), sheet=swapped))
    assert brave.scores[0].total != pytest.approx(sums[THIEF]["(INSPECT: 宝箱)"])


async def test_e_059_e_004_a_minimal_scene_runs_from_thought_to_scene_update() -> None:
    """E-059, E-004, E-053: one room, one character, a few items."""
    play = play_of(alone(OFFICE, "char_B"))
    before = play.scene
    turn = await play.act("char_B", ScriptedActor())
    while not any(ruling.allowed for _, ruling in turn.rulings):
        turn = await play.act("char_B", ScriptedActor())
    assert turn.thought is not None
    assert turn.thought.intention
    assert play.scene != before
    assert play.scene.turns[-1] == turn


async def test_e_002_e_003_the_game_master_alone_changes_the_scene() -> None:
    """E-002, E-003, E-005: an actor that tries anything gets only its tags judged."""

    class Cheat:
        async def think(self, view: ActorView) -> CharacterThought:
            with pytest.raises(AttributeError):
                view.state.location = "外"  # type: ignore[misc]
            with pytest.raises(AttributeError):
                view.state.actors[0].holding = "手紙"  # type: ignore[misc]
            with pytest.raises(AttributeError):
                view.state.objects[0].state = "open"  # type: ignore[misc]
            return thought_of(view)

        async def perform(self, view: ActorView, thought: CharacterThought) -> Performance:
            return read_performance("(OPEN: 引き出し) 「もう開いている。手紙も読んだ」")

    play = play_of(OFFICE)
    before = play.scene.state
    turn = await play.act("char_A", Cheat())
    assert [ruling.reason_code for _, ruling in turn.rulings] == ["locked"]
    assert play.scene.state.objects == before.objects


async def test_e_028_a_refused_actor_looks_for_other_means() -> None:
    """E-028, E-044: the refusal is read, and the same act is not tried again in the same scene."""
    play = play_of(alone(OFFICE, "char_A"))
    tried: list[str] = []
    for _ in range(5):
        turn = await play.act("char_A", ScriptedActor())
        tried += [str(tag) for tag in turn.performance.tags]
    assert len(tried) == len(set(tried)) > 1


async def test_e_050_e_048_stagnation_is_looked_for_after_the_judgement() -> None:
    """E-050: the seventh idle turn is judged first, then the event comes."""
    play = play_of(OFFICE)
    for number in range(6):
        turn = play.say(play.next_actor(), Performance(line="……"))
        assert (turn.events == ()) is (number < 5)
    assert play.scene.state.events[-1] == "突然、電話が鳴り響く"
    busy = play_of(OFFICE)
    for _ in range(5):
        busy.say(busy.next_actor(), Performance(line="……"))
    turn = busy.say(busy.next_actor(), read_performance("(GET: 冷めたコーヒー)"))
    assert turn.events == ()


def test_e_050_an_event_by_chance_belongs_to_the_turn_that_was_judged() -> None:
    """E-050: it comes behind what the turn did, and not before it."""
    play = play_of(OFFICE, FixedChance(1.0))
    play.say(play.next_actor(), Performance(line="……"))
    play.chance = FixedChance(0.0)
    turn = play.say(play.next_actor(), read_performance("(GET: 冷めたコーヒー)"))
    assert turn.events[-1] == "突然、電話が鳴り響く"


async def test_e_049_an_event_moves_behaviour_on() -> None:
    """E-049: whoever waited answers the telephone now."""
    play = play_of(OFFICE, FixedChance(1.0))
    for _ in range(6):
        play.say(play.next_actor(), Performance(line="……"))
    done = []
    for _ in range(4):
        turn = await play.act(play.next_actor(), ScriptedActor())
        done += [str(tag) for tag in turn.performance.tags]
    assert "(ANSWER: 黒い電話)" in done


async def test_e_056_the_story_moves_on_without_the_user() -> None:
    """E-056, E-055: nobody types, and things happen."""
    play = await played(play_of(OFFICE, FixedChance(1.0)), 24)
    acted = [turn for turn in play.scene.turns if turn.performance.tags]
    assert len(acted) >= 6
    assert len(play.scene.aroused) == len(OFFICE.events)


async def test_e_063_several_actors_act_in_turn_and_the_user_is_one_of_them() -> None:
    """E-063: the user's tags are judged by the same rules."""
    play = play_of(OFFICE)
    assert play.next_actor() == "char_A"
    await play.act("char_A", ScriptedActor())
    assert play.next_actor() == "char_B"
    turn = play.say("char_B", read_performance("(OPEN: 引き出し) えいっ"))
    assert [ruling.reason_code for _, ruling in turn.rulings] == ["locked"]
    assert turn.thought is None
    play = play_of(OFFICE)
    play.say("char_A", Performance(line="……"))
    play.say("char_B", read_performance("(ASK: 引き出し)"))
    assert [one.by for one in seen(OFFICE, play.scene, "char_A").percepts] == ["char_B"]


async def test_e_064_thought_and_speech_may_differ_inside_a_scene() -> None:
    """E-064: the thief wants the gold and says that it is for the captain."""
    play = play_of(alone(CHEST, THIEF))
    turn = await play.act(THIEF, ScriptedActor())
    assert turn.thought is not None
    assert any("金貨" in want or "宝箱の中身" in want for want, _ in turn.thought.desires)
    assert "隊長のため" in turn.performance.line


def test_e_064_t_19_nothing_played_can_become_evidence_or_a_fact_of_the_home() -> None:
    """E-064, T-19: the corridor of plays knows neither record, state, device nor speech."""
    source = Path(play_module.__file__).read_text(encoding="utf-8")
    imported = {
        line.split()[1] for line in source.splitlines() if line.startswith("from companion")
    }
    allowed = ("companion.rooms.stage", "companion.rooms.sifting", "companion.words")
    ports = {"companion.ports.actor", "companion.ports.clock"}
    assert {one for one in imported if not one.startswith(allowed)} == ports


async def test_an_actor_that_gives_nothing_passes_and_says_why() -> None:
    class Silent:
        async def think(self, view: ActorView) -> CharacterThought:
            raise ActorFailed("no model")

        async def perform(self, view: ActorView, thought: CharacterThought) -> Performance:
            raise ActorFailed("no model")

    turn = await play_of(OFFICE).act("char_A", Silent())
    assert (turn.performance, turn.failure) == (Performance(), "no model")


async def test_e_054_a_kept_scene_goes_on_where_it_was() -> None:
    """E-054: each turn is kept, and its open stories are open again."""
    kept: list[PlayedScene] = []
    play = play_of(KITCHEN)
    play.keep = kept.append
    play.say("char_A", Performance())
    play.say("char_B", read_performance("(GET: 大福) (EAT)"))
    again = play_of(KITCHEN, scene=kept[-1])
    assert again.next_actor() == "char_A"
    assert [one.pattern for one in again.sifter.threads()] == [
        one.pattern for one in play.sifter.threads()
    ]
    assert any(one.wish.verb is StoryVerb.FOUND for one in again.sifter.threads())


async def test_e_048_the_event_that_carries_a_story_on_is_chosen_before_the_first_of_the_book() -> (
    None
):
    """E-048: the lost rice cake makes the neighbour come, not the power cut."""
    play = play_of(KITCHEN)
    play.say("char_A", Performance())
    play.say("char_B", read_performance("(GET: 大福) (EAT)"))
    for _ in range(6):
        play.say(play.next_actor(), Performance(line="……"))
    assert play.scene.aroused == ("neighbour",)
    carried = [one for one in play.sifter.threads() if one.progress > 0.5]
    assert [one.pattern for one in carried] == ["found_by_another"]


@pytest.mark.parametrize(
    ("tries", "event"),
    [
        (("(OPEN: 引き出し)", "(KNOCK: 引き出し)"), "thunder"),
        (("(OPEN: 引き出し)",), "telephone"),
        (("(GET: 引き出し)", "(GET: 引き出し)"), "telephone"),
    ],
)
async def test_e_048_what_was_tried_in_vain_is_brought_nearer_in_any_scene(
    tries: tuple[str, ...], event: str
) -> None:
    """E-048, T-19: twice in vain at the drawer, and the open story waits for it to be managed: the
    thunder makes somebody call the landlord, who knows of the key. After one try, or one that the
    thing does not afford, no story waits, and the first of the book comes."""
    play = play_of(OFFICE)
    for one in tries:
        play.say("char_A", read_performance(one))
        play.say("char_B", Performance())
    while not play.scene.aroused:
        play.say(play.next_actor(), Performance(line="……"))
    assert play.scene.aroused == (event,)
    open_now = [one.pattern for one in play.sifter.threads() if one.wish.verb == "managed"]
    assert ("managed_at_last" in open_now) is (event == "thunder"), "it is not made to happen"
    if event == "thunder":
        play.say("char_A", read_performance("(CALL: 黒い電話) (GET: 小さな鍵) (OPEN: 引き出し)"))
        assert [one.pattern for one in play.stories] == ["managed_at_last"]


def test_every_shipped_scene_lets_open_stories_choose_its_events() -> None:
    """Issue 17, point 7: some event of each is part of a story, about a thing of the scene."""
    for name in ("office", "chest", "kitchen"):
        book = book_of(name)
        told = [one for one in book.events if one.story or one.toward]
        things = {one.id for one in book.opening.objects}
        assert told, name
        assert {one.object_id for one in told} <= things


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("name", ["office", "chest", "kitchen"])
async def test_every_shipped_scene_plays_the_same_each_time(name: str, language: Language) -> None:
    """The scripted actors are deterministic under fixed chance, in both languages."""
    book = book_of(name, language)
    one = await played(play_of(book), 15)
    two = await played(play_of(book), 15)
    assert one.scene == two.scene
    assert one.scene.still < 15


def test_e_023_manners_are_all_in_the_table_of_verbs() -> None:
    """E-023: each way has a verb in a shipped scene."""
    view = seen(OFFICE, opened(OFFICE), "char_A")
    assert {offer.manner for offer in view.offers} == set(Manner)
    assert actor_of(view.state, "char_A").name == "レイモンド"


def test_e_008_the_scene_says_where_when_weather_and_tension() -> None:
    """E-008: and the time has the name of its hour."""
    state = play_of(OFFICE).scene.state
    assert (state.location, state.time) == ("探偵事務所のデスク", "深夜 02:15")
    assert (state.weather, state.tension_level) == ("激しい雨", "High")


def test_e_008_tension_changes_with_what_is_done() -> None:
    """E-008: an effect of the book's may raise or lower it."""
    scene = opened(OFFICE)
    thing = scene.state.objects[0]
    calm = Effect(object_id=thing.id, affordance="飲む", tension="Low")
    assert affected(scene, "char_A", thing, calm).state.tension_level == "Low"
    plain = Effect(object_id=thing.id, affordance="飲む")
    assert affected(scene, "char_A", thing, plain).state.tension_level == "High"


async def test_e_053_one_turn_runs_in_the_order_of_the_design() -> None:
    """E-053: scene, thought, performance, judgement, then sifting, then it is kept and told."""
    steps: list[str] = []

    class Witness:
        async def think(self, view: ActorView) -> CharacterThought:
            assert view.state == in_view(play.scene)
            steps.append("thought")
            return thought_of(view)

        async def perform(self, view: ActorView, thought: CharacterThought) -> Performance:
            steps.append("performance")
            return read_performance("(GET: 大福) (EAT)")

    class Judge(GameMaster):
        def judge(self, scene: PlayedScene, actor: str, tags: tuple[SceneTag, ...]) -> Judged:
            steps.append("judgement")
            return super().judge(scene, actor, tags)

    class Luck(FixedChance):
        def random(self) -> float:
            steps.append("injection")
            return super().random()

    class Sifting(Sifter):
        def take(self, fact: StoryFact) -> tuple[StoryMatch, ...]:
            steps.append("sifting")
            return super().take(fact)

    luck = Luck()
    play = play_of(KITCHEN, luck)
    play.say("char_A", Performance())
    play.game_master, play.sifter = Judge(KITCHEN, VERBS, luck), Sifting(PATTERNS)
    steps.clear()
    play.keep = lambda _: steps.append("kept")
    turn = await play.act("char_B", Witness())
    assert steps == ["thought", "performance", "judgement", "sifting", "injection", "kept"]
    assert turn == play.scene.turns[-1]


def test_e_041_e_052_the_game_master_is_code() -> None:
    """E-041, E-052, T-14: rules only; its room cannot reach a model."""
    folder = Path(stage_room.__file__).parent
    for file in folder.glob("*.py"):
        assert "ports.llm" not in file.read_text(encoding="utf-8"), file
    play = play_of(OFFICE)
    turn = play.say(play.next_actor(), read_performance("(GET: 冷めたコーヒー)(EAT: 月)"))
    assert [ruling.allowed for _, ruling in turn.rulings] == [True, False]


TAGS = st.builds(
    SceneTag,
    st.sampled_from((*VERBS, "FLY", "BUY")),
    st.sampled_from(("", "obj_01", "引き出し", "小さな鍵", "古い手紙", "黒い電話", "月", "本棚")),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.lists(TAGS, max_size=4), st.booleans()), max_size=8))
def test_e_001_whatever_is_performed_the_world_keeps_its_rules(
    turns: list[tuple[list[SceneTag], bool]],
) -> None:
    """E-001, E-057, E-015: random performances of both actors; the stage stays consistent."""
    play = play_of(OFFICE)
    for tags, lucky in turns:
        play.game_master = GameMaster(OFFICE, VERBS, FixedChance(0.0 if lucky else 1.0))
        before, actor = play.scene, play.next_actor()
        turn = play.say(actor, Performance(tags=tuple(tags), line="……"))
        state = play.scene.state
        assert parse(render(state)) == state
        for one in state.actors:
            held = [o.name for o in state.objects if o.state == f"held_by_{one.id}"]
            assert [one.holding] == (held or ["何も持っていない"])
        if not any(ruling.allowed for _, ruling in turn.rulings):
            assert state.objects == before.state.objects
        assert {one.id for one in state.objects} <= {one.id for one in OFFICE.opening.objects}
        for tag, ruling in turn.rulings:
            if tag.target and in_view(before).find(tag.target) is None and len(turn.rulings) == 1:
                assert not ruling.allowed
