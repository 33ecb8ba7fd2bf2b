"""Password tries and connections are bounded (T8, F20)."""

from companion.web.limits import ConnectionCap, LoginBrake


def test_tries_are_one_a_second_five_a_minute_twenty_an_hour() -> None:
    """T8: 1/s, 5/min, 20/h."""
    now = [0.0]
    brake = LoginBrake(lambda: now[0])

    def tries(seconds: int) -> int:
        made = 0
        for _ in range(seconds):
            if brake.wait_s() <= 0:
                brake.note()
                made += 1
            now[0] += 1
        return made

    assert brake.wait_s() == 0
    brake.note()
    assert 0 < brake.wait_s() <= 1
    now[0] += 1
    assert tries(59) == 4
    assert tries(3540) == 15
    assert brake.wait_s() == 0 or tries(1) <= 1


def test_a_client_holds_only_so_many_connections() -> None:
    """F20: caps per client and in all; a place is given back."""
    cap = ConnectionCap(total=3, per_client=2)
    with cap.hold("a") as one, cap.hold("a") as two:
        assert one
        assert two
        with cap.hold("a") as third:
            assert not third
        with cap.hold("b") as other, cap.hold("c") as beyond:
            assert other
            assert not beyond
    with cap.hold("a") as again:
        assert again
