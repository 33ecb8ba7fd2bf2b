"""Makes a camera's motion gate and likeness: OpenCV comes with the first camera, not with the
start."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.engines.vision.gate_settings import GateSettings

if TYPE_CHECKING:
    from companion.engines.vision.likeness import Likeness
    from companion.engines.vision.motion_gate import MotionGate


def gate_maker(settings: GateSettings) -> "Callable[[], MotionGate]":
    """Makes one motion gate each time it is called."""

    def make() -> "MotionGate":
        from companion.engines.vision.motion_gate import MotionGate

        return MotionGate(settings)

    return make


def make_likeness() -> "Likeness":
    """Tells people from pictures."""
    from companion.engines.vision.likeness import Likeness

    return Likeness()
