"""desktop_watch: one more active vision beside camera_watch, off by default (B-003, S-05)."""

from pathlib import Path

import pytest

from companion.ports.camera import CameraGone
from companion.ports.senses import Motion
from companion.rooms.perception.queue import TriggerQueue
from policies.desktop_watch import DesktopWatch, ScreenUnavailable, Settings
from tests.twins.clock import JumpClock
from tests.twins.sight import ScriptedSenses, frame


async def test_it_reads_at_its_interval_and_waits_trouble_out() -> None:
    """S-06: the pace stretches it."""
    moments: list[Motion | Exception] = [Motion(frame(t), moving=False) for t in (0.0, 1.0)]
    senses, clock = ScriptedSenses([moments[0], CameraGone("off"), moments[1]]), JumpClock()
    senses.slow, senses.showing = 2.0, ("desk",)
    await DesktopWatch(Settings()).run(senses, TriggerQueue(clock), clock)
    assert senses.read_at_s == [0.0, 1.0]
    assert senses.looked_at_s == [], "nobody is looked for on a screen"
    assert clock.monotonic() == pytest.approx(60.0)


@pytest.mark.parametrize("named", ["", "hall"])
async def test_without_a_screen_it_says_what_to_do(named: str) -> None:
    """S-05: a camera that looks at a room is no screen either."""
    clock = JumpClock()
    with pytest.raises(ScreenUnavailable, match=r"driver: screen.*remove the policy"):
        await DesktopWatch(Settings(screen=named)).run(
            ScriptedSenses([]), TriggerQueue(clock), clock
        )


def test_it_is_off_by_default() -> None:
    config = Path(__file__).parents[3] / "config" / "config.yaml"
    assert "desktop_watch" not in config.read_text(encoding="utf-8")
