"""A measured figure as JSON."""

import json
from collections import Counter

from tests.proof.bench.figure import Figure, Sense


def test_a_figure_with_counts_in_its_detail_can_be_written() -> None:
    """At the end of a run of hours nothing may be lost."""
    kinds = Counter({"plan_made": 3, "task_ended": 2})
    figure = Figure(
        id="X", what="w", value=0, limit=0, sense=Sense.AT_MOST, detail={"kinds": kinds}
    )
    told = json.loads(json.dumps(figure.as_json()))
    assert told["detail"] == {"kinds": {"plan_made": 3, "task_ended": 2}}
    assert list(told)[-2:] == ["detail", "held"]
    assert told["held"] is True
