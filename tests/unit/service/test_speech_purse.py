"""How much may be said unasked (issue 15, point 8)."""

from pathlib import Path

import pytest

from companion.service.speech_purse import COST, IGNORED_COST, WELCOME, SpeechPurse
from companion.words.quiet import Channel
from tests.proof.evaluation.jump_clock import JumpClock


def test_it_is_emptied_by_talk_that_nobody_welcomes() -> None:
    purse = SpeechPurse(JumpClock())
    said = 0
    while purse.closeness() > 0.0:
        purse.spent()
        said += 1
    assert said == 1 + int((1.0 - COST) / (COST + IGNORED_COST) + 0.999)


def test_thanks_fill_it_and_end_the_ignoring() -> None:
    purse = SpeechPurse(JumpClock())
    purse.spent()
    purse.spent()
    low = purse.closeness()
    purse.welcomed()
    assert purse.closeness() == min(1.0, low + WELCOME)
    purse.spent()
    assert abs(purse.closeness() - (min(1.0, low + WELCOME) - COST)) < 1e-9


async def test_be_quiet_empties_it_and_hours_refill_it() -> None:
    clock = JumpClock()
    purse = SpeechPurse(clock)
    purse.told_off()
    assert purse.closeness() == 0.0
    await clock.sleep(4 * 3600.0)
    assert 0.3 < purse.closeness() < 0.5


def test_each_person_and_channel_has_its_own() -> None:
    purse = SpeechPurse(JumpClock())
    purse.told_off("mika")
    assert purse.closeness("mika") == 0.0
    assert purse.closeness() == purse.closeness("mika", Channel.HOME_ASSISTANT) == 1.0


async def test_its_levels_survive_a_restart_and_refill_meanwhile(tmp_path: Path) -> None:
    clock, file = JumpClock(), tmp_path / "purse.json"
    purse = SpeechPurse(clock, file)
    purse.told_off()
    purse.spent("mika")
    await clock.sleep(4 * 3600.0)
    again = SpeechPurse(clock, file)
    assert 0.3 < again.closeness() < 0.5
    again.spent("mika")
    assert again.closeness("mika") == pytest.approx(1.0 - COST - IGNORED_COST)


@pytest.mark.parametrize("text", ["", "{", "[[1]]", '[["", "voice", "much", "now", 0]]'])
def test_a_file_that_cannot_be_read_counts_as_none(tmp_path: Path, text: str) -> None:
    file = tmp_path / "purse.json"
    file.write_text(text, encoding="utf-8")
    assert SpeechPurse(JumpClock(), file).closeness() == 1.0
