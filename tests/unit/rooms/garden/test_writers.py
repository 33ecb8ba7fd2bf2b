"""What a model adds to the garden: both writers take from one budget, or write nothing."""

from companion.rooms.garden.writers import NO_WRITERS, llm_writers
from companion.service.draws import SeededDraws
from companion.words.garden import GardenAction
from companion.words.language import Language
from tests.unit.rooms.garden.lives import weeks
from tests.unit.rooms.garden.test_talk_words import FEELS, SHEETS, TALK, Writing


async def test_both_take_from_the_hours_few_calls() -> None:
    """T-41, A-022, A-073."""
    llm, left = Writing(), [1]

    def may_ask() -> bool:
        return bool(left and left.pop())

    by = llm_writers(llm, SeededDraws(1), probability=1.0, language=Language.EN, may_ask=may_ask)
    assert any(await by.talks.word(TALK, SHEETS, FEELS))
    assert await by.episodes.generate(weeks().world.character(), GardenAction.EAT, None) is None
    assert len(llm.asked) == 1


async def test_without_a_model_nothing_is_written() -> None:
    now = weeks().world.character()
    assert await NO_WRITERS.episodes.generate(now, GardenAction.EAT, None) is None
    assert await NO_WRITERS.talks.word(TALK, SHEETS, FEELS) == ()
