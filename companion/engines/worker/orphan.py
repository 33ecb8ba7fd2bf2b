"""Orphan guard: ends a child process when the process that started it ends."""

import os
import signal

_PR_SET_PDEATHSIG = 1


def end_with(parent_pid: int) -> None:
    """End when the parent ends, also by `kill -9` (Linux `prctl(2)`). Called in the child."""
    import ctypes  # the parent imports this module too, and needs it for nothing else

    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent_pid:
        os._exit(0)
