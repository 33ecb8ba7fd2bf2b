"""What shows nothing new is held back, and nothing else (P16, P15, F13)."""

import numpy as np
import numpy.typing as npt

from hardware.camera.capture.stillness import LIVELY_S, STEP, Stillness

Thin = npt.NDArray[np.uint8]


def room(n: int = 0, noise: float = 1.0) -> Thin:
    chance = np.random.default_rng(n)
    level = np.tile(np.linspace(60, 180, 160), (120, 1)) + chance.normal(0, noise, (120, 160))
    return level.clip(0, 255).astype(np.uint8)


def somebody(n: int) -> Thin:
    picture = room(n)
    picture[60:80, 2:8] = 20
    return picture


def calm(still: Stillness, frames: int = 50) -> list[int]:
    """Numbers of the frames given of a room where nothing changes, 5 a second."""
    return [n for n in range(frames) if still.passes(room(n), n * 0.2)]


def test_of_a_still_room_one_picture_a_second_is_given() -> None:
    given = calm(Stillness(1.0))
    lively = int(LIVELY_S * 5)
    assert given[: lively + 1] == list(range(lively + 1))
    assert given[lively + 1 :] == list(range(lively + 5, 50, 5))


def test_without_the_setting_every_picture_is_given() -> None:
    assert calm(Stillness(0.0)) == list(range(50))


def test_whatever_changes_is_given_with_the_frame_it_changes_in_and_all_after_it() -> None:
    """P15: somebody who comes in is not a frame later."""
    for enters in range(48, 53):
        still = Stillness(1.0)
        calm(still, enters)
        after = [still.passes(somebody(n), n * 0.2) for n in range(enters, enters + 15)]
        assert all(after)
        gone = [still.passes(room(n), n * 0.2) for n in range(enters + 60, enters + 75)]
        assert all(gone)


def test_a_room_that_grows_dark_slowly_is_given_before_it_is_dark() -> None:
    """F13: compared is with what was given last, not with the frame before."""
    still = Stillness(100.0)
    calm(still)
    levels = [n for n in range(20) if still.passes((room(n, 0) - n).astype(np.uint8), 20 + n * 0.2)]
    assert levels[0] in range(STEP - 2, STEP + 3)


def test_black_and_another_size_are_new() -> None:
    """F13."""
    for other in (np.zeros((120, 160), np.uint8), np.ascontiguousarray(room(9)[::2, ::2])):
        still = Stillness(1.0)
        calm(still)
        assert not still.passes(room(50), 9.3)
        assert still.passes(other, 9.4)


def test_a_source_whose_clock_begins_anew_is_given() -> None:
    still = Stillness(1.0)
    calm(still)
    assert still.passes(room(7), 0.0)


def test_somebody_in_a_dark_room_is_given_at_once() -> None:
    """A6: at a tenth of the light a person differs by a few grey levels only."""
    still = Stillness(1.0)
    dark = [(room(n, 5.0) * np.float32(0.1)).astype(np.uint8) for n in range(50)]
    given = [n for n, picture in enumerate(dark) if still.passes(picture, n * 0.2)]
    assert len(given) < 30
    entering = int(max(given)) * 0.2 + 0.2
    assert still.passes((somebody(51) * np.float32(0.1)).astype(np.uint8), entering)


def test_somebody_in_a_dark_room_beside_a_bright_window_is_given_at_once() -> None:
    """A6: a window made the step of the whole picture that of a lit room."""
    still = Stillness(100.0)

    def dark(picture: Thin) -> Thin:
        dimmed = (picture * np.float32(0.06)).astype(np.uint8)
        dimmed[:60, 100:] = 235
        return dimmed

    for n in range(50):
        still.passes(dark(room(n, 5.0)), n * 0.2)
    assert not still.passes(dark(room(50, 5.0)), 10.1)
    figure = room(51, 5.0)
    figure[30:110, 20:40] = 10
    assert still.passes(dark(figure), 10.2)
