"""The two-stage gate (issue 2 item 3, ADR 0002, P15) and blindness (F13)."""

import time
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.engines.vision.gate_settings import GateSettings
from companion.engines.vision.motion_gate import MotionGate, changed_share, thinned
from companion.words.frame import Frame
from tests.twins.sight import frame

CLIPS = Path(__file__).parents[3] / "data" / "video"
Picture = npt.NDArray[np.uint8]


def room(seed: int = 0, *, noise: int = 2) -> Picture:
    """A picture with contrast and a little noise, as an empty room gives."""
    chance = np.random.default_rng(seed)
    base = np.tile(np.linspace(60, 180, 640, dtype=np.float32), (360, 1))[:, :, None]
    noisy = base + chance.normal(0, noise, (360, 640, 3))
    return noisy.clip(0, 255).astype(np.uint8)


def with_figure(x: int, seed: int = 0) -> Picture:
    picture = room(seed)
    picture[120:320, x : x + 60] = 20
    return picture


def calm(gate: MotionGate, seconds: float = 4.0) -> int:
    """Show an empty room; gives the number of the next frame."""
    steps = int(seconds * 5)
    for i in range(steps):
        assert not gate.check(frame(i * 0.2, room(i))).moving
    return steps


def test_an_empty_room_rests_and_costs_only_the_cheap_stage() -> None:
    gate = MotionGate()
    steps = calm(gate, 20)
    assert gate.stage_2_frames <= steps / 5


def test_somebody_walking_in_opens_at_once_and_is_located() -> None:
    """P15: an entry opens the gate within 0.3 s."""
    gate = MotionGate()
    n = calm(gate)
    motion = gate.check(frame(n * 0.2, with_figure(300, n)))
    assert motion.moving
    x, y, w, h = motion.boxes[0]
    assert abs(x - 300) < 20
    assert abs(y - 120) < 20
    assert abs(w - 60) < 30
    assert abs(h - 200) < 40


def test_standing_still_ends_motion() -> None:
    """So presence may never be ended by a lack of motion."""
    gate = MotionGate()
    n = calm(gate)
    last = [gate.check(frame((n + i) * 0.2, with_figure(300, n + i))) for i in range(150)][-1]
    assert not last.moving


def test_light_alone_moves_nothing_for_long() -> None:
    """A light switched on changes all: worth one look, then it is the new background."""
    gate = MotionGate()
    n = calm(gate)
    bright = [
        gate.check(frame((n + i) * 0.2, (room(n + i) * 1.3).clip(0, 255).astype(np.uint8)))
        for i in range(20)
    ]
    assert sum(m.moving for m in bright) <= 1
    assert all(m.boxes == () for m in bright)


def test_a_dimming_picture_is_no_change_for_the_cheap_stage() -> None:
    one = thinned(frame(0.0, room()))
    assert changed_share(one, (one * 0.7).astype(np.uint8), 10) == 0.0


def test_a_changed_picture_size_starts_anew() -> None:
    gate = MotionGate()
    n = calm(gate)
    small = np.ascontiguousarray(room(n)[::2, ::2])
    assert not gate.check(frame(n * 0.2, small)).moving


def blind_at(gate: MotionGate, picture: Picture, seconds: float) -> list[bool]:
    return [gate.check(frame(i * 0.2, picture)).blind for i in range(int(seconds * 5) + 1)]


@pytest.mark.parametrize("level", [0, 3, 255])
def test_black_or_flat_for_a_second_is_blind(level: int) -> None:
    """F13: unknown, never `nobody`."""
    flat = np.full((360, 640, 3), level, np.uint8)
    assert blind_at(MotionGate(), flat, 1.2) == [False] * 5 + [True] * 2


def test_a_dark_room_is_not_blind_and_somebody_in_it_moves() -> None:
    """A6: at 5 % of the light a room has a mean grey of 6, and a covered lens no contrast."""
    gate = MotionGate()
    dark = [(room(i, noise=8) * np.float32(0.05)).astype(np.uint8) for i in range(20)]
    seen = [gate.check(frame(i * 0.2, picture)) for i, picture in enumerate(dark)]
    assert not any(m.doubtful or m.moving for m in seen)
    figure = (with_figure(300, 20) * np.float32(0.05)).astype(np.uint8)
    assert gate.check(frame(4.0, figure)).moving


def test_somebody_in_a_dark_room_beside_a_bright_window_moves() -> None:
    """A6: the window made the whole picture bright enough, and nobody in it moved."""
    gate = MotionGate()

    def dark(picture: Picture) -> Picture:
        dimmed = (picture * np.float32(0.06)).astype(np.uint8)
        dimmed[20:220, 20:220] = 235
        return dimmed

    seen = [gate.check(frame(i * 0.2, dark(room(i, noise=8)))) for i in range(20)]
    assert not any(m.doubtful or m.moving for m in seen)
    assert gate.check(frame(4.0, dark(with_figure(300, 20)))).moving


def test_one_black_frame_is_not_blindness() -> None:
    gate = MotionGate()
    n = calm(gate)
    black = np.zeros((360, 640, 3), np.uint8)
    assert not gate.check(frame(n * 0.2, black)).blind
    assert not gate.check(frame((n + 9) * 0.2, room(n))).blind


def test_a_frozen_picture_is_blind_and_a_living_one_ends_it() -> None:
    """F13: a sensor's noise never repeats bit for bit."""
    gate = MotionGate(GateSettings(frozen_after_s=2.0))
    assert blind_at(gate, room(), 2.2)[-2:] == [True, True]
    assert not gate.check(frame(9.0, room(1))).blind


def test_a_first_black_or_repeated_frame_is_doubtful_at_once() -> None:
    """F13: nothing is concluded from it, long before it is told as blind."""
    gate = MotionGate()
    n = calm(gate)
    black = gate.check(frame(n * 0.2, np.zeros((360, 640, 3), np.uint8)))
    assert (black.doubtful, black.blind, black.why) == (True, False, "black")
    assert not gate.check(frame((n + 1) * 0.2, room(n))).doubtful
    again = gate.check(frame((n + 2) * 0.2, room(n)))
    assert (again.doubtful, again.blind, again.why) == (True, False, "frozen")


def test_a_dazzled_camera_is_blind() -> None:
    """F13: a torch into the lens."""
    white = room(noise=1) // 40 + 250
    motions = [MotionGate().check(frame(0.0, white))]
    gate = MotionGate()
    motions += [gate.check(frame(i * 0.2, white + (i % 2))) for i in range(8)]
    assert motions[-1].blind
    assert motions[-1].why == "dazzled"


def test_a_camera_that_repeats_a_picture_is_noticed_within_ten_seconds() -> None:
    """F13, with the shipped settings: 8 s, however many frames a second it repeats."""
    for step_s in (0.2, 1.0):
        gate = MotionGate()
        steps = [i * step_s for i in range(int(12 / step_s))]
        blind_from = next(t for t in steps if gate.check(frame(t, room())).blind)
        assert 7.5 <= blind_from <= 9.0


@pytest.mark.real("clips")
@pytest.mark.parametrize("clip", sorted(p.name for p in CLIPS.glob("*.mp4")))
def test_no_real_frame_is_taken_for_a_frozen_one(clip: str) -> None:
    """F13: 0 false; noise makes the frames of a still room differ, compressed as they are."""
    gate = MotionGate()
    assert "frozen" not in {gate.check(shot).why for shot in frames_of(CLIPS / clip)}


def test_freezing_can_be_switched_off() -> None:
    assert not any(blind_at(MotionGate(GateSettings(frozen_after_s=0)), room(), 30))


def frames_of(path: Path) -> list[Frame]:
    """Every frame due at 5 a second."""
    capture = cv2.VideoCapture(str(path))
    step_s, due_s = 1 / capture.get(cv2.CAP_PROP_FPS), 0.0
    out: list[Frame] = []
    index = 0
    while True:
        ok, picture = capture.read()
        if not ok:
            return out
        if index * step_s >= due_s - 1e-6:
            out.append(frame(index * step_s, picture.astype(np.uint8, copy=False), index))
            due_s += 0.2
        index += 1


def bare_mog2(frames: list[Frame]) -> None:
    """What the gate replaces: MOG2 on every frame at 320x240."""
    mog = cv2.createBackgroundSubtractorMOG2(200, 25, False)
    for shot in frames:
        picture = np.frombuffer(shot.bgr, np.uint8).reshape(shot.height, shot.width, 3)
        grey = cv2.cvtColor(cv2.resize(picture, (320, 240)), cv2.COLOR_BGR2GRAY)
        mask = cv2.morphologyEx(mog.apply(grey), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)


def gated(frames: list[Frame]) -> None:
    gate = MotionGate()
    for shot in frames:
        gate.check(shot)


@pytest.mark.real("clips")
def test_the_gate_costs_a_third_of_bare_mog2() -> None:
    """P15: <= 0.35 of MOG2 at 320x240 on the same frames in the same run (CPU time)."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        clips = [frames_of(CLIPS / f"{n}.mp4") for n in ("walkin_b", "courtyard_a", "bottles_a")]
        spent = {gated: 0.0, bare_mog2: 0.0}
        for work in spent:
            for clip in clips:
                spent[work] += min(_cpu_s(work, clip) for _ in range(3))
    finally:
        cv2.setNumThreads(threads)
    assert spent[gated] / spent[bare_mog2] <= 0.35


def _cpu_s(work: object, clip: list[Frame]) -> float:
    assert callable(work)
    began = time.process_time()
    work(clip)
    return time.process_time() - began
