"""How many reports a second are looked at (F18)."""

from companion.links.rate_limit import TokenBucket


def test_what_comes_at_once_is_free_and_the_rest_is_made_up_for() -> None:
    """The purse fills with time and holds no more than it may."""
    now_s = [0.0]
    turns = TokenBucket(100.0, 10, now_s=lambda: now_s[0])
    for _ in range(10):
        turns.spend()
    assert turns.rest_s() == 0.0
    turns.spend()
    assert turns.rest_s() == 0.01
    now_s[0] = 0.02
    assert turns.rest_s() == 0.0
    now_s[0] = 1000.0
    assert turns.rest_s() == 0.0
    for _ in range(20):
        turns.spend()
    assert turns.rest_s() == 0.1
