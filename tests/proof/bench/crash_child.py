"""The service for the crash benchmark: `companion run`, again and again without its imports.

A parent that has imported everything forks once for each line it reads, tells the child's pid,
and the child runs what `companion run` runs. Killed with SIGKILL it is as dead as any process;
only the start is quicker, so that the suite can afford many. Some starts are whole ones all the
same.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

from companion.app import run_companion
from companion.service.settings import load_settings


def main() -> None:
    """Fork a service for each line on stdin; end with it."""
    config = Path(sys.argv[1])
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in sys.stdin:
        pid = os.fork()
        if pid == 0:
            os.close(0)
            asyncio.run(run_companion(load_settings(config), lambda line: None))
            os._exit(0)
        print(pid, flush=True)


if __name__ == "__main__":
    main()
