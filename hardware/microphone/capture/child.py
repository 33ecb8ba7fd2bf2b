"""Child side of the capture process: reads a sound device or a file and sends block after block.

Started only by `parent.py` as `python -m hardware.microphone.capture.child SOCKET`. A child of its
own because a sound driver can hang for ever inside the kernel or its library, and can then only be
stopped by killing it. The first line on the socket is the source as JSON; then only this side
speaks, in frames (`frames.py`).
"""

import json
import os
import socket
import sys
import threading
from typing import Any

from companion.words.language import Bilingual
from hardware.microphone.capture.frames import ENDED, GONE, LOST, SOUND, packed
from hardware.microphone.capture.sources import NoSound, Overflows, blocks_of

LONGEST_BYTES = 65_536


def main() -> None:
    """Send blocks until the source ends, fails, or the parent hangs up."""
    line = socket.socket(fileno=int(sys.argv[1]))
    source: dict[str, Any] = json.loads(_first_line(line))
    threading.Thread(target=_end_with_parent, args=(line,), daemon=True).start()
    try:
        overflows, told = Overflows(), 0
        for block in blocks_of(source, overflows):
            line.sendall(packed(LOST) * (overflows.count - told))
            told = overflows.count
            line.sendall(packed(SOUND, block))
        line.sendall(packed(ENDED))
    except NoSound as error:
        _tell_gone(line, error.words)
    except OSError:
        os._exit(0)  # the parent hung up in the middle of a block
    except Exception as error:  # child's edge: the parent hears why, by name
        name = f"{type(error).__name__}: {error}"
        _tell_gone(line, Bilingual(f"読み取りに失敗しました（{name}）", f"reading failed ({name})"))
    os._exit(0)  # a driver's threads may hang at an ordinary end


def _first_line(line: socket.socket) -> bytes:
    read = b""
    while not read.endswith(b"\n") and len(read) < LONGEST_BYTES:
        got = line.recv(LONGEST_BYTES)
        if not got:
            os._exit(0)
        read += got
    return read


def _end_with_parent(line: socket.socket) -> None:
    """End this process with its parent: the parent sends one line, so that all that follows means
    its end."""
    line.recv(1)
    os._exit(0)


def _tell_gone(line: socket.socket, why: Bilingual) -> None:
    one_line = (" ".join(text.split()) for text in (why.ja, why.en))
    line.sendall(packed(GONE, "\n".join(one_line).encode()))


if __name__ == "__main__":
    main()
