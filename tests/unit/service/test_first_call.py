"""Of several microphones that hear one call, one answers."""

from dataclasses import dataclass

from companion.service.first_call import SAME_CALL_S, FirstCall


@dataclass
class Hand:
    """A clock that a test sets."""

    at_s: float = 100.0

    def monotonic(self) -> float:
        return self.at_s


def test_the_first_of_two_answers_and_a_later_call_is_another_one() -> None:
    clock = Hand()
    calls = FirstCall(clock)  # type: ignore[arg-type]  # only `monotonic` is asked
    assert calls.answers("microphone")
    assert not calls.answers("bedside")
    assert calls.answers("microphone")
    clock.at_s += SAME_CALL_S
    assert calls.answers("bedside")
    assert not calls.answers("microphone")
