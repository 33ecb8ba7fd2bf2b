"""Child of a worker process: loads one model and answers the parent's calls over one socket.

Frames are `!IQ` lengths, a JSON header and raw bytes; nothing is ever unpickled. Started
only by `companion.engines.worker.worker.Worker` as `python -m companion.engines.worker.child`.
"""

import importlib
import json
import os
import queue
import resource
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from companion.service.wire_json import NotJson, read_object

LENGTHS = struct.Struct("!IQ")
HEADER_LIMIT_BYTES = 16 * 2**20
"""A longer header is garbage; the longest real one is a prompt of some 100 kB."""
BLOB_LIMIT_BYTES = 512 * 2**20
"""A longer blob is garbage; a 4K picture is 25 MB."""

_FIRST_TO_DIE = "500"
"""oom_score_adj: when memory runs out the kernel ends a model, not the service."""

Answer = tuple[dict[str, Any], bytes]
Served = Callable[[dict[str, Any], bytes], Answer]
_Call = tuple[dict[str, Any], bytes]


class GarbageReceived(ValueError):
    """Error: the other side sent something that is no frame."""


def pack(header: Mapping[str, Any], blob: bytes = b"") -> bytes:
    """Lengths and header of one frame; the blob follows it on the wire unchanged."""
    text = json.dumps(header, ensure_ascii=False).encode()
    return LENGTHS.pack(len(text), len(blob)) + text


def unpack_lengths(raw: bytes) -> tuple[int, int]:
    """Sizes of header and blob in bytes. Raises `GarbageReceived`."""
    header_size, blob_size = LENGTHS.unpack(raw)
    if header_size > HEADER_LIMIT_BYTES or blob_size > BLOB_LIMIT_BYTES:
        raise GarbageReceived(f"a frame of {header_size} + {blob_size} bytes")
    return header_size, blob_size


def unpack_header(raw: bytes) -> dict[str, Any]:
    """The JSON object of a frame. Raises `GarbageReceived`."""
    try:
        return read_object(raw, most_bytes=HEADER_LIMIT_BYTES)
    except NotJson as error:
        raise GarbageReceived(f"{error}: {raw[:40]!r}") from error


class _Line:
    """Socket line, read by one thread and written by two."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._file = sock.makefile("rb")
        self._writing = threading.Lock()

    def read(self) -> _Call:
        """Next frame. Raises `EOFError` when the parent is gone."""
        header_size, blob_size = unpack_lengths(self._exactly(LENGTHS.size))
        return unpack_header(self._exactly(header_size)), self._exactly(blob_size)

    def write(self, header: Mapping[str, Any], blob: bytes = b"") -> None:
        """Send one frame."""
        with self._writing:
            self._sock.sendall(pack(header, blob))
            if blob:
                self._sock.sendall(blob)

    def _exactly(self, size: int) -> bytes:
        data = self._file.read(size)
        if len(data) < size:
            raise EOFError
        return data


def _listen(line: _Line, served: Served, calls: "queue.Queue[_Call]") -> None:
    """Hand calls to the main thread; at once pass `cancel` on and say how far the call is."""
    cancel = getattr(served, "cancel", lambda: None)
    progress = getattr(served, "progress", lambda: -1)
    reading = getattr(served, "reading", lambda: False)
    try:
        while True:
            header, blob = line.read()
            op = header.get("op")
            if op == "ping":
                how_far = {"progress": progress(), "reading": reading()}
                line.write({"op": "pong", **how_far, "cpu_s": time.process_time()})
            elif op == "cancel":
                cancel()
            else:
                calls.put((header, blob))
    finally:
        # Without a parent nothing here has a purpose, whatever native code is running.
        os._exit(0)


def _error(error: BaseException) -> dict[str, Any]:
    return {"op": "error", "kind": type(error).__name__, "message": str(error)}


def _answer(line: _Line, served: Served, header: dict[str, Any], blob: bytes) -> None:
    if header.get("tells"):
        tells = getattr(served, "tells", lambda listener: None)
        tells(lambda text: line.write({"id": header["id"], "op": "words", "text": text}))
    try:
        reply, out = served(header["call"], blob)
    except Exception as error:  # worker edge: the parent raises it as WorkerRefused
        line.write({"id": header["id"], **_error(error)})
        return
    line.write({"id": header["id"], "op": "reply", "reply": reply}, out)


def _limit_memory(limit_mb: int | None) -> None:
    """Limit private writable memory; a mapped model file is not counted."""
    with suppress(OSError), open("/proc/self/oom_score_adj", "w") as score:
        score.write(_FIRST_TO_DIE)
    if limit_mb is not None:
        size = limit_mb * 2**20
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))


def main(module: str, fd: int, parent_pid: int) -> None:
    """Load the module's model and serve calls until the parent hangs up."""
    from companion.engines.worker.orphan import end_with  # the parent shares the format of the wire

    end_with(parent_pid)
    line = _Line(socket.socket(fileno=fd))
    first, _ = line.read()
    # The parent's search path: a plug-in may have come from a folder given at run time.
    sys.path[:] = first["path"]
    _limit_memory(first.get("memory_limit_mb"))
    try:
        served: Served = importlib.import_module(module).serve(first["settings"])
    except Exception as error:  # worker edge: the parent raises it as WorkerUnavailable
        line.write(_error(error))
        return
    line.write({"op": "ready"})
    calls: queue.Queue[_Call] = queue.Queue()
    threading.Thread(target=_listen, args=(line, served, calls), daemon=True).start()
    while True:
        _answer(line, served, *calls.get())


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
