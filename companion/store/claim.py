"""Claim: holds a kernel lock on the state folder, so that one companion uses it; a crash frees it
too."""

import contextlib
import fcntl
import os
from pathlib import Path
from types import TracebackType


class StateDirTaken(RuntimeError):
    """Another companion lives in this state folder; `pid` names it."""

    def __init__(self, state_dir: Path, pid: str) -> None:
        self.pid = pid
        super().__init__(
            f"another companion (pid {pid or 'unknown'}) already uses {state_dir}; stop it, "
            f"or give this one a state folder of its own"
        )


class StateDirUnusable(OSError):
    """The state folder cannot be made or written: read-only, full, or another user's."""

    def __init__(self, state_dir: Path, why: str) -> None:
        self.state_dir, self.why = state_dir, why
        super().__init__(
            f"the state folder {state_dir} cannot be used ({why}); make it writable "
            "for this user or set state_dir in the configuration"
        )


class StateDirClaim:
    """Holds the lock until closed or until the process ends."""

    def __init__(self, file_descriptor: int) -> None:
        self._fd: int | None = file_descriptor

    def close(self) -> None:
        """Give the folder free. Idempotent."""
        if self._fd is not None:
            # Our number must not be read for that of the next process that claims the folder.
            with contextlib.suppress(OSError):
                os.ftruncate(self._fd, 0)
            os.close(self._fd)
            self._fd = None

    def __enter__(self) -> "StateDirClaim":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        self.close()


def claim_state_dir(state_dir: Path) -> StateDirClaim:
    """Claim a state folder, making it if missing. Raises `StateDirTaken`, `StateDirUnusable`."""
    path = state_dir / "companion.lock"
    try:
        state_dir.mkdir(parents=True, exist_ok=True)
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StateDirUnusable(state_dir, error.strerror or str(error)) from error
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        pid = os.read(fd, 32).decode("ascii", "replace").strip()
        os.close(fd)
        raise StateDirTaken(state_dir, pid) from None
    # The lock is the kernel's; the number in it only helps, and a full disk has no room for it.
    with contextlib.suppress(OSError):
        os.ftruncate(fd, 0)
        os.write(fd, f"{os.getpid()}\n".encode())
    return StateDirClaim(fd)


def takes_writes(state_dir: Path) -> bool:
    """True if a file can be made in the folder and reaches the disk; leaves nothing behind."""
    probe = state_dir / ".writable"
    try:
        state_dir.mkdir(parents=True, exist_ok=True)
        with probe.open("wb") as out:
            out.write(b"x" * 4096)
            out.flush()
            os.fsync(out.fileno())
        probe.unlink()
    except OSError:
        with contextlib.suppress(OSError):
            probe.unlink(missing_ok=True)
        return False
    return True
