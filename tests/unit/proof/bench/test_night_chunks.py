"""A long run of nights is merged from its chunks and goes on where it was interrupted."""

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.proof.bench.night_chunks import Done, LongRun, live_chunk, run_long


@dataclass
class Lived:
    """Answers instead of living them; chunk 2 gets stuck the first time."""

    asked: list[int] = field(default_factory=list)

    def __call__(
        self, run: LongRun, left: Sequence[tuple[int, int]]
    ) -> Iterator[tuple[int, "Future[dict[str, Any]]"]]:
        for number, nights in left:
            answer: Future[dict[str, Any]] = Future()
            if number == 2 and 2 not in self.asked:
                answer.set_exception(TimeoutError("stuck"))
            else:
                answer.set_result(_line(number, nights))
            self.asked.append(number)
            yield number, answer


def _line(number: int, nights: int, missed: int = 0) -> dict[str, Any]:
    return {
        "seed": 1,
        "chunk": number,
        "nights": nights,
        "missed": missed,
        "double": 0,
        "rings": 2 * nights,
        "late_ms": {"0": 2 * nights - 1, str(100 + number): 1},
        "details": [],
        "took_s": 1.0,
    }


def test_a_chunk_that_failed_or_has_no_line_is_lived_again_and_no_other(
    tmp_path: Path,
) -> None:
    lived = Lived()
    run = LongRun(35, progress=tmp_path / "nights.jsonl", chunk=10)
    with pytest.raises(RuntimeError, match=r"\[2\]"):
        run_long(run, lambda line: None, lived)
    assert run.progress is not None
    with run.progress.open("a") as file:
        file.write('{"seed": 1, "chu')
    told: list[str] = []
    found = run_long(run, told.append, lived)
    assert lived.asked == [0, 1, 2, 3, 2]
    assert told[0] == "3 chunks were done before, 1 are left"
    assert (found["nights"], found["rings"], found["took_s"]) == (35, 70, 4.0)
    assert found["late_max_s"] == 0.103


def test_another_seed_or_length_begins_anew(tmp_path: Path) -> None:
    lived, path = Lived(), tmp_path / "nights.jsonl"
    path.write_text(json.dumps(_line(0, 10)) + "\n")
    run_long(LongRun(10, seed=7, progress=path, chunk=10), lambda line: None, lived)
    run_long(LongRun(5, progress=path, chunk=10), lambda line: None, lived)
    assert lived.asked == [0, 0]


def test_one_wrong_chunk_is_seen_in_the_sum() -> None:
    done = Done({0: _line(0, 10), 1: _line(1, 10, missed=1)})
    assert done.merged(LongRun(20, chunk=10))["missed"] == 1


def test_a_chunk_tells_all_that_the_sum_needs() -> None:
    """Lived for once, by the house itself."""
    line = json.loads(json.dumps(live_chunk(1, 3, 2, 1)))
    found = Done({3: line}).merged(LongRun(2))
    assert (found["nights"], found["missed"], found["double"]) == (2, 0, 0), line["details"]
    assert found["zones"] == 2
    assert found["rings"] == sum(line["late_ms"].values()) > 0
