"""The tests of this kind of memory stand with those of the goals: the three follow one story."""

from companion.rooms.consolidation.kinds import memory_kinds


def test_it_is_found_by_discovery() -> None:
    """Nothing lists it."""
    assert "plan_run" in dict(memory_kinds())
