"""Pace of a sound device: a wrong sample rate is told, a busy machine is not (F14)."""

import pytest

from hardware.microphone.capture.pace import Pace

RATE_HZ = 16_000


def told(*windows: tuple[float, float, int]) -> list[float | None]:
    """What each window tells: sound and time in seconds, and how often sound was lost."""
    pace, now_s, lost = Pace(RATE_HZ), 0.0, 0
    found = [pace.wrong(RATE_HZ, now_s, lost)]
    for sound_s, time_s, more in windows:
        now_s, lost = now_s + time_s, lost + more
        found.append(pace.wrong(round(sound_s * RATE_HZ), now_s, lost))
    return found[1:]


@pytest.mark.parametrize("times", [3.0, 2.76, 0.5])
def test_another_rate_is_told_at_the_second_window(times: float) -> None:
    assert told(*[(3 * times, 3.0, 0)] * 2) == [None, pytest.approx(times)]


@pytest.mark.parametrize(
    "windows",
    [
        [(3.0, 3.0, 0)] * 5,
        [(1.0, 3.0, 0), (5.0, 3.0, 0)] * 3,
        [(1.0, 3.0, 9)] * 5,
        [(3.3, 3.0, 0)] * 5,
        [(0.5, 1.0, 0)] * 2,
    ],
    ids=["healthy", "held back", "lost", "nearly right", "too short to tell"],
)
def test_a_healthy_device_is_left_alone(windows: list[tuple[float, float, int]]) -> None:
    assert not any(told(*windows))
