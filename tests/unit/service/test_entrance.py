"""The entrance to the corridors leads nowhere before the corridors stand."""

from typing import Any, cast

import pytest

from companion.service.entrance import Entrance, Ways


async def test_nothing_enters_before_the_corridor_is_built() -> None:
    entrance = Entrance()
    with pytest.raises(RuntimeError, match="before it was built"):
        await entrance.notice(())
    with pytest.raises(RuntimeError, match="before it was built"):
        entrance.busy()


async def test_what_enters_reaches_the_corridor() -> None:
    walked: list[Any] = []

    async def way(entered: Any) -> Any:
        walked.append(entered)

    entrance = Entrance()
    entrance.lead_to(Ways(notice=way, walk=way, possible=way, busy=lambda: ["drive"]))
    await entrance.walk(cast(Any, "trigger"))
    await entrance.notice(())
    await entrance.possible(cast(Any, "decision"))
    assert walked == ["trigger", (), "decision"]
    assert entrance.busy() == ["drive"]
