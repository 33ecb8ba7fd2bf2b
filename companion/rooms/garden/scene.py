"""Scene of the garden 庭の場面: renders where the companion stands as the scene that it decides on.

It is a view of the map, its facilities, the people there and the needs, and is kept nowhere. An
event that the game master brought up lately stands in it.
"""

from collections.abc import Sequence

from companion.home.levels import with_energy
from companion.phrases.calendar import hour_said
from companion.rooms.garden.being import Being, pair_key
from companion.rooms.garden.body import ENERGY, URGENT_BELOW, lowest_urgent
from companion.rooms.garden.catalogue import DEFINITIONS, SELECTABLE
from companion.rooms.garden.reasons import ACTION_WORDS, NEED_REASONS
from companion.rooms.garden.world import PAID, World
from companion.words.context import GardenBrief
from companion.words.garden import WEATHER_WORDS, Facility, FacilityTag, GardenAction, moment_of
from companion.words.language import Bilingual, Language
from companion.words.scene import EMPTY_HANDED, SceneActor, SceneObject, SceneState

OPEN, CLOSED = "clickable", "locked"
"""States of a facility: closed at this hour. A facility of somebody else is behind a door,
and not in the scene."""
_GO = Bilingual("行く", "go")
_JOB = Bilingual("要:ここの仕事", "needs: a job here")
_FEE = Bilingual("要:{}円", "needs: {} yen")
_DOING = {
    GardenAction.EAT: Bilingual("食事をしている", "eating"),
    GardenAction.SLEEP: Bilingual("眠っている", "asleep"),
    GardenAction.TOILET: Bilingual("用を足している", "in the toilet"),
    GardenAction.WORK: Bilingual("働いている", "working"),
    GardenAction.BATHE: Bilingual("湯につかっている", "bathing"),
    GardenAction.TALK: Bilingual("話をしている", "talking"),
    GardenAction.REST: Bilingual("休んでいる", "resting"),
    GardenAction.MOVE: Bilingual("歩いている", "walking"),
    GardenAction.THINKING: Bilingual("考えている", "thinking"),
    GardenAction.IDLE: Bilingual("立っている", "standing"),
}


def garden_scene(world: World, language: Language, events: Sequence[Bilingual] = ()) -> SceneState:
    """The companion's surroundings now. `events`: what the game master brought up lately."""
    me, here = world.self_being, world.self_being.state.map_id
    people = [one for one in world.beings.values() if one.state.map_id == here]
    people.sort(key=lambda one: not one.is_self)
    there = world.town.maps[here]
    return SceneState(
        location=there.name.get(language),
        time=hour_said(moment_of(world.now)).get(language),
        weather=WEATHER_WORDS[world.weather].get(language),
        tension_level=_tension(world, me, people),
        actors=tuple(_actor(world, one, language) for one in people),
        objects=(
            *(
                _facility(world, one, language)
                for one in there.facilities
                if one.info.owner in ("", me.id)
            ),
            *(
                SceneObject(
                    id=one,
                    type="exit",
                    state=OPEN,
                    name=world.town.maps[one].name.get(language),
                    affordances=(_GO.get(language),),
                )
                for one in there.entrances
            ),
        ),
        events=tuple(one.get(language) for one in events),
    )


def brief(world: World) -> GardenBrief:
    """The garden in a few words, for a thought about the home."""
    me = world.self_being
    doing, place = _DOING[_action(me)], world.town.name(me.state.map_id)
    now = Bilingual(f"{place.ja}で{doing.ja}", f"{doing.en} ({place.en})")
    return GardenBrief(now, waiting(world))


def waiting(world: World) -> Bilingual | None:
    """The need that an action in hand lets wait; None where none is nearly empty."""
    need = lowest_urgent(world.self_being.needs_at(world.now))
    return None if need is None else NEED_REASONS[need]


def _tension(world: World, me: Being, people: Sequence[Being]) -> str:
    """High with a need that is nearly empty, medium beside somebody it has fallen out with."""
    if min(me.needs_at(world.now)) < URGENT_BELOW:
        return "High"
    at_odds = world.state.bonds.quarrels
    return "Medium" if any(pair_key(me.id, one.id) in at_odds for one in people) else "Low"


def _actor(world: World, being: Being, language: Language) -> SceneActor:
    actor = SceneActor(
        id=being.id,
        name=being.sheet.name.get(language),
        posture=_DOING[_action(being)].get(language),
        holding=EMPTY_HANDED,
    )
    return with_energy(actor, being.needs_at(world.now)[ENERGY], language)


def _action(being: Being) -> GardenAction:
    running = being.state.running
    return GardenAction.IDLE if running is None else running.action


def _facility(world: World, place: Facility, language: Language) -> SceneObject:
    me, info = world.self_being, place.info
    acts = [one for one in SELECTABLE if DEFINITIONS[one].requirements.facility_tags & info.tags]
    paid = max(me.state.money, float(info.cost))  # a fee is a condition, and closes no door
    usable = [one for one in acts if world.options.usable(me.sheet, place, paid, world.now, one)]
    hours = info.open_hours
    walk_in = FacilityTag.PUBLIC in info.tags and (not hours or hours.minutes_left(world.now) > 0)
    afforded = [_afforded(world, place, one, language) for one in acts]
    if FacilityTag.PUBLIC in info.tags:
        afforded.append(ACTION_WORDS[GardenAction.REST].get(language))
    return SceneObject(
        id=place.id,
        type="facility",
        state=OPEN if usable or walk_in else CLOSED,
        name=place.label.get(language),
        affordances=tuple(afforded),
    )


def _afforded(world: World, place: Facility, action: GardenAction, language: Language) -> str:
    """The word for an action there, with its condition: the fee, or to have the job."""
    word = ACTION_WORDS[action].get(language)
    if action is GardenAction.WORK:
        mine = world.town.job_at(place, world.self_being.sheet) is not None
        return word if mine else f"{word}({_JOB.get(language)})"
    return (
        f"{word}({_FEE.get(language).format(place.info.cost)})" if _costs(place, action) else word
    )


def _costs(place: Facility, action: GardenAction) -> bool:
    return bool(place.info.cost) and action in PAID
