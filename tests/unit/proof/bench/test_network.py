"""F24 in its shortest form: the home obeys while names are asked for in vain."""

from pathlib import Path

import pytest

from tests.proof.bench import network


@pytest.mark.real("broker")
async def test_it_obeys_while_the_network_is_lost(tmp_path: Path) -> None:
    """Every command came to its ack, and where names could be taken away they were asked for."""
    found = await network._in_child(tmp_path, 1)
    assert len(found["p95_ms"]) == 5
    assert all(quiet > 0 and lost > 0 for quiet, lost in found["p95_ms"])
    assert bool(found["asked"]) is found["names"]
