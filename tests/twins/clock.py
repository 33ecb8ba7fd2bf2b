"""A clock that jumps: the one of the evaluations serves the tests too."""

from tests.proof.evaluation.jump_clock import EVENING, JumpClock

__all__ = ["EVENING", "JumpClock"]
