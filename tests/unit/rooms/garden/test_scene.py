"""The scene of the garden: a view of the world as it is, in the form of every other scene."""

from companion.home.scene_xml import parse, render
from companion.rooms.garden.being import pair_key
from companion.rooms.garden.body import ENERGY
from companion.rooms.garden.scene import CLOSED, OPEN, brief, garden_scene, waiting
from companion.rooms.garden.world import World
from companion.words.garden import DAY_MINUTES, GardenAction, Weather
from companion.words.language import Bilingual, Language
from companion.words.scene import EMPTY_HANDED, SceneState
from tests.unit.rooms.garden.lives import town
from tests.unit.rooms.garden.test_acts import NOON, _begin, _world

BELL = Bilingual("どこかで鐘が鳴った", "a bell rang somewhere")


def _at(place: str, now: int = NOON) -> World:
    world = _world(now=now)
    world.self_being.state.map_id = place
    return world


def _scene(world: World, language: Language = Language.JA) -> SceneState:
    return garden_scene(world, language)


def test_t_20_the_garden_is_rendered_from_map_facilities_people_and_stats() -> None:
    """T-20: with the renderer of the home's scene, and it reads back unchanged."""
    world = _at("town")
    world.weather = Weather.RAIN
    world.beings["npc_mio"].state.map_id = "town"
    _begin(world, "npc_mio", GardenAction.REST, minutes=60)
    for language in Language:
        scene = garden_scene(world, language, (BELL,))
        assert parse(render(scene)) == scene
        assert {one.id for one in scene.actors} >= {town().self_id, "npc_mio"}
        here = {one.id for one in world.town.maps["town"].facilities}
        assert here == {one.id for one in scene.objects if one.type == "facility"}
        ways = {one.id for one in scene.objects if one.type == "exit"}
        assert ways == set(world.town.maps["town"].entrances)
        assert scene.events == (BELL.get(language),)
    scene = _scene(world)
    assert (scene.location, scene.time, scene.weather) == ("町", "昼 12:00", "雨")
    mio = next(one for one in scene.actors if one.id == "npc_mio")
    assert (mio.name, mio.posture, mio.holding) == ("ミオ", "休んでいる", EMPTY_HANDED)
    eats = scene.find("レストラン")
    assert eats is not None
    assert eats.affordances == ("食べる(要:900円)", "働く")
    shop = scene.find("花屋 すみれ")
    assert shop is not None
    assert (shop.state, shop.affordances) == (OPEN, ("働く(要:ここの仕事)", "休む"))


def test_t_20_the_scene_follows_the_world_and_is_kept_nowhere() -> None:
    """T-20: another place, another hour, another body: another scene."""
    world = _at("home")
    assert _scene(world).location == "自宅"
    world.self_being.state.map_id = "park"
    assert _scene(world).location == "中央公園"
    night = _at("town", NOON + DAY_MINUTES // 2)
    eats = _scene(night).find("レストラン")
    assert eats is not None
    assert eats.state == CLOSED, "at midnight"
    eats = _scene(_at("town")).find("レストラン")
    assert eats is not None
    assert eats.state == OPEN
    other = _scene(_at(world.beings["npc_haru"].sheet.home))
    shown = {one.id for one in other.objects if one.type == "facility"}
    homes = (one for there in world.town.maps.values() for one in there.facilities)
    theirs = {one.id for one in homes if one.info.owner not in ("", town().self_id)}
    assert not shown & theirs, "what belongs to another is behind a door"


def test_e_015_every_object_of_the_garden_states_what_can_be_done_with_it() -> None:
    """E-015, E-012: on each map."""
    world = _world()
    for place in world.town.maps:
        world.self_being.state.map_id = place
        for one in _scene(world).objects:
            assert one.affordances, one.id


def test_s_11_the_tension_of_the_garden() -> None:
    """S-11: an alarm of the body, or somebody here whom it has fallen out with."""
    world = _at("town")
    world.self_being.state.needs = (90.0,) * 5
    assert _scene(world).tension_level == "Low"
    world.beings["npc_mio"].state.map_id = "town"
    world.state.bonds.quarrels[pair_key(town().self_id, "npc_mio")] = world.now
    assert _scene(world).tension_level == "Medium"
    world.self_being.state.needs = (90.0, 5.0, 90.0, 90.0, 90.0)
    assert _scene(world).tension_level == "High"


def test_e_011_tiredness_stands_in_the_scene_as_a_level() -> None:
    """E-011, E-062: from energy."""
    world = _at("town")
    needs = [90.0] * 5
    needs[ENERGY] = 20.0
    world.self_being.state.needs = (needs[0], needs[1], needs[2], needs[3], needs[4])
    (me,) = [one for one in _scene(world).actors if one.id == town().self_id]
    assert me.status == ("疲労(Lv.4)",)


def test_t_25_a_need_waits_while_the_companion_talks_with_somebody_at_home() -> None:
    """T-25: it interrupts no conversation, is a want of the next thought, and is answered when the
    talk is over."""
    world = _world()
    world.self_being.state.needs = (90.0,) * 5
    assert brief(world).waits is None
    world.spoken_to()
    running = world.self_being.state.running
    assert running is not None
    running.needs = (3.0, *running.needs[1:])
    assert waiting(world) == Bilingual("急にトイレに行きたくなった", "I suddenly needed a toilet")
    assert brief(world).waits == waiting(world)
    world.advance(world.now + 1)
    assert world.talks_with_household(world.self_being)
    world.advance(running.until + 60)
    assert waiting(world) is None
