"""Stop ends what moves first and tells the record last (S-08)."""

from typing import Any, cast

from companion.desk.stop_everything import STOPPED, StopEverything


async def test_everything_is_stopped_and_the_record_told_last() -> None:
    done: list[str] = []

    class Part:
        def __init__(self, name: str) -> None:
            self.name = name

        def clear_below_user(self) -> int:
            done.append(self.name)
            return 0

        async def stop(self) -> None:
            done.append(self.name)

        async def interrupted(self, reason: str, channel: str) -> str:
            done.append(f"{reason}, {channel}")
            return "event"

    stopping = StopEverything(
        lines=cast(Any, (Part("triggers"), Part("thoughts"))),
        stops=(Part("base").stop, Part("act").stop),
        put_off=cast(Any, Part("put off")),
        journal=cast(Any, Part("journal")),
    )
    assert cast(Any, await stopping.stop("web")) == "event"
    assert done == ["triggers", "thoughts", "base", "act", "put off", f"{STOPPED}, web"]
