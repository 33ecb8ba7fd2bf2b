"""camera_watch decides when to look, at what rate, and nothing else (B-083, B-062, S-06)."""

import asyncio

import pytest

from companion.ports.camera import CameraGone
from companion.ports.eyes import EyesUnavailable
from companion.ports.senses import Motion, Standing
from companion.rooms.perception.queue import TriggerQueue
from policies.camera_watch import CameraWatch, LookSchedule, ReadSchedule, Settings, build
from tests.twins.clock import JumpClock
from tests.twins.sight import ScriptedSenses, frame

CALM = Standing(held=False, settling=False)
HELD = Standing(held=True, settling=False)


def looks(seconds: float, *, moving: bool, standing: Standing, pace: float = 1.0) -> list[float]:
    """When a schedule looks at 5 frames a second."""
    schedule = LookSchedule(Settings())
    times = [round(i * 0.2, 1) for i in range(int(seconds * 5))]
    return [t for t in times if schedule.due(t, moving=moving, standing=standing, pace=pace)]


@pytest.mark.parametrize(
    ("moving", "standing", "at_most"),
    [
        pytest.param(True, CALM, 2 * 60 + 2, id="2 a second in motion"),
        pytest.param(True, HELD, 2 * 60, id="2 a second in motion while held"),
        pytest.param(False, HELD, 60 / 2, id="1 in 2 s while held"),
        pytest.param(False, CALM, 60 / 5, id="1 in 5 s idle"),
        pytest.param(False, Standing(settling=True), 2 * 60 + 2, id="2 a second to settle"),
    ],
)
def test_the_rates_are_kept(moving: bool, standing: Standing, at_most: float) -> None:
    taken = looks(60, moving=moving, standing=standing)
    assert 0.8 * at_most <= len(taken) <= at_most


def test_the_first_moments_of_motion_get_two_looks_at_once() -> None:
    """The first look at somebody coming in often shows a sliver only."""
    assert looks(1, moving=True, standing=CALM)[:2] == [0.0, 0.2]


def test_who_moved_while_no_look_was_to_spare_is_looked_for_as_soon_as_one_is() -> None:
    """A6: who went out right after a look was there for 2 s more."""
    schedule = LookSchedule(Settings())
    assert schedule.due(0.0, moving=True, standing=HELD, pace=1.0)
    schedule.took(3)
    moved = [schedule.due(t, moving=True, standing=HELD, pace=1.0) for t in (0.2, 0.4, 0.6)]
    still = [
        t for t in (0.8, 1.0, 1.2, 1.4) if schedule.due(t, moving=False, standing=HELD, pace=1.0)
    ]
    assert not any(moved)
    assert still == [1.0]


def test_who_was_missed_is_looked_for_again_at_once_on_borrowed_looks() -> None:
    """A6: a look that searched twice had spent the next one, and who went was there for 1.1 s."""
    schedule, missing = LookSchedule(Settings()), Standing(held=True, settling=True)
    assert schedule.due(0.0, moving=True, standing=HELD, pace=1.0)
    schedule.took(3)
    taken = [
        t
        for i in range(1, 300)
        if schedule.due(t := i * 0.2, moving=True, standing=missing, pace=1)
    ]
    assert taken[0] == pytest.approx(0.6)
    assert 95 <= len(taken) <= 2 * 60 + 2


def test_runs_on_regions_are_counted_too() -> None:
    """A6: something that moves and is nobody took 3.8 runs a second; at most 2."""
    schedule, runs = LookSchedule(Settings()), 0
    for i in range(300):
        if schedule.due(i * 0.2, moving=True, standing=CALM, pace=1.0):
            schedule.took(2)
            runs += 2
    assert 100 <= runs <= 2 * 60 + 2


def test_motion_that_is_explained_is_looked_at_once_a_second() -> None:
    """A6: a cat that plays is watched, for somebody may come in, but not searched."""
    schedule = LookSchedule(Settings())
    times = [i * 0.2 for i in range(300)]
    taken = [t for t in times if schedule.due(t, moving=False, standing=CALM, pace=1.0, stirs=True)]
    assert 50 <= len(taken) <= 61


@pytest.mark.parametrize("pace", [2.0, 8.0])
def test_a_backlog_slows_looking(pace: float) -> None:
    """B-064, S-06."""
    assert len(looks(80, moving=False, standing=CALM, pace=pace)) == 80 / (5 * pace)
    assert len(looks(80, moving=True, standing=HELD, pace=pace)) <= 2 * 80 / pace


def test_a_source_that_begins_again_is_looked_at_at_once() -> None:
    schedule = LookSchedule(Settings())
    assert schedule.due(100.0, moving=False, standing=CALM, pace=1.0)
    assert schedule.due(0.0, moving=False, standing=CALM, pace=1.0)


def motions(*moving: bool, blind: bool = False) -> list[Motion | Exception]:
    return [Motion(frame(i * 0.2), moving=m, blind=blind) for i, m in enumerate(moving)]


async def watched(senses: ScriptedSenses, settings: Settings | None = None) -> JumpClock:
    clock = JumpClock()
    await CameraWatch(settings or Settings()).run(senses, TriggerQueue(clock), clock)
    return clock


async def test_it_looks_once_at_rest_and_again_when_something_moves() -> None:
    senses = ScriptedSenses(motions(*[False] * 10, True, True))
    await watched(senses)
    assert senses.looked_at_s == [0.0, 2.0, pytest.approx(2.2)]


async def test_a_blind_frame_is_never_looked_at() -> None:
    """F13: what a black picture shows is unknown; a detector would say nobody."""
    senses = ScriptedSenses(motions(True, True, True, blind=True))
    await watched(senses)
    assert senses.looked_at_s == []


@pytest.mark.parametrize("error", [CameraGone("unplugged"), EyesUnavailable("died")])
async def test_trouble_is_waited_out(error: Exception) -> None:
    """F13: it goes on watching when the camera is back."""
    senses = ScriptedSenses([error, *motions(True)])
    clock = await watched(senses)
    assert clock.monotonic() >= Settings().retry_s
    assert senses.looked_at_s == [0.0]


class TwoCameras(ScriptedSenses):
    """The hall as scripted; the attic's part raises what nobody expects, twice."""

    def __init__(self, hall: list[Motion | Exception]) -> None:
        super().__init__(hall)
        self.attic: list[Motion | Exception] = [KeyError("odd"), ZeroDivisionError("odder")]
        self.attic += motions(True)

    def cameras(self) -> tuple[str, ...]:
        return ("hall", "attic")

    async def motion(self, camera: str) -> Motion:
        await asyncio.sleep(0)
        if camera == "hall":
            return await super().motion(camera)
        kept, self._motions = self._motions, self.attic
        try:
            return await super().motion(camera)
        finally:
            self._motions = kept


async def test_one_odd_camera_does_not_end_the_watch_of_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """F13: whatever goes wrong with one, the others go on, and it is begun again."""
    senses = TwoCameras(motions(*[True] * 40))
    await watched(senses)
    assert len(senses.looked_at_s) > 10
    assert senses.attic == []
    assert [r.message for r in caplog.records if "attic failed" in r.message]


async def test_the_last_camera_that_fails_is_told() -> None:
    """Alone, its failure is the policy's: the household reports it and starts it again."""
    with pytest.raises(KeyError):
        await watched(ScriptedSenses([KeyError("odd")]))


async def test_doubtful_frames_are_not_looked_at() -> None:
    """F13: the first moments of a covered lens must not become `nobody there`."""
    senses = ScriptedSenses([Motion(frame(i * 0.2), moving=True, doubtful=True) for i in range(5)])
    await watched(senses)
    assert senses.looked_at_s == []


def readings(settings: Settings, moving: list[bool]) -> list[float]:
    """When a schedule reads, one frame a second."""
    schedule = ReadSchedule(settings)
    due = (schedule.due(float(t), moving=m, held=False, pace=1.0) for t, m in enumerate(moving))
    return [float(t) for t, d in enumerate(due) if d]


def test_reading_is_off_unless_asked_for_and_then_rare() -> None:
    """T1, privacy, CPU: at first, and after something moved, at most one in 10 s."""
    assert readings(Settings(), [True] * 30) == []
    assert readings(Settings(read_text=True), [True] * 30) == [0.0, 10.0, 20.0]
    still = [False] * 5 + [True] + [False] * 34
    assert readings(Settings(read_text=True), still) == [0.0, 10.0]


async def test_reading_is_asked_of_the_senses_and_named() -> None:
    """B-086: the page shows what it uses."""
    senses = ScriptedSenses(motions(*[True] * 60))
    await watched(senses, Settings(read_text=True))
    assert senses.read_at_s == [0.0, 10.0]
    assert build(Settings(read_text=True)).USES[-1] == "vision_perception.read_text"


async def test_privacy_stops_looking() -> None:
    """T18."""
    senses = ScriptedSenses(motions(True))
    senses.privacy = True
    watching = asyncio.create_task(watched(senses))
    for _ in range(200):
        await asyncio.sleep(0)
    assert senses.looked_at_s == []
    senses.privacy = False
    await watching
    assert senses.looked_at_s == [0.0]


async def test_an_unknown_camera_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="there are: hall"):
        await watched(ScriptedSenses([]), Settings(camera="cellar"))


def test_it_uses_vision_perception_only() -> None:
    """B-083, B-086, B-095."""
    assert build(Settings()).USES == ("vision_perception.observe_scene",)
