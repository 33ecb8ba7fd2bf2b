"""What is pressed in Home Assistant comes in at a person's pace, whoever presses (F19, T-09)."""

from pathlib import Path

from companion.desk.appearance import MOST_A_MINUTE
from companion.words.own_state import Press
from tests.story.whole_house import awake, settings_for


async def test_a_storm_of_presses_is_let_go_and_counted(tmp_path: Path) -> None:
    """Each would be a line of the record, and a notice a request to the model; a stop is taken
    even then."""
    async with awake(settings_for("evening_arrival", tmp_path)) as house:
        appearance = house.outside.appearance
        assert appearance is not None
        for number in range(500):
            appearance._take(f"rule/{number}", "OFF")
        assert appearance._asked.qsize() == MOST_A_MINUTE
        assert house.foundations.blackboard.counters()["presses_let_go"] == 500 - MOST_A_MINUTE
        appearance._take(Press.STOP, "PRESS")
        assert appearance._asked.qsize() == MOST_A_MINUTE + 1
        appearance._take(Press.STOP, "PRESS")
        assert appearance._asked.qsize() == MOST_A_MINUTE + 1, "twice at once is once"
