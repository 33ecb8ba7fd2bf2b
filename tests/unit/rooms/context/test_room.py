"""Context: what is gathered, what is left out, and the scene it is judged against."""

from collections.abc import Mapping
from dataclasses import replace

from companion.engines.ranker.scripted import ScriptedRanker, Settings
from companion.home.scene_xml import join, render_changes
from companion.ports.ranker import Question
from companion.rooms.context.home_now import HomeNow
from companion.rooms.context.room import ContextRoom
from companion.rooms.deliberation.prompt import Phase, lay_out
from companion.words.capability import Availability
from companion.words.context import DeliberationContextPack, GardenBrief
from companion.words.language import Bilingual, Language
from companion.words.trigger import Priority
from companion.words.trust import TrustLabel
from tests.twins.home import (
    PLACES,
    CapabilityTwin,
    HouseTwin,
    full_catalogue,
    trigger,
)
from tests.unit.rooms.context.home import KOTO, Home


async def test_an_unavailable_capability_offers_nothing() -> None:
    """T-40: it stands in the scene as unavailable, and on no menu."""
    home = Home()
    home.person("present")
    control = home.catalogue.get("device_control")
    assert isinstance(control, CapabilityTwin)
    control.available = Availability(available=False)
    pack = await home.room.gather(trigger())
    assert [e.name for e in pack.menu] == ["skip"]
    tool = pack.scene.find("device_control")
    assert tool is not None
    assert tool.state == "unavailable"


async def test_the_layout_is_the_fixed_part() -> None:
    """T-54: both parts join to one scene again; switching a lamp leaves the layout."""
    home = Home()
    before = await home.room.gather(trigger())
    operable = tuple(o for o in before.scene.objects if o.affordances)
    changes = render_changes(before.scene, only={o.id for o in operable})
    assert join(before.home_layout, changes) == replace(before.scene, objects=operable)
    home.house.set("light.hall", "on")
    home.person("present")
    after: DeliberationContextPack = await home.room.gather(trigger(place="kitchen"))
    assert after.home_layout == before.home_layout
    assert before.home_trust is not None
    assert before.home_trust.trust is TrustLabel.OBSERVED


async def test_what_a_camera_saw_is_no_less_observed_where_no_device_is() -> None:
    """T-56: a heartbeat's decision in a home without devices stays below what was sensed."""
    home = Home()
    home.house = HouseTwin(())
    home.room = ContextRoom(
        HomeNow(
            record=home.store.record,
            state=home.store.state,
            house=home.house,
            catalogue=full_catalogue(home.house),
            persona=KOTO,
            clock=home.clock,
            language=Language.EN,
            places=PLACES,
            blackboard=home.blackboard,
        )
    )
    quiet = await home.room.gather(trigger())
    assert quiet.home_trust is not None
    assert quiet.home_trust.trust is TrustLabel.SELF
    home.person("present")
    seen = await home.room.gather(trigger())
    assert seen.home_trust is not None
    assert seen.home_trust.trust is TrustLabel.OBSERVED


async def test_t_20_the_pack_has_the_scene_of_the_home_and_the_garden_in_few_words() -> None:
    """T-20, T-23: the garden adds nothing to the scene, the menu or what was lately, and none of
    its words is in the prompt of a decision about the home."""
    home = Home()
    home.person("present")
    without = await home.room.gather(trigger())
    brief = GardenBrief(Bilingual("湯の里", "at the far spring"), Bilingual("眠い", "drowsy there"))
    home.room.now.garden = lambda: brief
    pack = await home.room.gather(trigger())
    assert (without.garden, pack.garden) == (None, brief)
    assert replace(pack, garden=None) == without
    shown = lay_out(pack, Language.EN, Phase.CHOICE_FIRST)
    assert not any("spring" in one.content or "drowsy" in one.content for one in shown)


async def test_the_newer_of_eyes_and_world_model_counts() -> None:
    """T-17: the turn is not asynchronous, though the world model is."""
    home = Home()
    await home.world("person", "hall", "absent")
    home.person("present")
    assert "turn_on_hall_light" in await home.menu()


async def test_issue_15_a_need_that_no_list_holds_is_read_by_the_trained_reader() -> None:
    """The lists alone read while it is down, and what is to stay as it is stays."""
    home = Home()
    home.house.set("light.hall", "off")

    async def offered(text: str, needs: Mapping[str, float], gone: str = "") -> bool:
        ranker = ScriptedRanker(Settings(read={Question.NEED: needs}, gone=gone))
        room = ContextRoom(home.room.now, ranker=ranker)
        said = trigger(TrustLabel.OWNER, Priority.USER, text=text, place="hall")
        menu = (await room.gather(said)).menu
        return any(e.name == "turn_on_hall_light" and e.answers for e in menu)

    odd = "I keep mixing up the green and the blue wool."
    assert await offered(odd, {"dark": 0.9})
    assert not await offered(odd, {"dark": 0.3})
    assert not await offered(odd, {"dark": 0.9}, gone="no weights")
    assert not await offered("Leave it as it is, please.", {"dark": 0.9})
    assert await offered("It's too dark in here.", {"cold": 0.9}, gone="no weights")
    assert not await offered("Too dark a tale for me.", {"cold": 0.05, "dark": 0.1})
