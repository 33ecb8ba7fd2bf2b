"""First call: of several microphones of this companion that hear one call, the first answers."""

from dataclasses import dataclass, field

from companion.ports.clock import Clock

SAME_CALL_S = 1.5
"""Wake word detectors differ by less; a later call is another one."""


@dataclass
class FirstCall:
    """Decides between the microphone of the companion and its satellites. The nearest of them is
    not known: a satellite that finds the wake word itself does not tell how loud it was."""

    clock: Clock
    _by: str = field(default="", init=False)
    _at_s: float = field(default=0.0, init=False)

    def answers(self, device: str) -> bool:
        """Whether `device`, which has just heard a call, answers it."""
        now_s = self.clock.monotonic()
        if self._by not in ("", device) and now_s - self._at_s < SAME_CALL_S:
            return False
        self._by, self._at_s = device, now_s
        return True
