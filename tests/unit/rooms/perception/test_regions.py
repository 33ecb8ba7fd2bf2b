"""Regions: where to look closer, and one box for one thing."""

import numpy as np
import pytest

from companion.rooms.perception.regions import merged, regions
from tests.twins.sight import frame, person

WIDE = frame(0.0, np.zeros((360, 640, 3), np.uint8))


def test_a_wide_first_frame_is_looked_at_from_both_ends() -> None:
    assert regions(WIDE, (), first=True) == ((0, 0, 360, 360), (280, 0, 360, 360))


@pytest.mark.parametrize("at", [(0, 0), (300, 150), (620, 320)])
def test_a_far_thing_that_moves_gets_a_square_around_it_inside_the_frame(
    at: tuple[int, int],
) -> None:
    far = (*at, 20, 40)
    ((x, y, w, h),) = regions(WIDE, (far,), first=False)
    assert w == h == 160
    assert 0 <= x <= at[0]
    assert 0 <= y <= at[1]
    assert x + w <= 640
    assert y + h <= 360


def test_a_far_thing_is_in_the_middle_of_its_crop() -> None:
    assert regions(WIDE, ((300, 150, 20, 40),), first=False) == ((230, 90, 160, 160),)


def test_near_things_need_no_crop() -> None:
    assert regions(WIDE, ((100, 50, 100, 250),), first=False) == ()


def test_the_same_thing_from_two_regions_is_one() -> None:
    one, again = person(0.7, (100, 100, 20, 60)), person(0.9, (102, 98, 22, 64))
    other = person(0.6, (300, 100, 20, 60))
    assert merged([one, other], [again]) == (again, other)
