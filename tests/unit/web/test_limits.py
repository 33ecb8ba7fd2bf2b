"""Password tries and requests under way are bounded (T8, F20)."""

from companion.web.limits import LoginBrake, RequestCap, Trier


class Tries:
    """A brake on a clock that goes on a second at each try."""

    def __init__(self) -> None:
        self.now = 0.0
        self.brake = LoginBrake(lambda: self.now)

    def made(self, seconds: int, trier: Trier, *names: str) -> int:
        """How many of one try a second for each name were let through."""
        made = 0
        for _ in range(seconds):
            for name in names:
                if self.brake.wait_s(trier, name) <= 0:
                    self.brake.note(trier, name)
                    made += 1
            self.now += 1
        return made


def test_an_address_tries_once_a_second_five_a_minute_twenty_an_hour() -> None:
    """T8: 1/s, 5/min, 20/h."""
    tries = Tries()
    assert tries.brake.wait_s(Trier.ADDRESS, "a") == 0
    tries.brake.note(Trier.ADDRESS, "a")
    assert 0 < tries.brake.wait_s(Trier.ADDRESS, "a") <= 1
    tries.now += 1
    assert tries.made(59, Trier.ADDRESS, "a") == 4
    assert tries.made(3540, Trier.ADDRESS, "a") == 15


def test_nobody_waits_for_the_tries_of_another() -> None:
    """Issue 10, 7: other addresses, remembered devices and this machine are let through."""
    tries = Tries()
    tries.made(1200, Trier.ADDRESS, "attacker")
    assert tries.brake.wait_s(Trier.ADDRESS, "attacker") > 0
    assert tries.brake.wait_s(Trier.ADDRESS, "guest") == 0
    assert tries.brake.wait_s(Trier.DEVICE, "phone") == 0
    assert tries.brake.wait_s(Trier.LOCAL) == 0


def test_many_addresses_together_are_no_faster_than_a_hundred_an_hour() -> None:
    """Issue 10, 7: the slower count of all; known devices and this machine stay free of it."""
    tries = Tries()
    names = [f"10.0.0.{n}" for n in range(50)]
    assert tries.made(1200, Trier.ADDRESS, *names) == 100
    assert tries.brake.wait_s(Trier.ADDRESS, "10.0.9.9") > 0
    assert tries.brake.wait_s(Trier.DEVICE, "phone") == 0
    assert tries.brake.wait_s(Trier.LOCAL) == 0


def test_a_remembered_device_guesses_no_faster_than_an_address() -> None:
    """T8: a stolen device cookie is no way around; this machine never waits over a minute."""
    assert Tries().made(3600, Trier.DEVICE, "stolen") <= 21
    tries = Tries()
    tries.made(600, Trier.LOCAL, "")
    assert tries.brake.wait_s(Trier.LOCAL) <= 60


def test_the_right_password_forgives_the_tries_before() -> None:
    tries = Tries()
    tries.made(59, Trier.DEVICE, "phone")
    assert tries.brake.wait_s(Trier.DEVICE, "phone") > 0
    tries.brake.forgive(Trier.DEVICE, "phone")
    assert tries.brake.wait_s(Trier.DEVICE, "phone") == 0


def test_a_client_holds_only_so_many_requests() -> None:
    """F20: caps per client and in all; a place is given back."""
    cap = RequestCap(total=3, per_client=2)
    with cap.hold("a") as one, cap.hold("a") as two:
        assert one
        assert two
        with cap.hold("a") as third:
            assert not third
        with cap.hold("b") as other, cap.hold("c") as beyond:
            assert other
            assert not beyond
            with cap.hold("session x", known=True) as known:
                assert known  # strangers took every place of theirs
    with cap.hold("a") as again:
        assert again
