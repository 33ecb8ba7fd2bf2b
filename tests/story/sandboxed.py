"""Start a command under what the unit forbids: `python sandboxed.py UNIT COMMAND...`.

systemd cannot run in a test, so two of its fences are put up by hand: memory that is both
writable and executable is refused (prctl PR_SET_MDWE, 65), and only the unit's system calls are
let through, all others answer EPERM (libseccomp, from the unit's own lines).
"""

import ctypes
import ctypes.util
import os
import subprocess
import sys
from pathlib import Path

PR_SET_NO_NEW_PRIVS, PR_SET_MDWE, PR_GET_MDWE = 38, 65, 66
ALLOW, ERRNO_EPERM = 0x7FFF0000, 0x00050000 | 1


def has_mdwe() -> bool:
    """Whether this kernel knows PR_SET_MDWE (Linux 6.3)."""
    return int(ctypes.CDLL(None).prctl(PR_GET_MDWE, 0, 0, 0, 0)) >= 0


def calls_of(group: str) -> set[str]:
    """The system calls of a group such as `@resources`, groups inside it opened."""
    if not group.startswith("@"):
        return {group}
    command = ["systemd-analyze", "syscall-filter", "--no-pager", group]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = [line.strip() for line in told.splitlines()[1:]]
    names = [line for line in lines if line and not line.startswith("#")]
    return {call for name in names for call in calls_of(name)}


def allowed_by(unit: Path) -> set[str]:
    """The calls that `SystemCallFilter=` lines leave, read as systemd reads them."""
    allowed: set[str] = set()
    for line in unit.read_text(encoding="utf-8").splitlines():
        key, _, value = line.partition("=")
        if key == "SystemCallFilter":
            groups = value.removeprefix("~").split()
            calls = {call for group in groups for call in calls_of(group)}
            allowed = allowed - calls if value.startswith("~") else allowed | calls
    return allowed


def fence(unit: Path) -> None:
    """Put both fences around this process and all its children. Raises `OSError`."""
    libc = ctypes.CDLL(None, use_errno=True)
    seccomp = ctypes.CDLL(ctypes.util.find_library("seccomp") or "libseccomp.so.2")
    seccomp.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(seccomp.seccomp_init(ctypes.c_uint32(ERRNO_EPERM)))
    for name in allowed_by(unit):
        number = seccomp.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:  # others do not exist on this machine
            seccomp.seccomp_rule_add(context, ctypes.c_uint32(ALLOW), number, 0)
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(PR_SET_MDWE, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "the kernel refuses the fence")
    if seccomp.seccomp_load(context):
        raise OSError("the system call filter was refused")


if __name__ == "__main__":
    fence(Path(sys.argv[1]))
    os.execv(sys.argv[2], sys.argv[2:])
