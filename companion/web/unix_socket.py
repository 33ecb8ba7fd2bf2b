"""UNIX socket: serves the command line on a way of its own, which the network cannot fill.

It stands in the state folder with mode 0600: its owner and root may open it. A path longer than
the kernel takes (107 bytes) is reached through the folder's descriptor.
"""

import contextlib
import os
import socket
from collections.abc import Iterator
from pathlib import Path

SOCKET_NAME = "companion.sock"
_PATH_MAX = 107
BACKLOG = 16


def token_file(state_dir: Path) -> Path:
    """Where the command line finds its token (sent as `X-Companion-Token`)."""
    return state_dir / "web" / "token"


def listen_on(state_dir: Path) -> socket.socket:
    """A listening socket in the state folder, which this process has claimed: one left there by a
    process that was killed is removed. Raises `OSError`."""
    path = state_dir / SOCKET_NAME
    path.unlink(missing_ok=True)
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        # Nobody can connect before `listen`, so the mode is never too wide.
        with _short(path) as address:
            made.bind(address)
        path.chmod(0o600)
        made.listen(BACKLOG)
    except OSError:
        made.close()
        raise
    return made


def connect_to(state_dir: Path, timeout_s: float) -> socket.socket:
    """A connection to the companion of this state folder. Raises `OSError`."""
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    made.settimeout(timeout_s)
    try:
        with _short(state_dir / SOCKET_NAME) as address:
            made.connect(address)
    except OSError:
        made.close()
        raise
    return made


@contextlib.contextmanager
def _short(path: Path) -> Iterator[str]:
    if len(os.fsencode(path)) <= _PATH_MAX:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)
