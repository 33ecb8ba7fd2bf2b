"""The home as it is now, as a walk that goes on after a wait asks for it."""

from tests.twins.home import decision, trigger
from tests.unit.rooms.context.home import Home


async def test_the_scene_is_read_anew() -> None:
    """A pack keeps its moment; the second look of the referee sees the lamp that came on since."""
    home = Home()
    pack = await home.room.gather(trigger())
    home.house.set("light.hall", "on")
    before, now = pack.scene.find("light.hall"), (await home.room.now.scene()).find("light.hall")
    assert before is not None
    assert now is not None
    assert before.state != now.state


async def test_people_are_where_they_were_seen_last() -> None:
    home = Home()
    home.person("present")
    assert (await home.room.now.people())["hall"] == "present"
    home.person("absent")
    assert (await home.room.now.people())["hall"] == "absent"


async def test_an_act_is_stopped_by_the_fact_that_turned_round() -> None:
    """B13: somebody was in the hall when the light was chosen, and nobody is when it is done."""
    home = Home()
    home.person("present")
    pack = await home.room.gather(trigger())
    on = decision("device_control.light_turn_on", {"device_id": "light.hall"})
    assert await home.room.now.turned_round(on, pack) is None
    home.person("absent")
    assert await home.room.now.turned_round(on, pack) is not None


async def test_preferences_are_told_as_the_persona_may_use_them() -> None:
    """D-030."""
    home = Home()
    assert await home.room.now.preferences() == ()
    await home.row("preference", "warm_light", {"text": "likes warm light"})
    assert await home.room.now.preferences() == ("likes warm light",)
