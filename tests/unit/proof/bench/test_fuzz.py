"""Short forms of the fuzzers: 0 exceptions, the link lives, a command is obeyed (F10, F16, F18)."""

import json
from types import ModuleType

import pytest

from tests.proof.bench import hub_fuzz, mqtt_fuzz, wyoming_fuzz
from tests.proof.bench.figure import Effort, Figure
from tests.proof.bench.odd import Odd


@pytest.mark.real("broker")
@pytest.mark.parametrize("fuzzer", [hub_fuzz, mqtt_fuzz, wyoming_fuzz], ids=lambda m: m.IDS[0])
async def test_nothing_odd_ends_anything(fuzzer: ModuleType) -> None:
    """The long forms, 60,000 events, 46,000 messages, 500 connections, are in `make proof`."""
    figures = await fuzzer.measure(Effort.SHORT)
    for figure in figures:
        assert isinstance(figure, Figure)
        assert figure.held, figure
    detail = figures[0].detail
    assert detail.get("link_falls", 0) == 0
    assert detail.get("heard", 1) > 0


def test_what_is_drawn_is_odd_and_the_same_with_the_same_seed() -> None:
    """Some of it is whole JSON, some is not, and some nests deeper than Python's reader bears."""
    odd, again = Odd(7), Odd(7)
    texts = [odd.document(odd.value()) for _ in range(2_000)]
    assert texts == [again.document(again.value()) for _ in range(2_000)]
    ends: set[str] = set()
    for text in texts:
        try:
            json.loads(text)
            ends.add("whole")
        except (ValueError, RecursionError) as error:
            ends.add(type(error).__name__)
    assert ends == {"whole", "JSONDecodeError", "RecursionError", "ValueError"}
