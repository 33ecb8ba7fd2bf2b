"""Tests that share a real part run in one worker."""

import os

import pytest


@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="one process runs everything")
def test_a_test_carries_the_group_by_which_it_is_shared_out(
    request: pytest.FixtureRequest,
) -> None:
    """Without it two workers bring up the same server on the same port, and neither is heard."""
    assert "@" in request.node.nodeid
