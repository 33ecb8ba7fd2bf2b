"""What was read becomes one observation for all the lines of a sign (T1, T-56)."""

from companion.rooms.perception.signs import Signs
from companion.words.frame import Written
from tests.twins.clock import EVENING


def test_the_lines_of_a_sign_are_one_with_a_box_around_them_all() -> None:
    upper = Written("NO", 0.95, (100, 40, 60, 20), "sign")
    lower = Written("PARKING", 0.85, (90, 65, 120, 25), "sign")
    (seen,) = Signs("cam", "hall").saw((upper, lower), EVENING)
    assert seen.value == "NO PARKING"
    assert seen.box == (90, 40, 120, 50)
    assert seen.confidence == 0.85
