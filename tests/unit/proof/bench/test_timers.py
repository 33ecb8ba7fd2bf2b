"""P20 in its short form: every figure is there; what is quick enough is the proof's to say."""

from tests.proof.bench import timers
from tests.proof.bench.figure import Effort, Figure


async def test_p20_measures_what_it_says() -> None:
    figures = await timers.measure(Effort.SHORT)
    assert len(figures) == 5
    assert all(isinstance(one, Figure) and one.id == "P20" and one.value > 0 for one in figures)
