"""A proposal tells its own score, in both languages."""

from datetime import time

from companion.phrases.habits import end_said, not_come_said, proposal_said, taken_back_said
from companion.phrases.times import fact_said
from companion.words.habit import Habit
from companion.words.language import Bilingual
from companion.words.timing import OnFact

HALL = Bilingual("玄関", "the hall")
TIMING = OnFact("person@hall", "present", time(17), time(22))
HABIT = Habit(
    key="k",
    act="turn_on light.hall",
    label=Bilingual("玄関の明かりをつける", "turn on hall light"),
    timing=TIMING,
    hits=14,
    of=16,
)


def test_the_proposal_names_the_occasion_the_act_and_the_days() -> None:
    told = proposal_said(HABIT, fact_said(TIMING, HALL), "、")
    assert "14 of the last 16" in told.en
    assert "when somebody comes into the hall, from 17:00 to 22:00" in told.en
    assert told.ja.startswith("17:00から22:00の間に玄関に人が来たら、玄関の明かりをつける")
    assert "16日のうち14日" in told.ja


def test_the_end_names_its_reason() -> None:
    assert "set back on 3 of the last 4 days" in end_said("lamp", taken_back_said(3, 4)).en
    assert "8日の間" in end_said("明かり", not_come_said(8)).ja
