"""A toy language model for process tests: needs memory in step with its context."""

import os
from typing import Any

Answer = tuple[dict[str, Any], bytes]


class _Toy:
    def __init__(self, settings: dict[str, Any]) -> None:
        self._settings = settings

    def __call__(self, header: dict[str, Any], blob: bytes) -> Answer:
        if self._settings["n_ctx"] > 2048:
            os.abort()  # as `std::bad_alloc` ends a process
        text = str(self._settings["n_ctx"])
        numbers = {"prompt_tokens": 9, "reused_tokens": 0, "output_tokens": 1}
        return {"text": text, **numbers, "finish": "stop"}, b""


def serve(settings: dict[str, Any]) -> _Toy:
    """Worker entry; some models do not even load."""
    if settings["n_ctx"] > 8192:
        raise RuntimeError("Failed to init server")
    return _Toy(settings)
