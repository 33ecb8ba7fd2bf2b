"""Tests that share a real part run in one worker."""

import os

import pytest


@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="one process runs everything")
def test_a_test_carries_the_group_by_which_it_is_shared_out(
    request: pytest.FixtureRequest,
) -> None:
    """Without it two workers bring up the same server on the same port, and neither is heard."""
    assert "@" in request.node.nodeid


@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="one process runs everything")
def test_groups_of_long_tests_are_begun_before_groups_of_short_ones(
    request: pytest.FixtureRequest,
) -> None:
    """A long one that is begun last runs alone while the other worker is idle; and a group that is
    not in one piece would be shared out where its first test stands."""
    limits: dict[str, float] = {}
    for item in request.session.items:
        limit = item.get_closest_marker("timeout")
        group = item.nodeid.rpartition("@")[2]
        limits[group] = limits.get(group, 0.0) + (float(limit.args[0]) if limit else 0.0)
    begun = list(limits.values())
    assert begun == sorted(begun, reverse=True)
