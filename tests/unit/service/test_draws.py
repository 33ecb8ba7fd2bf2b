"""Random numbers by name."""

from companion.service.draws import SeededDraws


def test_the_same_key_gives_the_same_number_and_another_another() -> None:
    one, again, other = SeededDraws(7), SeededDraws(7), SeededDraws(8)
    assert one.at("a", 1) == again.at("a", 1)
    assert one.at("a", 1) != one.at("a", 2)
    assert one.at("a", 1) != other.at("a", 1)
    assert one.at("a", "1b") != one.at("a1", "b")


def test_numbers_are_spread_over_the_whole_range() -> None:
    found = [SeededDraws(1).at(n) for n in range(2000)]
    assert all(0 <= one < 1 for one in found)
    assert 0.47 < sum(found) / len(found) < 0.53
    assert min(found) < 0.01
    assert max(found) > 0.99
