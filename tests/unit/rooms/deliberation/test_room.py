"""The deliberation room with a scripted model: whole walks of one pack."""

from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

import pytest

from companion.rooms.deliberation.room import Dropped, MenuMalformed, MindIncomplete
from tests.unit.rooms.deliberation.minds import Minded, pack_of


async def test_no_persona_no_deliberation(mind: Minded) -> None:
    """B-007, B-042: persona and mood are mandatory input."""
    one = await mind()
    pack = pack_of("home_after_dark")
    for empty in (
        replace(pack, persona=cast(Any, None)),
        replace(pack, mood=cast(Any, None)),
        replace(pack, persona=replace(pack.persona, name="")),
        replace(pack, persona=replace(pack.persona, persona_text="", traits=())),
    ):
        with pytest.raises(MindIncomplete):
            await one.room.decide(empty)
    assert one.asked == []


async def test_a_menu_needs_distinct_names(mind: Minded) -> None:
    """A name twice could not be told apart under the grammar."""
    one = await mind()
    pack = pack_of("home_after_dark")
    for menu in ((), (*pack.menu, pack.menu[0])):
        with pytest.raises(MenuMalformed):
            await one.room.decide(replace(pack, menu=menu))


async def test_a_stale_trigger_is_not_thought_about(mind: Minded) -> None:
    """T-41: what expired is dropped, and says so."""
    one = await mind()
    pack = pack_of("home_after_dark")
    late = replace(pack.trigger, expires_at=pack.trigger.at - timedelta(days=3650))
    dropped = await one.room.decide(replace(pack, trigger=late))
    assert isinstance(dropped, Dropped)
    assert dropped.reason == "stale"
