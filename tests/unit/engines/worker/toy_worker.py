"""A toy model for worker tests: it answers, hangs, crashes, babbles and grows on request."""

import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

Answer = tuple[dict[str, Any], bytes]


class Toy:
    """Does what the header says."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self._settings = settings
        self._cancelled = threading.Event()
        self._steps = 0
        self._reads = False
        if settings.get("counts"):
            self.progress = lambda: self._steps
            self.reading = lambda: self._reads

    def __call__(self, header: dict[str, Any], blob: bytes) -> Answer:
        self._cancelled.clear()
        deeds: dict[str, Callable[[dict[str, Any], bytes], Answer]] = {
            "echo": lambda h, b: (h, b[::-1]),
            "env": lambda h, b: ({"value": os.environ.get(h["key"])}, b""),
            "raise": self._raise,
            "grow": lambda h, b: ({"size": len(bytearray(h["mb"] * 2**20))}, b""),
            "crash": self._crash,
            "freeze": self._freeze,
            "babble": self._babble,
            "long": self._long,
            "words": self._words,
            "steps": self._count_up,
            "read": self._read,
            "burn": self._burn,
            "step": self._one_step,
            "abort": self._abort,
            "settings": lambda h, b: (self._settings, b""),
        }
        return deeds[header["do"]](header, blob)

    def tells(self, listener: Callable[[str], None]) -> None:
        self._listener = listener

    def _words(self, header: dict[str, Any], blob: bytes) -> Answer:
        text = ""
        for word in header["words"]:
            text += word
            self._listener(text)
        return {"text": text}, b""

    def cancel(self) -> None:
        self._cancelled.set()

    def _raise(self, header: dict[str, Any], blob: bytes) -> Answer:
        raise LookupError("no such thing")

    def _crash(self, header: dict[str, Any], blob: bytes) -> Answer:
        print("native code says goodbye", flush=True)
        os.kill(os.getpid(), signal.SIGSEGV)
        return {}, b""

    def _freeze(self, header: dict[str, Any], blob: bytes) -> Answer:
        os.kill(os.getpid(), signal.SIGSTOP)
        return {}, b""

    def _babble(self, header: dict[str, Any], blob: bytes) -> Answer:
        for fd in range(3, 64):
            try:
                os.write(fd, bytes.fromhex(header["hex"]))
            except OSError:
                continue
        time.sleep(60)
        return {}, b""

    def _abort(self, header: dict[str, Any], blob: bytes) -> Answer:
        os.abort()

    def _count_up(self, header: dict[str, Any], blob: bytes) -> Answer:
        ends = time.monotonic() + header["seconds"]
        while time.monotonic() < ends:
            self._steps += 1
            time.sleep(0.01)
        return {}, b""

    def _read(self, header: dict[str, Any], blob: bytes) -> Answer:
        """A prompt that is read until the parent was told so often that it gets on."""
        self._reads = True
        self._count_up(header, blob)
        self._reads = False
        return {"read": True}, b""

    def _one_step(self, header: dict[str, Any], blob: bytes) -> Answer:
        """A step in which it looks at no cancellation."""
        self._steps += 1
        time.sleep(header["seconds"])
        return {"stopped": self._cancelled.is_set()}, b""

    def _burn(self, header: dict[str, Any], blob: bytes) -> Answer:
        """One long step of computing."""
        while time.process_time() < header["cpu_s"] and not self._cancelled.is_set():
            pass
        return {"cpu_s": time.process_time()}, b""

    def _long(self, header: dict[str, Any], blob: bytes) -> Answer:
        stopped = self._cancelled.wait(60)
        return {"stopped": stopped}, b""


def serve(settings: dict[str, Any]) -> Toy:
    """Worker entry; settings may forbid the start."""
    if settings.get("refuse"):
        raise FileNotFoundError("model.gguf")
    return Toy(settings)
